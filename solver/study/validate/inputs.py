"""Reading what somebody else's program wrote: lines of text, tables, numbers.

Everything is read line by line, and every refusal names the line and quotes what is wrong.
UTF-8 with or without its mark, any of the usual line ends, and tables separated by commas,
semicolons or tabs are read alike; with semicolons a number may have a decimal comma.
"""

import csv
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import BinaryIO, NamedTuple

from solver.errors import DataError
from solver.game.words import fold, quote
from solver.language import _

LONGEST_LINE = 10_000_000
"""Bytes; more than any game takes, and little enough to hold in memory."""

_WHOLE = re.compile(r"[0-9]{1,15}", re.ASCII)
_DECIMAL = re.compile(
    r"[+-]?(?:[0-9]{1,30}\.?|[0-9]{0,30}\.([0-9]{1,30}))(?:[eE]([+-]?[0-9]{1,2}))?"
)
_RATIO = re.compile(r"([+-]?[0-9]{1,30})/([0-9]{1,30})")


class Line(NamedTuple):
    """A line of a file, without its end, and its number, from 1."""

    number: int
    text: str


def read_lines(file: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file that are not blank.

    Raises:
        DataError: it is not text, or a line is longer than `LONGEST_LINE`.
    """
    number = 0
    while data := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(data) > LONGEST_LINE:
            raise DataError(
                _("line {number} is longer than {most} bytes").format(
                    number=number, most=LONGEST_LINE
                )
            )
        try:
            text = data.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise DataError(
                _("line {number}: not UTF-8 text: {data}").format(
                    number=number, data=quote(data[:40])
                )
            ) from None
        if "\0" in text:
            raise DataError(
                _("line {number}: not a text file: {text}").format(
                    number=number, text=quote(text[:40])
                )
            )
        if text.strip():
            yield Line(number, text)


class Row(NamedTuple):
    """A row of a table: its line, and its cells by column; all columns are there."""

    line: int
    cells: dict[str, str]
    decimal_comma: bool

    def error(self, message: str) -> DataError:
        """Return an error that names the row."""
        return DataError(_("line {line}: {fault}").format(line=self.line, fault=message))

    def whole(self, column: str) -> int:
        """Return a whole number from 0 on.

        Raises:
            DataError: it is something else.
        """
        text = self.cells[column].strip()
        if not _WHOLE.fullmatch(text):
            raise self.error(
                _("{column} must be a whole number from 0 on, not {text}").format(
                    column=column, text=quote(text)
                )
            )
        return int(text)

    def number(self, column: str) -> tuple[Fraction, Fraction]:
        """Return a number, and how far it may be from what was rounded to it.

        That is half a unit of the last decimal written; nothing for ``p/q`` and whole numbers.

        Raises:
            DataError: it is not a number.
        """
        text = self.cells[column].strip()
        if self.decimal_comma:
            text = text.replace(",", ".")
        ratio, decimal = _RATIO.fullmatch(text), _DECIMAL.fullmatch(text)
        if ratio and int(ratio.group(2)):
            return Fraction(text), Fraction(0)
        if not decimal:
            raise self.error(
                _("{column} must be a number such as 0.2281 or 1/3, not {text}").format(
                    column=column, text=quote(text)
                )
            )
        decimals, exponent = decimal.groups()
        if not decimals:
            return Fraction(text), Fraction(0)
        unit = Fraction(10) ** (int(exponent or 0) - len(decimals))
        return Fraction(text), unit / 2


class Table:
    """Rows of a file with a header.

    Attributes:
        columns: the names in the header, folded: ``standard error`` for ``Standard_Error``.
    """

    def __init__(self, lines: Iterator[Line]) -> None:
        header = next(lines, None)
        if header is None:
            raise DataError(_("the file is empty"))
        self._separator = max(",;\t", key=header.text.count)
        self._line = header.number
        self._reader = csv.reader(self._texts(lines), delimiter=self._separator)
        try:
            (names,) = csv.reader([header.text], delimiter=self._separator)
        except csv.Error as error:
            raise DataError(
                _("line {number}: {fault}: {text}").format(
                    number=header.number, fault=error, text=quote(header.text)
                )
            ) from None
        self.columns = tuple(map(fold, names))
        self.header = header
        if len(set(self.columns)) < len(self.columns):
            raise DataError(
                _("line {number}: a column stands twice in {text}").format(
                    number=header.number, text=quote(header.text)
                )
            )

    def _texts(self, lines: Iterator[Line]) -> Iterator[str]:
        for line in lines:
            self._line = line.number
            yield line.text

    def rows(self) -> Iterator[Row]:
        """Yield the rows.

        Raises:
            DataError: a row has more or fewer cells than the header.
        """
        try:
            for cells in self._reader:
                if len(cells) != len(self.columns):
                    raise DataError(
                        _("line {line}: {count} cells under a header of {expected}: {text}").format(
                            line=self._line,
                            count=len(cells),
                            expected=len(self.columns),
                            text=quote(self._separator.join(cells)),
                        )
                    )
                named = dict(zip(self.columns, cells, strict=True))
                yield Row(self._line, named, self._separator == ";")
        except csv.Error as error:
            raise DataError(
                _("line {line}: {fault}").format(line=self._line, fault=error)
            ) from None
