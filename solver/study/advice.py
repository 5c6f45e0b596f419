"""Which dice to keep, and what a position is worth to everyone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.engine.continuation import continue_after
from solver.engine.rounds import ExactRound, Moment, Values, information_of
from solver.errors import PositionError
from solver.game.dice import KEEPS_OF
from solver.game.notation import Position, parse_position
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Round, Table, max_rolls, resolve, seats_in_play, without_the_saved

ValueOf = Callable[[Table], Values]
"""Values of a state to its seats; every seat of it is in play."""


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

    All values are within ``radius`` of the truth, and losses within twice that; those of 0 are
    exact, since tables enclose values only where near ties are known to be ties.
    """

    position: Position
    value: Fraction
    radius: Fraction
    choices: tuple[Choice, ...]


def stored_values(rules: Rules, players: int) -> ValueOf:
    """Return the exact values of a game's states, from its table.

    Raises:
        UnsolvedError: the game is not solved yet.
        TableError: the table cannot be trusted; or, on asking, it only encloses a value.
    """
    from solver.tables.store import load_table

    return load_table(rules, players).values


def exact_round(rules: Rules, state: Table, value_of: ValueOf | None = None) -> ExactRound:
    """Return the round played in a state whose seats are all in play.

    ``value_of`` gives the values of later states; by default they are read from the table,
    which may know them to within a radius only.
    """
    continuations = [
        continue_after(rules, state, outcome) for outcome in information_of(rules, state).outcomes
    ]
    later = {then.state for then in continuations if then.state is not None}
    if value_of is not None or not later:
        lookup = value_of or _no_later_state
        return ExactRound(rules, state, [then.payoffs(lookup) for then in continuations])
    from solver.tables.store import load_table

    table = load_table(rules, len(seats_in_play(state)))
    known = {following: table.known(following) for following in later}
    payoffs = [then.payoffs(lambda following: known[following].values) for then in continuations]
    radius = max(of_state.radius for of_state in known.values())
    return ExactRound(rules, state, payoffs, radius=radius)


def _no_later_state(state: Table) -> Values:
    raise AssertionError(f"a round that decides everything led to {state}")


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


def _moment(position: Position, played: ExactRound) -> Moment:
    if position.seen:
        return played.follower(position.seen, position.limit, position.left)
    return played.opener(position.left)


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
        from solver.tables.store import load_table

        known = load_table(position.rules, len(seats_in_play(table))).known(table)
        return known.values, known.radius
    played = exact_round(position.rules, table, value_of)
    if position.roll is not None:
        return _moment(position, played).values(position.roll), played.radius
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
        raise PositionError("advice needs the dice on the table: add '| roll 641 left 1'")
    if position.player not in (None, position.actor()):
        raise PositionError(
            f"'player {position.player}' does not roll now; seat {position.actor()} does"
        )
    table = without_the_saved(resolve(position.rules, position.state))
    played = exact_round(position.rules, table, value_of)
    moment = _moment(position, played)
    seat = len(position.seen)
    if moment.decision is None:
        options: tuple[int, ...] = (position.roll,)
        everyone = [moment.values(position.roll)]
    else:
        options = KEEPS_OF[position.roll]
        if position.seen and position.rules.followers == "exactly":
            options = options[1:]
        everyone = [moment.keep_values(keep) for keep in options]
    best = max(values[seat] for values in everyone)
    choices = [
        Choice(keep, values[seat], best - values[seat], values)
        for keep, values in zip(options, everyone, strict=True)
    ]
    choices.sort(key=lambda choice: choice.loss)
    return Advice(position, best, played.radius, tuple(choices))
