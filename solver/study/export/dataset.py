"""What is exported, before any format: rows with described columns, or a text."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from solver.game.rules import Rules

Cell = str | int | float | None
Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Field:
    """A column.

    Attributes:
        name: unique in its dataset.
        kind: the type of its cells, in the words of Table Schema; a cell may also be None.
        description: what a cell says.
        unit: what its numbers count; empty where it has none.
    """

    name: str
    kind: Literal["string", "integer", "number"]
    description: str
    unit: str = ""


@dataclass(frozen=True)
class Dataset:
    """A table.

    Attributes:
        name, title: a word, and a line for people.
        rules: what it holds under.
        fields: its columns.
        key: names of fields that together differ in every row.
        rows: can be read once.
        count: how many rows there are.
    """

    name: str
    title: str
    rules: Rules
    fields: tuple[Field, ...]
    key: tuple[str, ...]
    rows: Iterable[Row]
    count: int


@dataclass(frozen=True)
class Document:
    """A text in a format of its own.

    Attributes:
        name, title: a word, and a line for people.
        rules: what it holds under.
        text: its pieces, which can be read once.
        count: how many pieces there are, roughly.
    """

    name: str
    title: str
    rules: Rules
    text: Iterable[str]
    count: int


Export = Dataset | Document


def exact(value: Fraction) -> str:
    """Return ``p/q`` in lowest terms, with the slash also where q is 1."""
    return f"{value.numerator}/{value.denominator}"


RULES = Field("rules", "string", "name of the rules, as the command line takes it")
SEAT = Field("seat", "integer", "whose value it is: 0 for the opener, then round the table")


def chance_fields(name: str, description: str) -> tuple[Field, Field]:
    """Return the two columns of a probability: the nearest double, and the exact fraction."""
    return (
        Field(name, "number", f"{description}, the nearest double", "probability"),
        Field(f"{name}_exact", "string", f"{description}, p/q in lowest terms", "probability"),
    )
