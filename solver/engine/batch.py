"""Many rounds of one kind at once, with numpy: the algorithm of `solver.engine.rounds`.

Arrays hold float64 and are laid out ``[row, position, state, hand]``. A row is a player when
strategies are sought, and an outcome when their law is: the expectation of "this outcome
happens" is its probability. As in the exact round, a roll multiplies the common denominator
by 216 instead of dividing, so whole numbers stay whole; they are exact while they are below
2**53, as is every number in the law of a round of two players (at most 2 * 216**6 < 2.1e14).

Throwing is one product with the 56 x 28 matrix of keeps that throw dice: only 308 of its
1,568 entries are not zero, but BLAS multiplies the lot at its full rate.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engine.information import Information
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, KEEPS_OF, WAYS, WEIGHTS

Array = NDArray[np.float64]
Choices = NDArray[np.int8]
"""Indices of keeps, ``[position, state, hand]``."""

TIE = 1e-12
"""When strategies are sought, keeps whose values differ by less are taken for equal."""

EXACT_BELOW = 2**53
"""Whole numbers below this are exact in float64, and so are their sums and products."""

BLOCK = 1 << 17
"""Most numbers in one array of hands; larger layers are worked on in blocks of states."""

THROWS: Array = np.zeros((len(HANDS), len(KEEPS) - len(HANDS)))
"""Ways of 216 to each hand, ``[hand, keep]``, for the 28 keeps that throw dice."""
for _keep, _row in enumerate(WEIGHTS[len(HANDS) :]):
    for _hand, _ways in _row:
        THROWS[_hand, _keep] = _ways
FIRST: Array = np.array(HAND_WAYS, dtype=np.float64)
"""Ways of 216 to each hand when all dice are thrown."""


def _options(first: int) -> NDArray[np.intp]:
    """Every hand's keeps from the ``first`` on; short rows repeat their last keep."""
    rows = [list(keeps[first:]) for keeps in KEEPS_OF]
    width = max(map(len, rows))
    return np.array([row + row[-1:] * (width - len(row)) for row in rows])


OPTIONS = _options(0)
OPTIONS_ROLLING_ON = _options(1)


class Turn(NamedTuple):
    """Which decisions an array of keeps is about.

    ``limit`` is 0 where the choice does not depend on it: for the opener, and for the last
    seat, whose hands are worth the same whatever the limit. ``states`` is the block of states.
    """

    seat: int
    limit: int
    left: int
    states: slice


Chooser = Callable[[Turn, Array], Choices]
"""Returns the keep chosen for each hand, given the values ``[row, position, state, keep]``."""


