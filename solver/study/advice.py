"""Which dice to keep, and what a position is worth to everyone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from solver.engine.rounds import ExactRound, Moment, Values
from solver.engine.turn import ROLL_ON
from solver.errors import PositionError
from solver.game.dice import KEEPS_OF
from solver.game.notation import Position, format_state, parse_position
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Round,
    Table,
    max_rolls,
    resolve,
    seats_in_play,
    without_the_saved,
)
from solver.language import _
from solver.study.stored import ValueOf, exact_round, round_from, table_ahead

if TYPE_CHECKING:
    from solver.tables.values import ValueTable

MOMENTS = 256
"""How many moments are remembered; a follower of two can have a choice in 56 * 3 of a round."""


@dataclass(frozen=True)
class SeatValue:
    """The expected payoff of one seat: its probability of winning, or of not losing.

    The truth is within ``radius`` of ``value``; 0 where that is exact.
    """

    seat: int
    value: Fraction
    radius: Fraction


@dataclass(frozen=True)
class Choice:
    """One keep that the player to act may choose.

    Attributes:
        keep: index of the keep; see `solver.game.dice.KEEPS`.
        value: expected payoff of the player to act.
        loss: how much less that is than the best choice's; 0 for a best one.
        everyone: expected payoff of each seat in play, in the order of play.
    """

    keep: int
    value: Fraction
    loss: Fraction
    everyone: Values


@dataclass(frozen=True)
class Advice:
    """Every keep for the roll of a position, best first; equals in order of preference.

    All values are within ``radius`` of the truth, and losses within twice that.

    Attributes:
        position: what the advice is about.
        radius: see above.
        keeps: best first; see `solver.game.dice.KEEPS`.
        worth: of each of these keeps to each seat in play, times ``denominator``.
        denominator: of all of ``worth``.
    """

    position: Position
    radius: Fraction
    keeps: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]
    denominator: int

    @cached_property
    def value(self) -> Fraction:
        """The expected payoff of the player to act, if he keeps what is best."""
        return Fraction(self.worth[0][len(self.position.seen)], self.denominator)

    @property
    def ties(self) -> tuple[int, ...]:
        """The keeps that are as good as the first."""
        best, *others = (worth[len(self.position.seen)] for worth in self.worth)
        return tuple(keep for keep, own in zip(self.keeps[1:], others, strict=True) if own == best)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The keeps with what they are worth, in lowest terms.

        To reduce fractions of 900 bits takes ten times as long as to find what is best, so
        that is done when it is asked for.
        """
        return tuple(map(self._choice, self.keeps, self.worth))

    def _choice(self, keep: int, worth: tuple[int, ...]) -> Choice:
        everyone = tuple(Fraction(value, self.denominator) for value in worth)
        own = everyone[len(self.position.seen)]
        return Choice(keep, own, self.value - own, everyone)


def _as_asked(position: str | Position) -> Position:
    return parse_position(position) if isinstance(position, str) else position


def round_alone(position: Position) -> Position:
    """Return the same moment of a round in which nothing else is at stake.

    Seats that are out of play are left out; whoever is asked about keeps his place.
    """
    table = resolve(position.rules, position.state)
    seats, rolls, rules = seats_in_play(table), max_rolls(position.rules, table), position.rules
    if rolls != rules.max_rolls:
        settings = (f"max_rolls={rolls}", "charge_rolls=0", "decharge_rolls=0")
        rules = find_rules(rules.name, settings)
    player = None if position.player is None else seats.index(position.player)
    return replace(position, rules=rules, state=Round(len(seats)), player=player)


def _moment(played: ExactRound, seen: tuple[int, ...], limit: int, left: int) -> Moment:
    return played.follower(seen, limit, left) if seen else played.opener(left)


@lru_cache(maxsize=1)
def _kept_round(table: "ValueTable | None", rules: Rules, state: Table) -> ExactRound:
    return round_from(table, rules, state)


