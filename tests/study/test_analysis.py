"""Analyses: accounts that add up to the result, losses that are the exact ones, marks, sessions."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import fmean

import pytest

from solver.errors import DataError, UnsolvedError
from solver.game.dice import KEEPS_OF, WAYS, WEIGHTS
from solver.game.notation import Position
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Decharge, Start, State, players_of, resolve
from solver.study.advice import advise, evaluate
from solver.study.analysis.model import Barrage, Decision, Event, GameAnalysis, Mark, Thresholds
from solver.study.analysis.run import analyse_games, check_games
from solver.study.analysis.session import Session, Skill
from solver.study.analysis.walk import Analyst
from solver.study.evaluate import evaluate_profile
from solver.study.game_log import LoggedGame
from solver.study.record.model import Record, record_of
from solver.study.simulate import simulate_games
from solver.study.solve import solve_game
from solver.study.strategies import find_strategy
from tests.checks import one_line

MARKS = Thresholds()

DEALS: list[tuple[str, State]] = [
    *((preset, Start(2)) for preset in PRESETS),
    ("deux-phases", Decharge((10, 10))),
    ("jambes", Start(3)),
]
"""Games whose tables are shipped."""


def play(preset: str, state: State, names: tuple[str, ...], games: int) -> list[Record]:
    """Records of games that some strategies played, each in turn."""
    rules = find_rules(preset)
    strategies = [find_strategy(names[seat % len(names)]) for seat in range(players_of(state))]
    log: list[LoggedGame] = []
    simulate_games(rules, state, strategies, games, 421, log=log.append)
    return [record_of(game, rules) for game in log]


def quiet(_done: int, _total: int) -> None:
    """Progress that nobody watches."""


def analyse(records: list[Record]) -> list[GameAnalysis]:
    return list(analyse_games(records, quiet))


def adds_up(game: GameAnalysis) -> bool:
    """Whether every player's account is his result, and the game was worth what it should."""
    payoffs = game.record.payoffs
    accounts = game.accounts(MARKS)
    for account in accounts:
        luck = account.rolls + account.barrages
        if account.start + luck + account.own + account.others != account.result:
            return False
        if account.own > 0 or sum(account.marks.values()) == 0 != account.own:
            return False
    return tuple(account.result for account in accounts) == payoffs


SOME = [
    ("jambes", Start(2), 20),
    ("jambes", Start(3), 2),
    ("jetons", Start(2), 1),
    ("comptoir", Start(2), 1),
    ("deux-phases", Decharge((10, 10)), 1),
]


@pytest.mark.parametrize(("preset", "state", "number"), SOME)
def test_accounts_of_some_games_add_up_exactly(preset: str, state: State, number: int) -> None:
    games = analyse(play(preset, state, ("random", "optimal", "chase-421"), number))
    assert all(map(adds_up, games))
    assert len(games) == number
    for game in games:
        for decision in game.decisions:
            assert decision.loss >= 0
            assert not (decision.forced and decision.loss)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "state"), [*DEALS, ("jambes", Start(4)), ("jambes", Start(5))])
def test_accounts_of_a_thousand_games_add_up_exactly(preset: str, state: State) -> None:
    records = play(preset, state, ("random", "optimal", "chase-421"), 1000)
    count = 0
    for game in analyse_games(records, quiet):
        assert adds_up(game)
        count += 1
    assert count == 1000


@pytest.mark.parametrize(("preset", "state", "number"), SOME[:3])
def test_optimal_play_loses_nothing_anywhere(preset: str, state: State, number: int) -> None:
    loses_nothing(play(preset, state, ("optimal",), number))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "state"), DEALS)
def test_optimal_play_of_many_games_loses_nothing(preset: str, state: State) -> None:
    loses_nothing(play(preset, state, ("optimal",), 200))


def loses_nothing(records: list[Record]) -> None:
    session = Session(MARKS)
    for game in analyse_games(records, quiet):
        session.add(game)
        assert all(decision.loss == 0 for decision in game.decisions)
        assert all(decision.kept == decision.best for decision in game.decisions)
        for account in game.accounts(MARKS):
            assert account.own == account.others == 0
            assert set(account.marks) <= {Mark.OPTIMAL, Mark.FORCED}
    for skill in session.skills():
        assert skill.per_hundred == skill.per_game == 0
        assert not skill.per_hundred_error
        assert not skill.per_game_error


