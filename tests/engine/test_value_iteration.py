"""Values in floats, and what is proved of them: held against exact ones."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from solver.engine.aftermath import Hands
from solver.engine.enclosure import ONE, Nearness, _Automaton, prove_nearness
from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import ExactRound, Values, information_of
from solver.engine.value_iteration import NearSolution, iterate_values
from solver.engine.workers import side_by_side
from solver.errors import ConvergenceError, RefutedError
from solver.game.presets import find_rules
from solver.game.state import (
    Decharge,
    Table,
    max_rolls,
    payoff_total,
    players_of,
    round_kind,
)

SMALL = ("jetons{pot=3,max_rolls=2}", 3)
GAMES = [
    ("jambes{legs=1}", 4),
    ("jetons{pot=9}", 2),
    SMALL,
    ("comptoir{pot=4,max_rolls=2}", 3),
    pytest.param("deux-phases{pot=3}", 3, marks=pytest.mark.slow),
    pytest.param(
        "jetons{pot=3,opener=winner,objective=first_empty_wins}", 3, marks=pytest.mark.slow
    ),
]
CIRCLE = ("jetons{pot=7}", 3)
"""Where what is best goes round in a circle: no strategies without chance moves are found."""


@cache
def _exact(name: str, players: int) -> Mapping[Table, Values]:
    return solve_exactly(find_rules(name), players).values


@cache
def _near(name: str, players: int) -> NearSolution:
    return iterate_values(find_rules(name), players)


def _proved(name: str, players: int) -> Nearness:
    near = _near(name, players)
    return prove_nearness(find_rules(name), players, near.values, near.rounds)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_exact_values_lie_within_what_is_proved(name: str, players: int) -> None:
    near, proof = _near(name, players), _proved(name, players)
    exact = _exact(name, players)
    assert near.circles == []
    assert near.values.keys() == exact.keys()
    assert proof.positions == len(exact)
    assert proof.radius < proof.regret < Fraction(1, 2**40)
    for state, values in near.values.items():
        assert sum(values) == payoff_total(find_rules(name), players_of(state))
        for value, truth in zip(values, exact[state], strict=True):
            assert abs(value - truth) <= proof.radius


@pytest.mark.parametrize(("name", "players"), [("jetons{pot=9}", 2), SMALL])
def test_exact_values_are_proved_to_be_near_themselves(name: str, players: int) -> None:
    rules, exact = find_rules(name), _exact(name, players)
    rounds = iterate_values(rules, players, guess=exact).rounds
    assert prove_nearness(rules, players, exact, rounds).radius < Fraction(1, 2**45)


def test_whole_numbers_fall_short_by_less_than_their_roundings() -> None:
    """One round of three, with payoffs drawn at random: by `ExactRound`, and in 55 bits."""
    rules, state = find_rules("comptoir"), Decharge((3, 9, 9))
    kind, rolls = round_kind(rules, state), max_rolls(rules, state)
    automaton = _Automaton(Hands(rules, 3, kind))
    drawn = np.random.default_rng(421).integers(0, ONE, (len(automaton.hands.outcomes), 3))
    worth = dict(zip(automaton.hands.outcomes, drawn.tolist(), strict=True))
    outcomes = information_of(rules, state).outcomes
    payoffs = [tuple(Fraction(value, ONE) for value in worth[o]) for o in outcomes]
    exact = ExactRound(rules, state, payoffs).start()
    found = automaton.start(drawn, rolls, must_roll_on=True)
    for value, near in zip(exact, found, strict=True):
        assert 0 <= value * ONE - near < automaton.roundings(rolls)


def test_who_does_the_work_does_not_matter() -> None:
    name, players = SMALL
    with side_by_side(2) as run:
        assert iterate_values(find_rules(name), players, run=run) == _near(name, players)


def test_it_goes_on_from_what_is_known() -> None:
    name, players = SMALL
    rules, whole = find_rules(name), _near(name, players)
    told: list[int] = []
    half = [state for state in whole.values if isinstance(state, Decharge)]
    known = NearSolution(
        {state: whole.values[state] for state in half},
        {state: whole.rounds[state] for state in half},
    )
    rest = iterate_values(
        rules, players, known, report=lambda found: told.append(len(found.rounds))
    )
    assert (rest.values, rest.rounds) == (whole.values, whole.rounds)
    assert told == sorted(told)
    assert told[-1] == len(whole.values)
    assert rest.sweeps < whole.sweeps


def test_a_wrong_value_widens_what_is_proved() -> None:
    name, players = SMALL
    near, state = _near(name, players), Decharge((1, 1, 1))
    wrong = Fraction(1, 1000)
    first, second, third = near.values[state]
    values = near.values | {state: (first + wrong, second - wrong, third)}
    assert wrong < prove_nearness(find_rules(name), players, values, near.rounds).radius < 1


def test_rounds_must_suffice() -> None:
    name, players = SMALL
    rules, near, state = find_rules(name), _near(name, players), Decharge((1, 1, 1))
    fewer = near.rounds | {state: near.rounds[state] * Fraction(999, 1000)}
    with pytest.raises(RefutedError, match="decharge 1,1,1: the game may take more rounds than"):
        prove_nearness(rules, players, near.values, fewer)


@pytest.mark.parametrize("value", [(), (Fraction(1),), (Fraction(3, 2), Fraction(-1, 2))])
def test_values_must_be_chances_of_all_seats(value: Values) -> None:
    name, players = "jetons{pot=2}", 2
    near, rules = _near(name, players), find_rules(name)
    values = near.values | {Decharge((1, 1)): value}
    with pytest.raises(RefutedError, match="decharge 1,1: lacks a chance for each seat"):
        prove_nearness(rules, players, values, near.rounds)


@pytest.mark.slow
def test_a_circle_is_found_and_what_is_kept_is_near() -> None:
    """Nobody gains more by leaving the strategies kept than is proved; some gain a little."""
    rules = find_rules(CIRCLE[0])
    with pytest.raises(ConvergenceError, match="does not settle at decharge 2,1,4"):
        solve_exactly(rules, CIRCLE[1])
    near = _near(*CIRCLE)
    assert near.circles == [Decharge((2, 1, 4))]
    proof = _proved(*CIRCLE)
    assert Fraction(1, 10**5) < proof.regret < Fraction(1, 2000)
