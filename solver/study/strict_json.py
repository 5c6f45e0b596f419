"""Reading JSON that must have exactly the expected form, with errors that name the field.

A reader is a function from a JSON value to what it stands for, which raises `FieldError`;
readers of records and lists add to the error where the value stood in them.
"""

import json
from collections.abc import Callable
from typing import NoReturn, TypeVar

from solver.game.words import quote
from solver.language import _

MOST = 10**15
"""Largest number that is read, and the most items of a list."""

T = TypeVar("T")


class FieldError(Exception):
    """What is wrong with a value, and its path from the value that is being read."""

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__(text)
        self.path = path

    def within(self, name: str) -> "FieldError":
        """Return the error as it looks from the outer value, where the inner one has a name."""
        return FieldError(str(self), name + self.path)


def refuse(value: object, expected: str) -> NoReturn:
    """Raise `FieldError` for a value that is not what was expected."""
    nested = isinstance(value, str | list | dict)
    shown = quote(value) if nested else json.dumps(value)
    raise FieldError(_("must be {expected}, not {shown}").format(expected=expected, shown=shown))


def parse(line: str) -> object:
    """Return the JSON value of a line: whole numbers only, and no field twice.

    Raises:
        FieldError: it is no such value.
    """
    try:
        return json.loads(
            line,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except json.JSONDecodeError as error:
        raise FieldError(
            _("must be one JSON object, but breaks at character {place}: {line}").format(
                place=error.pos + 1, line=quote(line)
            )
        ) from None
    except RecursionError:
        raise FieldError(_("is not nested so deeply")) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FieldError(_("has the field {twice} twice in one object").format(twice=quote(twice)))
    return fields


def _integer(text: str) -> int:
    if len(text) > len(str(MOST)):
        _refuse_number(text)
    return int(text)


def _refuse_number(text: str) -> NoReturn:
    raise FieldError(_("has no such number: {text}").format(text=quote(text)))


def record(value: object, names: tuple[str, ...]) -> dict[str, object]:
    """Return an object, which must have these fields and no others."""
    if not isinstance(value, dict):
        refuse(value, _("an object with {names}").format(names=", ".join(names)))
    for name in names:
        if name not in value:
            refuse(value, _("an object with {name!r}").format(name=name))
    for name in value:
        if name not in names:
            refuse(
                value,
                _("an object with {names} and no {name}").format(
                    names=", ".join(names), name=quote(name)
                ),
            )
    return value


def field(of: dict[str, object], name: str, read: Callable[[object], T]) -> T:
    """Return what a reader makes of a field of a record."""
    try:
        return read(of[name])
    except FieldError as error:
        raise error.within(f".{name}") from None


def list_of(
    read: Callable[[object], T], what: str, least: int = 1, most: int = MOST
) -> Callable[[object], tuple[T, ...]]:
    """Return the reader of a list of so many items, which complaints call ``what``."""

    def items(value: object) -> tuple[T, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse(value, _("a list of {what}").format(what=what))
        done: list[T] = []
        for place, item in enumerate(value):
            try:
                done.append(read(item))
            except FieldError as error:
                raise error.within(f"[{place}]") from None
        return tuple(done)

    return items


def whole(value: object, least: int = 0, most: int = MOST) -> int:
    """Return a whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        refuse(value, _("a whole number from {least} to {most}").format(least=least, most=most))
    return value


def text(value: object) -> str:
    """Return a text that is not empty."""
    if not isinstance(value, str) or not value:
        refuse(value, _("a text"))
    return value
