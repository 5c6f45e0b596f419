"""Rows of policy files, as texts by column: of CSV with a header, or of JSON Lines."""

import csv
import json
from collections.abc import Callable, Mapping

from solver.errors import StrategyError
from solver.game.words import quote
from solver.language import _

MAX_LINE = 10_000
"""Bytes of a line; what the exporter writes is below 2,000."""

REQUIRED = ("position", "roll", "left", "keep")
OPTIONAL = ("rules", "seat", "probability")
"""Columns that `solver.study.policy_files` describes."""


def decode_line(data: bytes, encoding: str) -> str:
    """Return the text of a line, without its end.

    Raises:
        StrategyError: it is too long, or no text.
    """
    if len(data) > MAX_LINE:
        raise StrategyError(_("longer than {most} bytes").format(most=MAX_LINE))
    try:
        line = data.decode(encoding).strip("\r\n")
    except UnicodeDecodeError:
        raise StrategyError(_("not UTF-8: {data}").format(data=quote(data[:40]))) from None
    if not line.replace("\t", "").isprintable():
        raise StrategyError(_("not a line of text: {line}").format(line=quote(line)))
    return line


def _split(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error as error:
        raise StrategyError(_("{fault}: {text}").format(fault=error, text=quote(line))) from None


def read_header(line: str) -> Callable[[str], Mapping[str, str]]:
    """Return what reads the rows of a CSV file that begins with this line.

    Raises:
        StrategyError: a column is missing or stands twice; or later, of a row, other cells.
    """
    separator = next((sign for sign in ",;\t" if sign in line), ",")
    columns = [name.strip().lower() for name in _split(line, separator)]
    for name in (*REQUIRED, *OPTIONAL):
        if columns.count(name) > 1 or (name in REQUIRED and name not in columns):
            raise StrategyError(
                _("one column {name!r} is needed, the header is {line}").format(
                    name=name, line=quote(line)
                )
            )

    def read(line: str) -> Mapping[str, str]:
        cells = _split(line, separator)
        if len(cells) != len(columns):
            raise StrategyError(
                _("{count} cells instead of {expected}: {line}").format(
                    count=len(cells), expected=len(columns), line=quote(line)
                )
            )
        return dict(zip(columns, cells, strict=True))

    return read


def read_object(line: str) -> Mapping[str, str]:
    """Return a row of JSON Lines; decimals stay as they are written.

    Raises:
        StrategyError: it is no such object.
    """
    try:
        row = json.loads(line, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise StrategyError(_("not JSON: {line}").format(line=quote(line))) from None
    if not isinstance(row, dict) or not all(name in row for name in REQUIRED):
        raise StrategyError(
            _("an object with {names} is needed, not {line}").format(
                names=", ".join(REQUIRED), line=quote(line)
            )
        )
    texts = {name: row[name] for name in (*REQUIRED, *OPTIONAL) if name in row}
    for name, value in texts.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise StrategyError(
                _("{name} must be a text or a number, not {value}").format(
                    name=name, value=quote(value)
                )
            )
    return {name: str(value) for name, value in texts.items()}
