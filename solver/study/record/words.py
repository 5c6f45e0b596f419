"""Lines of a record taken apart into words that know where they stand."""

import re
from dataclasses import dataclass
from typing import NoReturn

from solver.errors import DataError
from solver.game.dice import HANDS, KEEP_INDEX
from solver.game.words import quote
from solver.language import _
from solver.study.validate.inputs import Line

_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)
_WORD = re.compile(r">|[^\s,>]+")
_KEEP = re.compile("-|[1-6]{1,3}", re.ASCII)
_HAND = re.compile("[1-6]{3}", re.ASCII)


@dataclass(frozen=True)
class Word:
    """A word of a line, and where it begins; columns count from 1."""

    line: int
    column: int
    text: str

    def refuse(self, message: str) -> NoReturn:
        """Raise the DataError that says what is wrong here."""
        where = _("line {line}, column {column}: {message}")
        raise DataError(where.format(line=self.line, column=self.column, message=message))

    def hand(self) -> int:
        """Return the hand that the word writes, its dice in any order."""
        if not _HAND.fullmatch(self.text):
            message = _("a hand is three dice from 1 to 6, such as 641, not {found}")
            self.refuse(message.format(found=quote(self.text)))
        return _index(self.text)

    def keep(self) -> int:
        """Return the dice that the word keeps: one, two, or with ``-`` none."""
        if not _KEEP.fullmatch(self.text):
            message = _("the dice kept are such as 41, or - for none, not {found}")
            self.refuse(message.format(found=quote(self.text)))
        keep = _index(self.text.removeprefix("-"))
        if keep < len(HANDS):
            message = _("{found} keeps every die; a turn that stops ends with its hand")
            self.refuse(message.format(found=quote(self.text)))
        return keep


def _index(dice: str) -> int:
    return KEEP_INDEX[tuple(sorted(map(int, dice), reverse=True))]


class Words:
    """What is left to read of a line."""

    def __init__(self, line: Line) -> None:
        """Take a line apart; what follows a ``#`` at the beginning of a word is left out."""
        self._text = _COMMENT.sub("", line.text).rstrip()
        self.words = [
            Word(line.number, found.start() + 1, found[0]) for found in _WORD.finditer(self._text)
        ]
        self.end = Word(line.number, len(self._text) + 1, "")

    def __bool__(self) -> bool:
        return bool(self.words)

    def next(self, missing: str) -> Word:
        """Return the next word; where there is none, refuse the line with this message."""
        if not self.words:
            self.end.refuse(missing)
        return self.words.pop(0)

    def rest(self, missing: str) -> Word:
        """Return all that is left as one word."""
        first = self.next(missing)
        self.words.clear()
        return Word(first.line, first.column, self._text[first.column - 1 :])

    def finish(self) -> None:
        """Refuse what is left."""
        if self.words:
            message = _("nothing more is expected here, not {found}")
            self.words[0].refuse(message.format(found=quote(self.words[0].text)))

    def match(self, expected: str) -> None:
        """Hold what is left to a text, word by word."""
        for text in expected.replace(",", " ").split():
            word = self.next(_("the line ends early: {line}").format(line=quote(expected)))
            if word.text != text:
                message = _("it comes to {line}, not {found}")
                word.refuse(message.format(line=quote(expected), found=quote(word.text)))
        self.finish()
