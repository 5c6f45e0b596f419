"""Answers for programs, and how they are written as JSON, which only this place knows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter

from solver import __version__
from solver.game.rules import Rules


@dataclass(frozen=True)
class Near:
    """A number of which only an enclosure is known: ``value`` give or take ``radius``."""

    value: Fraction
    radius: Fraction


Cell = str | int | float | Fraction | Near | None | tuple[str, ...]
"""What a field of a document holds; a bool is an int, and only what is measured is a float."""


@dataclass(frozen=True)
class Document:
    """An answer for programs.

    Attributes:
        name: what the items are called in JSON.
        fields: what is known of each item.
        items: the items, one a row of the CSV.
        facts: what holds for the answer as a whole.
        rules: what it holds under; None if it is about no rules in particular.
        position: what it is about, as `format_position` writes it.
        keyed: in JSON the items are an object, by the first field of each.
    """

    name: str
    fields: Sequence[str]
    items: Sequence[Sequence[Cell]]
    facts: Mapping[str, Cell]
    rules: Rules | None = None
    position: str | None = None
    keyed: bool = False


def known(value: Fraction, radius: Fraction) -> Fraction | Near:
    """Return the number itself where it is exact, else its enclosure."""
    return Near(value, radius) if radius else value


def exact(value: Fraction) -> str:
    """Return ``p/q`` in lowest terms, with the slash also where q is 1."""
    return f"{value.numerator}/{value.denominator}"


Content = dict[str, object]
"""What is written as JSON: texts, numbers, lists and objects of them, and None."""


def content_of(document: Document) -> Content:
    """Return what a document is in JSON."""
    items = [_contents(zip(document.fields, item, strict=True)) for item in document.items]
    held: object = items
    if document.keyed:
        held = {str(item.pop(document.fields[0])): item for item in items}
    head = head_of(document.position, document.rules)
    return head | _contents(document.facts.items()) | {document.name: held}


def head_of(position: str | None, rules: Rules | None) -> Content:
    """Return what every answer begins with: what it is about, its rules, and the version."""
    content: Content = {} if position is None else {"position": position}
    if rules is not None:
        content["rules"] = {"name": rules.name, "digest": rules.digest}
    return content | {"version": __version__}


def number(cell: Cell) -> object:
    """Return what a field is in JSON: a number with its fraction and the nearest double."""
    if isinstance(cell, Near):
        low, high = _ends(cell)
        return {"exact": None, "float": float(cell.value), "low": low, "high": high}
    if isinstance(cell, Fraction):
        return {"exact": exact(cell), "float": float(cell)}
    return cell


def json_text(content: Content) -> str:
    """Return JSON in several lines, the last one ended too."""
    import json  # here, because most answers are read by people

    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _contents(record: Iterable[tuple[str, Cell]]) -> Content:
    return {name: number(cell) for name, cell in record}


def _ends(number: Near) -> tuple[float, float]:
    """The doubles next to the ends of an enclosure, outside it."""
    low, high = float(number.value - number.radius), float(number.value + number.radius)
    return nextafter(low, -inf), nextafter(high, inf)
