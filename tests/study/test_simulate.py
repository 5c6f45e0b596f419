"""The simulator: by the rules move by move, and by the exact laws in the long run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from solver.engine.rounds import Values
from solver.engine.workers import side_by_side
from solver.errors import PositionError, StrategyError
from solver.game.dice import HAND_WAYS, HANDS, KEEPS_OF, THROWN, WAYS, WEIGHTS
from solver.game.dice_notation import parse_hand
from solver.game.legality import check_state
from solver.game.presets import PRESETS, find_rules
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules, Value, format_value
from solver.game.state import (
    Charge,
    Decharge,
    End,
    Legs,
    Outcome,
    Round,
    Start,
    State,
    Table,
    after_round,
    players_of,
    resolve,
)
from solver.study.game_log import LoggedGame
from solver.study.simulate import BLOCK, simulate_games, simulate_rounds
from solver.study.simulation_round import Throw, barrage
from solver.study.simulation_seats import _codes
from solver.study.simulation_table import SHARES, Ints, Tables, settle, stakes
from solver.study.solve import solve_game
from solver.study.strategies import PURE, Mixes, Spot, Strategy, find_strategy
from solver.study.validate.replay import replay
from solver.tables.store import find_table, load_table
from tests.strategies import legal_settings

CHASE, RANDOM, NEVER = map(find_strategy, ("chase-421", "random", "never-reroll"))
OPTIMAL, OPTIMAL_ROUND = map(find_strategy, ("optimal", "round-optimal"))

UNLIKELY = 1e-7
"""Chance below which a count of a right simulator is not believed; the seeds are fixed."""


def played(
    rules: Rules, state: State, strategies: Sequence[Strategy], n: int, seed: int = 1
) -> list[LoggedGame]:
    games: list[LoggedGame] = []
    simulate_games(rules, state, strategies, n, seed, log=games.append)
    return games


# --- by the rules -------------------------------------------------------------------------


def _small(settings: dict[str, Value]) -> Rules:
    """Rules whose games end soon."""
    least = {"pot": min(int(settings["pot"]), 12), "decharge_each": 0}
    changed = settings | (least if settings["mode"] == "tokens" else {})
    return find_rules(
        "jetons", [f"{name}={format_value(value)}" for name, value in changed.items()]
    )


@settings(max_examples=60)
@given(legal_settings(), st.integers(2, 5), st.integers(0, 10**9))
def test_every_game_keeps_the_rules_move_by_move(
    fields: dict[str, Value], players: int, seed: int
) -> None:
    rules = _small(fields)
    strategies = [CHASE, RANDOM, NEVER, RANDOM, CHASE][:players]
    for game in played(rules, Start(players), strategies, 20, seed):
        assert replay(game.game, game, rules) is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_every_preset_keeps_the_rules(preset: str, players: int) -> None:
    rules = find_rules(preset)
    for game in played(rules, Start(players), [RANDOM] * players, 100):
        assert replay(game.game, game, rules) is None


def test_the_decharge_alone_keeps_the_rules() -> None:
    rules = find_rules("deux-phases")
    for game in played(rules, Decharge((7, 7, 7)), [CHASE, RANDOM, CHASE], 200):
        assert replay(game.game, game, rules) is None
        assert {played.giver for played in game.rounds}.isdisjoint({"pot", "legs"})


def test_tables_too_large_for_one_number_keep_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight times 99 jetons, of which many change hands: more tables than a number has bits for."""
    tables_seen = [0]

    def watched(tables: Tables) -> Ints:
        columns = (tables.opener, *tables.held.T)
        tables_seen.append(prod(int(column.max()) + 1 for column in columns))
        return _codes(tables)

    monkeypatch.setattr("solver.study.simulation_seats._codes", watched)
    large = ("worth_421=50", "worth_111=50", "worth_suite=20")
    rules = find_rules("deux-phases", ["decharge_each=99", *large])
    games = played(rules, Decharge((99,) * 8), [NEVER] * 8, 40)
    assert max(tables_seen) > 2**63
    for game in games:
        assert replay(game.game, game, rules) is None


