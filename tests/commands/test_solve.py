"""``421 solve``: what it says is what was found, and where it says the table lies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.engine.workers import Run, Task, one_by_one
from solver.files import cache_folder
from solver.game.legality import starts
from solver.game.notation import format_state
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Decharge, opening
from solver.study.documents.document import exact
from solver.study.solve import Solved, solve_game
from solver.tables.store import load_table, read_table, table_name
from tests.commands.running import ROOT, ask, ask_json, start

GAMES = [("jambes", 2), ("jetons{pot=5}", 2), ("deux-phases{pot=4}", 2), ("jambes{legs=1}", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_said_is_what_was_solved(name: str, players: int) -> None:
    document = ask_json("solve", name, "--players", str(players))
    rules = find_rules(name)
    solution = solve_exactly(rules, players)
    assert document["rules"] == {"name": rules.name, "digest": rules.digest}
    assert document["states"] == len(solution.values)
    assert document["strategy_iterations"] == solution.steps
    assert document["keeps_worse"] == solution.comparisons.dismissed
    assert document["keeps_equal"] == solution.comparisons.same_law
    assert document["keeps_equal_that_matter_to_others"] == solution.comparisons.matters
    assert document["rounds_worked_out"] == solution.comparisons.rounds_worked_out
    assert [
        (start["state"], start["seat"], start["value"]["exact"]) for start in document["starts"]
    ] == [
        (format_state(state), seat, exact(value))
        for state in starts(rules, players)
        for seat, value in enumerate(solution.values[state])
    ]
    path = Path(document["file"])
    assert path == cache_folder() / "tables" / table_name(rules, players)
    assert document["bytes"] == path.stat().st_size
    table = read_table(path, rules, players)
    assert {state: table.values(state) for state, _ in table.items()} == solution.values


def test_people_read_the_same() -> None:
    out = ask("solve", "jetons", "--set", "pot=4").out
    path = cache_folder() / "tables" / table_name(find_rules("jetons{pot=4}"), 2)
    assert out.startswith("jetons{pot=4} for 2 players: solved and proved; seat 0 opens\n")
    assert f"\nfile: {path}\nbytes: {path.stat().st_size}\n" in out
    assert "charge 4 0,0     0  55.43 %  28616322…/51630567… (78 digits)\n" in out


def test_the_table_goes_where_it_is_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    document = ask_json("solve", "jetons{pot=3}", "--folder", str(folder), "--jobs", "2")
    assert [str(path) for path in folder.iterdir()] == [document["file"]]
    assert not cache_folder().exists()


@pytest.mark.parametrize(("name", "players"), [("jetons{pot=7}", "2"), ("jambes", "3")])
def test_the_number_of_threads_changes_nothing(name: str, players: str, tmp_path: Path) -> None:
    tables = []
    for jobs in ("1", "3"):
        document = ask_json(
            "solve", name, "--players", players, "--jobs", jobs, "--folder", str(tmp_path / jobs)
        )
        tables.append((document["keeps_equal"], Path(document["file"]).read_bytes()))
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("jetonz",),
        ("jetons", "--players", "1"),
        ("jetons", "--players", "9"),
        ("jetons", "--players", "two"),
        ("jetons", "--jobs", "0"),
        ("jetons", "--dask", "127.0.0.1:8786"),
        ("jetons", "--dask", "http://127.0.0.1:8786"),
        ("jetons", "--dask", "tcp://127.0.0.1"),
        ("jetons", "--set", "pot=0"),
        ("jetons", "jambes"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...]) -> None:
    done = ask("solve", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert repr(arguments[-1].rpartition("=")[2])[1:-1] in done.err


def test_threads_here_or_a_cluster_but_not_both() -> None:
    done = ask("solve", "jambes", "--dask", "tcp://127.0.0.1:1", "--jobs", "2")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "--jobs" in done.err


def test_the_cluster_that_is_named_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    worked: list[Task] = []

    def work(tasks: Iterable[Task]) -> Iterator[object]:
        tasks = list(tasks)
        worked.extend(tasks)
        return one_by_one(tasks)

    def cluster(address: str) -> AbstractContextManager[Run]:
        asked.append(address)
        return nullcontext(work)

    monkeypatch.setattr("solver.study.cluster.on_cluster", cluster)
    assert ask("solve", "jambes{legs=1}", "--dask", "tcp://there:8786").code == 0
    assert asked == ["tcp://there:8786"]
    assert worked


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = ask("solve", "jetons{pot=2}", "--folder", str(blocked / "tables"))
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert str(blocked) in done.err


def test_an_interrupted_solve_says_that_it_can_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.commands.solve.solve_game", interrupt)
    done = ask("solve", "jetons{pot=3}")
    assert (done.code, done.out) == (130, "")
    assert done.err == "421: interrupted; the same command goes on where this one was\n"


SOLVE_KEEPING_EVERYTHING = (
    "import sys, cli, solver.study.solve as solve\n"
    "solve.CHECKPOINT_SECONDS, solve.CHECKPOINT_SHARE = 0, 1\n"
    "sys.exit(cli.run(['solve', *sys.argv[1:]]))"
)


@pytest.mark.skipif(os.name == "nt", reason="sends a signal as a terminal does")
def test_control_c_and_then_going_on(tmp_path: Path) -> None:
    rules = find_rules("jetons{pot=21}")
    path = tmp_path / table_name(rules, 2)
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE_KEEPING_EVERYTHING, rules.name, "--folder", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not path.with_suffix(".part").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err == "421: interrupted; the same command goes on where this one was\n"
    assert not path.exists()
    began: list[int] = []
    solve_game(rules, 2, lambda done, _: began.append(done), tmp_path)
    assert began[0] > 1
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == solve_game(rules, 2, folder=tmp_path / "anew").path.read_bytes()


def test_a_solved_game_is_answered_from_its_table() -> None:
    assert start("solve", "jetons{pot=3}").err == ""
    load_table.cache_clear()
    done = ask("value", "jetons{pot=3}: decharge 1,2")
    assert (done.code, done.err) == (0, "")


def test_equal_keeps_that_matter_to_others_are_told_with_what_they_matter() -> None:
    document = ask_json("solve", "comptoir{pot=2,max_rolls=2}", "--players", "3")
    assert document["keeps_equal_that_matter_to_others"] > 0
    rules = find_rules("comptoir{pot=2,max_rolls=2}")
    opposite = solve_exactly(rules, 3, prefer_last=True).values[opening(rules, 3)]
    told = [start["value_with_other_keeps_of_equal_ones"]["exact"] for start in document["starts"]]
    assert told == [exact(value) for value in opposite]
    assert told != [start["value"]["exact"] for start in document["starts"]]


@pytest.fixture
def _all_in_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.study.solve.EXACT_PLAYERS", 1)


@pytest.mark.usefixtures("_all_in_floats")
def test_near_values_are_told_with_their_bounds() -> None:
    rules = find_rules("jetons{pot=5}")
    document = ask_json("solve", "jetons{pot=5}")
    within = Fraction(document["values_within"]["exact"])
    assert within < Fraction(document["regret_of_a_round_at_most"]["exact"]) < Fraction(1, 2**40)
    exactly = solve_exactly(rules, 2).values[opening(rules, 2)]
    for told, value in zip(document["starts"], exactly, strict=True):
        assert told["value"]["exact"] is None
        assert told["value"]["low"] <= value <= told["value"]["high"]
        assert abs(told["value"]["float"] - value) <= within
    out = ask("solve", "jetons{pot=5}").out
    assert out.startswith("jetons{pot=5} for 2 players: solved, and proved to within ")
    assert "\nregret of a round at most: " in out
    (table,) = ask_json("verify", "jetons{pot=5}")["tables"]
    assert table["proved"]
    assert Fraction(table["within"]["exact"]) < within
    assert ask("value", "jetons{pot=5}: start 2").out.count(" ± ") == 2
    assert ask("numbers", "jetons{pot=5}: start 2").code == 1


@pytest.mark.usefixtures("_all_in_floats")
def test_the_state_of_a_circle_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As no game of two has any, one is said to be where there is none."""

    def in_a_circle(rules: Rules, players: int, *rest: object) -> Solved:
        solved = solve_game(rules, players, *rest)  # type: ignore[arg-type]
        return replace(solved, circles=(Decharge((1, 2)),), regret=Fraction(1, 2000))

    monkeypatch.setattr("solver.commands.solve.solve_game", in_a_circle)
    line, *_ = ask("solve", "jetons{pot=3}").out.splitlines()
    assert line == (
        "jetons{pot=3} for 2 players: no equilibrium found, since what is best goes round in a "
        "circle at decharge 1,2; kept are strategies by which nobody gains more than 5.0e-4 "
        "by leaving them in a round; seat 0 opens"
    )


@pytest.mark.slow
def test_a_circle_is_told() -> None:
    out = ask("solve", "jetons{pot=7}", "--players", "3").out
    assert out.startswith("jetons{pot=7} for 3 players: no equilibrium found, since what is best ")
    assert "in a circle at decharge 2,1,4; kept are strategies by which nobody gains more" in out
    asked = ask("simulate", "jetons{pot=7}: start 3", "--games", "1000")
    assert asked.code == 0
