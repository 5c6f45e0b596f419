"""What somebody has answered in all his quizzes, kept in a file of his.

The file is one JSON object; ``docs/quiz.md`` describes it. It is read again before every
change, so that of two quizzes at once none undoes the other.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from solver.errors import DataError
from solver.files import replace_file, user_folder
from solver.game.notation import format_position
from solver.language import _
from solver.study import strict_json
from solver.study.quiz.questions import Error, Mark, Question, Theme
from solver.study.strict_json import FieldError, list_of, parse, record, text, whole

FORMAT = 1
UNIT = 10**8
"""Losses are kept in whole units of 1/UNIT, an exact one being far too long."""

MOST_MISSED = 100
"""Decisions to be asked again; the oldest are forgotten first."""

MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Tally:
    """Answers: how many, how many of them right, and what all lost, in units of 1/UNIT."""

    asked: int = 0
    right: int = 0
    lost: int = 0

    def plus(self, loss: Fraction) -> "Tally":
        """Return the tally with one answer more."""
        return Tally(self.asked + 1, self.right + (not loss), self.lost + round(loss * UNIT))

    def mean_loss(self) -> Fraction:
        """Return what an answer lost on average, as a share of the payoff."""
        return Fraction(self.lost, UNIT * self.asked) if self.asked else Fraction(0)


@dataclass(frozen=True)
class Progress:
    """All answers so far.

    Attributes:
        themes: by what they were about.
        errors: how many were wrong in which way.
        missed: positions that were answered wrongly last time, the oldest first.
    """

    themes: Mapping[Theme, Tally] = field(default_factory=lambda: dict.fromkeys(Theme, Tally()))
    errors: Mapping[Error, int] = field(default_factory=lambda: dict.fromkeys(Error, 0))
    missed: tuple[str, ...] = ()

    def plus(self, question: Question, mark: Mark) -> "Progress":
        """Return the progress with one answer more."""
        position = format_position(question.position)
        missed = tuple(old for old in self.missed if old != position)
        themes = dict(self.themes)
        themes[question.theme] = themes[question.theme].plus(mark.given.loss)
        errors = dict(self.errors)
        if mark.error:
            errors[mark.error] += 1
            missed = (*missed, position)[-MOST_MISSED:]
        return Progress(themes, errors, missed)

    def weights(self) -> dict[Theme, Fraction]:
        """Return how readily to ask about each theme: more where answers were wrong.

        >>> Progress().weights()[Theme.OPENING_FIRST]
        Fraction(1, 2)
        """
        return {
            theme: Fraction(1 + tally.asked - tally.right, 2 + tally.asked)
            for theme, tally in self.themes.items()
        }

    def to_practise(self) -> list[Theme]:
        """Return the themes that answers lost anything in, the costliest first."""
        costly = [theme for theme, tally in self.themes.items() if tally.lost]
        return sorted(costly, key=lambda theme: -self.themes[theme].mean_loss())


def progress_file() -> Path:
    """Return where the progress of this user is kept; the file may not exist yet."""
    return user_folder() / "quiz.json"


def read_progress(path: Path) -> Progress:
    """Return the progress in a file; nothing is answered if there is none.

    Raises:
        DataError: it is damaged.
        OSError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Progress()
    try:
        if len(content) > MOST_BYTES:
            raise FieldError(_("is too long"))
        return _progress(parse(content.decode()))
    except (FieldError, UnicodeDecodeError) as error:
        place = getattr(error, "path", "")
        message = _("{file} is damaged; move it away to begin anew: {place} {fault}")
        raise DataError(message.format(file=repr(str(path)), place=place, fault=error)) from None


def write_progress(path: Path, progress: Progress) -> None:
    """Write the progress beside a file and put it in its place; raises OSError as writing does."""
    content = {
        "quiz": FORMAT,
        "themes": {
            theme.value: {"asked": tally.asked, "right": tally.right, "lost": tally.lost}
            for theme, tally in progress.themes.items()
        },
        "errors": {error.value: count for error, count in progress.errors.items()},
        "missed": list(progress.missed),
    }
    replace_file(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def _progress(value: object) -> Progress:
    content = record(value, ("quiz", "themes", "errors", "missed"))
    strict_json.field(content, "quiz", lambda version: whole(version, FORMAT, FORMAT))
    return Progress(
        strict_json.field(content, "themes", _tallies),
        strict_json.field(content, "errors", _errors),
        strict_json.field(content, "missed", list_of(text, _("positions"), 0, MOST_MISSED)),
    )


def _tallies(value: object) -> dict[Theme, Tally]:
    content = record(value, tuple(Theme))
    return {theme: strict_json.field(content, theme, _tally) for theme in Theme}


def _tally(value: object) -> Tally:
    content = record(value, ("asked", "right", "lost"))
    asked = strict_json.field(content, "asked", whole)
    right = strict_json.field(content, "right", lambda count: whole(count, 0, asked))
    # Nothing is lost by right answers, and no answer loses more than everything.
    most = (asked - right) * UNIT
    return Tally(asked, right, strict_json.field(content, "lost", lambda n: whole(n, 0, most)))


def _errors(value: object) -> dict[Error, int]:
    content = record(value, tuple(Error))
    return {error: strict_json.field(content, error, whole) for error in Error}
