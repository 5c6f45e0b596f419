"""Solving keeps a table: the same bytes whatever happened on the way."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import Values
from solver.engine.value_iteration import Settled, settle
from solver.errors import ConvergenceError, UnsolvedError
from solver.files import cache_folder, data_folder
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Decharge, Table, opening
from solver.study.ensure import ensure_solved
from solver.study.solve import solve_game
from solver.tables.store import read_table, table_name, write_table

ROOT = Path(__file__).resolve().parents[2]
GAME = find_rules("jetons{pot=7}")
THREE = find_rules("jetons{pot=4}")

QUICK = ["jambes", "jetons{pot=11}", "jetons", "deux-phases"]
OTHERS = ["comptoir", "comptoir-le-bon", "jetons{pot=41}"]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *((name, 2) for name in QUICK),
        ("jambes", 3),
        *(pytest.param(name, 2, marks=pytest.mark.slow) for name in OTHERS),
        *(pytest.param("jambes", players, marks=pytest.mark.slow) for players in (4, 5)),
    ],
)
def test_shipped_tables_are_made_again_byte_for_byte(
    name: str, players: int, tmp_path: Path
) -> None:
    rules = find_rules(name)
    shipped = data_folder() / "tables" / table_name(rules, players)
    assert solve_game(rules, players, folder=tmp_path).path.read_bytes() == shipped.read_bytes()


def test_the_presets_are_among_these() -> None:
    assert set(PRESETS) < {*QUICK, *OTHERS}


def test_the_table_is_in_the_cache_and_holds_the_solution() -> None:
    told: list[tuple[int, int]] = []
    solved = solve_game(GAME, 2, lambda done, total: told.append((done, total)))
    assert solved.path == cache_folder() / "tables" / table_name(GAME, 2)
    table = read_table(solved.path, GAME, 2)
    assert {state: table.values(state) for state, _ in table.items()} == solved.values
    states = len(solved.values)
    assert told == sorted(told)
    assert told[-1] == (states, states)
    assert 0 < solved.seconds < 600


def test_progress_is_told_of_the_other_keeps_too(tmp_path: Path) -> None:
    """Where equal keeps matter to others the game is solved twice, and both times is shown."""
    told: list[tuple[int, int]] = []
    rules = find_rules("comptoir{pot=3,max_rolls=2}")
    solved = solve_game(rules, 3, lambda done, total: told.append((done, total)), tmp_path)
    assert solved.opposite
    states = len(solved.values)
    assert told.count((states, states)) == 2
    begins_anew = [after < before for before, after in pairwise(done for done, _total in told)]
    assert sum(begins_anew) == 1


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of `GAME`, solved without incident."""
    return solve_game(GAME, 2, folder=tmp_path_factory.mktemp("whole")).path.read_bytes()


@pytest.fixture
def _always_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.study.solve.CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr("solver.study.solve.CHECKPOINT_SHARE", 1e9)


@pytest.mark.usefixtures("_always_checkpoint")
@pytest.mark.parametrize("parts", [1, 2, 4, 7])
def test_an_interrupted_solve_goes_on_where_it_was(
    parts: int, whole: bytes, tmp_path: Path
) -> None:
    told: list[int] = []

    def interrupt(done: int, _: int) -> None:
        told.append(done)
        if len(told) == parts + 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_game(GAME, 2, interrupt, tmp_path)
    (unfinished,) = tmp_path.iterdir()
    assert unfinished.name == Path(table_name(GAME, 2)).with_suffix(".part").name
    known = told[parts - 1]
    assert len(read_table(unfinished, GAME, 2, complete=False).lines) == known
    again: list[int] = []
    path = solve_game(GAME, 2, lambda done, _: again.append(done), tmp_path).path
    assert again[0] > known
    assert again == [done for done in told if done > known] + again[len(told) - parts :]
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == whole


