"""Positions of games: from tables, solved first where that is quick, or for the round alone."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from solver.files import CACHE_VARIABLE, cache_folder
from solver.game.presets import find_rules
from solver.study.solve import solve_game
from solver.tables.store import find_table, load_table, read_table, table_name
from tests.commands.running import ask, ask_json, start, start_on_terminal

SMALL = "jetons{pot=3}"
ASKED = f"{SMALL}: charge 2 1,0 | seen 322 in 2 | roll 641 left 1"


@pytest.fixture(autouse=True)
def _no_table_in_memory() -> None:
    load_table.cache_clear()


def test_the_game_of_two_is_worth_what_it_is_worth() -> None:
    first, second = ask_json("value", "jetons: start 2")["players"]
    values = [Fraction(player["value"]["exact"]) for player in (first, second)]
    assert int(values[0] * 10**11) == 51173028806
    assert sum(values) == 1
    assert values[0].denominator.bit_length() == 1455


def test_a_game_is_solved_when_it_is_first_asked_about() -> None:
    rules = find_rules(SMALL)
    first = ask("advise", ASKED, "--json")
    assert (first.code, first.err) == (0, "")
    path = find_table(rules, 2)
    assert path == cache_folder() / "tables" / table_name(rules, 2)
    load_table.cache_clear()
    assert ask("advise", ASKED, "--json") == first
    kept = path.read_bytes()
    assert solve_game(rules, 2).path.read_bytes() == kept


def test_a_table_in_the_cache_is_answered_from_without_solving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = ask("value", f"{SMALL}: start 2")
    load_table.cache_clear()
    monkeypatch.setattr("solver.study.ensure.solve_exactly", None)
    assert ask("value", f"{SMALL}: start 2") == first


@pytest.mark.parametrize("command", [("value", f"{SMALL}: start 2"), ("advise", ASKED)])
def test_without_a_cache_the_answer_is_given_and_what_is_lost_said(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ask(*command)
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked / "cache"))
    load_table.cache_clear()
    done = ask(*command)
    assert (done.code, done.out) == (0, kept.out)
    assert done.err.startswith("421: the table could not be kept: ")
    assert done.err.count("\n") == 1
    assert str(blocked) in done.err


@pytest.mark.parametrize(
    ("position", "players"),
    [("jetons: start 4", 4), ("comptoir: start 3", 3), ("jambes{legs=5}: start 5", 5)],
)
def test_what_would_take_too_long_is_refused_with_the_command(position: str, players: int) -> None:
    done = ask("value", position)
    name = position.partition(":")[0]
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"421: {name} for {players} players is not solved yet; "
        f"run: 421 solve '{name}' --players {players}\n"
    )


def test_a_damaged_table_is_refused_not_answered_from() -> None:
    path = solve_game(find_rules(SMALL), 2).path
    path.write_bytes(path.read_bytes().replace(b"/", b"/1", 1))
    done = ask("value", f"{SMALL}: start 2")
    assert (done.code, done.out) == (1, "")
    assert "its checksum is wrong; solve the game again" in done.err


@pytest.mark.parametrize(
    ("game", "alone"),
    [
        (
            "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1",
            "jetons: round 2 | seen 322 in 2 | roll 641 left 1",
        ),
        ("jambes: legs 2,0,1 | roll 641 left 2", "jambes: round 2 | roll 641 left 2"),
        (
            "jetons{charge_rolls=1}: charge 21 0,0 | roll 641 left 0",
            "jetons{max_rolls=1}: round 2 | roll 641 left 0",
        ),
        (
            "jetons{charge_rolls=1}: decharge 11,10 | roll 641 left 2",
            "jetons{charge_rolls=1}: round 2 | roll 641 left 2",
        ),
        ("comptoir: start 4 | roll 641 left 1", "comptoir: round 4 | roll 641 left 1"),
        ("round 3 | roll 641 left 1", "jetons: round 3 | roll 641 left 1"),
    ],
)
def test_the_round_alone(game: str, alone: str) -> None:
    for command in ("advise", "value"):
        document = ask_json(command, game, "--objective", "round")
        assert document == ask_json(command, alone)
        assert document["position"] == alone


def test_who_is_asked_about_keeps_his_seat() -> None:
    asked = ask_json("value", "jambes: legs 2,0,1 | player 2", "--objective", "round")
    assert asked == ask_json("value", "jambes: round 2 | player 1")


def test_an_objective_that_does_not_exist() -> None:
    done = ask("value", "round 2", "--objective", "leg")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


PROGRESS = """
import sys, time
from solver.commands import progress
progress.QUICK_SECONDS = progress.LINE_SECONDS = float(sys.argv[1])
with progress.showing_progress("solving jetons{pot=3}[red]") as tell:
    for done in range(4):
        tell(done, 3)
        time.sleep(0.1)
"""


def test_a_bar_is_shown_on_a_terminal_and_wiped() -> None:
    shown = start_on_terminal([sys.executable, "-c", PROGRESS, "0"])
    assert "solving jetons{pot=3}[red]" in shown
    assert "3/3" in shown
    assert shown.rstrip().endswith("\x1b[2K")


def test_quick_work_shows_nothing() -> None:
    assert start_on_terminal([sys.executable, "-c", PROGRESS, "60"]) == ""
    assert start("solve", "jambes").err == ""


def test_lines_are_written_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.commands.progress.LINE_SECONDS", -1.0)
    lines = ask("solve", SMALL).err.splitlines()
    assert lines[-1] == "solving jetons{pot=3}: 8 of 8"
    assert all(line.startswith("solving jetons{pot=3}: ") for line in lines)
    monkeypatch.setattr("solver.commands.progress.LINE_SECONDS", 0.0)
    assert "solving jetons{pot=4} first: 13 of 13" in ask("value", "jetons{pot=4}: start 2").err


def test_the_table_that_is_kept_is_whole() -> None:
    ask("value", f"{SMALL}: start 2")
    rules = find_rules(SMALL)
    path = cache_folder() / "tables" / table_name(rules, 2)
    assert len(read_table(path, rules, 2).lines) == 8
    assert list(path.parent.iterdir()) == [path]
