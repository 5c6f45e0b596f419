"""Talking with a person line by line, as ``quiz`` and ``play`` do; works in any terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

import click


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
    """Print some lines."""
    for line in lines:
        click.echo(line)
