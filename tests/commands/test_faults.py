"""What goes wrong around the program: full disks, no home, interrupts, readers that leave.

Nothing is lost or half written, the exit code is right, and one line says what happened. That
killed and simultaneous solves do no harm is tested with solving, in ``tests/study``.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.files import CACHE_VARIABLE, USER_VARIABLE
from solver.game.presets import find_rules
from solver.study.solve import solve_game
from solver.tables.store import read_table, table_name
from tests.commands.running import COMMAND, ROOT, Done, ask, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits, mounts and signals are POSIX")

GAME = "jetons{pot=2}"
WRITING = {
    "export": ("export", "odds", "--out", "FILE"),
    "simulate": ("simulate", "jambes: start 2", "--games", "40", "--log", "FILE"),
}


def _without_progress(done: Done) -> Done:
    """Leave out what a slow machine says of how far it has come."""
    lines = [line for line in done.err.splitlines(keepends=True) if " left" not in line]
    said = [line for line in lines if line.startswith("421: ") or " of " not in line]
    return Done(done.code, done.out, "".join(said))


def _limited(size: int, *arguments: str) -> Done:
    """Run the command where no file may grow beyond so many bytes."""
    # What measures coverage would write a file as well, and fail.
    unmeasured = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_PROCESS")}
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=unmeasured,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    return _without_progress(Done(done.returncode, done.stdout, done.stderr))


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_what_does_not_fit_leaves_the_old_file(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("old")
    done = _limited(500, *(str(path) if word == "FILE" else word for word in command))
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err == f"421: File too large {str(path)!r}\n"
    assert [found.read_text() for found in tmp_path.iterdir()] == ["old"]


def test_a_table_that_does_not_fit_is_not_kept_but_answered_from(tmp_path: Path) -> None:
    cache = Path(os.environ[CACHE_VARIABLE])
    solved = _limited(50, "solve", GAME)
    assert (solved.code, solved.out, solved.err.count("\n")) == (1, "", 1)
    assert str(cache / "tables" / table_name(find_rules(GAME), 2)) in solved.err
    asked = _limited(50, "value", f"{GAME}: start 2")
    assert (asked.code, asked.err.count("\n")) == (0, 1)
    assert "could not be kept: File too large" in asked.err
    assert asked.out == ask("value", f"{GAME}: start 2").out
    assert not [path for path in cache.rglob("*") if path.name.startswith(".")]
    assert list(tmp_path.glob("*")) == [cache]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four pages."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if not sys.platform.startswith("linux") or subprocess.run(mount, check=False).returncode:
        pytest.skip("a small disk takes the right to mount one")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.slow
def test_a_disk_that_is_full_and_then_read_only(small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 12_000)
    done = _without_progress(start("solve", "jetons{pot=7}", "--folder", str(small_disk)))
    table = small_disk / table_name(find_rules("jetons{pot=7}"), 2)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"421: No space left on device {str(table)!r}\n"
    assert list(small_disk.iterdir()) == [filler]
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = _without_progress(start("solve", GAME, "--folder", str(small_disk)))
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.startswith("421: Read-only file system ")
    elsewhere: dict[str, Any] = {CACHE_VARIABLE: str(small_disk / "cache")}
    asked = start("value", f"{GAME}: start 2", **elsewhere)
    assert (asked.code, asked.err.count("\n")) == (0, 1)
    assert "could not be kept: Read-only file system" in asked.err


HOMELESS = """
import pwd, sys
def unknown(_): raise KeyError
pwd.getpwuid = unknown
import cli
cli.main()
"""


def _homeless(folder: Path, *arguments: str) -> Done:
    """Run the command as a user whom the system does not know, and who has no home."""
    known = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", CACHE_VARIABLE, USER_VARIABLE)
    left = {name: value for name, value in os.environ.items() if name not in known}
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS, *arguments],
        cwd=folder,
        env=left | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not list(folder.iterdir()), "no folder called ~"
    return _without_progress(Done(done.returncode, done.stdout, done.stderr))


def test_without_a_home_questions_are_answered(tmp_path: Path) -> None:
    asked = _homeless(tmp_path, "value", f"{GAME}: start 2")
    assert (asked.code, asked.err.count("\n")) == (0, 1)
    assert f"there is no home folder; set {CACHE_VARIABLE} to a folder" in asked.err
    assert asked.out == ask("value", f"{GAME}: start 2").out


def test_without_a_home_nothing_can_be_kept(tmp_path: Path) -> None:
    done = _homeless(tmp_path, "solve", GAME)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"421: there is no home folder; set {CACHE_VARIABLE} to a folder\n"


def test_a_clock_that_is_set_back_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find_rules("jetons{pot=3}")
    expected = solve_game(rules, 2, folder=tmp_path / "before").path.read_bytes()
    monkeypatch.setattr("solver.study.solve.CHECKPOINT_SECONDS", 0.0)
    ticks = iter(range(10**9, 0, -3600))
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))
    path = solve_game(rules, 2, folder=tmp_path / "after").path
    assert path.read_bytes() == expected
    os.utime(path, (4e9, 4e9))
    assert read_table(path, rules, 2).rules == rules


@pytest.mark.parametrize("arguments", [("export", "policy", "round 2"), ("hands", "--json")])
def test_a_reader_who_has_seen_enough(arguments: tuple[str, ...]) -> None:
    command = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert command.stdout is not None
    command.stdout.readline()
    command.stdout.close()
    _, err = command.communicate()
    assert err == b""
    assert command.returncode in (0, 1)


AT_ONCE = """
import sys
sys.excepthook = lambda *_: None  # Python's own start is not the program's
print("started", flush=True)
import cli
cli.main()
"""

INTERRUPTED = (
    "",
    "421: interrupted",
    "421: interrupted; the same command goes on where this one was",
)

MOMENTS = [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 51))]


@pytest.mark.parametrize("seed", MOMENTS)
@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [(("solve", "jetons{pot=9}", "--jobs", "2"), 4.0), (("advise", "6", "1", "4"), 0.6)],
    ids=["solve", "advise"],
)
def test_an_interrupt_at_any_moment(
    arguments: tuple[str, ...], seconds: float, seed: int, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(Random(f"{seed} {arguments}").uniform(0, seconds))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    said = [line for line in err.splitlines() if line and not line.startswith("solving ")]
    if process.returncode == 0:
        assert said == []
    else:
        # Killed by the signal, or the code that shells make of that.
        assert process.returncode in (130, -signal.SIGINT), err
        assert "\n".join(said) in INTERRUPTED
        assert arguments[0] == "advise" or out == "" or not said
    assert [path for path in tmp_path.rglob(".*") if path.is_file()] == []
