"""The one-line position: parsing and printing, inverse of each other.

The grammar is in ``docs/positions.md``; `parse_position` accepts what people type (French
names, any order of dice, loose spacing) and `format_position` prints the canonical form.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.errors import PositionError, RulesError
from solver.game.dice_notation import format_keep, parse_hand, parse_hands
from solver.game.legality import check_state
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Round,
    Start,
    State,
    max_rolls,
    resolve,
    seats_in_play,
)
from solver.game.words import fold, parse_count, quote
from solver.language import _

MAX_TEXT = 5_000
"""Characters of a position: room for any path of a rules file."""

_IN = re.compile(r" (?:in|en) ", re.IGNORECASE)
_LEFT = re.compile(r" (?:left|reste) ", re.IGNORECASE)


@dataclass(frozen=True)
class Position:
    """A moment of a round: what is on the table, seen by everyone.

    Attributes:
        rules: the rules it is played under.
        state: what the players have, opener first.
        seen: hands already made, in the order of play; the opener's is the first.
        limit: rolls in which the opener made his hand; 0 while he has not finished.
        roll: the hand now on the table of the player to act; None before his first roll.
        left: rolls that he may still take after this one.
        player: the seat whose answer is wanted; None for the one to act.
    """

    rules: Rules
    state: State
    seen: tuple[int, ...] = ()
    limit: int = 0
    roll: int | None = None
    left: int = 0
    player: int | None = None

    def actor(self) -> int | None:
        """Return the seat to act; None when every hand is made."""
        seats = seats_in_play(resolve(self.rules, self.state))
        return seats[len(self.seen)] if len(self.seen) < len(seats) else None


def _count(text: str, what: str) -> int:
    value = parse_count(text.strip())
    if value is None:
        raise PositionError(
            _("{what} must be a whole number below 10000, not {text}").format(
                what=what, text=quote(text)
            )
        )
    return value


def _counts(text: str, what: str) -> tuple[int, ...]:
    return tuple(_count(part, what) for part in text.split(","))


_STATE_WORDS = {
    "round": "round",
    "manche": "round",
    "legs": "legs",
    "jambes": "legs",
    "charge": "charge",
    "decharge": "decharge",
    "start": "start",
    "debut": "start",
}


def parse_state(text: str) -> State:
    """Return the state that a text such as ``charge 5 10,6`` writes; not checked by rules.

    Raises:
        PositionError: it is none of the forms of a state.
    """
    word, *arguments = re.sub(" ?, ?", ",", " ".join(text.split())).split(" ")
    match _STATE_WORDS.get(fold(word)), arguments:
        case "round", [players]:
            return Round(_count(players, _("the number of players")))
        case "start", [players]:
            return Start(_count(players, _("the number of players")))
        case "legs", [legs]:
            return Legs(_counts(legs, _("legs")))
        case "charge", [pot, held]:
            return Charge(_count(pot, _("the pot")), _counts(held, _("jetons")))
        case "decharge", [held]:
            return Decharge(_counts(held, _("jetons")))
    raise PositionError(
        _(
            "a position begins with 'round N', 'legs L1,L2,…', 'charge POT H1,H2,…', "
            "'decharge H1,H2,…' or 'start N', not {text}"
        ).format(text=quote(text))
    )


def format_state(state: State) -> str:
    """Return the text of a state, such as ``charge 5 10,6``."""
    match state:
        case Round(players):
            return f"round {players}"
        case Start(players):
            return f"start {players}"
        case Legs(counts):
            return f"legs {','.join(map(str, counts))}"
        case Charge(pot, counts):
            return f"charge {pot} {','.join(map(str, counts))}"
        case Decharge(counts):
            return f"decharge {','.join(map(str, counts))}"


def _parse_seen(position: Position, argument: str) -> Position:
    hands, *limit = _IN.split(f"{argument} ", maxsplit=1)
    rolls = _count(limit[0], _("the opener's rolls")) if limit else 0
    if limit and not 1 <= rolls <= 3:
        raise PositionError(
            _("'in {rolls}': the opener makes his hand in 1 to 3 rolls").format(rolls=rolls)
        )
    return replace(position, seen=parse_hands(hands), limit=rolls)


def _parse_roll(position: Position, argument: str) -> Position:
    hand, *left = _LEFT.split(f"{argument} ", maxsplit=1)
    if not left:
        part = f"roll {argument}"
        raise PositionError(
            _("a roll is written 'roll 641 left 1', not {text}").format(text=quote(part))
        )
    return replace(position, roll=parse_hand(hand), left=_count(left[0], _("the rolls left")))


def _parse_player(position: Position, argument: str) -> Position:
    return replace(position, player=_count(argument, _("the player")))


_PARTS = {
    "seen": _parse_seen,
    "vu": _parse_seen,
    "roll": _parse_roll,
    "lancer": _parse_roll,
    "player": _parse_player,
    "joueur": _parse_player,
}


def parse_position(text: str, rules: str | None = None, settings: Iterable[str] = ()) -> Position:
    """Return the position that one line of text describes, checked against its rules.

    Where the text names no rules, those of ``rules`` hold: by default ``jambes`` for legs
    and ``jetons`` otherwise. ``settings`` are overrides, as ``--set`` takes them.

    Raises:
        PositionError: the text is malformed, or the position cannot occur.
        HandError: dice that are no hand.
        RulesError: rules that do not exist or make no sense.

    >>> format_position(parse_position("round 2|seen 3-2-2 in 2|roll 146 left 1"))
    'jetons: round 2 | seen 322 in 2 | roll 641 left 1'
    """
    if len(text) > MAX_TEXT or len(text.strip().splitlines()) > 1:
        raise PositionError(
            _("a position is one line of at most {most} characters, not {text}").format(
                most=MAX_TEXT, text=quote(text)
            )
        )
    head, *parts = text.split("|")
    named, colon, state_text = head.rpartition(":")
    state = parse_state(state_text)
    if colon and rules is not None and find_rules(named) != find_rules(rules):
        raise RulesError(
            _("the position names the rules {named}; leave out --rules {rules}").format(
                named=quote(named), rules=rules
            )
        )
    name = named if colon else rules or ("jambes" if isinstance(state, Legs) else "jetons")
    position = Position(find_rules(name, settings), state)
    given: set[object] = set()
    for part in parts:
        word, argument = " ".join(part.split()).partition(" ")[::2]
        reader = _PARTS.get(fold(word))
        if reader is None:
            raise PositionError(
                _(
                    "after '|' comes 'seen HANDS in K', 'roll HAND left K' or 'player P', "
                    "not {part}"
                ).format(part=quote(part))
            )
        if reader in given:
            raise PositionError(
                _("{word} stands twice: {part}").format(word=quote(word), part=quote(part))
            )
        given.add(reader)
        position = reader(position, argument)
    return check_position(position)


def check_position(position: Position) -> Position:
    """Return the position with what it leaves out filled in, or refuse it.

    Raises:
        PositionError: it cannot occur under its rules.
    """
    rules, state = position.rules, position.state
    try:
        check_state(rules, state)
    except PositionError as error:
        raise PositionError(
            _("{where}: {fault}").format(where=quote(format_state(state)), fault=error)
        ) from None
    players = len(seats_in_play(resolve(rules, state)))
    rolls = max_rolls(rules, state)
    if len(position.seen) > players:
        seen = quote(_format_seen(position.seen))
        raise PositionError(
            _("{seen}: {count} hands, but {players} players roll").format(
                seen=seen, count=len(position.seen), players=players
            )
        )
    if position.limit > rolls:
        raise PositionError(
            _("'in {limit}', but the rules allow {rolls} rolls").format(
                limit=position.limit, rolls=rolls
            )
        )
    if position.seen and not position.limit:
        position = replace(position, limit=rolls)
    if position.roll is not None:
        if len(position.seen) == players:
            roll = f"'roll {format_keep(position.roll)}'"
            raise PositionError(
                _("{roll}: all {players} hands are made, and nobody rolls").format(
                    roll=roll, players=players
                )
            )
        most = (position.limit or rolls) - 1
        if position.left > most:
            message = (
                _("'left {left}': at most {most} rolls are left, as the opener took {rolls}")
                if position.seen
                else _("'left {left}': at most {most} rolls are left, as {rolls} are allowed")
            )
            raise PositionError(message.format(left=position.left, most=most, rolls=most + 1))
    if position.player is not None and position.player not in seats_in_play(resolve(rules, state)):
        raise PositionError(
            _("'player {player}' is not in play; seat 0 is the opener").format(
                player=position.player
            )
        )
    return position


def _format_seen(hands: tuple[int, ...]) -> str:
    return f"seen {','.join(map(format_keep, hands))}"


def format_position(position: Position) -> str:
    """Return the canonical text of a position, rules included."""
    parts = [f"{position.rules.name}: {format_state(position.state)}"]
    if position.seen:
        parts.append(f"{_format_seen(position.seen)} in {position.limit}")
    if position.roll is not None:
        parts.append(f"roll {format_keep(position.roll)} left {position.left}")
    if position.player is not None:
        parts.append(f"player {position.player}")
    return " | ".join(parts)
