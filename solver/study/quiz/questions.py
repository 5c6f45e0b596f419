"""Decisions that are worth asking: those which people get wrong.

A decision is asked if its best keep is close to the next, but not tied with it; or if whoever
chases a 421 chooses something worse. Ties for the best are all right answers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from random import Random

from solver.errors import RulesError, SolverError
from solver.game.dice import HAND_WAYS, HANDS, THROWN
from solver.game.legality import all_states
from solver.game.notation import Position, parse_position
from solver.game.ranking import HandClass, classify, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Start,
    Table,
    max_rolls,
    players_of,
    resolve,
    without_the_saved,
)
from solver.language import _
from solver.study.advice import Choice, advise
from solver.study.strategies import STRATEGIES, Spot

CLOSE = Fraction(3, 100)
"""A best keep that is worth at most so much more than the next is close to it."""

CHASE = STRATEGIES["chase-421"]


class Theme(StrEnum):
    """What a decision is about; the value is its name in files."""

    OPENING_FIRST = "opening-first"
    OPENING_SECOND = "opening-second"
    AGAINST_POINTS = "against-points"
    AGAINST_BETTER = "against-better"


class Error(StrEnum):
    """How an answer is wrong; the value is its name in files."""

    ROLLED_ON = "rolled-on"
    STOPPED = "stopped"
    OTHER_DICE = "other-dice"


@dataclass(frozen=True)
class Question:
    """A decision; ``choices`` are all keeps, best first, with what each loses."""

    position: Position
    theme: Theme
    choices: tuple[Choice, ...]

    @property
    def roll(self) -> int:
        """The hand on the table."""
        assert self.position.roll is not None, "somebody decides"
        return self.position.roll

    @property
    def best(self) -> Choice:
        """The keep to choose."""
        return self.choices[0]

    def mark(self, keep: int) -> "Mark":
        """Return what an answer is worth."""
        (given,) = (choice for choice in self.choices if choice.keep == keep)
        if not given.loss:
            return Mark(given, None)
        if not THROWN[keep]:
            return Mark(given, Error.STOPPED)
        stops = not THROWN[self.best.keep]
        return Mark(given, Error.ROLLED_ON if stops else Error.OTHER_DICE)


@dataclass(frozen=True)
class Mark:
    """The choice that was answered, which has its exact loss; ``error`` is None if it is right."""

    given: Choice
    error: Error | None


def theme_names() -> dict[Theme, str]:
    """Return what people call the themes."""
    return {
        Theme.OPENING_FIRST: _("opening, after the first roll"),
        Theme.OPENING_SECOND: _("opening, after the second roll"),
        Theme.AGAINST_POINTS: _("following, against points or a nénette"),
        Theme.AGAINST_BETTER: _("following, against a suite or better"),
    }


def theme_of(position: Position) -> Theme:
    """Return what a decision is about."""
    rules = position.rules
    if not position.seen:
        first = position.left == max_rolls(rules, position.state) - 1
        return Theme.OPENING_FIRST if first else Theme.OPENING_SECOND
    lowest = min(position.seen, key=rank_hands(rules).strength.__getitem__)
    low = classify(rules, lowest) in (HandClass.POINTS, HandClass.NENETTE)
    return Theme.AGAINST_POINTS if low else Theme.AGAINST_BETTER


def ask_about(position: Position) -> Question | None:
    """Return the question that a decision makes; None if people do not get it wrong.

    Raises:
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
    """
    choices = advise(position).choices
    losses = [choice.loss for choice in choices if choice.loss]
    if not losses:
        return None
    question = Question(position, theme_of(position), choices)
    if losses[0] <= CLOSE or question.mark(_chased(position, question.roll)).error:
        return question
    return None


def _chased(position: Position, roll: int) -> int:
    """What is kept by whoever chases a 421."""
    state = without_the_saved(resolve(position.rules, position.state))
    spot = Spot(position.rules, state, position.seen, position.limit, position.left)
    ((keep, _chance),) = CHASE.mixes(spot)[roll]
    return keep


def question_at(text: str) -> Question | None:
    """Return the question at a position that was written down; None if it makes none any more."""
    try:
        position = parse_position(text)
        return None if position.roll is None else ask_about(position)
    except SolverError:
        return None


@lru_cache(maxsize=8)
def states_asked(position: Position) -> tuple[Table, ...]:
    """Return the states that decisions are drawn from: of a start, all that its game may be in."""
    state = resolve(position.rules, position.state)
    if isinstance(position.state, Start):
        return tuple(all_states(position.rules, players_of(state)))
    return (without_the_saved(state),)


def draw_questions(
    position: Position, rng: Random, weights: Mapping[Theme, Fraction]
) -> Iterator[Question]:
    """Yield questions about decisions in a state, or in all states of a game, without end.

    ``weights`` say how readily the themes are asked about, of those that chance offers; they
    are looked at for every question, and one of them at least must be positive.

    Raises:
        RulesError: there is nothing to decide, or nothing that is hard.
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
    """
    tries = 0
    while tries < _MOST_TRIES:
        tries += 1
        state = rng.choice(states_asked(position))
        spot = _draw(position.rules, state, rng)
        if spot is None:
            continue
        if rng.random() * float(max(weights.values())) > weights[theme_of(spot)]:
            continue
        question = ask_about(spot)
        if question is not None:
            yield question
            tries = 0
    raise RulesError(
        _("under the rules {name} nothing that people get wrong was found").format(
            name=position.rules.name
        )
    )


_MOST_TRIES = 2000


def _draw(rules: Rules, state: Table, rng: Random) -> Position | None:
    """A decision by chance: who decides, what he has seen and thrown; None if there is none."""
    seat, rolls = rng.randrange(players_of(state)), max_rolls(rules, state)
    if rolls == 1:
        return None
    seen = tuple(_better(rules, _thrown(rng, 2)) for _player in range(seat))
    limit = rng.randint(2, rolls) if seen else 0
    left = rng.randint(1, (limit or rolls) - 1)
    (roll,) = _thrown(rng, 1)
    return Position(rules, state, seen, limit, roll, left)


def _thrown(rng: Random, throws: int) -> list[int]:
    return rng.choices(range(len(HANDS)), HAND_WAYS, k=throws)


def _better(rules: Rules, hands: list[int]) -> int:
    """The best of some hands: what was made is mostly better than what is thrown."""
    return max(hands, key=rank_hands(rules).strength.__getitem__)
