"""How much work things take, in counts that are the same on every machine.

Whoever makes something faster or slower changes them on purpose.
"""

import tracemalloc
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.engine.fast import Comparisons
from solver.engine.workers import Task
from solver.game.presets import find_rules
from solver.game.state import RoundKind
from solver.study.scaling import CHARGE, DECHARGE, LEGS, operations
from solver.tables.store import find_table


@pytest.mark.parametrize(
    ("kind", "by_players"),
    [
        (LEGS, [111_272, 617_680, 2_148_160, 6_110_272]),
        (CHARGE, [111_272, 2_359_056, 11_403_952, 37_303_616]),
        (DECHARGE, [111_272, 8_268_400, 71_254_120]),
    ],
)
def test_operations_of_a_position(kind: RoundKind, by_players: list[int]) -> None:
    """Additions, multiplications and comparisons of the values of a round; see test_scaling."""
    rules = find_rules("jetons")
    found = [operations(rules, kind, players, players) for players in range(2, 2 + len(by_players))]
    assert found == by_players


@pytest.mark.parametrize(
    ("name", "players", "positions", "steps", "swept", "examined", "compared"),
    [
        ("jambes", 2, 4, 0, 0, 4, Comparisons(119_332, 21_116)),
        ("jambes", 3, 12, 0, 0, 12, Comparisons(1_168_844, 208_532)),
        ("jetons{pot=5}", 2, 19, 1, 36, 22, Comparisons(634_985, 32_143)),
        ("jetons{pot=11}", 2, 76, 1, 135, 85, Comparisons(2_612_892, 55_620)),
        ("comptoir{pot=5}", 2, 19, 1, 36, 22, Comparisons(528_880, 19_080)),
        ("deux-phases{pot=4}", 2, 13, 1, 22, 15, Comparisons(301_990, 72_930)),
    ],
)
def test_work_of_a_solve(
    name: str,
    players: int,
    positions: int,
    steps: int,
    swept: int,
    examined: int,
    compared: Comparisons,
) -> None:
    """Rounds are swept over in floats, and examined with their laws."""
    done: Counter[str] = Counter()

    def counted(tasks: Iterable[Task]) -> Iterator[Any]:
        for function, arguments, named in tasks:
            done[function.__name__] += 1
            yield function(*arguments, **named)

    solution = solve_exactly(find_rules(name), players, run=counted)
    assert (len(solution.values), solution.steps) == (positions, steps)
    assert (done["_near_values"], done["_examine"]) == (swept, examined)
    assert solution.comparisons == compared


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [("jetons{pot=5}", 2, 350_000), ("jambes", 3, 400_000)],
)
def test_memory_of_a_solve(name: str, players: int, most: int) -> None:
    rules = find_rules(name)
    solve_exactly(rules, players)  # what is compiled and tabulated stays
    tracemalloc.start()
    try:
        solve_exactly(rules, players)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= most


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [("jambes", 2, 400), ("jambes", 5, 50_000), ("jetons", 2, 130_000), ("comptoir", 2, 140_000)],
)
def test_bytes_of_a_table(name: str, players: int, most: int) -> None:
    path = find_table(find_rules(name), players)
    assert path is not None, "a table that is shipped"
    assert path.stat().st_size <= most