SMALL_RULES = [
    find_rules("jetons", [f"pot={pot}", *changes])
    for pot in (4, 9)
    for opener in ("loser", "winner", "rotate")
    for changes in (
        [f"opener={opener}"],
        [f"opener={opener}", "objective=first_empty_wins"],
        [f"opener={opener}", "phases=separate", "decharge_each=2"],
    )
] + [find_rules("jambes"), find_rules("jambes", ["ends=first_out", "legs=3"])]


def _counts(state: Table) -> tuple[int, ...]:
    assert not isinstance(state, Round)
    return state.legs if isinstance(state, Legs) else state.held


def _pot(state: Table) -> int:
    return state.pot if isinstance(state, Charge) else 0


def _states_of_three(rules: Rules) -> Iterator[Table]:
    """Every state of a game, those with seats that have left among them."""
    total = 3 * rules.decharge_each or rules.pot
    for counts in product(range(rules.legs + 1 if rules.mode == "legs" else total + 1), repeat=3):
        states: tuple[Table, ...] = (Legs(counts),)
        if rules.mode == "tokens":
            states = (Decharge(counts), Charge(max(rules.pot - sum(counts), 0), counts))
        for state in states:
            try:
                check_state(rules, state)
            except PositionError:
                continue
            yield state


def _outcomes(state: Table) -> Iterator[Outcome]:
    in_play = [s for s, count in enumerate(_counts(state)) if count or isinstance(state, Charge)]
    for (winner, loser), jetons in product(permutations(in_play, 2), (1, 2, 5, 12)):
        yield Outcome(winner, loser, jetons)


@pytest.mark.parametrize("rules", SMALL_RULES, ids=lambda rules: rules.name)
def test_what_a_round_does_is_what_the_states_say(rules: Rules) -> None:
    """Both tellings of transfers, caps, leaving, opening and ends, at every state of three."""
    cases = [(state, outcome) for state in _states_of_three(rules) for outcome in _outcomes(state)]
    assert len(cases) > 100
    tables = Tables(
        pot=np.array([_pot(state) for state, _ in cases]),
        held=np.array([_counts(state) for state, _ in cases]),
        opener=np.zeros(len(cases), dtype=np.int64),
    )
    settled = settle(
        rules,
        tables,
        np.array([outcome.winner for _, outcome in cases]),
        np.array([outcome.loser for _, outcome in cases]),
        np.array([outcome.jetons for _, outcome in cases]),
    )
    for row, (state, outcome) in enumerate(cases):
        then = after_round(rules, state, outcome)
        assert settled.over[row] == isinstance(then, End)
        if isinstance(then, End):
            assert [Fraction(p, SHARES) for p in settled.payoffs[row].tolist()] == [*then.payoffs]
            continue
        assert not settled.payoffs[row].any()
        opener, held = settled.tables.opener[row], settled.tables.held[row].tolist()
        assert opener == then.turned
        assert settled.tables.pot[row] == _pot(then.state)
        assert tuple(held[opener:] + held[:opener]) == _counts(then.state)


@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["nenette_penalty=replace", "penalty_jetons=3"],
        ["nenette_penalty=add", "decharge_transfer=one"],
        ["worth_421=8", "worth_suite=4", "decharge_transfer=one"],
        ["suites=off", "points=ace_high", "worth_111=9"],
    ],
)
def test_what_is_at_stake(changes: list[str]) -> None:
    rules = find_rules("jetons", changes)
    strength = rank_hands(rules).strength
    pairs = [(b, w) for b, w in product(range(56), repeat=2) if strength[b] >= strength[w]]
    best, lowest = np.array(pairs).T
    for pot in (0, 3):
        at_stake = stakes(rules, best, lowest, np.full(len(pairs), pot))
        assert at_stake.tolist() == [
            jetons_at_stake(rules, b, w, decharge=pot == 0) for b, w in pairs
        ]


