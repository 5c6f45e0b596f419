"""Whole games: every variant is solved, proved by the certificate, and found by brute force."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, pairwise
from operator import mul
from typing import Any

import pytest

from solver.engine.certificate import prove
from solver.engine.continuation import Played
from solver.engine.equilibrium import Solution, solve_exactly
from solver.engine.fast import Comparisons, Examined, FastRound
from solver.engine.graph import parts
from solver.engine.rounds import Values
from solver.engine.workers import Workers, one_by_one
from solver.errors import ConvergenceError
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Table,
    opening,
    payoff_total,
    players_of,
)
from tests.engine.small_games import first_best, last_best, solve_small
from tests.twins.bounds import enclose
from tests.twins.games import NaiveGame, position_of

VARIANTS = [
    "suites=off",
    "nenette=off",
    "points=ace_high",
    "fiches=brelans_first",
    "fiches=above_brelans",
    "worth_421=8",
    "worth_421=11",
    "nenette_penalty=replace",
    "nenette_penalty=add",
    "charge_rolls=1",
    "decharge_transfer=one",
    "opener=winner",
    "opener=rotate",
    "followers=exactly",
    "objective=first_empty_wins",
    "phases=separate",
    "max_rolls=1",
    "max_rolls=2",
    "decharge_rolls=2,nenette_penalty=add,opener=rotate",
]
LEGS = [
    *(f"jambes{{legs={legs}}}" for legs in range(1, 6)),
    "jambes{legs=3,ends=first_out}",
    "jambes{max_rolls=1}",
    "jambes{max_rolls=2,followers=exactly}",
    "jambes{suites=off,points=ace_high,nenette=off}",
]
SMALL = [
    *LEGS,
    *(f"jetons{{pot=6,{variant}}}" for variant in VARIANTS),
    "comptoir{pot=7}",
    "comptoir-le-bon{pot=7,penalty_jetons=3}",
    "deux-phases{pot=7}",
    "deux-phases{pot=4,decharge_each=4,decharge_transfer=one}",
    "jetons{pot=1}",
]
LARGE = [
    *PRESETS,
    "jetons{pot=11}",
    "jetons{pot=41}",
    *(f"jetons{{{variant}}}" for variant in VARIANTS),
]


def _proved(rules: Rules, players: int = 2) -> Solution:
    solution = solve_exactly(rules, players)
    assert prove(rules, players, solution.values).positions == len(solution.values)
    return solution


@pytest.mark.parametrize("name", SMALL)
def test_every_variant_is_solved_and_proved(name: str) -> None:
    _proved(find_rules(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_every_variant_is_solved_and_proved_at_its_full_size(name: str) -> None:
    _proved(find_rules(name))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("jambes{legs=1}", 3),
        ("jambes{max_rolls=2}", 3),
        ("jetons{pot=3,max_rolls=1}", 3),
        ("jambes{max_rolls=1}", 4),
        pytest.param("comptoir{pot=3,max_rolls=2}", 3, marks=pytest.mark.slow),
    ],
)
def test_games_of_more_players_are_solved_and_proved(name: str, players: int) -> None:
    _proved(find_rules(name), players)


@pytest.mark.parametrize("name", [*SMALL, *PRESETS[:1]])
def test_values_are_shares_of_what_is_played_for(name: str) -> None:
    rules = find_rules(name)
    solution = solve_exactly(rules, 2)
    assert set(solution.values) == set(all_states(rules, 2))
    for state, values in solution.values.items():
        assert sum(values) == payoff_total(rules, players_of(state)) == 1
        assert all(0 <= value <= 1 for value in values)


PREFERENCE_MATTERS = "deux-phases{pot=2,decharge_each=1,max_rolls=2}"

MIRRORED = [
    "jambes{max_rolls=1,legs=4}",
    "jambes{max_rolls=1,ends=first_out}",
    "jetons{max_rolls=1}",
    "jetons{max_rolls=1,opener=winner,nenette_penalty=add}",
    "jetons{max_rolls=1,opener=rotate,objective=first_empty_wins}",
    "comptoir{max_rolls=1,pot=14}",
    "deux-phases{max_rolls=1,pot=14}",
]


def _swapped(state: Table) -> Table:
    match state:
        case Legs((one, other)):
            return Legs((other, one))
        case Charge(pot, (one, other)):
            return Charge(pot, (other, one))
        case Decharge((one, other)):
            return Decharge((other, one))
    raise AssertionError(state)


@pytest.mark.parametrize("name", MIRRORED)
def test_with_one_roll_it_is_the_same_to_open_or_to_follow(name: str) -> None:
    values = solve_exactly(find_rules(name), 2).values
    for state, (opener, follower) in values.items():
        assert values[_swapped(state)] == (follower, opener)
        if _swapped(state) == state:
            assert opener == follower == Fraction(1, 2)


@pytest.mark.parametrize("name", ["jambes", "jetons{pot=6}", "comptoir{pot=6}"])
def test_with_more_rolls_it_is_not(name: str) -> None:
    rules = find_rules(name)
    assert solve_exactly(rules, 2).values[opening(rules, 2)][0] != Fraction(1, 2)


BRUTE = [
    "jambes{legs=1}",
    "jambes{legs=2,max_rolls=2,ends=first_out}",
    "jetons{pot=3,max_rolls=2}",
    "jetons{pot=5,max_rolls=1}",
]
SLOW_BRUTE = [
    "jambes",
    "comptoir{pot=3,max_rolls=2}",
    "jetons{pot=4}",
    "jetons{pot=5,max_rolls=2}",
    "comptoir{pot=4}",
    "comptoir-le-bon{pot=4}",
    "deux-phases{pot=5}",
    "jetons{pot=4,opener=winner,nenette_penalty=add}",
    "jetons{pot=4,opener=rotate,decharge_transfer=one}",
]


@pytest.mark.parametrize(
    "name", [*BRUTE, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW_BRUTE)]
)
def test_brute_force_finds_the_same_values(name: str) -> None:
    rules = find_rules(name)
    game = NaiveGame(rules)
    for state, values in solve_exactly(rules, 2).values.items():
        assert game.values(position_of(state)) == values, format_state(state)


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        pytest.param("jetons{pot=3,max_rolls=2}", 5),
        pytest.param("jetons{pot=4,max_rolls=2}", 12, marks=pytest.mark.slow),
        pytest.param("jetons{pot=3,max_rolls=2,decharge_transfer=one}", 25, marks=pytest.mark.slow),
        pytest.param("comptoir-le-bon{pot=5,max_rolls=2}", 12, marks=pytest.mark.slow),
    ],
)
def test_values_lie_between_bounds_that_close_on_them(name: str, rounds: int) -> None:
    """Play that is broken off after so many rounds, at the worst for the one or the other."""
    rules = find_rules(name)
    values = solve_exactly(rules, 2).values
    states = [state for state in values if isinstance(state, Decharge)]
    gaps = []
    for bounds in enclose(rules, [position_of(state) for state in states], rounds):
        for state in states:
            low, high = bounds[position_of(state)]
            assert 0 <= low <= values[state][0] <= high <= 1
        gaps.append(max(high - low for low, high in bounds.values()))
    assert all(later < sooner for sooner, later in pairwise(gaps))
    assert gaps[-1] < Fraction(1, 1000)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("jambes{legs=1,max_rolls=2}", 3),
        ("jetons{pot=4,opener=winner,max_rolls=2}", 2),
        pytest.param("jetons{pot=2,max_rolls=2}", 3, marks=pytest.mark.slow),
        pytest.param(PREFERENCE_MATTERS, 3, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("prefer_last", [False, True])
def test_either_preference_gives_the_equilibrium_that_it_selects(
    name: str, players: int, prefer_last: bool
) -> None:
    rules = find_rules(name)
    if prefer_last:
        ours, twin = solve_exactly(rules, players, prefer_last=True), last_best
    else:
        ours, twin = solve_exactly(rules, players), first_best
    assert ours.values == solve_small(name, players, twin)


def test_two_players_have_one_value_whatever_they_prefer() -> None:
    for name in ("comptoir{pot=6}", "jetons{pot=6,suites=off}"):
        rules = find_rules(name)
        assert solve_exactly(rules, 2).values == solve_exactly(rules, 2, prefer_last=True).values


@pytest.mark.parametrize(("name", "players"), [("jetons{pot=7}", 2), ("comptoir{pot=6}", 2)])
def test_solving_goes_on_from_what_is_known(name: str, players: int) -> None:
    rules = find_rules(name)
    whole = solve_exactly(rules, players)
    reports: list[Mapping[Table, Values]] = []
    solve_exactly(rules, players, report=lambda so_far: reports.append(dict(so_far.values)))
    assert len(reports) > 3
    assert reports[-1] == whole.values
    for known in reports:
        told: list[int] = []

        def count(so_far: Solution, told: list[int] = told) -> None:
            told.append(len(so_far.values))

        assert solve_exactly(rules, players, known, count).values == whole.values
        assert told == [len(later) for later in reports if len(later) > len(known)]


def _assert_as_every_round(rules: Rules, found: Solution, prefer_last: bool) -> None:
    """Assert that values and comparisons are those of the rounds among three, one by one."""
    workers = Workers(rules, one_by_one, prefer_last)
    compared = Comparisons()
    for rounds, _cyclic in parts(rules, 3):
        for played, examined in zip(rounds, workers.examine(rounds, found.values), strict=True):
            compared += examined.comparisons
            assert found.values[played.state] == tuple(
                Fraction(sum(map(mul, examined.ways, worth)), examined.denominator)
                for worth in zip(*played.payoffs(found.values), strict=True)
            )
    assert found.comparisons == compared


@pytest.mark.parametrize("name", ["jetons{pot=4,max_rolls=2}", "jetons{pot=5,max_rolls=1}"])
def test_what_is_found_is_that_of_every_round(name: str) -> None:
    """Three players come to cycles of two as well as of three."""
    rules = find_rules(name)
    _assert_as_every_round(rules, solve_exactly(rules, 3), prefer_last=False)


def test_preference_selects_among_equilibria() -> None:
    rules = find_rules(PREFERENCE_MATTERS)
    first, last = solve_exactly(rules, 3), solve_exactly(rules, 3, prefer_last=True)
    assert first.values != last.values
    _assert_as_every_round(rules, first, prefer_last=False)
    _assert_as_every_round(rules, last, prefer_last=True)


@pytest.mark.parametrize("guess", [0.0, 0.5, 1.0])
def test_strategies_settle_whatever_they_begin_with(
    guess: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find_rules("jetons{pot=5}")
    usual = solve_exactly(rules, 2)

    def guessed(rounds: Sequence[Played], near: dict[Table, Any], _workers: Workers) -> None:
        near.update({played.state: (guess, guess, 0.0) for played in rounds})

    monkeypatch.setattr("solver.engine.equilibrium.settle", guessed)
    found = solve_exactly(rules, 2)
    assert found.values == usual.values
    assert found.steps > usual.steps == 1


def test_what_floats_leave_open_is_worked_out_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_rules("jetons{pot=4}")
    usual = solve_exactly(rules, 2)
    monkeypatch.setattr(FastRound, "error_bound", lambda _: 1.0)
    found = solve_exactly(rules, 2)
    assert found.values == usual.values
    assert found.comparisons.rounds_worked_out == len(found.values)


def test_a_circle_is_not_called_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = cycle([False, True])
    examine = Workers.examine

    def turning(*given: Any, **named: Any) -> list[Examined]:
        found = [*examine(*given, **named)]
        if next(turned):
            found = [replace(one, ways=[*one.ways[1:], one.ways[0]]) for one in found]
        return found

    monkeypatch.setattr(Workers, "examine", turning)
    with pytest.raises(ConvergenceError, match="does not settle at decharge 2,3: no equil"):
        solve_exactly(find_rules("jetons{pot=5}"), 2)


def test_what_does_not_settle_is_not_called_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.engine.equilibrium.MOST_STEPS", 1)
    with pytest.raises(ConvergenceError, match="does not settle at decharge 2,3: no equil"):
        solve_exactly(find_rules("jetons{pot=5}"), 2)
