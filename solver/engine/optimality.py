"""Are these strategies optimal? Floats dismiss what they can; whole numbers decide the rest.

Given exact payoffs of the outcomes, a strategy is optimal in its position when at no decision
another keep is worth more to the player who decides. The payoffs rounded to double precision
give every keep a value that is off by at most `error_bound`; a keep that falls short of the
chosen one by more than twice that is worse. That leaves near ties, nearly all of which are
ties of structure: both keeps lead to each payoff with the same probability, as comparing two
rows of whole numbers shows. Only where the rows differ are their exact values compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engine.batch import Array, BatchRound, Choices, Strategies, Turn
from solver.engine.exact import over_common_denominator
from solver.engine.rounds import Values

Payoffs = Sequence[Sequence[Values]]
"""``[position][outcome][player]``."""

POSITIONS = 16
"""Positions examined together; their laws take some 15 MB with two players."""

_ROUNDOFF = 2.0**-53


def error_bound(batch: BatchRound) -> float:
    """Bound the error of a keep's value, computed by `BatchRound.play` from rounded payoffs.

    Payoffs in [0, 1] are rounded once, or twice where one is the complement of another, and
    averaged over barrages: together within 8 roundoffs, for up to 8 tied players 66. Each
    roll of each player then adds a sum of 56 products of numbers that are not negative, whose
    weights are whole and sum to 216: at most 57 roundoffs of the result, in whatever order
    BLAS adds. All values are at most 1, in units of the scale of `BatchRound.value_scale`.
    """
    players = batch.information.players
    return (57 * batch.rolls * players + 8 + len(batch.information.outcomes)) * _ROUNDOFF


@dataclass(frozen=True)
class Check:
    """What was compared, in number of choices against the chosen one.

    Attributes:
        dismissed: worse by more than the floats' error.
        same_law: lead to every payoff with the same probability.
        compared: were compared as exact values.
        improved: were found better, and chosen instead: 0 for strategies that are optimal.
    """

    dismissed: int = 0
    same_law: int = 0
    compared: int = 0
    improved: int = 0

    def __add__(self, other: "Check") -> "Check":
        return Check(
            self.dismissed + other.dismissed,
            self.same_law + other.same_law,
            self.compared + other.compared,
            self.improved + other.improved,
        )


class _Ties(NamedTuple):
    """Choices that may be as good as the chosen one; index arrays with an entry for each."""

    position: NDArray[np.intp]
    state: NDArray[np.intp]
    hand: NDArray[np.intp]
    keep: NDArray[np.intp]


class _Examination:
    """The two passes over one batch of positions; the choosers are for `BatchRound.play`."""

    def __init__(self, strategies: Strategies, payoffs: Payoffs) -> None:
        self.strategies = strategies
        self.batch = strategies.batch
        self._numbered = [
            ({payoff: n for n, payoff in enumerate(dict.fromkeys(row))}, row) for row in payoffs
        ]
        self.check = Check()
        self._near: dict[tuple[int, int, int], list[_Ties]] = {}

    def find_near_ties(self, turn: Turn, keeps: Array) -> Choices:
        """First pass: note the choices that floats cannot dismiss; rows are players."""
        chosen = self.strategies.recall(turn, keeps)
        options = self.batch.options(turn)
        own = keeps[turn.seat]
        value = np.take_along_axis(own, chosen.astype(np.intp), -1)[..., None]
        margin = 2 * error_bound(self.batch) * self.batch.value_scale(turn)
        others = np.not_equal(options, chosen[..., None]) & _first_of_their_kind(options)
        near = np.greater_equal(own[..., options], value - margin) & others
        position, state, hand, option = np.nonzero(near)
        ties = _Ties(position, state + turn.states.start, hand, options[hand, option])
        self._near.setdefault(turn[:3], []).append(ties)
        self.check += Check(dismissed=int(others.sum()) - len(position))
        return chosen

    def compare_laws(self, turn: Turn, keeps: Array) -> Choices:
        """Second pass: compare what was noted; rows are distinct payoffs, numbers are whole."""
        chosen = self.strategies.recall(turn, keeps)
        for ties in self._near[turn[:3]]:
            here = (turn.states.start <= ties.state) & (ties.state < turn.states.stop)
            position, state, hand, keep = (index[here] for index in ties)
            state = state - turn.states.start
            current = chosen[position, state, hand].astype(np.intp)
            lost = keeps[:, position, state, current] - keeps[:, position, state, keep]
            (differs,) = np.nonzero(lost.any(axis=0))
            self.check += Check(same_law=len(position) - len(differs), compared=len(differs))
            for i in differs:
                if self._is_better(int(position[i]), turn.seat, lost[:, i], keep[i] < current[i]):
                    self.check += Check(improved=1)
                    chosen[position[i], state[i], hand[i]] = keep[i]
        return chosen

    def indicators(self) -> Array:
        """Which outcomes pay alike: 1 in ``[row, position, outcome]`` if it is of that row.

        Every position numbers its distinct payoffs in the order in which outcomes have them.
        """
        rows = np.array([[numbers[payoff] for payoff in row] for numbers, row in self._numbered])
        indicators: Array = (rows == np.arange(rows.max() + 1)[:, None, None]).astype(np.float64)
        return indicators

    def _is_better(self, position: int, seat: int, lost: NDArray[Any], preferred: bool) -> bool:
        """Is a keep better whose law lacks ``lost``; or as good, and ``preferred``?"""
        numbers, _ = self._numbered[position]
        payoffs, _ = over_common_denominator(payoff[seat] for payoff in numbers)
        loss = sum(int(ways) * payoff for ways, payoff in zip(lost, payoffs, strict=False))
        return loss < 0 or (loss == 0 and preferred)


def _first_of_their_kind(options: NDArray[np.intp]) -> NDArray[np.bool_]:
    """False where a short row of options repeats its last keep."""
    distinct = np.ones(options.shape, dtype=np.bool_)
    distinct[:, 1:] = options[:, 1:] != options[:, :-1]
    return distinct


def improve_exactly(strategies: Strategies, payoffs: Payoffs) -> Check:
    """Compare every choice with the chosen one, and switch to each that is better.

    If the result's ``improved`` is 0, the strategies are optimal for these payoffs: of equal
    keeps they choose the preferred one. Otherwise they have been changed.
    """
    batch = strategies.batch
    check = Check()
    for first in range(0, strategies.positions, POSITIONS):
        part = slice(first, first + POSITIONS)
        examined = _Examination(strategies.part(part), payoffs[part])
        rounded = np.array(payoffs[part], dtype=np.float64)  # [position, outcome, player]
        batch.play(np.moveaxis(rounded, -1, 0), examined.find_near_ties)
        batch.play(examined.indicators(), examined.compare_laws, whole=True)
        check += examined.check
    return check
