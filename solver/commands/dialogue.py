"""Talking with a person line by line, as ``quiz`` and ``play`` do; works in any terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from textwrap import wrap

import click

from solver.commands.output import is_terminal

_TIE = "\u00a0"

HELP = {"?", "help", "aide"}
QUIT = {"q", "quit", "quitter"}
HINT = {"h", "hint", "conseil"}
UNDO = {"u", "undo", "annuler"}
"""What is typed, folded, to be told what can be typed, and so on."""


class EndedError(Exception):
    """The person has asked to end the talk."""


@contextmanager
def until_ended() -> Iterator[None]:
    """Talk inside; `EndedError`, Ctrl-C, Ctrl-D and the end of standard input end just that."""
    with suppress(ImportError):
        import readline  # noqa: F401 - with it, lines can be edited

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        yield
    except EndedError:
        pass
    except (click.Abort, KeyboardInterrupt):
        click.echo()  # the question's line is still open


def ask_line(question: str) -> str:
    """Return what is typed, without spaces around it.

    Raises:
        click.Abort: nothing more is typed; see `until_ended`.
    """
    answer: str = click.prompt(question, default="", show_default=False, prompt_suffix="> ")
    return answer.strip()


def say(*lines: str) -> None:
    """Print some lines, broken between words where a terminal is too narrow for them."""
    for line in lines:
        click.echo(_broken(line) if is_terminal(sys.stdout) else line)


def _broken(line: str) -> str:
    """A line as it fits the terminal; a number stays with its percent sign."""
    tied = line.replace(" %", f"{_TIE}%")
    return "\n".join(wrap(tied, get_terminal_size().columns)).replace(_TIE, " ")
