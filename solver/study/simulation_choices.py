"""What strategies keep, asked once at every spot and then looked up for many games at once.

A spot has a number made of four: the *place* (which strategy sits at which seat of which
table), how many rolls the player has made, the opener's limit, and what is *known* of the
hands made before. Spots that have been met lie in one sorted array, and each points to a row
of keeps by hand; strategies that give one answer at many spots as the same object share a row.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solver.errors import StrategyError
from solver.game.dice import HANDS, KEEPS, KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import format_state
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.game.state import Table
from solver.language import _
from solver.study.simulation_table import Ints, with_row
from solver.study.strategies import PURE, Mixes, Spot, Strategy

MOST_KEEPS = max(map(len, KEEPS_OF))

_KNOWN_BITS = 24
_ROLL_BITS = 2

_PART_OF = np.zeros((len(HANDS), len(KEEPS)), dtype=np.bool_)
"""Whether a keep is part of a hand, ``[hand, keep]``."""
for _hand, _keeps in enumerate(KEEPS_OF):
    _PART_OF[_hand, list(_keeps)] = True
_EVERY_HAND = np.arange(len(HANDS))[:, None]
_ROLLS_ON = np.array(THROWN) > 0


class Knowledge:
    """What seats know of the hands before them, numbered as it is met; 0 is nothing.

    Known are the best and the lowest hand and which seats made them: nothing else of the
    hands made before can matter to how the round ends. For each number one history stands.
    """

    def __init__(self, rules: Rules) -> None:
        self._strength = rank_hands(rules).strength
        self.histories: list[tuple[int, ...]] = [()]
        self._numbers = {self._matters(()): 0}
        self._next = np.full((1, len(HANDS)), -1, dtype=np.int64)

    def _matters(self, history: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """What of a history matters: the seats with the best hand, and with the lowest."""
        made = [self._strength[hand] for hand in history]
        ends = {max(made), min(made)} if made else set()
        # The first pair tells how many seats have rolled.
        return (len(made), 0), *((s, of) for s, of in enumerate(made) if of in ends)

    def after(self, known: Ints, hands: Ints) -> Ints:
        """Return what is known once these hands are made too."""
        result: Ints = self._next[known, hands]
        unmet = result < 0
        if unmet.any():
            for code in np.unique(known[unmet] * len(HANDS) + hands[unmet]).tolist():
                self._meet(*divmod(code, len(HANDS)))
            result = self._next[known, hands]
        return result

    def _meet(self, known: int, hand: int) -> None:
        history = (*self.histories[known], hand)
        number = self._numbers.setdefault(self._matters(history), len(self.histories))
        if number == len(self.histories):
            self.histories.append(history)
            self._next = with_row(self._next, number, -1)
        self._next[known, hand] = number


class Choices:
    """The strategies of all players, looked up by arrays."""

    def __init__(self, rules: Rules, strategies: Sequence[Strategy]) -> None:
        self.rules = rules
        self.strategies = strategies
        self.knowledge = Knowledge(rules)
        self._places: dict[tuple[Table, int, int], int] = {}
        self._of_place: list[tuple[Table, Strategy, int]] = []
        self._spots = np.zeros(0, dtype=np.int64)
        self._row_of_spot = np.zeros(0, dtype=np.int64)
        self._rows = _Rows()

    def place(self, table: Table, seat: int, player: int, rolls: int) -> int:
        """Return the number of a player's place; players with one strategy share places.

        Args:
            table: what the players have, in the order of play.
            seat: his seat in it.
            player: who it is.
            rolls: how many rolls the opener has in this round.
        """
        strategy = self.strategies[player]
        key = (table, seat, id(strategy))
        if key not in self._places:
            self._places[key] = len(self._of_place)
            self._of_place.append((table, strategy, rolls))
        return self._places[key]

    def keeps(
        self,
        rng: np.random.Generator,
        places: Ints,
        known: Ints,
        limits: Ints,
        rolled: int,
        hands: Ints,
    ) -> Ints:
        """Return what is kept of the hands by players who have rolled so many times.

        ``limits`` are 0 where the opener decides. Chance is drawn on only by mixed choices.

        Raises:
            StrategyError: a strategy chooses what the rules forbid.
        """
        spots = (places << _ROLL_BITS | limits) << _ROLL_BITS | rolled
        spots = spots << _KNOWN_BITS | known
        at = np.searchsorted(self._spots, spots)
        unmet = self._spots.take(at, mode="clip") != spots if len(self._spots) else at == 0
        if unmet.any():
            self._meet(np.unique(spots[unmet]))
            at = np.searchsorted(self._spots, spots)
        return self._rows.draw(rng, self._row_of_spot[at], hands)

    def _meet(self, spots: Ints) -> None:
        rows = np.array([self._row(spot) for spot in spots.tolist()], dtype=np.int64)
        before = np.searchsorted(self._spots, spots)
        self._spots = np.insert(self._spots, before, spots)
        self._row_of_spot = np.insert(self._row_of_spot, before, rows)

    def _row(self, spot: int) -> int:
        known = spot & ((1 << _KNOWN_BITS) - 1)
        numbers = spot >> _KNOWN_BITS
        rolled = numbers & ((1 << _ROLL_BITS) - 1)
        limit = numbers >> _ROLL_BITS & ((1 << _ROLL_BITS) - 1)
        table, strategy, rolls = self._of_place[numbers >> 2 * _ROLL_BITS]
        seen = self.knowledge.histories[known]
        asked = Spot(self.rules, table, seen, limit, (limit or rolls) - rolled)
        must_roll_on = bool(seen) and self.rules.followers == "exactly"
        try:
            return self._rows.number(strategy.mixes(asked), must_roll_on=must_roll_on)
        except _ForbiddenError as error:
            raise StrategyError(
                _("{name} at {state} with {left} to roll: {fault}").format(
                    name=strategy.name, state=format_state(table), left=asked.left, fault=error
                )
            ) from None


class _ForbiddenError(Exception):
    """What a strategy does wrong, without where."""


class _Rows:
    """Answers of strategies: the keep of each hand, and where it is mixed the chances."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, bool], tuple[int, Mixes]] = {}
        self._first = np.zeros((1, len(HANDS)), dtype=np.int8)
        self._mixed = np.full(1, -1, dtype=np.int64)
        self._mixes = 0
        self._options = np.zeros((1, len(HANDS), MOST_KEEPS), dtype=np.int8)
        self._below = np.zeros((1, len(HANDS), MOST_KEEPS))

    def number(self, mixes: Mixes, *, must_roll_on: bool) -> int:
        """Return the number of an answer, after a look at whether the rules allow it."""
        key = (id(mixes), must_roll_on)
        if key not in self._numbers:
            # The answer is kept, so that no other object can have its identity.
            self._numbers[key] = len(self._numbers), mixes
            self._add(self._numbers[key][0], mixes, must_roll_on)
        return self._numbers[key][0]

    def _add(self, row: int, mixes: Mixes, must_roll_on: bool) -> None:
        if len(mixes) != len(HANDS):
            raise _ForbiddenError(
                _("{count} hands are answered instead of {expected}").format(
                    count=len(mixes), expected=len(HANDS)
                )
            )
        first = np.array([mix[0][0] for mix in mixes])
        _check(first[:, None], must_roll_on)
        self._first = with_row(self._first, row, 0)
        self._first[row] = first
        self._mixed = with_row(self._mixed, row, -1)
        if all(mix is PURE[mix[0][0]] for mix in mixes):
            return
        options, below = _tabulate(mixes)
        _check(options, must_roll_on)
        if any(len(mix) > 1 for mix in mixes):
            self._mixed[row] = self._mixes
            self._options = with_row(self._options, self._mixes, 0)
            self._options[self._mixes] = options
            self._below = with_row(self._below, self._mixes, 0)
            self._below[self._mixes] = below
            self._mixes += 1

    def draw(self, rng: np.random.Generator, rows: Ints, hands: Ints) -> Ints:
        """Return the keep of each hand by its row."""
        keeps = self._first[rows, hands].astype(np.int64)
        if self._mixes:
            mixed = np.flatnonzero(self._mixed[rows] >= 0)
            row, hand = self._mixed[rows[mixed]], hands[mixed]
            option = (rng.random((len(mixed), 1)) >= self._below[row, hand]).sum(1)
            keeps[mixed] = self._options[row, hand, option]
        return keeps