@pytest.mark.parametrize("role", ["lowest", "best"])
@pytest.mark.parametrize("tied", [(0, 1), (0, 2, 3), (1,), (0, 1, 2, 3)])
def test_of_tied_players_each_comes_out_of_a_barrage_as_likely(
    tied: tuple[int, ...], role: str
) -> None:
    n = 60_000
    mask = np.zeros((n, 4), dtype=np.bool_)
    mask[:, tied] = True
    throws: list[Throw] = []
    rules = find_rules("comptoir")
    out = barrage(
        np.random.default_rng(5), rules, mask, "best" if role == "best" else "lowest", throws
    )
    counts = Counter(out.tolist())
    assert set(counts) == set(tied)
    for player in tied:
        assert_likely(counts[player], n, Fraction(1, len(tied)))
    assert (len(throws) > 1) == (len(tied) > 1)  # among so many some tie again


# --- in the long run ----------------------------------------------------------------------


def assert_likely(count: int, n: int, chance: Fraction) -> None:
    """Neither tail of the binomial law beyond the count is unlikely."""
    tails = binom.cdf(count, n, float(chance)), binom.sf(count - 1, n, float(chance))
    assert min(tails) > UNLIKELY, (count, n, float(chance))


Hands = dict[tuple[int, int], Fraction]
"""Chances by (number of rolls, hand)."""


def _turn(strategy: Strategy, spot: Spot, rolls: int) -> Hands:
    """How a turn ends: the tree of all rolls, added up forwards."""
    facing = {hand: Fraction(ways, WAYS) for hand, ways in enumerate(HAND_WAYS)}
    ends: Hands = {}
    for rolled in range(1, rolls):
        mixes = strategy.mixes(Spot(spot.rules, spot.state, spot.seen, spot.limit, rolls - rolled))
        then = dict.fromkeys(range(len(HANDS)), Fraction(0))
        for hand, chance in facing.items():
            for keep, share in mixes[hand]:
                if not THROWN[keep]:
                    ends[rolled, hand] = ends.get((rolled, hand), 0) + chance * share
                    continue
                for shown, ways in WEIGHTS[keep]:
                    then[shown] += chance * share * Fraction(ways, WAYS)
        facing = then
    return ends | {(rolls, hand): chance for hand, chance in facing.items()}


@dataclass
class RoundLaw:
    """The chances of outcomes, and of each seat's hands."""

    outcomes: dict[Outcome, Fraction]
    hands: tuple[Hands, Hands]


def round_law(rules: Rules, state: Table, strategies: Sequence[Strategy], rolls: int) -> RoundLaw:
    """The law of a round of two whose winner is named by whoever has not lost."""
    strength = rank_hands(rules).strength
    opener = _turn(strategies[0], Spot(rules, state, (), 0, 0), rolls)
    follower: Hands = {}
    outcomes: dict[Outcome, Fraction] = {}
    for (limit, first), chance in opener.items():
        answer = _turn(strategies[1], Spot(rules, state, (first,), limit, 0), limit)
        for (taken, second), share in answer.items():
            follower[taken, second] = follower.get((taken, second), 0) + chance * share
            hands = (first, second)
            for loser in (0, 1):
                if strength[hands[loser]] > strength[hands[1 - loser]]:
                    continue
                outcome = Outcome(None, loser, 0)
                if not isinstance(state, Round):
                    jetons = jetons_at_stake(rules, hands[1 - loser], hands[loser], decharge=True)
                    outcome = Outcome(1 - loser, loser, jetons)
                half = Fraction(1, 2 if first == second else 1)
                outcomes[outcome] = outcomes.get(outcome, 0) + chance * share * half
    return RoundLaw(outcomes, (opener, follower))


def assert_rounds_follow(
    rules: Rules, state: Table, strategies: Sequence[Strategy], n: int, seed: int
) -> None:
    counts = simulate_rounds(rules, state, strategies, n, seed)
    law = round_law(rules, state, strategies, 3)
    assert counts.rounds == sum(counts.outcomes.values()) == n
    assert set(counts.outcomes) <= {o for o, chance in law.outcomes.items() if chance}
    for outcome, chance in law.outcomes.items():
        assert_likely(counts.outcomes.get(outcome, 0), n, chance)
    for hands, chances in zip(counts.hands, law.hands, strict=True):
        assert sum(map(sum, hands)) == n
        for rolls, hand in product((1, 2, 3), range(len(HANDS))):
            chance = chances.get((rolls, hand), Fraction(0))
            assert_likely(hands[rolls - 1][hand], n, chance)


