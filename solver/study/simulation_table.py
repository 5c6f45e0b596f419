"""What a round makes of a table, for many games at once: transfers, who leaves, who opens, ends.

This is docs/rules.md told again, over arrays with a row for each game and a column for each
player, who keeps his column whoever opens. Nothing here comes from `solver.game.state`, whose
states turn with the opener: the two tellings check each other.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.game.ranking import HAND_221, rank_hands
from solver.game.rules import Rules

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

T = TypeVar("T", bound=np.generic)

SHARES = 840
"""Payoffs are counted in whole 840ths, so that 1 can be shared among any number up to 8."""


def with_row(array: NDArray[T], row: int, fill: int) -> NDArray[T]:
    """Return the array, or where it has no such row yet one twice as long, filled up."""
    if row < len(array):
        return array
    return np.concatenate([array, np.full_like(array, fill)])


@dataclass(frozen=True)
class Tables:
    """Where some games stand between two rounds.

    Attributes:
        pot: jetons still in the pot, ``[game]``; 0 with legs, and in the décharge.
        held: jetons held, or legs left, ``[game, player]``.
        opener: the player who opens the next round, ``[game]``.
    """

    pot: Ints
    held: Ints
    opener: Ints

    def part(self, rows: NDArray[np.generic]) -> "Tables":
        """Return some of the games."""
        return Tables(self.pot[rows], self.held[rows], self.opener[rows])

    def in_play(self) -> Bools:
        """Return who rolls dice in the next round, ``[game, player]``.

        Nobody leaves while there is a pot; then whoever has nothing has left.
        """
        return (self.held > 0) | (self.pot > 0)[:, None]


class Settled(NamedTuple):
    """What a round did to the tables it was played at.

    Attributes:
        tables: where the games stand after it.
        moved: jetons that moved, after every cap, or legs lost: ``[game]``.
        over: which games are over, ``[game]``.
        payoffs: of the games that are over, in 840ths, ``[game, player]``; 0 in the others.
    """

    tables: Tables
    moved: Ints
    over: Bools
    payoffs: Ints


def stakes(rules: Rules, best: Ints, lowest: Ints, pot: Ints) -> Ints:
    """Return the jetons at stake by a round's best and lowest hands, before any cap."""
    if rules.mode == "legs":
        return np.zeros_like(best)
    jetons = np.array(rank_hands(rules).worth)[best]
    if rules.decharge_transfer == "one":
        jetons = np.where(pot > 0, jetons, 1)
    punished = lowest == HAND_221
    if rules.nenette_penalty == "replace":
        jetons = np.where(punished, rules.penalty_jetons, jetons)
    elif rules.nenette_penalty == "add":
        jetons = jetons + punished * rules.penalty_jetons
    return jetons


def settle(rules: Rules, tables: Tables, best: Ints, lowest: Ints, at_stake: Ints) -> Settled:
    """Return what becomes of the tables when the round is lost by the players ``lowest``.

    ``best`` holds the winners; -1 where it does not matter who won.
    """
    rows = np.arange(len(lowest))
    held, pot = tables.held.copy(), tables.pot
    if rules.mode == "legs":
        moved = np.ones_like(lowest)
        held[rows, lowest] -= 1
    else:
        charge = pot > 0
        moved = np.minimum(at_stake, np.where(charge, pot, held[rows, best]))
        pot = pot - np.where(charge, moved, 0)
        held[rows, lowest] += moved
        giving = np.flatnonzero(~charge)
        held[giving, best[giving]] -= moved[giving]
    over, payoffs = _ends(rules, tables.pot, pot, held)
    after = Tables(pot, held, _openers(rules, tables.opener, best, lowest))
    return Settled(_with_next_in_play(after, ~over), moved, over, payoffs)


def _ends(rules: Rules, pot_before: Ints, pot: Ints, held: Ints) -> tuple[Bools, Ints]:
    """Which games are over, and everyone's payoff in them."""
    out = held == 0
    standing = (~out).sum(1)
    if rules.mode == "legs":
        over = (standing == 1) if rules.ends == "last_standing" else out.any(1)
        return over, _pay(over, ~out)
    empty = pot == 0
    if rules.phases == "separate":
        # Two games: the charge is over with its pot, the décharge when someone has nothing.
        charge = pot_before > 0
        over = empty & (charge | out.any(1))
        return over, _share(over, held == held.min(1, keepdims=True))
    if rules.objective == "first_empty_wins":
        over = empty & out.any(1)
        return over, _share(over, out)
    over = empty & (standing == 1)
    return over, _pay(over, out)


def _pay(over: Bools, paid: Bools) -> Ints:
    """A payoff of 1 for everyone who is paid."""
    payoffs: Ints = np.where(paid & over[:, None], SHARES, 0)
    return payoffs


def _share(over: Bools, winners: Bools) -> Ints:
    """A payoff of 1 in equal shares for the winners."""
    shares: Ints = _pay(over, winners) // np.maximum(winners.sum(1, keepdims=True), 1)
    return shares


def _openers(rules: Rules, opener: Ints, best: Ints, lowest: Ints) -> Ints:
    """Who should open next, whether or not he is still in play."""
    if rules.mode == "legs" or rules.opener == "loser":
        return lowest
    if rules.opener == "winner":
        return best
    return opener + 1


def _with_next_in_play(tables: Tables, going_on: Bools) -> Tables:
    """The tables with each opener who has left replaced by the next player still in play."""
    players = tables.held.shape[1]
    opener = tables.opener % players
    in_play = tables.in_play()
    rows = np.arange(len(opener))
    for _ in range(players - 1):
        opener = np.where(going_on & ~in_play[rows, opener], (opener + 1) % players, opener)
    return Tables(tables.pot, tables.held, opener)
