"""One sitting of the quiz: which questions are asked, what the answers come to, what is kept."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

from solver.errors import DataError
from solver.game.notation import Position
from solver.study.quiz.progress import read_progress, write_progress
from solver.study.quiz.questions import Mark, Question, draw_questions, question_at, states_asked

AGAIN = 3
"""Of so many questions one at most is about a decision that was missed before."""

_MOST_REPEATS = 100


def mostly_new(drawn: Iterator[Question], met: set[Position]) -> Iterator[Question]:
    """Yield those drawn that are not ``met`` yet, and meet them; where there are few, old ones."""
    while True:
        some = islice(drawn, _MOST_REPEATS)
        new = (question for question in some if question.position not in met)
        question = next(new, None) or next(drawn)
        met.add(question.position)
        yield question


class Sitting:
    """A sitting.

    Attributes:
        position: the state that decisions are drawn from, or a start for a whole game.
        progress: all answers so far, those of other sittings included.
        asked: how many questions were answered in this one.
        right: how many of them rightly.
        lost: what all answers lost, exactly: payoff of whoever decides.
        fault: why the progress could not be kept; empty if it was.
    """

    def __init__(self, position: Position, rng: Random, path: Path) -> None:
        """Begin; ``path`` is the file of the progress.

        Raises:
            DataError, OSError: the file is damaged, or cannot be read.
        """
        self.position = position
        self.progress = read_progress(path)
        self.asked = 0
        self.right = 0
        self.lost = Fraction(0)
        self.fault = ""
        self._path = path
        self._rng = rng
        self._weights = self.progress.weights()
        self._met: set[Position] = set()

    def questions(self, most: int) -> Iterator[Question]:
        """Yield so many questions, those first that were missed before.

        Raises:
            RulesError: there is nothing to ask.
            UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
        """
        asked = 0
        for question in islice(self._missed_before(), most // AGAIN):
            asked += 1
            self._met.add(question.position)
            yield question
        drawn = draw_questions(self.position, self._rng, self._weights)
        yield from islice(mostly_new(drawn, self._met), most - asked)

    def _missed_before(self) -> Iterator[Question]:
        for text in self.progress.missed:
            question = question_at(text)
            if question is not None and self._is_about(question.position):
                yield question

    def _is_about(self, position: Position) -> bool:
        """Whether a decision is one of those that are drawn from."""
        same = position.rules.digest == self.position.rules.digest
        return same and position.state in states_asked(self.position)

    def answer(self, question: Question, keep: int) -> Mark:
        """Take an answer, and keep the progress."""
        mark = question.mark(keep)
        self.asked += 1
        self.right += mark.error is None
        self.lost += mark.given.loss
        self.progress = self.progress.plus(question, mark)
        try:
            # Another sitting may have written since.
            self.progress = read_progress(self._path).plus(question, mark)
            write_progress(self._path, self.progress)
        except DataError as error:
            self.fault = str(error)
        except OSError as error:
            self.fault = f"{error.strerror or error} {str(self._path)!r}"
        self._weights.update(self.progress.weights())
        return mark
