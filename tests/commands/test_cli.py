"""The command line as a whole: what is imported, help, completion, terminals, failures."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click
import pytest

import cli
from solver import __version__
from solver.errors import TableError, UnsolvedError
from tests.commands.running import COMMAND, ROOT, ask, start, start_on_terminal

HEAVY = {"numpy", "numba", "sympy", "networkx", "joblib", "flint", "scipy", "pyarrow", "rich"}
NOT_NEEDED = {"csv", "platformdirs"}

MODULES = "import sys, cli; cli.run(sys.argv[1:]); sys.stderr.write(' '.join(sys.modules))"

SUBCOMMANDS = [
    *((name,) for name in cli.COMMANDS),
    *(("rules", name) for name in ("list", "show", "diff", "check")),
]


def _modules(*arguments: str) -> set[str]:
    """The modules that a fresh process has imported when the command is done."""
    done = subprocess.run(
        [sys.executable, "-c", MODULES, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("advise", "round 2 | seen 322 in 2 | roll 641 left 1"),
        ("advise", "6", "1", "4"),
        ("advise", "jetons: charge 5 10,6 | roll 641 left 2"),
        ("--help",),
        ("--version",),
    ],
)
def test_start_up_imports_little(arguments: tuple[str, ...]) -> None:
    modules = _modules(*arguments)
    assert {"cli", "click"} <= modules
    assert not modules & HEAVY
    commands = {name for name in modules if name.startswith("solver.commands.")}
    if arguments[0] == "advise":
        assert not modules & NOT_NEEDED
        commands -= {
            f"solver.commands.{name}"
            for name in ("advise", "asking", "options", "output", "phrases", "rolls")
        }
    assert commands == set()


def test_help_of_the_group_is_that_of_the_commands() -> None:
    context = click.Context(cli.group)
    for name, line in cli.COMMANDS.items():
        command = cli.group.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str(limit=100) == line
        assert f"  {name} " in ask("--help").out


@pytest.mark.parametrize("command", SUBCOMMANDS, ids=" ".join)
def test_every_help_has_an_example(command: tuple[str, ...]) -> None:
    done = ask(*command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: 421 {' '.join(command)} ")
    assert f"\n    421 {' '.join(command)}" in done.out
    assert ask(*command, "-h") == done


def test_version() -> None:
    assert start("--version").out == f"421 {__version__}\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("421 ad", {"advise"}),
        ("421 advise --le", {"--left"}),
        ("421 advise --rules comp", {"comptoir", "comptoir-le-bon"}),
        ("421 rules sh", {"show"}),
        ("421 rules show de", {"deux-phases"}),
        ("421 hands --format ", {"table", "json", "csv"}),
        ("421 evaluate optimal chase", {"chase-421"}),
    ],
)
def test_completion_in_bash(typed: str, offered: set[str], tmp_path: Path) -> None:
    program = tmp_path / "421"
    program.write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} "$@"\n', "utf-8")
    program.chmod(0o755)
    script = (
        'eval "$(_421_COMPLETE=bash_source 421)" && complete -p 421 && '
        f"COMP_WORDS=({typed}) && COMP_CWORD={len(typed.split(' ')) - 1} && "
        '_421_completion 421 && printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    registered, *found = done.stdout.splitlines()
    assert registered.endswith("_421_completion 421")
    assert set(found) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_scripts_of_other_shells(shell: str) -> None:
    done = start(_421_COMPLETE=f"{shell}_source")
    assert done.code == 0
    assert f"_421_COMPLETE={shell}_complete" in done.out


def test_dice_to_keep_are_bold_on_a_terminal() -> None:
    command = [*COMMAND, "advise", "6", "1", "4"]
    shown = start_on_terminal(command)
    assert "\x1b[1m641" in shown
    assert "37/72" in shown
    colourless = start_on_terminal(command, NO_COLOR="1")
    assert not any(f"\x1b[{colour}" in colourless for colour in ("3", "4", "9", "38", "1;3"))
    assert "\x1b" not in start_on_terminal(command, TERM="dumb")


def test_a_terminal_shows_markup_as_it_is() -> None:
    shown = start_on_terminal([*COMMAND, "rules", "diff", "jetons", "jetons{followers=exactly}"])
    assert "jetons{followers=exactly}" in shown
    assert "at_most" in shown


def test_waiting_is_shown_on_a_terminal_and_wiped() -> None:
    wait = (
        "import time; from solver.commands.options import waiting\nwith waiting(): time.sleep({})"
    )
    shown = start_on_terminal([sys.executable, "-c", wait.format(1.5)])
    assert "computing, 1 s" in shown
    assert shown.endswith("\r")
    assert start_on_terminal([sys.executable, "-c", wait.format(0.1)]) == ""


def test_answers_are_utf8_whatever_the_locale() -> None:
    for layout in ("json", "csv"):
        done = start("hands", "nénette", "421", "--format", layout, PYTHONIOENCODING="ascii")
        assert (done.code, done.err) == (0, "")
        assert "nénette" in done.out
    done = start("value", "rond 2", PYTHONIOENCODING="iso-8859-1")
    assert "'legs L1,L2,?'" in done.err


def _raises(error: BaseException) -> Callable[..., NoReturn]:
    def command(*_: object) -> NoReturn:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (UnsolvedError("no table; 421 solve jetons"), 1, "no table; 421 solve jetons"),
        (TableError("two\nlines"), 1, "two lines"),
        (OSError(errno.ENOSPC, "No space left", "cache"), 1, "No space left 'cache'"),
        (KeyError("x"), 1, "a fault of the solver, KeyError: 'x'; python -X dev shows where"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_failures_are_one_line(
    error: BaseException, code: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.commands.value.evaluate", _raises(error))
    done = ask("value", "round 2")
    assert (done.code, done.out) == (code, "")
    assert done.err.strip() == f"421: {line}"


def test_an_unsolved_game_is_one_line_with_the_way_out() -> None:
    done = start("value", "jetons: start 4")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert "421 solve" in done.err


def test_a_fault_is_shown_in_full_to_developers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.commands.value.evaluate", _raises(KeyError("x")))
    monkeypatch.setattr("cli.sys.flags", type("Flags", (), {"dev_mode": True}))
    with pytest.raises(KeyError):
        ask("value", "round 2")


def test_a_reader_that_leaves_is_no_failure_to_talk_about() -> None:
    command = subprocess.Popen(
        [*COMMAND, "hands"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert command.stdout is not None
    command.stdout.close()
    _, err = command.communicate()
    assert (command.returncode, err) == (1, b"")


def test_a_full_disk_is_one_line() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("only Linux has a device that is always full")
    with full.open("w") as out:
        done = subprocess.run(
            [*COMMAND, "hands"], stdout=out, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"421: No space left")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that can close a stream")
def test_closed_streams_are_no_fault() -> None:
    command = " ".join((*COMMAND, "hands"))
    for closed, code in ((">&-", 0), ("2>&-", 0), ("<&-", 0)):
        done = subprocess.run(
            ["sh", "-c", f"{command} {closed}"], capture_output=True, cwd=ROOT, check=False
        )
        assert (done.returncode, done.stderr) == (code, b"")