def distance(preset: str, names: tuple[str, str], games: int) -> float:
    """How far the mean loss of who chases 421 is from the exact one, in standard errors.

    What a player loses against one who plays his best is what the game is worth to him at the
    start, less what it is worth by an exact evaluation of the two strategies.
    """
    rules, state = find_rules(preset), resolve(find_rules(preset), Start(2))
    session = Session(MARKS)
    for game in analyse_games(play(preset, state, names, games), quiet):
        session.add(game)
    best = evaluate(Position(rules, state))
    exact = evaluate_profile(rules, state, [find_strategy(name) for name in names])
    seat = names.index("chase-421")
    skill = session.skills()[seat]
    assert skill.per_game_error
    return float(skill.per_game - (best[seat].value - exact.values[seat])) / skill.per_game_error


@pytest.mark.parametrize("names", [("chase-421", "optimal"), ("optimal", "chase-421")])
def test_the_mean_loss_of_chasing_421_is_the_exact_one(names: tuple[str, str]) -> None:
    off = distance("jambes", names, 400)
    assert abs(off) < 3


@pytest.mark.slow
@pytest.mark.parametrize("names", [("chase-421", "optimal"), ("optimal", "chase-421")])
@pytest.mark.parametrize("preset", ["jetons", "comptoir", "comptoir-le-bon", "deux-phases"])
def test_the_mean_loss_is_the_exact_one_with_jetons(preset: str, names: tuple[str, str]) -> None:
    off = distance(preset, names, 1000)
    assert abs(off) < 3


@pytest.mark.parametrize("preset", ["jambes", "jambes{followers=exactly}"])
def test_every_change_is_that_of_the_values_of_positions(preset: str) -> None:
    solve_game(find_rules(preset), 2)
    (record,) = play(preset, Start(2), ("random",), 1)
    (game,) = analyse([record])
    rules, before = record.rules, game.start
    values = game.course()
    position = Position(rules, next(record.course())[0].state)
    assert before == tuple(of.value for of in evaluate(position))
    decisions = 0
    for event, worth, after in zip(game.events[:16], values, values[1:], strict=False):
        if isinstance(event, Decision):
            decisions += 1
            players = standing_players(game, event)
            assert now(event.position) == tuple(worth[player] for player in players)
            assert kept(event.position, event.kept) == tuple(after[player] for player in players)
            advice = advise(event.position)
            assert event.best == advice.keeps[0]
            assert event.loss == {of.keep: of.loss for of in advice.choices}[event.kept]
            assert event.forced == all(of.loss == 0 for of in advice.choices)
    assert decisions > 4


def standing_players(game: GameAnalysis, event: Event) -> tuple[int, ...]:
    return list(game.record.course())[event.round - 1][0].players()


def now(position: Position) -> tuple[Fraction, ...]:
    return tuple(of.value for of in evaluate(position))


def kept(position: Position, keep: int) -> tuple[Fraction, ...]:
    """What dice that lie are worth: the mean of the hands that may come, or the stop."""
    if position.roll == keep:
        return next(of.everyone for of in advise(position).choices if of.keep == keep)
    hands = [
        [ways * value for value in now(replace(position, roll=hand, left=position.left - 1))]
        for hand, ways in WEIGHTS[keep]
    ]
    return tuple(sum(column, Fraction(0)) / WAYS for column in zip(*hands, strict=True))


def test_luck_is_fair_before_the_dice_fall() -> None:
    (record,) = play("jetons", Start(2), ("chase-421",), 1)
    (game,) = analyse([record])
    decision = next(of for of in game.decisions if not of.forced and of.kept != of.position.roll)
    before = kept(decision.position, decision.kept)
    after = [
        (ways, now(replace(decision.position, roll=hand, left=decision.position.left - 1)))
        for hand, ways in WEIGHTS[decision.kept]
    ]
    assert all(decision.kept in KEEPS_OF[hand] for hand, _ways in WEIGHTS[decision.kept])
    for seat, value in enumerate(before):
        assert sum(ways * (values[seat] - value) for ways, values in after) == 0


def test_barrages_are_luck_too() -> None:
    records = play("jetons{opener=winner,pot=2}", Start(2), ("never-reroll",), 200)
    solve_game(records[0].rules, 2)
    games = analyse(records)
    thrown = [event for game in games for event in game.events if isinstance(event, Barrage)]
    assert len(thrown) > 3
    assert any(account.barrages for game in games for account in game.accounts(MARKS))
    assert all(map(adds_up, games))


