"""The games of a block, put together from the arrays of its rounds to be written down."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game.rules import Rules
from solver.study.game_log import Giver, LoggedBarrage, LoggedGame, LoggedRound, LoggedTurn
from solver.study.simulation_round import Played, Throw
from solver.study.simulation_table import SHARES, Ints


class _Round(NamedTuple):
    """One round of the games that are still going on, a row for each.

    Attributes:
        games: their numbers in the block, ascending.
        facts: the columns pot, best, lowest, jetons moved, and then the order of play.
        played: `Played.rolled`, `Played.shown` and `Played.kept`, side by side.
        barrages: what was thrown in barrages, by row.
    """

    games: Ints
    facts: NDArray[np.int16]
    rolled: NDArray[np.int8]
    shown: NDArray[np.int8]
    kept: NDArray[np.int8]
    barrages: Mapping[int, Sequence[LoggedBarrage]]


def _barrages(throws: Sequence[Throw]) -> Mapping[int, Sequence[LoggedBarrage]]:
    by_row: dict[int, list[LoggedBarrage]] = defaultdict(list)
    for throw in throws:
        for row, hands in zip(throw.games.tolist(), throw.hands.tolist(), strict=True):
            rolls = tuple((player, hand) for player, hand in enumerate(hands) if hand >= 0)
            by_row[row].append(LoggedBarrage(throw.role, rolls))
    return by_row


class BlockRecord:
    """What happened in the games of a block, round by round."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._rounds: list[_Round] = []

    def add(self, games: Ints, pot: Ints, order: Ints, played: Played, moved: Ints) -> None:
        """Note a round of the games with these numbers; ``order`` is ``[game, seat]``."""
        facts = np.column_stack([pot, played.best, played.lowest, moved, order])
        self._rounds.append(
            _Round(
                games,
                facts.astype(np.int16),
                played.rolled.astype(np.int8),
                played.shown,
                played.kept,
                _barrages(played.throws),
            )
        )

    def games(self, first: int, payoffs: Ints) -> Iterator[LoggedGame]:
        """Yield the games in order, numbered from ``first`` on.

        ``payoffs`` are in 840ths, ``[game, player]``.
        """
        # Each round's rows are in the order of the games, so a cursor finds the next one.
        cursors = [0] * len(self._rounds)
        for game, paid in enumerate(payoffs.tolist()):
            rounds: list[LoggedRound] = []
            for number, of_all in enumerate(self._rounds):
                row = cursors[number]
                if row == len(of_all.games) or of_all.games[row] != game:
                    break
                rounds.append(self._round(of_all, row))
                cursors[number] += 1
            shares = tuple(Fraction(share, SHARES) for share in paid)
            yield LoggedGame(first + game, self._rules.name, len(paid), tuple(rounds), shares)

    def _round(self, of_all: _Round, row: int) -> LoggedRound:
        pot, best, lowest, moved, *order = of_all.facts[row].tolist()
        rolled, shown, kept = (
            array[row].tolist() for array in (of_all.rolled, of_all.shown, of_all.kept)
        )
        turns = tuple(
            LoggedTurn(
                player,
                tuple(shown[player][: rolled[player]]),
                tuple(kept[player][: rolled[player] - 1]),
            )
            for player in order
            if player >= 0
        )
        giver: Giver = "legs" if self._rules.mode == "legs" else "pot" if pot else best
        winner = best if best >= 0 else None
        barrages = tuple(of_all.barrages.get(row, ()))
        return LoggedRound(turns, barrages, winner, lowest, moved, giver)
