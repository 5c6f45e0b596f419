"""Whole games as JSON Lines, one game a line; ``docs/simulate.md`` describes the format.

The reader holds every line to that form: names, types, dice, numbers of players and of rolls.
Whether a game was played by its rules is another question, for whoever replays it.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import BinaryIO, Literal

from solver.errors import DataError
from solver.game.dice import HANDS, KEEPS
from solver.game.dice_notation import format_keep
from solver.game.rules import MAX_PLAYERS
from solver.language import _
from solver.study.strict_json import FieldError, field, list_of, parse, record, refuse, text, whole
from solver.study.validate.inputs import read_lines

Giver = Literal["pot", "legs"] | int
"""Where jetons come from: the pot, the number of a player, or nowhere where legs are lost."""

_DICE = {format_keep(keep): keep for keep in range(len(KEEPS))}


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
            game = _game(parse(line.text))
        except FieldError as error:
            where = error.path.removeprefix(".") or _("a game")
            raise DataError(
                _("line {number}: {where} {fault}").format(number=number, where=where, fault=error)
            ) from None
        yield number, game
    if number == 0:
        raise DataError(_("the file is empty: games are JSON objects, one a line"))


def _keep(value: object) -> int:
    if not isinstance(value, str) or value not in _DICE:
        refuse(value, _("at most three dice from 1 to 6, highest first, such as 41"))
    return _DICE[value]


def _hand(value: object) -> int:
    if not isinstance(value, str) or _DICE.get(value, len(HANDS)) >= len(HANDS):
        refuse(value, _("three dice from 1 to 6, highest first, such as 641"))
    return _DICE[value]


def _payoff(value: object) -> Fraction:
    parts = re.fullmatch(r"(0|[1-9][0-9]?)/([1-9][0-9]?)", text(value), re.ASCII)
    if parts is None:
        refuse(value, _("a payoff such as 1/2"))
    return Fraction(int(parts[1]), int(parts[2]))


def _role(value: object) -> Literal["lowest", "best"]:
    if value == "lowest":
        return "lowest"
    if value != "best":
        refuse(value, _("lowest or best"))
    return "best"


@dataclass(frozen=True)
class _Table:
    """Reads what so many players did."""

    players: int

    def player(self, value: object) -> int:
        return whole(value, 0, self.players - 1)

    def turn(self, value: object) -> LoggedTurn:
        fields = record(value, ("player", "rolls", "kept"))
        rolls = field(fields, "rolls", list_of(_hand, _("hands")))
        later = len(rolls) - 1
        what = _("keeps, one for each roll after the first: {number}").format(number=later)
        kept = field(fields, "kept", list_of(_keep, what, later, later))
        return LoggedTurn(field(fields, "player", self.player), rolls, kept)

    def thrown(self, value: object) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            refuse(value, _("a player and his hand"))
        return self.player(value[0]), _hand(value[1])

    def barrage(self, value: object) -> LoggedBarrage:
        fields = record(value, ("for", "rolls"))
        throws = list_of(self.thrown, _("two throws or more"), 2)
        return LoggedBarrage(field(fields, "for", _role), field(fields, "rolls", throws))

    def winner(self, value: object) -> int | None:
        return None if value is None else self.player(value)

    def giver(self, value: object) -> Giver:
        if value == "pot":
            return "pot"
        if value == "legs":
            return "legs"
        if type(value) is not int:
            refuse(value, _("'pot', 'legs' or the number of a player"))
        return self.player(value)

    def round(self, value: object) -> LoggedRound:
        fields = record(value, ("turns", "barrages", "best", "lowest", "jetons", "from"))
        return LoggedRound(
            turns=field(fields, "turns", list_of(self.turn, _("two turns or more"), 2)),
            barrages=field(fields, "barrages", list_of(self.barrage, _("throws"), 0)),
            best=field(fields, "best", self.winner),
            lowest=field(fields, "lowest", self.player),
            jetons=field(fields, "jetons", whole),
            giver=field(fields, "from", self.giver),
        )


def _game(value: object) -> LoggedGame:
    fields = record(value, ("game", "rules", "players", "rounds", "payoffs"))
    players = field(fields, "players", lambda value: whole(value, 2, MAX_PLAYERS))
    payoffs = list_of(_payoff, _("{players} payoffs").format(players=players), players, players)
    return LoggedGame(
        game=field(fields, "game", whole),
        rules=field(fields, "rules", text),
        players=players,
        rounds=field(fields, "rounds", list_of(_Table(players).round, _("rounds"))),
        payoffs=field(fields, "payoffs", payoffs),
    )