def _check(options: Ints, must_roll_on: bool) -> None:
    """Refuse keeps, ``[hand, option]``, that are no part of the hand, or stop unduly."""
    allowed = _PART_OF & _ROLLS_ON if must_roll_on else _PART_OF
    right = allowed[_EVERY_HAND, options]
    if not right.all():
        hand, option = np.argwhere(~right)[0].tolist()
        kept = format_keep(int(options[hand, option])) or _("nothing")
        raise _ForbiddenError(
            _("{kept} cannot be kept of {hand} there").format(kept=kept, hand=format_keep(hand))
        )


def _tabulate(mixes: Mixes) -> tuple[Ints, NDArray[np.float64]]:
    """The keeps of each hand, ``[hand, option]``, and the chance of those up to each.

    Short rows repeat their last keep; from a mix's last keep on the chance is 2, which no
    number that is drawn can reach.
    """
    options = np.zeros((len(HANDS), MOST_KEEPS), dtype=np.int64)
    below = np.full((len(HANDS), MOST_KEEPS), 2.0)
    for hand, mix in enumerate(mixes):
        if len(mix) > MOST_KEEPS:
            raise _ForbiddenError(
                _("{count} keeps of {hand}").format(count=len(mix), hand=format_keep(hand))
            )
        total = Fraction(0)
        for place, (keep, chance) in enumerate(mix):
            options[hand, place:] = keep
            total += chance
            if place < len(mix) - 1:
                below[hand, place] = total
        if total != 1 or any(chance < 0 for _, chance in mix):
            raise _ForbiddenError(
                _("the chances of what is kept of {hand} are no law").format(hand=format_keep(hand))
            )
    return options, below
