"""How far long work has come, on standard error: a bar on a terminal, otherwise some lines."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import click

from solver.commands.output import is_terminal
from solver.language import _, decimal

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
    before: int | None = None  # what was done at the first report was done earlier

    def tell(done: int, total: int) -> None:
        nonlocal told, before
        now = time.monotonic()
        if before is None:
            before = done
        if now - told > LINE_SECONDS:
            message = _("{doing}: {done} of {total}")
            rate, left = 0.0, timedelta(0)
            if before < done < total:
                rate = (done - before) / (now - told)
                left = timedelta(seconds=round((total - done) / rate))
                message = _("{doing}: {done} of {total}, {rate} a second, {left} left")
            told, before = now, done
            click.echo(
                message.format(
                    doing=doing, done=done, total=total, rate=decimal(f"{rate:.3g}"), left=left
                ),
                err=True,
            )

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
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),  # names of rules are no markup
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(doing, total=None, pace="")

    def tell(done: int, total: int) -> None:
        rate = bar.tasks[task].speed
        pace = _("{rate} a second").format(rate=decimal(f"{rate:.3g}")) if rate else ""
        bar.update(task, completed=done, total=total, pace=pace)

    begin = Timer(QUICK_SECONDS, bar.start)
    begin.start()
    try:
        yield tell
    finally:
        begin.cancel()
        begin.join()
        if bar.live.is_started:
            bar.stop()
