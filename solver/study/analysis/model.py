"""What an analysis finds: events, each of which changes what the game is worth to everyone.

All values are those under best play from then on. So between two events nothing changes, and
for every player the changes of all events add up to what he got, less what the game was worth
to him at the start.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from solver.engine.rounds import Values
from solver.game.notation import Position
from solver.language import marked
from solver.study.record.model import Record
from solver.study.referee import Role


class Mark(StrEnum):
    """How good a decision was; the value is its name in answers."""

    FORCED = marked("forced")
    OPTIMAL = marked("optimal")
    INACCURACY = marked("inaccuracy")
    ERROR = marked("error")
    BLUNDER = marked("blunder")


@dataclass(frozen=True)
class Thresholds:
    """The least loss, in probability, of what is called an error, and a blunder."""

    error: Fraction = Fraction(2, 100)
    blunder: Fraction = Fraction(5, 100)

    def mark(self, loss: Fraction) -> Mark:
        """Return how a decision is called that was not forced.

        >>> Thresholds().mark(Fraction(1, 50)), Thresholds().mark(Fraction(1, 1000))
        (<Mark.ERROR: 'error'>, <Mark.INACCURACY: 'inaccuracy'>)
        """
        if not loss:
            return Mark.OPTIMAL
        if loss < self.error:
            return Mark.INACCURACY
        return Mark.ERROR if loss < self.blunder else Mark.BLUNDER


@dataclass(frozen=True)
class Event:
    """Something that changes what the game is worth.

    Attributes:
        round: its number, from 1.
        change: of every player's value.
    """

    round: int
    change: Values


@dataclass(frozen=True)
class Roll(Event):
    """A player throws dice; ``change`` is luck.

    Attributes:
        player: who throws.
        kept: index of the keep that lies still; see `solver.game.dice.KEEPS`.
        hand: index of the hand that shows.
    """

    player: int
    kept: int
    hand: int


@dataclass(frozen=True)
class Barrage(Event):
    """Players who are level throw; ``change`` is luck. ``hands`` are by player."""

    role: Role
    hands: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Decision(Event):
    """A player keeps dice, where a roll was left to him.

    Attributes:
        player: who decides.
        position: where.
        kept: what he kept; the whole hand where he stopped.
        best: what is best; of equals, the preferred.
        forced: whether all that he could do is worth the same to him.
    """

    player: int
    position: Position
    kept: int
    best: int
    forced: bool

    @property
    def loss(self) -> Fraction:
        """What it cost him against the best."""
        return -self.change[self.player]

    def mark(self, thresholds: Thresholds) -> Mark:
        """Return how good it was."""
        return Mark.FORCED if self.forced else thresholds.mark(self.loss)


@dataclass(frozen=True)
class Account:
    """Where a player's result comes from: ``start`` and the next four add up to it exactly.

    Attributes:
        player: his number.
        start: what the game was worth to him before the first roll.
        rolls: luck of all rolls, everybody's.
        barrages: luck of all barrages.
        own: what his own decisions cost; never above 0.
        others: what the others' decisions gave him.
        result: his payoff; of a game that goes on, what it is worth to him now.
        marks: how many of his decisions were how good.
    """

    player: int
    start: Fraction
    rolls: Fraction
    barrages: Fraction
    own: Fraction
    others: Fraction
    result: Fraction
    marks: Mapping[Mark, int]

    @property
    def decisions(self) -> int:
        """How many of his decisions were not forced."""
        return sum(count for mark, count in self.marks.items() if mark is not Mark.FORCED)


@dataclass(frozen=True)
class GameAnalysis:
    """A game with all that changed its value, in order.

    Attributes:
        record: the game.
        start: what it was worth to every player.
        events: what happened.
        radius: how far any value may be from the truth; 0 where the table is exact.
    """

    record: Record
    start: Values
    events: Sequence[Event]
    radius: Fraction

    @property
    def decisions(self) -> list[Decision]:
        """Every decision, forced ones too."""
        return [event for event in self.events if isinstance(event, Decision)]

    def course(self) -> list[Values]:
        """Return what the game was worth to every player at the start and after each event."""
        values = [self.start]
        for event in self.events:
            values.append(_added(values[-1], event.change))
        return values

    def account(self, player: int, thresholds: Thresholds) -> Account:
        """Return where a player's result comes from."""
        parts = {"rolls": Fraction(0), "barrages": Fraction(0), "own": Fraction(0)}
        parts["others"] = Fraction(0)
        marks: Counter[Mark] = Counter()
        for event in self.events:
            parts[_part(event, player)] += event.change[player]
            if isinstance(event, Decision) and event.player == player:
                marks[event.mark(thresholds)] += 1
        payoffs = self.record.payoffs
        result = payoffs[player] if payoffs is not None else self.course()[-1][player]
        return Account(player, self.start[player], **parts, result=result, marks=marks)

    def accounts(self, thresholds: Thresholds) -> list[Account]:
        """Return every player's account."""
        return [self.account(player, thresholds) for player in range(len(self.start))]


def _added(values: Values, change: Values) -> Values:
    return tuple(value + more for value, more in zip(values, change, strict=True))


def _part(event: Event, player: int) -> str:
    """Which part of a player's account an event is booked under."""
    if isinstance(event, Decision):
        return "own" if event.player == player else "others"
    return "barrages" if isinstance(event, Barrage) else "rolls"
