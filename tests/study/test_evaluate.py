"""Rounds and games under strategies: closed forms, solved tables, and best responses."""

from fractions import Fraction
from functools import cache

import pytest

from solver.engine.profile import round_law
from solver.errors import PositionError, SolverError, UnsolvedError
from solver.game.legality import starts
from solver.game.presets import PRESETS, find_rules
from solver.game.ranking import HAND_421
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Round,
    Table,
    payoff_total,
)
from solver.study.ensure import ensure_solved
from solver.study.evaluate import Evaluation, evaluate_profile
from solver.study.exploit import BestResponse, exploit, optimal_values
from solver.study.match import Match, Seated
from solver.study.odds import best_odds
from solver.study.plans import plan_of
from solver.study.strategies import STRATEGIES, find_strategy
from tests.checks import one_line

JETONS, JAMBES = find_rules("jetons"), find_rules("jambes")
SMALL = [
    find_rules("jambes"),
    find_rules("jambes{ends=first_out,legs=1}"),
    find_rules("jetons{pot=3}"),
    find_rules("jetons{pot=4,opener=winner,decharge_transfer=one}"),
    find_rules("jetons{pot=3,opener=rotate}"),
    find_rules("comptoir{pot=4}"),
    find_rules("comptoir-le-bon{pot=3}"),
    find_rules("deux-phases{pot=4}"),
]
each_small = pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)


def evaluated(rules: Rules, state: Table, *names: str) -> Evaluation:
    return evaluate_profile(rules, state, [find_strategy(name) for name in names])


def loss_of_opener(rules: Rules, opener: str, follower: str) -> Fraction:
    plans = [
        plan_of(find_strategy(name), rules, Round(2), seat)
        for seat, name in enumerate((opener, follower))
    ]
    law = round_law(rules, Round(2), plans)
    return next(Fraction(ways, law.total) for outcome, ways in law.outcomes if outcome.loser == 0)


@each_small
def test_optimal_play_is_worth_what_the_table_says(rules: Rules) -> None:
    ensure_solved(rules, 2)
    for state in starts(rules, 2):
        found = evaluated(rules, state, "optimal", "optimal")
        assert found.values == optimal_values(rules, state)


@each_small
def test_optimal_play_cannot_be_exploited(rules: Rules) -> None:
    ensure_solved(rules, 2)
    for state in starts(rules, 2):
        opening, following = exploit(rules, state, find_strategy("optimal"))
        assert (opening.seat, following.seat) == (0, 1)
        assert opening.regret == following.regret == 0
        assert (opening.value, opening.response) == optimal_values(rules, state)
        assert (following.response, following.value) == optimal_values(rules, state)


@pytest.mark.parametrize("preset", PRESETS)
def test_optimal_play_of_a_round_cannot_be_exploited(preset: str) -> None:
    for found in exploit(find_rules(preset), Round(2), find_strategy("optimal")):
        assert found.regret == 0


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_optimal_play_of_a_whole_game_cannot_be_exploited(preset: str) -> None:
    rules = find_rules(preset)
    for state in starts(rules, 2):
        assert [found.regret for found in exploit(rules, state, find_strategy("optimal"))] == [0, 0]
        found = evaluated(rules, state, "optimal", "optimal")
        assert found.values == optimal_values(rules, state)


@each_small
def test_a_best_response_wins_what_it_says(rules: Rules) -> None:
    """It is a strategy, and played against the other it comes to its values."""
    ensure_solved(rules, 2)
    strategy = find_strategy("chase-421")
    for state in starts(rules, 2):
        response = BestResponse(rules, state, strategy)
        assert response.name == "best response to chase-421"
        opening = evaluate_profile(rules, state, [response, strategy])
        following = evaluate_profile(rules, state, [strategy, response])
        assert opening.values[0] == response.values[Seated(state, (0, 1))]
        assert following.values[1] == response.values[Seated(state, (1, 0))]


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "optimal"])
def test_no_strategy_does_better_than_the_best_response(name: str) -> None:
    rules = find_rules("jetons{pot=2}")
    ensure_solved(rules, 2)
    state = Charge(2, (0, 0))
    as_opener, as_follower = exploit(rules, state, find_strategy(name))
    assert as_opener.regret > 0
    assert as_follower.regret > 0
    for other in STRATEGIES:
        assert evaluated(rules, state, name, other).values[0] >= as_opener.value
        assert evaluated(rules, state, other, name).values[1] >= as_follower.value


@pytest.mark.parametrize("preset", PRESETS)
def test_chasing_421_loses(preset: str) -> None:
    as_opener, as_follower = exploit(find_rules(preset), Round(2), find_strategy("chase-421"))
    assert as_opener.regret > 0
    assert as_follower.regret > 0


