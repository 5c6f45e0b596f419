"""Three players and more: what must hold of any number of them, and brute force where it ends."""

from fractions import Fraction
from itertools import permutations

import pytest

from solver.engine.certificate import prove
from solver.engine.equilibrium import Solution, solve_exactly
from solver.errors import RefutedError
from solver.files import data_folder
from solver.game.legality import all_states
from solver.game.presets import find_rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Table,
    opening,
    payoff_total,
    players_of,
)
from solver.tables.store import read_table, table_name
from tests.engine.small_games import last_best, solve_small
from tests.twins.games import NaiveGame, position_of


@pytest.mark.parametrize(("name", "players"), [("jambes", 4), ("jetons{pot=4}", 3)])
def test_the_last_two_play_the_game_of_two(name: str, players: int) -> None:
    rules = find_rules(name)
    many, two = (solve_exactly(rules, count).values for count in (players, 2))
    common = [state for state in all_states(rules, 2) if state in many]
    assert common
    assert [many[state] for state in common] == [two[state] for state in common]


def _seated(state: Table, order: tuple[int, ...]) -> Table:
    """The state when ``order[seat]`` sits where ``seat`` sits now."""
    match state:
        case Charge(pot, held):
            return Charge(pot, tuple(held[seat] for seat in order))
        case Legs(legs):
            return Legs(tuple(legs[seat] for seat in order))
        case Decharge(held):
            return Decharge(tuple(held[seat] for seat in order))
    raise AssertionError(state)


ONE_ROLL = [
    ("jambes{max_rolls=1}", 3),
    ("jambes{max_rolls=1,followers=exactly}", 4),
    ("jambes{max_rolls=1,legs=1}", 6),
    ("jambes{max_rolls=1,ends=first_out}", 3),
    ("jetons{max_rolls=1,pot=4}", 3),
    ("jetons{max_rolls=1,pot=4,opener=rotate}", 3),
    ("jetons{max_rolls=1,pot=4,opener=winner,objective=first_empty_wins}", 3),
    ("deux-phases{max_rolls=1,pot=4}", 3),
]


@pytest.mark.parametrize(("name", "players"), ONE_ROLL)
def test_with_one_roll_nobody_decides_and_seats_do_not_matter(name: str, players: int) -> None:
    """Whoever has as much is worth as much, whatever his seat and whoever opens."""
    rules = find_rules(name)
    values = solve_exactly(rules, players).values
    for state, worth in values.items():
        for order in permutations(range(players_of(state))):
            assert values[_seated(state, order)] == tuple(worth[seat] for seat in order)
    fair = Fraction(payoff_total(rules, players), players)
    assert values[opening(rules, players)] == (fair,) * players


def test_with_one_roll_it_does_not_matter_who_opens() -> None:
    solved = [
        solve_exactly(find_rules(f"jetons{{max_rolls=1,pot=4,opener={opener}}}"), 3).values
        for opener in ("loser", "winner", "rotate")
    ]
    assert solved[0] == solved[1] == solved[2]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("jambes{legs=1}", 3),
        pytest.param("jetons{pot=3,max_rolls=1}", 3, marks=pytest.mark.slow),
        pytest.param("jetons{pot=3,max_rolls=2}", 3, marks=pytest.mark.slow),
        pytest.param("jambes", 3, marks=pytest.mark.slow),
        pytest.param("jambes{max_rolls=1,legs=1}", 4, marks=pytest.mark.slow),
        pytest.param("jetons{pot=3}", 3, marks=pytest.mark.slow),
        pytest.param("comptoir{pot=3}", 3, marks=pytest.mark.slow),
    ],
)
def test_every_state_is_worth_what_brute_force_finds(name: str, players: int) -> None:
    rules = find_rules(name)
    naive = NaiveGame(rules)
    values = solve_exactly(rules, players).values
    assert values == {state: naive.values(position_of(state)) for state in values}


def _changed(solution: Solution, opposite: Solution) -> set[Table]:
    """The states whose values the opposite preference among equal keeps changes."""
    return {state for state, worth in solution.values.items() if opposite.values[state] != worth}


@pytest.mark.parametrize("name", ["jambes", "jetons{pot=4}"])
def test_where_no_tie_matters_to_others_the_preference_changes_nothing(name: str) -> None:
    rules = find_rules(name)
    solution, opposite = (solve_exactly(rules, 3, prefer_last=turned) for turned in (False, True))
    assert solution.comparisons.matters == 0
    assert solution.comparisons.same_law > 0
    assert _changed(solution, opposite) == set()


def test_where_ties_matter_the_opposite_preference_leads_elsewhere() -> None:
    """Who cannot win any more is indifferent, and decides between the others."""
    rules = find_rules("jetons{pot=4,objective=first_empty_wins}")
    solution, opposite = (solve_exactly(rules, 3, prefer_last=turned) for turned in (False, True))
    assert solution.comparisons.matters == 1_132_736
    changed = _changed(solution, opposite)
    assert len(changed) == 8
    assert opening(rules, 3) in changed
    # That is another equilibrium of the same game, and not what the table claims.
    with pytest.raises(RefutedError):
        prove(rules, 3, opposite.values)


@pytest.mark.slow
def test_the_opposite_preference_leads_to_an_equilibrium_too() -> None:
    name = "jetons{pot=3,max_rolls=2,objective=first_empty_wins}"
    solution = solve_exactly(find_rules(name), 3, prefer_last=True)
    assert solution.values == solve_small(name, 3, last_best)
    assert solution.values != solve_small(name, 3)


def test_near_ties_that_are_not_of_structure_are_decided_exactly() -> None:
    rules = find_rules("deux-phases{pot=4}")
    solution = solve_exactly(rules, 3)
    assert solution.comparisons.rounds_worked_out == 4
    assert prove(rules, 3, solution.values).positions == len(solution.values)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("jetons{pot=3}", 3),
        pytest.param("jetons{pot=4,objective=first_empty_wins}", 3, marks=pytest.mark.slow),
        pytest.param("comptoir{pot=5}", 3, marks=pytest.mark.slow),
        pytest.param("jetons{pot=2,max_rolls=2}", 4, marks=pytest.mark.slow),
    ],
)
def test_small_games_are_proved(name: str, players: int) -> None:
    rules = find_rules(name)
    values = solve_exactly(rules, players).values
    assert prove(rules, players, values).positions == len(values)


@pytest.mark.parametrize("players", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_the_shipped_tables_of_jambes_are_proved(players: int) -> None:
    rules = find_rules("jambes")
    table = read_table(data_folder() / "tables" / table_name(rules, players), rules, players)
    values = {state: table.values(state) for state in all_states(rules, players)}
    assert prove(rules, players, values).positions == len(values)