@pytest.mark.parametrize(
    ("preset", "state", "strategies"),
    [
        ("jetons", Round(2), (OPTIMAL_ROUND, OPTIMAL_ROUND)),
        ("comptoir", Decharge((4, 17)), (CHASE, CHASE)),
        ("comptoir-le-bon", Decharge((20, 1)), (RANDOM, NEVER)),
    ],
)
def test_rounds_follow_the_exact_law(
    preset: str, state: Table, strategies: tuple[Strategy, Strategy]
) -> None:
    assert_rounds_follow(find_rules(preset), state, strategies, 200_000, 3)


def test_three_players_share_the_barrages() -> None:
    """Three who throw once each are alike, and every hand has its ways of 216."""
    counts = simulate_rounds(find_rules("comptoir"), Decharge((9, 5, 7)), [NEVER] * 3, 90_000, 2)
    pairs: Counter[tuple[int | None, int]] = Counter()
    for outcome, count in counts.outcomes.items():
        pairs[outcome.winner, outcome.loser] += count
    assert set(pairs) == set(permutations(range(3), 2))
    for count in pairs.values():
        assert_likely(count, 90_000, Fraction(1, 6))
    for hand, ways in enumerate(HAND_WAYS):
        assert_likely(counts.hands[2][0][hand], 90_000, Fraction(ways, WAYS))


def _values(rules: Rules, state: State) -> Values:
    table = resolve(rules, state)
    return load_table(rules, players_of(table)).known(table).values


def assert_values_are_played_out(rules: Rules, state: State, games: int, seed: int) -> None:
    """Every seat's mean payoff lies within four standard deviations of its value."""
    values = _values(rules, state)
    counts = simulate_games(rules, state, [OPTIMAL] * len(values), games, seed)
    assert counts.games == games == sum(counts.rounds.values())
    assert sum(counts.payoffs) == games * sum(values)
    for payoff, value in zip(counts.payoffs, values, strict=True):
        # A payoff lies in 0..1, so its variance is at most that of a win or a loss.
        deviation = sqrt(value * (1 - value) / games)
        assert abs(float(payoff / games - value)) < 4 * deviation


@pytest.mark.parametrize("rules", [find_rules("jambes"), find_rules("jetons", ["pot=11"])])
def test_optimal_play_wins_as_often_as_the_table_says(rules: Rules) -> None:
    assert_values_are_played_out(rules, Start(2), 20_000, 11)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "state"),
    [
        *((preset, Start(2)) for preset in PRESETS),
        ("deux-phases", Decharge((10, 10))),
    ],
)
def test_a_million_games_win_as_often_as_the_table_says(preset: str, state: State) -> None:
    assert_values_are_played_out(find_rules(preset), state, 1_000_000, 421)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_a_million_games_of_three_pay_what_the_table_says(preset: str) -> None:
    rules = find_rules(preset)
    if find_table(rules, 3) is None:
        with side_by_side() as run:
            solve_game(rules, 3, run=run)
    assert_values_are_played_out(rules, Start(3), 1_000_000, 421)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_ten_million_rounds_follow_the_exact_law(preset: str) -> None:
    strategies = (OPTIMAL_ROUND, OPTIMAL_ROUND)
    assert_rounds_follow(find_rules(preset), Round(2), strategies, 10_000_000, 421)


# --- what it counts -----------------------------------------------------------------------


def test_counts_are_those_of_the_logged_games() -> None:
    rules = find_rules("comptoir")
    games: list[LoggedGame] = []
    counts = simulate_games(rules, Start(3), [CHASE, RANDOM, NEVER], 300, 8, log=games.append)
    assert [game.game for game in games] == list(range(1, 301))
    assert {game.rules for game in games} == {"comptoir"}
    totals = [sum(game.payoffs[player] for game in games) for player in range(3)]
    assert list(counts.payoffs) == totals
    assert counts.rounds == Counter(len(game.rounds) for game in games)
    assert counts.charge_rounds == Counter(
        sum(played.giver == "pot" for played in game.rounds) for game in games
    )


