"""Which states a game can be in: where it begins, all that it may reach, what is refused."""

from collections.abc import Iterator
from itertools import product

from solver.errors import PositionError
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Round,
    Start,
    State,
    Table,
    opening,
    players_of,
)
from solver.language import _


def decharge_each(rules: Rules, players: int) -> int:
    """Return what each player holds at the start of a décharge played alone.

    Raises:
        PositionError: the pot is too small to give everyone a jeton.
    """
    each = _decharge_each(rules, players)
    if each == 0:
        raise PositionError(
            _("a pot of {pot} gives {players} players no jeton each; set decharge_each").format(
                pot=rules.pot, players=players
            )
        )
    return each


def _decharge_each(rules: Rules, players: int) -> int:
    """The same, but 0 where that leaves the charge as the only game."""
    return rules.decharge_each or rules.pot // players


def starts(rules: Rules, players: int) -> tuple[Table, ...]:
    """Return the states in which games begin: two where charge and décharge are two games."""
    first = opening(rules, players)
    each = _decharge_each(rules, players)
    if rules.phases == "joined" or each == 0:
        return (first,)
    return first, Decharge((each,) * players)


def _splits(total: int, least: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to give ``total`` to ``seats``, each at least ``least``."""
    if seats == 1:
        yield (total,)
        return
    for first in range(least, total - least * (seats - 1) + 1):
        for rest in _splits(total - first, least, seats - 1):
            yield first, *rest


def all_states(rules: Rules, players: int) -> Iterator[Table]:
    """Every state that a game of ``players`` may be in, without the seats that have left.

    That is every state that `check_state` accepts, also those which the order of opening
    never reaches from the start.
    """
    if rules.mode == "legs":
        for standing in range(2 if rules.ends == "last_standing" else players, players + 1):
            yield from map(Legs, product(range(1, rules.legs + 1), repeat=standing))
        return
    if rules.phases == "separate":
        total, fewest = _decharge_each(rules, players) * players, players
    else:
        total, fewest = rules.pot, 2 if rules.objective == "last_holder_loses" else players
    for holding in range(fewest, players + 1):
        if holding <= total:
            yield from map(Decharge, _splits(total, 1, holding))
    for pot in range(1, rules.pot + 1):
        for held in _splits(rules.pot - pot, 0, players):
            yield Charge(pot, held)


def _refuse_total(rules: Rules, jetons: int) -> None:
    if jetons != rules.pot:
        raise PositionError(
            _("the jetons add up to {jetons}, but the pot of the rules is {pot}").format(
                jetons=jetons, pot=rules.pot
            )
        )


def check_state(rules: Rules, state: State) -> None:
    """Refuse a state that cannot occur, or in which the game is over.

    Raises:
        PositionError: says what is wrong with it.
    """
    players = players_of(state)
    if not 2 <= players <= MAX_PLAYERS:
        raise PositionError(
            _("2 to {most} players, not {players}").format(most=MAX_PLAYERS, players=players)
        )
    if isinstance(state, Legs) != (rules.mode == "legs") and not isinstance(state, Start | Round):
        message = (
            _("the rules {name} are played in legs")
            if rules.mode == "legs"
            else _("the rules {name} are played in jetons")
        )
        raise PositionError(message.format(name=rules.name))
    match state:
        case Legs(legs):
            if max(legs) > rules.legs:
                raise PositionError(
                    _("{found} legs, but the rules give {legs}").format(
                        found=max(legs), legs=rules.legs
                    )
                )
            _refuse_over(legs, 0 if rules.ends == "first_out" else players - 2)
        case Charge(pot, held):
            if pot == 0:
                raise PositionError(_("a charge with an empty pot is over; write decharge"))
            _refuse_total(rules, pot + sum(held))
        case Decharge(held) if rules.phases == "separate":
            each = decharge_each(rules, players)
            if sum(held) != each * players:
                raise PositionError(
                    _(
                        "the jetons add up to {jetons}, but {players} times {each} is {expected}"
                    ).format(jetons=sum(held), players=players, each=each, expected=each * players)
                )
            _refuse_over(held, 0)
        case Decharge(held):
            _refuse_total(rules, sum(held))
            _refuse_over(held, 0 if rules.objective == "first_empty_wins" else players - 2)


def _refuse_over(counts: tuple[int, ...], most_out: int) -> None:
    """Refuse counts in which more players are out than a running game can have."""
    if counts.count(0) > most_out:
        raise PositionError(
            _("the game is over: {out} of {players} players are out").format(
                out=counts.count(0), players=len(counts)
            )
        )
    if counts[0] == 0:
        raise PositionError(_("seat 0 opens, but has nothing left; write the opener first"))