def test_never_rolling_again_is_a_coin_toss() -> None:
    """Each round is lost by either alike, so legs run down as in a fair random walk."""
    found = evaluated(JAMBES, Legs((2, 2)), "never-reroll", "never-reroll")
    assert found == Evaluation((Fraction(1, 2), Fraction(1, 2)), Fraction(5, 2), found.opening)
    found = evaluated(JAMBES, Legs((1, 2)), "never-reroll", "never-reroll")
    assert (found.values, found.rounds) == ((Fraction(1, 4), Fraction(3, 4)), Fraction(3, 2))


@pytest.mark.parametrize("names", [("random", "chase-421"), ("round-optimal", "random")])
def test_legs_run_down_as_rounds_are_lost(names: tuple[str, str]) -> None:
    """The loser opens: so who opens, and with what chance, is known without any graph."""
    lost = [loss_of_opener(JAMBES, *order) for order in (names, names[::-1])]

    @cache
    def rest(legs: tuple[int, int], opener: int) -> tuple[Fraction, Fraction]:
        """Player 0's chance to be the last, and the expected number of rounds."""
        if 0 in legs:
            return Fraction(legs[1] == 0), Fraction(0)
        chance, rounds = Fraction(0), Fraction(1)
        for loser in (0, 1):
            weight = lost[opener] if loser == opener else 1 - lost[opener]
            left = (legs[0] - (loser == 0), legs[1] - (loser == 1))
            won, more = rest(left, loser)
            chance += weight * won
            rounds += weight * more
        return chance, rounds

    found = evaluated(JAMBES, Legs((2, 2)), *names)
    assert (found.values[0], found.rounds) == rest((2, 2), 0)
    assert sum(found.values) == 1


@each_small
def test_payoffs_add_up_and_do_not_depend_on_the_names(rules: Rules) -> None:
    for state in starts(rules, 2):
        found = evaluated(rules, state, "beat-or-stop", "random")
        assert sum(found.values) == payoff_total(rules, 2)
        assert found.rounds >= 1


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (JAMBES, Legs((1, 1, 1))),
        (JAMBES, Legs((2, 1, 1))),
        (find_rules("jambes{ends=first_out}"), Legs((1, 2, 1))),
        (find_rules("jetons{pot=2}"), Charge(2, (0, 0, 0))),
        (find_rules("comptoir{pot=3}"), Decharge((1, 1, 1))),
        (find_rules("deux-phases{pot=3,max_rolls=1}"), Charge(3, (0, 0, 0))),
    ],
)
def test_three_players(rules: Rules, state: Table) -> None:
    found = evaluated(rules, state, "beat-or-stop", "never-reroll", "chase-421")
    assert sum(found.values) == payoff_total(rules, 3)
    assert all(0 < value < 1 for value in found.values)
    same = evaluated(rules, state, "never-reroll", "never-reroll", "never-reroll")
    assert sum(same.values) == payoff_total(rules, 3)


def test_seats_are_alike_where_nobody_rolls_again() -> None:
    """At most one roll by the opener, so one for all: every seat has the same chance."""
    for players in (2, 3, 4):
        names = ["never-reroll"] * players
        found = evaluated(JETONS, Round(players), *names)
        assert found.values == (Fraction(players - 1, players),) * players
        assert found.rounds == 1
        found = evaluated(JAMBES, Legs((1,) * players), *names)
        # Whoever loses is out, until one is left.
        assert found.values == (Fraction(1, players),) * players
        assert found.rounds == players - 1


def test_a_round_is_told_with_its_law() -> None:
    found = evaluated(JETONS, Round(2), "optimal", "chase-421")
    law = found.opening
    survived = sum(ways for outcome, ways in law.outcomes if outcome.loser == 1)
    assert found.values[0] == Fraction(survived, law.total)
    # The opener often stops early, so the follower has fewer than three rolls to chase with.
    chased = Fraction(law.hands[1][HAND_421], law.total)
    assert best_odds(JETONS, "421", 1).value < chased < best_odds(JETONS, "421", 3).value


def test_the_match_is_told_as_it_is_worked_through() -> None:
    told: list[tuple[int, int]] = []
    rules = find_rules("jetons{pot=2}")
    both = [find_strategy("random")] * 2
    evaluate_profile(rules, Charge(2, (0, 0)), both, lambda *done: told.append(done))
    tables = len(Match(rules, [Seated(Charge(2, (0, 0)), (0, 1))]).steps)
    assert told == [(done, tables) for done in range(1, tables + 1)]


def test_what_cannot_be_evaluated_is_refused() -> None:
    with pytest.raises(PositionError, match="1 strategies, but 2 players in 'round 2'"):
        evaluated(JETONS, Round(2), "random")
    with pytest.raises(PositionError, match="for two players, not in 'round 3'"):
        BestResponse(JETONS, Round(3), find_strategy("random"))
    with pytest.raises(SolverError, match="too many positions") as refused:
        evaluated(JETONS, Charge(21, (0,) * 4), *["random"] * 4)
    one_line(refused.value)
    unsolved = find_rules("jetons{pot=2,worth_suite=3}")
    with pytest.raises(UnsolvedError, match="421 solve"):
        exploit(unsolved, Charge(2, (0, 0)), find_strategy("random"))
