"""A round on ordered dice: 216 rolls, and dice thrown or left lying by their position.

Nothing is sorted, merged or remembered between histories: every follower's turn is played once
for each list of ordered rolls that he may have seen. What something is worth to a player is a
block of 6 x 6 x 6 whole numbers, one for each roll; to throw some of the dice is to sum over
their axes. Numbers grow by 216 a roll, and stand over `OrderedRound.unit` times that.

Only what three finished hands come to is looked up by hand: it is the same list of lists as in
`tests.twins.hands`, and ``lead`` of `tests.twins.games` says what follows from it.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.game.rules import Rules
from tests.twins.games import Position, lead
from tests.twins.hands import ALL_HANDS, THROWS, Dice, Outcome, as_laid, at_stake, outcome_law
from tests.twins.rounds import Vector

Block = NDArray[Any]
"""Whole numbers ``[player, die, die, die]``, or ``[die, die, die]`` of one player."""

THROWN = [axes for size in range(4) for axes in combinations(range(3), size)]
"""The positions of the dice that are thrown: none, each one, each two, all three."""


def throw(worth: Block, axes: tuple[int, ...]) -> Block:
    """Return 216 times the worth of throwing the dice at some positions, before they fall."""
    if not axes:
        return worth * 216
    # The players come before the dice.
    sums = worth.sum(axis=tuple(axis + 1 for axis in axes), keepdims=True)
    return np.broadcast_to(sums * 6 ** (3 - len(axes)), worth.shape)


def _preference() -> NDArray[np.int64]:
    """``[way to throw, die, die, die]``: the greater, the sooner it is chosen of equals.

    To stop, then the fewest dice thrown, then the highest dice left lying.
    """
    places = np.empty((len(THROWN), 6, 6, 6), dtype=np.int64)
    for dice in THROWS:
        lying = [tuple(dice[p] for p in range(3) if p not in axes) for axes in THROWN]
        order = sorted({as_laid(kept) for kept in lying}, key=lambda kept: (len(kept), kept))
        for way, kept in enumerate(lying):
            places[way, *(die - 1 for die in dice)] = order.index(as_laid(kept))
    return places


PREFERENCE = _preference()


class OrderedRound:
    """The round played in a position; ``payoffs(outcome)`` is its worth to every player."""

    def __init__(
        self, rules: Rules, position: Position, payoffs: Callable[[Outcome], Vector]
    ) -> None:
        special = {"charge": rules.charge_rolls, "decharge": rules.decharge_rolls}
        self.players = len(position.counts)
        self.rolls = special.get(position.phase, 0) or rules.max_rolls
        self._roll_on = rules.followers == "exactly"
        phase = position.phase if position.phase in special else "none"
        asks = phase == "decharge" or (phase == "charge" and rules.opener == "winner")

        @cache
        def come_to(hands: tuple[Dice, ...]) -> list[int]:
            law = outcome_law(rules, phase, asks, hands)
            worth = [payoffs(outcome) for outcome in law]
            return [int(sum(column) * self.unit / len(law)) for column in zip(*worth, strict=True)]

        seats = range(self.players)
        jetons = {at_stake(rules, phase, *pair) for pair in product(ALL_HANDS, repeat=2)}
        outcomes = [
            (winner, loser, stake)
            for winner in (seats if asks else [None])
            for loser in seats
            for stake in jetons
            if winner != loser
        ]
        # A law shares one chance among at most so many outcomes.
        ties = lcm(*range(1, self.players * self.players))
        self.unit = ties * lcm(*{x.denominator for of in map(payoffs, outcomes) for x in of})
        self._come_to = come_to
        self._laid = [as_laid(dice) for dice in THROWS]

    def value(self) -> Vector:
        """Return what the round is worth to each player before its first roll."""
        worth = self.opener(self.rolls - 1).sum(axis=(1, 2, 3))
        total = self.unit * 216 ** (self.rolls * self.players)
        return tuple(Fraction(int(value), total) for value in worth)

    def opener(self, left: int) -> Block:
        """The opener's rolls, ``left`` more allowed: over ``unit * 216**(rolls * n - 1)``

        but for 216 for each roll of his own that may still follow beyond these.
        """
        stops = [self.before_followers(limit) for limit in range(1, self.rolls + 1)]
        worth = stops[-1]
        for more in range(1, left + 1):
            limit = self.rolls - more
            unused = (self.players - 1) * more + more - 1
            worth = self._decide(0, worth, stops[limit - 1] * 216**unused)
        return worth

    def before_followers(self, limit: int) -> Block:
        """What each of the opener's 216 rolls is worth if he stops: the others have the limit."""
        return self._lists((), limit)

    def _lists(self, seen: tuple[int, ...], limit: int) -> Block:
        """The same for the seat that has seen these rolls, by their number in `THROWS`."""
        block = np.empty((self.players, 216), dtype=object)
        if len(seen) == self.players - 1:
            hands = tuple(self._laid[roll] for roll in seen)
            for roll, dice in enumerate(self._laid):
                block[:, roll] = self._come_to((*hands, dice))
        else:
            for roll in range(216):
                block[:, roll] = self.turn((*seen, roll), limit, limit - 1).sum(axis=(1, 2, 3))
        return block.reshape(self.players, 6, 6, 6)

    def turn(self, seen: tuple[int, ...], limit: int, left: int) -> Block:
        """What each roll of a follower is worth to everybody, with ``left`` more allowed."""
        stopping = worth = self._lists(seen, limit)
        for more in range(1, left + 1):
            stop = None if self._roll_on else stopping * 216 ** (more - 1)
            worth = self._decide(len(seen), worth, stop)
        return worth

    def ways(self, ahead: Block, stopping: Block | None) -> Block:
        """What every way to throw is worth, ``[way, player, die, die, die]``."""
        worth = [throw(ahead, axes) for axes in THROWN]
        if stopping is not None:
            worth[0] = stopping * 216
        return np.stack(worth)

    def _decide(self, seat: int, ahead: Block, stopping: Block | None) -> Block:
        worth = self.ways(ahead, stopping)
        # A follower who must roll on has no way to throw nothing.
        first = 1 if stopping is None else 0
        worth, preference = worth[first:], PREFERENCE[first:]
        own = worth[:, seat]
        chosen = np.where(own == own.max(axis=0), preference, -1).argmax(axis=0)
        taken = np.take_along_axis(worth, chosen[None, None], axis=0)
        return np.asarray(taken[0])


def ordered_round(
    rules: Rules, position: Position, values: Callable[[Position], Vector]
) -> OrderedRound:
    """The round played in a position of a game whose later positions have these values."""

    @cache
    def payoffs(outcome: Outcome) -> Vector:
        leads = lead(rules, position, outcome)
        if leads.position is None:
            return leads.payoffs
        later = values(leads.position)
        return tuple(
            final if seat is None else later[seat]
            for seat, final in zip(leads.seats, leads.payoffs, strict=True)
        )

    return OrderedRound(rules, position, payoffs)
