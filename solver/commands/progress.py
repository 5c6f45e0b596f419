"""How far long work has come, on standard error: a bar on a terminal, otherwise some lines."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from solver.commands.output import is_terminal

Tell = Callable[[int, int], None]
"""Called with what is done, and how much there is to do."""

QUICK_SECONDS = 1.0
"""Work that is done by then shows no bar."""

LINE_SECONDS = 5.0
"""The least time between two lines, and before the first."""


@contextmanager
def showing_progress(doing: str) -> Iterator[Tell]:
    """Show how far something has come that reports to what is yielded; wiped on a terminal."""
    with (_bar if is_terminal(sys.stderr) else _lines)(doing) as tell:
        yield tell


@contextmanager
def _lines(doing: str) -> Iterator[Tell]:
    told = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told > LINE_SECONDS:
            told = time.monotonic()
            click.echo(f"{doing}: {done} of {total}", err=True)

    yield tell


@contextmanager
def _bar(doing: str) -> Iterator[Tell]:
    from threading import Timer

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),  # names of rules are no markup
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(doing, total=None)
    begin = Timer(QUICK_SECONDS, bar.start)
    begin.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        begin.cancel()
        begin.join()
        if bar.live.is_started:
            bar.stop()
