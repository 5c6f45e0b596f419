"""Runs the command ``421``: as a process, as a process on a terminal, or inside this one."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from cli import run

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "solver")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


def environment(variables: dict[str, str]) -> dict[str, str]:
    """What a process of the command has in its environment."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | variables


def start(*arguments: str, stdin: bytes = b"", **variables: str) -> Done:
    """Run the real command in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(variables),
        input=stdin,
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def start_on_terminal(command: list[str], **variables: str) -> str:
    """What a process shows that has a terminal, 120 columns wide, for both its streams."""
    import pty  # only where there are terminals of this kind

    ours, theirs = pty.openpty()
    size = {"COLUMNS": "120", "LINES": "50", "TERM": "xterm-256color"}
    process = subprocess.Popen(
        command, env=environment(size | variables), stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b"".join(iter(_reader(ours), b""))
    os.close(ours)
    assert process.wait() == 0, shown
    return shown.decode()


def _reader(descriptor: int) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            return os.read(descriptor, 10_000)
        except OSError:  # so Linux tells that the other end has closed
            return b""

    return read


def ask(*arguments: str) -> Done:
    """Run a command in this process, which is much faster; errors are handled as ever."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
        out.flush()
        err.flush()
    return Done(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def ask_json(*arguments: str) -> dict[str, Any]:
    """The JSON of a command that must succeed; no bare NaN in it, and no float for an exact one."""
    done = ask(*arguments, "--json")
    assert (done.code, done.err) == (0, "")
    document: dict[str, Any] = json.loads(done.out, parse_constant=_refuse_constant)
    for number in numbers(document):
        if number["exact"] is None:
            assert number["low"] < number["float"] < number["high"], number
            continue
        assert number["float"] == float(Fraction(number["exact"])), number
        value = Fraction(number["exact"])
        assert number["exact"] == f"{value.numerator}/{value.denominator}"
    return document


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def numbers(part: object) -> Iterator[dict[str, Any]]:
    """Every number object in a part of a document."""
    if isinstance(part, dict) and "exact" in part:
        yield part
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from numbers(inner)


def ask_csv(*arguments: str) -> list[dict[str, str]]:
    """The rows of the CSV of a command that must succeed."""
    done = ask(*arguments, "--format", "csv")
    assert (done.code, done.err) == (0, "")
    assert "\r" not in done.out
    return list(csv.DictReader(io.StringIO(done.out, newline=""), strict=True))