@pytest.mark.parametrize("damage", ["empty", "cut", "other", "pickle"])
def test_an_unfinished_table_that_cannot_be_trusted_is_not(
    damage: str, whole: bytes, tmp_path: Path
) -> None:
    unfinished = (tmp_path / table_name(GAME, 2)).with_suffix(".part")
    other = find_rules("jetons{pot=7,suites=off}")
    values = solve_exactly(other, 2).values
    some: dict[Table, Values] = {
        state: value for state, value in values.items() if isinstance(state, Decharge)
    }
    write_table(unfinished, other, 2, some)
    data = unfinished.read_bytes()
    unfinished.write_bytes(
        {"empty": b"", "cut": data[:-10], "other": data, "pickle": b"\x80\x04N."}[damage]
    )
    path = solve_game(GAME, 2, folder=tmp_path).path
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("_always_checkpoint")
@pytest.mark.parametrize("circle", [False, True])
def test_an_interrupted_solve_in_floats_goes_on_where_it_was(
    circle: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settled(*given: Any, **named: Any) -> Settled:
        return replace(settle(*given, **named), circle=circle)

    monkeypatch.setattr("solver.engine.value_iteration.settle", settled)
    monkeypatch.setattr("solver.study.solve.EXACT_PLAYERS", 1)
    rules = find_rules("jetons{pot=4}")
    told: list[int] = []

    def interrupt(done: int, _: int) -> None:
        told.append(done)
        if len(told) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_game(rules, 2, interrupt, tmp_path)
    (unfinished,) = tmp_path.iterdir()
    assert unfinished.suffix == ".near"
    again: list[int] = []
    solved = solve_game(rules, 2, lambda done, _: again.append(done), tmp_path)
    assert again[0] == told[-2] > told[0]  # the last of them was not written down
    assert list(tmp_path.iterdir()) == [solved.path]
    anew = solve_game(rules, 2, folder=tmp_path / "anew")
    assert solved.path.read_bytes() == anew.path.read_bytes()
    assert solved.circles == anew.circles == ((Decharge((2, 2)),) if circle else ())


def test_of_fractions_that_are_too_long_those_of_the_start_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.study.solve.EXACT_BYTES", 0)
    rules = find_rules("jetons{pot=4}")
    solved = solve_game(rules, 2, folder=tmp_path)
    assert solved.values == solve_exactly(rules, 2).values
    for state, known in read_table(solved.path, rules, 2).items():
        assert bool(known.radius) == (state != opening(rules, 2))
        assert known.radius < Fraction(1, 2**40)
        for value, exactly in zip(known.values, solved.values[state], strict=True):
            assert abs(value - exactly) <= known.radius


def test_what_goes_round_in_a_circle_is_kept_as_near_as_floats_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def circle(*_: object, **_named: object) -> None:
        raise ConvergenceError("it goes round")

    exactly = solve_exactly(THREE, 2).values[opening(THREE, 2)]
    monkeypatch.setattr("solver.study.solve.solve_exactly", circle)
    solved = solve_game(THREE, 2, folder=tmp_path)
    assert 0 < solved.within < Fraction(1, 2**40)
    known = read_table(solved.path, THREE, 2).known(opening(THREE, 2))
    assert known.radius == solved.within
    for value, exact in zip(known.values, exactly, strict=True):
        assert abs(value - exact) <= known.radius
    # Nobody waits for that who only asks a question.
    monkeypatch.setattr("solver.study.ensure.solve_exactly", circle)
    with pytest.raises(UnsolvedError, match=r"^it goes round; .*421 solve 'jetons{pot=4}'"):
        ensure_solved(THREE, 2)


def test_nothing_is_left_where_a_table_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match=str(blocked)):
        solve_game(GAME, 2, folder=blocked / "tables")
    assert list(tmp_path.iterdir()) == [blocked]


SOLVE = """
import sys
from pathlib import Path
import solver.study.solve as solve
from solver.game.presets import find_rules
solve.CHECKPOINT_SECONDS, solve.CHECKPOINT_SHARE = 0.0, 1e9
folder, name, times = sys.argv[1:]
rules = find_rules(name)
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(times)):
    solve.solve_game(rules, 2, folder=Path(folder) / str(number))
"""


def _process(folder: Path, times: int) -> "subprocess.Popen[str]":
    """A process that will solve the game again and again, each time in a new folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE, str(folder), GAME.name, str(times)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def _go(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_two_processes_that_solve_the_same_game_do_not_hurt_each_other(
    whole: bytes, tmp_path: Path
) -> None:
    times = 3
    processes = [_process(tmp_path, times) for _ in range(2)]
    for process in processes:
        _go(process)
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    for number in range(times):
        (path,) = (tmp_path / str(number)).iterdir()
        assert path.read_bytes() == whole


@pytest.mark.skipif(os.name == "nt", reason="a process cannot be killed at once")
@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 51))]
)
def test_what_was_killed_goes_on(seed: int, whole: bytes, tmp_path: Path) -> None:
    """At a random moment, in one of many solves of the same game."""
    folder = tmp_path / "solves"
    process = _process(folder, 1000)
    _go(process)
    while not folder.exists():
        time.sleep(0.001)
    time.sleep(Random(seed).uniform(0, 1.5))
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    *finished, last = sorted(folder.iterdir(), key=lambda path: int(path.name))
    for solved in finished:
        (path,) = solved.iterdir()
        assert path.read_bytes() == whole
    path = last / table_name(GAME, 2)
    if path.exists():
        assert path.read_bytes() == whole
    assert solve_game(GAME, 2, folder=last).path.read_bytes() == whole
    # What a dead process was about to rename nobody reads.
    assert [found for found in last.iterdir() if not found.name.startswith(".")] == [path]


SOLVE_THREE = """
import sys
from pathlib import Path
import solver.study.solve as solve
from solver.engine.workers import side_by_side
from solver.game.presets import find_rules
solve.CHECKPOINT_SECONDS, solve.CHECKPOINT_SHARE = 0.0, 1e9
folder, name = sys.argv[1:]
with side_by_side(2) as run:
    tell = lambda done, _: print(done, flush=True)
    solve.solve_game(find_rules(name), 3, tell, Path(folder), run)
"""


@pytest.fixture(scope="module")
def whole_of_three(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of a game of three players, solved without incident."""
    return solve_game(THREE, 3, folder=tmp_path_factory.mktemp("three")).path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="a process cannot be killed at once")
@pytest.mark.parametrize("solved", [3, 17])
def test_three_players_killed_when_so_many_states_were_solved(
    solved: int, whole_of_three: bytes, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE_THREE, str(tmp_path), THREE.name],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while int(process.stdout.readline()) < solved:
        pass
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    again: list[int] = []
    path = solve_game(THREE, 3, lambda done, _: again.append(done), tmp_path).path
    assert again[0] >= solved
    assert path.read_bytes() == whole_of_three
    assert not any(tmp_path.glob("*.part"))
