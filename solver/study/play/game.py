"""A game that is going on, one throw and one choice at a time.

A `Game` never changes: whatever is done makes another, so that it can be undone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.engine.turn import ROLL_ON
from solver.errors import HandError
from solver.game.dice import ALL_DICE, KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import Position
from solver.game.rules import Rules
from solver.game.state import max_rolls
from solver.language import _
from solver.study.game_log import LoggedBarrage, LoggedRound, LoggedTurn
from solver.study.record.model import Record
from solver.study.referee import Role, Standing, settle, ties_of


@dataclass(frozen=True)
class Throw:
    """A player is to throw the dice that ``keep`` leaves."""

    player: int
    keep: int


@dataclass(frozen=True)
class Choose:
    """A player is to choose what he keeps of the roll in ``position``."""

    player: int
    position: Position


@dataclass(frozen=True)
class Barrage:
    """Players who are level for a role are to throw all dice once."""

    role: Role
    players: tuple[int, ...]


@dataclass(frozen=True)
class Over:
    """The game is over; every player's payoff."""

    payoffs: tuple[Fraction, ...]


Due = Throw | Choose | Barrage | Over
"""What comes next in a game."""


@dataclass(frozen=True)
class Game:
    """Where a game stands, and all that happened in it; players keep their numbers.

    Attributes:
        rules: what is played.
        standing: where it stood before the round that is going on, or the last one.
        rounds: those that are over.
        turns: those of this round that are over.
        rolls: the hands that the player to act has seen in his turn.
        kept: what he kept of them before he threw again.
        barrages: those of this round.
        payoffs: every player's; None while the game goes on.
    """

    rules: Rules
    standing: Standing
    rounds: tuple[LoggedRound, ...] = ()
    turns: tuple[LoggedTurn, ...] = ()
    rolls: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    barrages: tuple[LoggedBarrage, ...] = ()
    payoffs: tuple[Fraction, ...] | None = None

    def due(self) -> Due:
        """Return what comes next."""
        if self.payoffs is not None:
            return Over(self.payoffs)
        players = self.standing.players()
        if len(self.turns) == len(players):
            level = self._level()
            assert level is not None, "a round in which all is settled is over"
            return Barrage(*level)
        player = players[len(self.turns)]
        if len(self.rolls) == len(self.kept):
            return Throw(player, self.kept[-1] if self.kept else ALL_DICE)
        return Choose(player, self._position())

    def throws(self) -> int:
        """Return how many times dice were thrown, barrages included."""
        rounds = [(played.turns, played.barrages) for played in self.rounds]
        return len(self.rolls) + sum(
            sum(len(turn.rolls) for turn in turns) + sum(len(of.rolls) for of in barrages)
            for turns, barrages in (*rounds, (self.turns, self.barrages))
        )

    def throw(self, hand: int) -> "Game":
        """Return the game after a throw, which with the dice that lay still shows ``hand``.

        Raises:
            HandError: the dice that lay still are not in it.
        """
        if self.kept and self.kept[-1] not in KEEPS_OF[hand]:
            message = _("{kept} was kept, but is not in {hand}")
            raise HandError(message.format(kept=format_keep(self.kept[-1]), hand=format_keep(hand)))
        thrown = replace(self, rolls=(*self.rolls, hand))
        return thrown if thrown._left() else thrown._end_turn()

    def allowed(self) -> Sequence[int]:
        """Return the keeps that may be chosen, the preferred first."""
        bound = self.turns and self.rules.followers == "exactly"
        return (ROLL_ON if bound else KEEPS_OF)[self.rolls[-1]]

    def keep(self, keep: int) -> "Game":
        """Return the game after a choice, one of those that are `allowed`; all dice to stop."""
        assert keep in self.allowed(), "whoever reads a choice holds it to the rules"
        if not THROWN[keep]:
            return self._end_turn()
        return replace(self, kept=(*self.kept, keep))

    def barrage(self, hands: Mapping[int, int]) -> "Game":
        """Return the game after a barrage, in which the players who are level threw ``hands``."""
        level = self._level()
        assert level is not None, "a barrage is due"
        barrage = LoggedBarrage(level[0], tuple(hands.items()))
        return replace(self, barrages=(*self.barrages, barrage))._settled()

    def _position(self) -> Position:
        seen = tuple(turn.rolls[-1] for turn in self.turns)
        limit = len(self.turns[0].rolls) if self.turns else 0
        return Position(self.rules, self.standing.state, seen, limit, self.rolls[-1], self._left())

    def _left(self) -> int:
        """How many rolls may still follow in this turn."""
        if self.turns:
            return len(self.turns[0].rolls) - len(self.rolls)
        return max_rolls(self.rules, self.standing.state) - len(self.rolls)

    def _end_turn(self) -> "Game":
        player = self.standing.players()[len(self.turns)]
        turn = LoggedTurn(player, self.rolls, self.kept)
        ended = replace(self, turns=(*self.turns, turn), rolls=(), kept=())
        return ended._settled() if len(ended.turns) == len(self.standing.players()) else ended

    def _level(self) -> tuple[Role, tuple[int, ...]] | None:
        ties = ties_of(self.rules, self.standing, self.turns)
        for barrage in self.barrages:
            ties.throw(barrage.role, dict(barrage.rolls))
        return ties.due()

    def _settled(self) -> "Game":
        """The game with its round ended, if nobody is level any more."""
        if self._level() is not None:
            return self
        settled = settle(self.rules, self.standing, self.turns, self.barrages)
        rounds = (*self.rounds, settled.played)
        if isinstance(settled.then, Standing):
            return Game(self.rules, settled.then, rounds)
        return Game(self.rules, self.standing, rounds, payoffs=settled.then)


def record_game(
    game: Game, names: tuple[str, ...], number: int, seed: int | None, date: str
) -> Record:
    """Return the record of a game's rounds that are over, of which there is at least one."""
    return Record(game.rules, names, game.rounds, game.payoffs, number, seed, date)