class BatchRound:
    """The round of one kind, for any number of positions with payoffs of their own."""

    def __init__(self, information: Information, rolls: int, *, exactly: bool) -> None:
        self.information = information
        self.rolls = rolls
        self.follower_options = OPTIONS_ROLLING_ON if exactly else OPTIONS
        self.denominator = information.barrages * WAYS ** (rolls * information.players)
        self.following = [np.array(layer, dtype=np.intp) for layer in information.following]
        self.laws = np.zeros((len(information.outcomes), len(information.laws)))
        for state, law in enumerate(information.laws):
            for outcome, weight in law:
                self.laws[outcome, state] = weight

    def options(self, turn: Turn) -> NDArray[np.intp]:
        """Return the keeps that may be chosen, ``[hand, option]``, preferred first."""
        return OPTIONS if turn.seat == 0 else self.follower_options

    def value_scale(self, turn: Turn) -> int:
        """Return what the values of the keeps in a turn are multiplied by."""
        players, seat = self.information.players, turn.seat
        later = (self.rolls if seat == 0 else turn.limit) * (players - seat - 1)
        return self.information.barrages * int(WAYS ** (later + turn.left))

    def play(self, payoffs: Array, choose: Chooser, *, whole: bool = False) -> Array:
        """Return ``denominator`` times the expectation of each row, ``[row, position]``.

        Args:
            payoffs: ``[row, position, outcome]``.
            choose: says what is kept at every decision; the last seat's come first.
            whole: the payoffs are 0 and 1, and all numbers are to be exact: the opener's are
                then Python integers where float64 would not hold them.
        """
        after = dict.fromkeys(range(1, self.rolls + 1), payoffs @ self.laws)
        for seat in range(self.information.players - 1, 0, -1):
            after = self._follower(seat, after, choose)
        if whole and self.denominator >= EXACT_BELOW:
            followers = self.information.players - 1
            if self.information.barrages * WAYS ** (self.rolls * followers) >= EXACT_BELOW:
                raise OverflowError("whole numbers are kept for two and three players only")
            after = {limit: _to_integers(values) for limit, values in after.items()}
        return self._opener(after, choose)

    def greedy(self, turn: Turn, keeps: Array) -> Choices:
        """Choose the best keep of the seat to act; among equals within `TIE`, the preferred."""
        offered = keeps[turn.seat][..., self.options(turn)]
        least = offered.max(-1, keepdims=True) - TIE * self.value_scale(turn)
        first = (offered >= least).argmax(-1)
        choice: Choices = self.options(turn)[np.arange(len(HANDS)), first].astype(np.int8)
        return choice

    def _blocks(self, seat: int, rows: int) -> Iterator[slice]:
        states = len(self.following[seat])
        size = max(1, BLOCK // (rows * len(HANDS)))
        return (slice(first, min(first + size, states)) for first in range(0, states, size))

    def _follower(self, seat: int, after: dict[int, Array], choose: Chooser) -> dict[int, Array]:
        """The expectations before a follower's turn, by limit: ``[row, position, state]``."""
        rows, positions, _ = after[1].shape
        table = self.following[seat]
        before = {limit: np.empty((rows, positions, len(table))) for limit in after}
        is_last = seat == self.information.players - 1
        for states in self._blocks(seat, rows * positions):
            hands = after[1][..., table[states]]
            for limit in range(1, self.rolls + 1):
                if is_last:
                    if limit > 1:
                        hands = _roll(Turn(seat, 0, limit - 1, states), hands, choose)
                else:
                    hands = after[limit][..., table[states]]
                    for left in range(1, limit):
                        hands = _roll(Turn(seat, limit, left, states), hands, choose)
                before[limit][..., states] = hands @ FIRST
        return before

    def _opener(self, after: dict[int, Array], choose: Chooser) -> Array:
        first = self.following[0][:1]
        followers = self.information.players - 1
        hands = after[self.rolls][..., first]
        for left in range(1, self.rolls):
            # Stopping now is over fewer rolls: of the followers, and of the opener himself.
            scale = WAYS ** (left * followers + left - 1)
            stopping = scale * after[self.rolls - left][..., first]
            hands = _roll(Turn(0, 0, left, slice(0, 1)), hands, choose, stopping)
        expected: Array = (hands @ _like(hands, FIRST))[..., 0]
        return expected


def _to_integers(values: Array) -> Any:
    return values.astype(np.int64).astype(object)


def _like(values: Array, constants: Array) -> Any:
    """The constants in the arithmetic of the values: floats, or Python's integers."""
    return _to_integers(constants) if values.dtype == object else constants


def _roll(turn: Turn, hands: Array, choose: Chooser, stopping: Array | None = None) -> Array:
    """216 times the expectations of the hands seen when one more roll is allowed."""
    stopped = WAYS * (hands if stopping is None else stopping)
    keeps = np.concatenate([stopped, hands @ _like(hands, THROWS)], axis=-1)
    choice = choose(turn, keeps).astype(np.intp)
    return np.take_along_axis(keeps, choice[None], axis=-1)


@dataclass
class Strategies:
    """What every seat keeps, in each of a batch of positions.

    ``choices[seat, limit, left]`` is ``[position, state, hand]``; for limits of 0 see `Turn`.
    """

    batch: BatchRound
    positions: int
    choices: dict[tuple[int, int, int], Choices] = field(default_factory=dict)

    def record(self, turn: Turn, keeps: Array) -> Choices:
        """Choose the best keeps, and remember them."""
        chosen = self.batch.greedy(turn, keeps)
        key = turn.seat, turn.limit, turn.left
        if key not in self.choices:
            states = len(self.batch.information.following[turn.seat])
            self.choices[key] = np.empty((self.positions, states, len(HANDS)), dtype=np.int8)
        self.choices[key][:, turn.states] = chosen
        return chosen

    def recall(self, turn: Turn, _: Array) -> Choices:
        """Choose what is remembered."""
        return self.choices[turn.seat, turn.limit, turn.left][:, turn.states]

    def part(self, positions: slice) -> "Strategies":
        """Return the strategies of some of the positions; changing them changes these."""
        choices = {key: choice[positions] for key, choice in self.choices.items()}
        return Strategies(self.batch, len(range(self.positions)[positions]), choices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strategies) and all(
            np.array_equal(choice, other.choices[key]) for key, choice in self.choices.items()
        )
