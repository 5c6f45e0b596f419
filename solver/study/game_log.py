"""Whole games as JSON Lines, one game a line; ``docs/simulate.md`` describes the format.

The reader holds every line to that form: names, types, dice, numbers of players and of rolls.
Whether a game was played by its rules is another question, for whoever replays it.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, BinaryIO, Literal, NoReturn, TypeVar

from solver.errors import DataError, HandError
from solver.game.dice import THROWN
from solver.game.notation import format_keep, parse_keep
from solver.game.rules import MAX_PLAYERS
from solver.game.words import quote
from solver.study.validate.inputs import read_lines

MAX_DIGITS = 15
"""Longest number that is read."""

Giver = Literal["pot", "legs"] | int
"""Where jetons come from: the pot, the number of a player, or nowhere where legs are lost."""

T = TypeVar("T")


class GameLogError(DataError):
    """A line that is no game in the form of ``docs/simulate.md``; names line and field."""


@dataclass(frozen=True)
class LoggedTurn:
    """One player's turn: the hands after each roll, and what he kept before each later one."""

    player: int
    rolls: tuple[int, ...]
    kept: tuple[int, ...]


@dataclass(frozen=True)
class LoggedBarrage:
    """One throw of those who are tied: (player, hand) for each of them."""

    role: Literal["lowest", "best"]
    rolls: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LoggedRound:
    """One round.

    Attributes:
        turns: in the order of play, the opener's first.
        barrages: every throw, in order.
        best: the winner; None where it does not matter who won.
        lowest: the loser.
        jetons: how many moved, after every cap; 1 with legs.
        giver: where they came from.
    """

    turns: tuple[LoggedTurn, ...]
    barrages: tuple[LoggedBarrage, ...]
    best: int | None
    lowest: int
    jetons: int
    giver: Giver


@dataclass(frozen=True)
class LoggedGame:
    """A whole game; players keep their numbers, whoever opens.

    Attributes:
        game: its number in the file.
        rules: the name of the rules, as `find_rules` reads it.
        players: how many began it.
        rounds: in order.
        payoffs: each player's.
    """

    game: int
    rules: str
    players: int
    rounds: tuple[LoggedRound, ...]
    payoffs: tuple[Fraction, ...]


def format_game(game: LoggedGame) -> str:
    """Return the line of a game, without its end."""
    return json.dumps(
        {
            "game": game.game,
            "rules": game.rules,
            "players": game.players,
            "rounds": [_round_fields(played) for played in game.rounds],
            "payoffs": [f"{of.numerator}/{of.denominator}" for of in game.payoffs],
        }
    )


def _round_fields(played: LoggedRound) -> dict[str, object]:
    return {
        "turns": [
            {
                "player": turn.player,
                "rolls": [format_keep(hand) for hand in turn.rolls],
                "kept": [format_keep(keep) for keep in turn.kept],
            }
            for turn in played.turns
        ],
        "barrages": [
            {
                "for": barrage.role,
                "rolls": [[player, format_keep(hand)] for player, hand in barrage.rolls],
            }
            for barrage in played.barrages
        ],
        "best": played.best,
        "lowest": played.lowest,
        "jetons": played.jetons,
        "from": played.giver,
    }


def read_games(file: BinaryIO) -> Iterator[tuple[int, LoggedGame]]:
    """Yield (number of the line, game) for every line of a file that is not blank.

    Raises:
        DataError: a line is no game; the message has its number and the field.
    """
    number = 0
    for line in read_lines(file):
        number = line.number
        try:
            game = _game(_Field("", _parse(line.text)))
        except _FieldError as error:
            raise GameLogError(f"line {number}{error}") from None
        yield number, game
    if number == 0:
        raise GameLogError("the file is empty: games are JSON objects, one a line")


class _FieldError(Exception):
    """What is wrong with a line, to be set after its number: ``: rounds[2].lowest must …``."""


