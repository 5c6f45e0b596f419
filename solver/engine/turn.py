"""One player's turn, by backward induction in exact integers.

Let x[h] be what hand h is worth to a player: an integer, over some common denominator. If
one more roll is allowed, keeping k is worth

    y[k] = sum over hands h of (WEIGHTS[k, h] / 216) x[h],

and a player who sees hand h takes the best of the keeps that are part of h. Stopping is the
keep of all three dice, so the same line covers it; where a player must roll on it is left
out. As several players have a stake in the turn, x and y carry one row for each of them;
the one who rolls maximises his own row.

All numbers stay integers: `throw` returns 216 y, so each roll allowed multiplies the common
denominator by 216. Throwing n dice is throwing one die n times, which takes 28 * 6 additions
where the sum over hands would take 308 multiplications.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import TypeVar

from solver.game.dice import ADDED, ALL_DICE, HAND_WAYS, HANDS, KEEPS_OF

Number = TypeVar("Number", int, float)

Rows = list[list[int]]
"""One row for each player: the value of every hand, or of every keep."""

Mixes = Sequence[Sequence[tuple[int, int]]]
"""For each of the 56 hands pairs (keep, weight); every hand's weights have the same sum."""

ROLL_ON: tuple[tuple[int, ...], ...] = tuple(keeps[1:] for keeps in KEEPS_OF)
"""For each hand, the keeps that throw at least one die."""

_STOP, _PAIR, _SINGLE = 56, 77, 83
"""Where the keeps of three, of two, and of one die end in the numbering."""

_DIE_BY_DIE = ADDED[len(HANDS) :]


def throw(values: Sequence[Number]) -> list[Number]:
    """Return 216 times the value of each of 84 keeps, given the value of each of 56 hands.

    >>> throw([1] * 56) == [216] * 84
    True
    """
    sums = list(values)
    for a, b, c, d, e, f in _DIE_BY_DIE:
        sums.append(sums[a] + sums[b] + sums[c] + sums[d] + sums[e] + sums[f])
    return (
        [216 * value for value in sums[:_STOP]]
        + [36 * value for value in sums[_STOP:_PAIR]]
        + [6 * value for value in sums[_PAIR:_SINGLE]]
        + sums[_SINGLE:]
    )


def spread(held: Sequence[int]) -> list[int]:
    """Return 216 times the ways to see each of 56 hands, given the ways to hold each of 84 keeps.

    It is `throw` read the other way round: the weights are the same, and so are the steps.

    >>> sum(spread([1] * 84)) == 84 * 216
    True
    """
    ways = (
        [216 * held_ways for held_ways in held[:_STOP]]
        + [36 * held_ways for held_ways in held[_STOP:_PAIR]]
        + [6 * held_ways for held_ways in held[_PAIR:_SINGLE]]
        + list(held[_SINGLE:])
    )
    for keep in range(ALL_DICE, _STOP - 1, -1):
        if thrown := ways[keep]:
            for longer in ADDED[keep]:
                ways[longer] += thrown
    return ways[:_STOP]


def expect(rows: Rows) -> tuple[int, ...]:
    """Return 216 times what each player can expect when all three dice are thrown."""
    return tuple(sum(map(mul, HAND_WAYS, row)) for row in rows)


def offer(ahead: Rows, stopping: Rows | None = None) -> Rows:
    """Return 216 times what each keep is worth to each player; arguments as for `decide`."""
    keeps = [throw(row) for row in ahead]
    if stopping is not None:
        for row, stopped in zip(keeps, stopping, strict=True):
            row[:_STOP] = [216 * value for value in stopped]
    return keeps


def follow(keeps: Rows, mixes: Mixes) -> Rows:
    """Return the values of the hands, times the sum of a hand's weights, as ``mixes`` plays."""
    if all(len(mix) == 1 for mix in mixes):
        single = [mix[0] for mix in mixes]
        return [[weight * row[keep] for keep, weight in single] for row in keeps]
    return [[sum([n * row[keep] for keep, n in mix]) for mix in mixes] for row in keeps]


@dataclass(frozen=True)
class Decision:
    """What one player can choose when he sees a hand and may roll again.

    Attributes:
        keeps: for each player, the value of the 84 keeps; an integer over the denominator of
            the hands' values times 216.
        choice: for each of the 56 hands, the best keep; among equals, the preferred one.
    """

    keeps: Rows
    choice: list[int]

    def hands(self) -> Rows:
        """Return each player's value of each hand, as it is played."""
        return [[row[keep] for keep in self.choice] for row in self.keeps]


def decide(
    ahead: Rows,
    player: int,
    allowed: Sequence[Sequence[int]] = KEEPS_OF,
    stopping: Rows | None = None,
) -> Decision:
    """Return the choices of ``player``, who may roll once more.

    Args:
        ahead: each player's value of the hands after that roll.
        player: the row that is maximised.
        allowed: for each hand, the keeps that may be chosen, in order of preference.
        stopping: each player's value of the hands if ``player`` stops now. Without it that is
            the value of having the hand after the roll, when he may go on: which makes no
            difference to his choice, unless his number of rolls binds others. Over the same
            denominator as ``ahead``.
    """
    keeps = offer(ahead, stopping)
    own = keeps[player].__getitem__
    return Decision(keeps, [max(options, key=own) for options in allowed])
