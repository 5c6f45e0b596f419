"""How an answer is written: for people, as JSON, or as CSV.

A command returns an `Answer`; this is the only place that knows the three forms.
"""

import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import ceil, inf, log10, nextafter
from typing import TextIO

import click

from solver import __version__
from solver.game.rules import Rules
from solver.language import _, decimal
from solver.study.figures import scientific


@dataclass(frozen=True)
class Near:
    """A number of which only an enclosure is known: ``value`` give or take ``radius``."""

    value: Fraction
    radius: Fraction


Cell = str | int | float | Fraction | Near | None | tuple[str, ...]
"""What a field of an answer holds; a bool is an int, and only what is measured is a float."""

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
        name: what the items are called in JSON.
        fields: what is known of each item.
        items: the items, one a row of the CSV.
        facts: what holds for the answer as a whole.
        rules: what it holds under; None if it is about no rules in particular.
        position: what it is about, as `format_position` writes it.
        keyed: in JSON the items are an object, by the first field of each.
        code: what the command exits with.
    """

    lines: Sequence[str]
    table: Sequence[Column]
    name: str
    fields: Sequence[str]
    items: Sequence[Sequence[Cell]]
    facts: Mapping[str, Cell]
    rules: Rules | None = None
    position: str | None = None
    keyed: bool = False
    code: int = 0


def known(value: Fraction, radius: Fraction) -> Fraction | Near:
    """Return the number itself where it is exact, else its enclosure."""
    return Near(value, radius) if radius else value


def exact(value: Fraction) -> str:
    """Return ``p/q`` in lowest terms, with the slash also where q is 1."""
    return f"{value.numerator}/{value.denominator}"


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
    text = _json(answer) if layout == "json" else _csv(answer)
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


def _json_cells(record: Iterable[tuple[str, Cell]]) -> dict[str, object]:
    return {name: _json_number(cell) for name, cell in record}


def _json_number(cell: Cell) -> object:
    if isinstance(cell, Near):
        low, high = _ends(cell)
        return {"exact": None, "float": float(cell.value), "low": low, "high": high}
    if isinstance(cell, Fraction):
        return {"exact": exact(cell), "float": float(cell)}
    return cell


def _ends(number: Near) -> tuple[float, float]:
    """The doubles next to the ends of an enclosure, outside it."""
    low, high = float(number.value - number.radius), float(number.value + number.radius)
    return nextafter(low, -inf), nextafter(high, inf)


def _json(answer: Answer) -> str:
    import json

    document: dict[str, object] = {}
    if answer.position is not None:
        document["position"] = answer.position
    if answer.rules is not None:
        document["rules"] = {"name": answer.rules.name, "digest": answer.rules.digest}
    document["version"] = __version__
    document |= _json_cells(answer.facts.items())
    items = [_json_cells(zip(answer.fields, item, strict=True)) for item in answer.items]
    if answer.keyed:
        document[answer.name] = {str(item.pop(answer.fields[0])): item for item in items}
    else:
        document[answer.name] = items
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


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


def _csv(answer: Answer) -> str:
    """One row an item; what holds for the whole answer is repeated at the end of each."""
    import csv

    # A fact called like a field is told by the items: the value of a roll is its best keep's.
    facts = [(name, fact) for name, fact in answer.facts.items() if name not in answer.fields]
    if answer.position is not None:
        facts.append(("position", answer.position))
    if answer.rules is not None:
        facts += [("rules", answer.rules.name), ("digest", answer.rules.digest)]
    facts.append(("version", __version__))
    rows = [_csv_cells([*zip(answer.fields, item, strict=True), *facts]) for item in answer.items]
    header = rows[0] if rows else _csv_cells([*((name, None) for name in answer.fields), *facts])
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(row.values() for row in rows)
    return text.getvalue()
