"""Talking with a person line by line, as ``quiz`` and ``play`` do; works in any terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from textwrap import wrap

import click

from solver.commands.output import is_terminal

HELP = {"?", "help", "aide"}
QUIT = {"q", "quit", "quitter"}
HINT = {"h", "hint", "conseil"}
UNDO = {"u", "undo", "annuler"}
"""What is typed, folded, to be told what can be typed, and so on."""


@contextmanager
def until_ended() -> Iterator[None]:
    """Talk inside; Ctrl-C, Ctrl-D or the end of standard input end it, without an error."""
    with suppress(ImportError):
        import readline  # noqa: F401 - with it, lines can be edited

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        yield
    except (click.Abort, KeyboardInterrupt):
        click.echo()


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
        if is_terminal(sys.stdout):
            line = "\n".join(wrap(line, get_terminal_size().columns))
        click.echo(line)