@lru_cache(maxsize=MOMENTS)
def _kept_moment(
    table: "ValueTable | None",
    rules: Rules,
    state: Table,
    seen: tuple[int, ...],
    limit: int,
    left: int,
) -> tuple[Moment, Fraction]:
    """The moment before a choice, and the radius of its values; from a table if there is one."""
    played = _kept_round(table, rules, state)
    return _moment(played, seen, limit, left), played.radius


def evaluate(position: str | Position, value_of: ValueOf | None = None) -> tuple[SeatValue, ...]:
    """Return what a position is worth to each seat in play, or to ``player P`` alone.

    ``value_of`` is as for `exact_round`.

    >>> evaluate("round 2")[0].value
    Fraction(1692791176921, 2821109907456)
    """
    position = _as_asked(position)
    table = resolve(position.rules, position.state)
    values, radius = _everyone(position, without_the_saved(table), value_of)
    return tuple(
        SeatValue(seat, value, radius)
        for seat, value in zip(seats_in_play(table), values, strict=True)
        if position.player in (None, seat)
    )


def _everyone(
    position: Position, table: Table, value_of: ValueOf | None
) -> tuple[Values, Fraction]:
    """The values of the seats in play, and how far they may be from the truth."""
    if not (position.seen or position.roll is not None or isinstance(table, Round) or value_of):
        from solver.tables.store import load_table_of

        known = load_table_of(position.rules, table).known(table)
        return known.values, known.radius
    played = exact_round(position.rules, table, value_of)
    if position.roll is not None:
        moment = _moment(played, position.seen, position.limit, position.left)
        return moment.values(position.roll), played.radius
    if position.seen:
        return played.before(position.seen, position.limit), played.radius
    return played.start(), played.radius


def advise(position: str | Position, value_of: ValueOf | None = None) -> Advice:
    """Return every keep for the roll on the table, best first.

    ``value_of`` is as for `exact_round`.

    Raises:
        PositionError: there is no roll, or ``player P`` is not the one to act.

    >>> from solver.game.notation import format_keep
    >>> best = advise("round 2 | seen 652 in 2 | roll 611 left 1").choices[0]
    >>> format_keep(best.keep), best.value, best.loss
    ('611', Fraction(1, 1), Fraction(0, 1))
    """
    position = _as_asked(position)
    if position.roll is None:
        raise PositionError(_("advice needs the dice on the table: add '| roll 641 left 1'"))
    if position.player is not None and position.player != position.actor():
        raise PositionError(
            _("'player {player}' does not roll now; seat {actor} does").format(
                player=position.player, actor=position.actor()
            )
        )
    state = without_the_saved(resolve(position.rules, position.state))
    turn = position.seen, position.limit, position.left
    if value_of is None:
        table = table_ahead(position.rules, state)
        moment, radius = _kept_moment(table, position.rules, state, *turn)
    else:
        moment, radius = _moment(exact_round(position.rules, state, value_of), *turn), Fraction(0)
    if moment.decision is None:
        keeps, worth = [position.roll], moment.hands
    else:
        bound = position.seen and position.rules.followers == "exactly"
        options = (ROLL_ON if bound else KEEPS_OF)[position.roll]
        worth = moment.decision.keeps
        keeps = sorted(options, key=worth[len(position.seen)].__getitem__, reverse=True)
    return Advice(
        position,
        radius,
        tuple(keeps),
        tuple([tuple([row[keep] for row in worth]) for keep in keeps]),
        moment.denominator,
    )


def advise_all(positions: Iterable[str | Position]) -> list[Advice]:
    """Return the advice on many positions, in their order; errors are those of `advise`.

    Positions of one round are worked out together, in whatever order they come, and equal ones
    once.
    """
    asked = [_as_asked(position) for position in positions]
    found = {position: advise(position) for position in sorted(set(asked), key=_moment_key)}
    return [found[position] for position in asked]


def _moment_key(position: Position) -> tuple[str, str, tuple[int, ...], int, int]:
    state = format_state(position.state)
    return position.rules.digest, state, position.seen, position.limit, position.left