def test_players_keep_their_strategies_when_others_open() -> None:
    games = played(find_rules("jambes"), Start(3), [NEVER, RANDOM, NEVER], 200)
    turns = [turn for game in games for played in game.rounds for turn in played.turns]
    assert {turn.player for turn in turns if len(turn.rolls) > 1} == {1}


def test_a_seed_gives_the_same_games_every_time() -> None:
    rules = find_rules("jetons")
    first, again, other = (
        simulate_games(rules, Start(2), [RANDOM, CHASE], 500, seed) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_longer_run_begins_with_the_blocks_of_a_shorter_one() -> None:
    rules = find_rules("jambes", ["legs=1"])
    seen: list[tuple[int, int]] = []

    def run(n: int) -> Counter[Outcome]:
        counts = simulate_rounds(
            rules, Start(2), [NEVER] * 2, n, 6, progress=lambda *at: seen.append(at)
        )
        return Counter(counts.outcomes)

    short, long = run(BLOCK), run(BLOCK + 10)
    assert (long - short).total() == 10
    assert not short - long
    assert seen == [(0, BLOCK), (BLOCK, BLOCK), (0, BLOCK + 10), (BLOCK, BLOCK + 10), seen[-1]]
    assert seen[-1] == (BLOCK + 10, BLOCK + 10)


# --- what it refuses ----------------------------------------------------------------------


@dataclass(frozen=True)
class Fixed:
    """Answers the same everywhere."""

    answer: Mixes
    name: str = "fixed"

    def mixes(self, spot: Spot) -> Mixes:  # noqa: ARG002
        return self.answer


STOP = tuple(PURE[hand] for hand in range(len(HANDS)))
_641 = parse_hand("641")


def _with_641(*mix: tuple[int, Fraction]) -> Fixed:
    return Fixed((*STOP[:_641], mix, *STOP[_641 + 1 :]))


@pytest.mark.parametrize(
    ("strategy", "complaint"),
    [
        (_with_641((0, Fraction(1))), "666 cannot be kept of 641"),
        (_with_641((_641, Fraction(1, 2)), (0, Fraction(1, 2))), "666 cannot be kept of 641"),
        (_with_641((_641, Fraction(1, 3)), (83, Fraction(1, 3))), "are no law"),
        (_with_641((_641, Fraction(3, 2)), (83, Fraction(-1, 2))), "are no law"),
        (_with_641((_641, Fraction(1, 2))), "are no law"),
        (_with_641(*[(_641, Fraction(1, 9))] * 9), "9 keeps of 641"),
        (Fixed(STOP[:55]), "55 hands"),
    ],
)
def test_a_strategy_that_plays_foul_is_named(strategy: Fixed, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint) as error:
        simulate_rounds(find_rules("jetons"), Round(2), [strategy, strategy], 10, 1)
    assert str(error.value).startswith("fixed at round 2 with 2 to roll: ")


def test_a_follower_may_not_stop_where_he_must_roll() -> None:
    rules = find_rules("comptoir")
    with pytest.raises(StrategyError, match=r"cannot be kept of \d+ there"):
        simulate_rounds(rules, Round(2), [CHASE, Fixed(STOP)], 100, 1)


def test_a_strategy_may_answer_with_mixes_of_its_own() -> None:
    sure = Fixed(tuple(((keeps[0], Fraction(1)),) for keeps in KEEPS_OF))
    counts = [
        simulate_rounds(find_rules("jetons"), Round(2), [strategy] * 2, 100, 1)
        for strategy in (sure, Fixed(STOP))
    ]
    assert counts[0] == counts[1]


def test_a_round_is_no_game() -> None:
    with pytest.raises(PositionError, match="a round alone is no game"):
        simulate_games(find_rules("jetons"), Round(2), [NEVER] * 2, 1, 1)


def test_every_player_needs_a_strategy() -> None:
    with pytest.raises(PositionError, match="3 players need as many strategies, not 2"):
        simulate_games(find_rules("jetons"), Start(3), [NEVER] * 2, 1, 1)


def test_a_state_that_cannot_be_is_refused() -> None:
    with pytest.raises(PositionError, match="the jetons add up to 3"):
        simulate_rounds(find_rules("jetons"), Charge(1, (1, 1)), [NEVER] * 2, 1, 1)