def test_three_who_are_level_share_what_barrages_decide() -> None:
    rules = find_rules("jambes")
    log: list[LoggedGame] = []
    simulate_games(rules, Start(3), [find_strategy("never-reroll")] * 3, 2000, 5, log=log.append)
    level = [
        game
        for game in log
        if any(
            len(of.barrages) > 1 or len(of.barrages[0].rolls) > 2
            for of in game.rounds
            if of.barrages
        )
    ]
    assert level
    assert all(map(adds_up, analyse([record_of(game, rules) for game in level[:1]])))


def test_a_game_that_goes_on_stands_where_it_stands() -> None:
    (record,) = play("jambes", Start(2), ("chase-421",), 1)
    begun = replace(record, rounds=record.rounds[:1], payoffs=None)
    (game,) = analyse([begun])
    _standing, settled = next(record.course())
    assert not isinstance(settled.then, tuple)
    worth = dict(
        zip(settled.then.players(), now(Position(record.rules, settled.then.state)), strict=True)
    )
    for account in game.accounts(MARKS):
        assert account.result == worth[account.player]
        assert account.start + account.rolls + account.barrages + account.own + account.others == (
            account.result
        )


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (Fraction(0), Mark.OPTIMAL),
        (Fraction(1, 10**30), Mark.INACCURACY),
        (Fraction(1999, 100_000), Mark.INACCURACY),
        (Fraction(1, 50), Mark.ERROR),
        (Fraction(4999, 100_000), Mark.ERROR),
        (Fraction(1, 20), Mark.BLUNDER),
        (Fraction(1), Mark.BLUNDER),
    ],
)
def test_marks_have_thresholds(loss: Fraction, mark: Mark) -> None:
    assert Thresholds().mark(loss) is mark


def test_a_session_adds_up_games_by_name() -> None:
    games = analyse(play("jambes", Start(2), ("chase-421", "random"), 40))
    session = Session(MARKS)
    for game in games:
        session.add(game)
    for player, skill in enumerate(session.skills()):
        accounts = [game.account(player, MARKS) for game in games]
        assert (skill.name, skill.games) == (games[0].record.players[player], 40)
        assert skill.own == sum(account.own for account in accounts)
        assert skill.luck == sum(account.rolls + account.barrages for account in accounts)
        assert skill.start + skill.luck + skill.own + skill.others == skill.result
        assert skill.marks == sum((Counter(account.marks) for account in accounts), Counter())
        decisions = [account.decisions for account in accounts]
        assert skill.per_hundred == -100 * skill.own / sum(decisions)
        assert skill.per_game == -skill.own / 40
        _same_errors(skill, [float(-account.own) for account in accounts], decisions)


def _same_errors(skill: Skill, losses: list[float], decisions: list[int]) -> None:
    """The standard errors, written out game by game."""
    mean = fmean(losses)
    variance = sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1)
    assert skill.per_game_error == pytest.approx(sqrt(variance / len(losses)))
    rate = sum(losses) / sum(decisions)
    residuals = [loss - rate * number for loss, number in zip(losses, decisions, strict=True)]
    spread = sum(residual**2 for residual in residuals) * len(losses) / (len(losses) - 1)
    assert skill.per_hundred_error == pytest.approx(100 * sqrt(spread) / sum(decisions))


def test_one_game_has_no_error_bar() -> None:
    session = Session(MARKS)
    session.add(analyse(play("jambes", Start(2), ("random",), 1))[0])
    for skill in session.skills():
        assert skill.per_game_error is skill.per_hundred_error is None


def test_who_has_nothing_to_decide_loses_nothing_a_decision() -> None:
    rules = "jambes{legs=1,max_rolls=1}"
    solve_game(find_rules(rules), 2)
    session = Session(MARKS)
    for game in analyse(play(rules, Start(2), ("random",), 3)):
        session.add(game)
    for skill in session.skills():
        assert (skill.per_hundred, skill.per_hundred_error) == (None, None)
        assert skill.per_game == skill.per_game_error == 0


def test_games_of_different_rules_or_tables_are_not_added_up() -> None:
    two = play("jambes", Start(2), ("random",), 1)
    with pytest.raises(DataError, match="game 1 has 3 players, but the first 2") as error:
        check_games(two + play("jambes", Start(3), ("random",), 1))
    one_line(error.value)
    with pytest.raises(DataError, match="game 1 is of jetons, but the first of jambes") as error:
        check_games(two + play("jetons", Start(2), ("random",), 1))
    one_line(error.value)


def test_a_game_that_is_not_solved_names_the_command_that_solves_it() -> None:
    with pytest.raises(UnsolvedError, match="run: 421 solve 'comptoir' --players 3"):
        Analyst(find_rules("comptoir"), 3)
