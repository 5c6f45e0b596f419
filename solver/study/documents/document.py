"""What is known of a question, for programs; the only place that knows how it is JSON."""

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


def json_text(document: Document) -> str:
    """Return a document as JSON in several lines, the last one ended too."""
    import json  # here, because most answers are read by people

    content: dict[str, object] = {}
    if document.position is not None:
        content["position"] = document.position
    if document.rules is not None:
        content["rules"] = {"name": document.rules.name, "digest": document.rules.digest}
    content["version"] = __version__
    content |= _json_cells(document.facts.items())
    items = [_json_cells(zip(document.fields, item, strict=True)) for item in document.items]
    if document.keyed:
        content[document.name] = {str(item.pop(document.fields[0])): item for item in items}
    else:
        content[document.name] = items
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


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
