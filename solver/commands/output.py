"""How an answer is written: for people, as JSON, or as CSV.

A command returns an `Answer`; this is the only place that knows the three forms. What JSON is made
of, `solver.study.documents.document` knows: a server sends it too.
"""

import io
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import ceil, log10
from typing import TextIO

import click

from solver import __version__
from solver.game.rules import Rules
from solver.language import _, decimal
from solver.study.documents.document import Cell, Document, Near, content_of, exact, json_text
from solver.study.figures import scientific

LAYOUTS = ("table", "json", "csv")

_LONGEST_FRACTION = 40
_FIRST_DIGITS = 8
_MOST_PLACES = 20


@dataclass(frozen=True)
class Column:
    """One column of a table for people; ``wrap`` is its width where lines must be broken."""

    title: str
    cells: Sequence[str]
    right: bool = False
    bold: bool = False
    wrap: int = 0


@dataclass(frozen=True)
class Answer:
    """What a command found, for programs and for people.

    Attributes:
        lines: what people read above the table.
        table: what people read of the items; it may be empty.
        document: what programs read.
        code: what the command exits with.
    """

    lines: Sequence[str]
    table: Sequence[Column]
    document: Document
    code: int = 0


def short(value: Fraction | Near) -> str:
    """Return ``p/q``, or how it begins if it is too long to be read, or an enclosure."""
    if isinstance(value, Near):
        places = min(_MOST_PLACES, ceil(-log10(value.radius)))
        digits = f"{round(value.value * 10**places):0{places + 1}}"
        return _("{number} ± {radius}").format(
            number=decimal(f"{digits[:-places]}.{digits[-places:]}"),
            radius=scientific(value.radius),
        )
    text = exact(value)
    if len(text) <= _LONGEST_FRACTION:
        return text
    over, under = (part[:_FIRST_DIGITS] for part in text.split("/"))
    return _("{over}…/{under}… ({n} digits)").format(
        over=over, under=under, n=len(str(value.denominator))
    )


def heading(rules: Rules) -> str:
    """Return the line that says under which rules an answer holds."""
    return _("rules {name}, digest {digest}").format(name=rules.name, digest=rules.digest)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a person reads the stream; it is None where the shell has closed it."""
    return stream is not None and stream.isatty()


def write(answer: Answer, layout: str) -> None:
    """Print an answer in one of `LAYOUTS`."""
    if layout == "table":
        draw = _draw_on_terminal if is_terminal(sys.stdout) else _draw_plainly
        click.echo("\n".join(answer.lines))
        if answer.table and answer.table[0].cells:
            click.echo()
            draw(answer.table)
        return
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    document = answer.document
    text = json_text(content_of(document)) if layout == "json" else _csv(document)
    click.echo(text, nl=False)


def _draw_plainly(table: Sequence[Column]) -> None:
    lines = [tuple(column.title for column in table)]
    for row in zip(*(column.cells for column in table), strict=True):
        lines.extend(zip_longest(*map(_broken, row, table), fillvalue=""))
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(line, widths, table, strict=True)
        )
        click.echo("  ".join(cells).rstrip())


def _broken(cell: str, column: Column) -> list[str]:
    if len(cell) <= column.wrap or not column.wrap:
        return [cell]
    from textwrap import wrap

    return wrap(cell, column.wrap)


def _draw_on_terminal(table: Sequence[Column]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in table:
        drawn.add_column(
            Text(column.title),
            justify="right" if column.right else "left",
            overflow="fold",
            style="bold" if column.bold else "",
        )
    for row in zip(*(column.cells for column in table), strict=True):
        drawn.add_row(*map(Text, row))
    Console().print(drawn)


def _csv_cells(record: Iterable[tuple[str, Cell]]) -> dict[str, object]:
    row: dict[str, object] = {}
    for name, cell in record:
        if isinstance(cell, Fraction):
            row |= {name: exact(cell), f"{name}_float": float(cell)}
        elif isinstance(cell, Near):
            row |= {name: "", f"{name}_float": float(cell.value)}
        elif isinstance(cell, bool):
            row[name] = str(cell).lower()
        else:
            row[name] = " ".join(cell) if isinstance(cell, tuple) else cell
    return row


def _csv(document: Document) -> str:
    """One row an item; what holds for the whole answer is repeated at the end of each."""
    import csv

    # A fact called like a field is told by the items: the value of a roll is its best keep's.
    facts = [(name, fact) for name, fact in document.facts.items() if name not in document.fields]
    if document.position is not None:
        facts.append(("position", document.position))
    if document.rules is not None:
        facts += [("rules", document.rules.name), ("digest", document.rules.digest)]
    facts.append(("version", __version__))
    rows = [
        _csv_cells([*zip(document.fields, item, strict=True), *facts]) for item in document.items
    ]
    header = rows[0] if rows else _csv_cells([*((name, None) for name in document.fields), *facts])
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(row.values() for row in rows)
    return text.getvalue()
