"""The record of a game, and the log of games that programs exchange: one made of the other."""

import string
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from solver.errors import DataError
from solver.game.rules import Rules
from solver.language import _
from solver.study.game_log import LoggedGame, LoggedRound
from solver.study.referee import Settled, Standing, first_standing, settle
from solver.study.validate.replay import replay

NAMES = string.ascii_uppercase
"""What players are called who have no names: A, B, C, …"""


@dataclass(frozen=True)
class Record:
    """A game as it is written down.

    Attributes:
        rules: what was played.
        players: their names, round the table; in the rounds they are numbers, from 0.
        rounds: those that are over, in order; at least one.
        payoffs: each player's; None while the game goes on.
        number: the game's among several.
        seed: what the dice came from; None for real ones.
        date: ``YYYY-MM-DD``, or empty.
    """

    rules: Rules
    players: tuple[str, ...]
    rounds: tuple[LoggedRound, ...]
    payoffs: tuple[Fraction, ...] | None
    number: int = 1
    seed: int | None = None
    date: str = ""

    @property
    def decharge_alone(self) -> bool:
        """Whether it is the second of two games that the rules play apart."""
        return self.rules.phases == "separate" and self.rounds[0].giver != "pot"

    def course(self) -> Iterator[tuple[Standing, Settled]]:
        """Yield where the game stood before each round, and what the round came to."""
        rules, opener = self.rules, self.rounds[0].turns[0].player
        alone = self.decharge_alone
        standing = first_standing(rules, len(self.players), opener, decharge_alone=alone)
        for played in self.rounds:
            settled = settle(rules, standing, played.turns, played.barrages)
            yield standing, settled
            if isinstance(settled.then, Standing):
                standing = settled.then


def record_of(game: LoggedGame, rules: Rules, players: tuple[str, ...] = ()) -> Record:
    """Return the record of a logged game; players without names are called A, B, C, …

    Raises:
        DataError: the game breaks its rules; the message has the round.
    """
    if fault := replay(0, game, rules):
        if not fault.round:
            raise DataError(_("the game: {fault}").format(fault=fault.message))
        raise DataError(_("round {n}: {fault}").format(n=fault.round, fault=fault.message))
    names = players or tuple(NAMES[: game.players])
    record = Record(rules, names, game.rounds, game.payoffs, game.game)
    # Some logs name a best player also where it does not matter who it was.
    rounds = tuple(settled.played for _standing, settled in record.course())
    return Record(rules, names, rounds, game.payoffs, game.game)


def log_of(record: Record) -> LoggedGame:
    """Return the game as programs exchange it: without names, seed and date.

    Raises:
        DataError: the game is not over.
    """
    if record.payoffs is None:
        raise DataError(_("the game is not over, and logs hold whole games only"))
    rules, players = record.rules.name, len(record.players)
    return LoggedGame(record.number, rules, players, record.rounds, record.payoffs)