def _parse(text: str) -> object:
    """The JSON value of a line, without anything in it that a game cannot have."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except json.JSONDecodeError as error:
        raise _FieldError(f": no JSON at character {error.pos + 1}: {quote(text)}") from None
    except RecursionError:
        raise _FieldError(": nested too deeply for a game") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _FieldError(f": an object has the field {quote(twice)} twice")
    return fields


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        _refuse_number(text)
    return int(text)


def _refuse_number(text: str) -> NoReturn:
    raise _FieldError(f": the number {quote(text)} is not a whole number of the game")


@dataclass(frozen=True)
class _Field:
    """A value on its way from JSON, with its name for complaints."""

    name: str
    value: Any

    def refuse(self, expected: str) -> NoReturn:
        nested = isinstance(self.value, str | list | dict)
        shown = quote(self.value) if nested else json.dumps(self.value)
        raise _FieldError(f": {self.name or 'a game'} must be {expected}, not {shown}")

    def record(self, *names: str) -> Mapping[str, "_Field"]:
        """The fields of an object that must have these and no others."""
        if not isinstance(self.value, dict):
            self.refuse(f"an object with {', '.join(names)}")
        for name in names:
            if name not in self.value:
                self.refuse(f"an object with {name!r}")
        for name in self.value:
            if name not in names:
                self.refuse(f"an object with {', '.join(names)} and no {quote(name)}")
        prefix = f"{self.name}." if self.name else ""
        return {name: _Field(prefix + name, self.value[name]) for name in names}

    def items(self, read: Callable[["_Field"], T], least: int, what: str) -> tuple[T, ...]:
        """The items of a list of at least so many."""
        if not isinstance(self.value, list) or len(self.value) < least:
            self.refuse(f"a list of {what}")
        return tuple(
            read(_Field(f"{self.name}[{place}]", item)) for place, item in enumerate(self.value)
        )

    def number(self, least: int, most: int) -> int:
        """A whole number within bounds."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.refuse(f"a whole number from {least} to {most}")
        return int(self.value)

    def text(self) -> str:
        """A text that is not empty."""
        if not isinstance(self.value, str) or not self.value:
            self.refuse("a text")
        return str(self.value)

    def keep(self) -> int:
        """Dice, highest first, as a keep."""
        try:
            keep = parse_keep(self.value) if isinstance(self.value, str) else -1
        except HandError:
            keep = -1
        if keep < 0 or format_keep(keep) != self.value:
            self.refuse("at most three dice from 1 to 6, highest first")
        return keep

    def hand(self) -> int:
        """Three dice, highest first."""
        hand = self.keep()
        if THROWN[hand]:
            self.refuse("three dice")
        return hand


def _game(line: _Field) -> LoggedGame:
    fields = line.record("game", "rules", "players", "rounds", "payoffs")
    players = fields["players"].number(2, MAX_PLAYERS)
    payoffs = fields["payoffs"].items(_payoff, players, f"{players} payoffs")
    if len(payoffs) != players:
        fields["payoffs"].refuse(f"a list of {players} payoffs")
    return LoggedGame(
        game=fields["game"].number(0, 10**MAX_DIGITS),
        rules=fields["rules"].text(),
        players=players,
        rounds=fields["rounds"].items(lambda field: _round(field, players), 1, "rounds"),
        payoffs=payoffs,
    )


def _payoff(field: _Field) -> Fraction:
    parts = re.fullmatch(r"(0|[1-9][0-9]?)/([1-9][0-9]?)", field.text())
    if parts is None:
        field.refuse("a payoff such as 1/2")
    return Fraction(int(parts[1]), int(parts[2]))


def _round(field: _Field, players: int) -> LoggedRound:
    def player(field: _Field) -> int:
        return field.number(0, players - 1)

    def turn(field: _Field) -> LoggedTurn:
        fields = field.record("player", "rolls", "kept")
        rolls = fields["rolls"].items(_Field.hand, 1, "hands")
        kept = fields["kept"].items(_Field.keep, len(rolls) - 1, f"{len(rolls) - 1} keeps")
        if len(kept) != len(rolls) - 1:
            fields["kept"].refuse(f"a list of {len(rolls) - 1} keeps, one before each later roll")
        return LoggedTurn(player(fields["player"]), rolls, kept)

    def roll(field: _Field) -> tuple[int, int]:
        pair = field.items(lambda item: item, 2, "a player and his hand")
        if len(pair) != 2:
            field.refuse("a player and his hand")
        return player(pair[0]), pair[1].hand()

    def barrage(field: _Field) -> LoggedBarrage:
        fields = field.record("for", "rolls")
        role = fields["for"].value
        if role not in ("lowest", "best"):
            fields["for"].refuse("lowest or best")
        return LoggedBarrage(role, fields["rolls"].items(roll, 2, "two throws or more"))

    fields = field.record("turns", "barrages", "best", "lowest", "jetons", "from")
    source, best = fields["from"], fields["best"]
    return LoggedRound(
        turns=fields["turns"].items(turn, 2, "two turns or more"),
        barrages=fields["barrages"].items(barrage, 0, "throws"),
        best=None if best.value is None else player(best),
        lowest=player(fields["lowest"]),
        jetons=fields["jetons"].number(0, 10**MAX_DIGITS),
        giver=source.value if source.value in ("pot", "legs") else player(source),
    )
