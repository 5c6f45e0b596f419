"""Three fair dice: hands, keeps, and the chances that lead from one to the other.

A *hand* is a multiset of three faces and a *keep* a multiset of at most three: what lies
still while the other dice are thrown. Both are dense integers. Keeps are numbered in the
order in which a player prefers them when their values are equal: first stopping, then the
fewest dice thrown, then the highest dice kept. So

* keeps ``0 .. 55`` are whole hands, and keep ``h`` means "stop with hand ``h``";
* of several best keeps, the one to choose is the smallest number.

Chances are integers over ``216 = 6**3``. Throwing one more die turns ``keep`` into each of
the six ``ADDED[keep]`` with chance 1/6; throwing n dice is that, n times over.
"""

from itertools import combinations_with_replacement

FACES = (1, 2, 3, 4, 5, 6)
WAYS = 216
"""Ordered throws of three dice: the denominator of every chance of one roll."""

KEEPS: tuple[tuple[int, ...], ...] = tuple(
    keep for size in (3, 2, 1, 0) for keep in combinations_with_replacement(FACES[::-1], size)
)
"""The 84 keeps, each with its highest die first, in order of preference."""

HANDS = KEEPS[:56]
"""The 56 hands; the index of a hand is also the index of the keep that is all of it."""

KEEP_INDEX = {keep: index for index, keep in enumerate(KEEPS)}
ALL_DICE = KEEP_INDEX[()]
"""The empty keep, which throws all three dice: every turn begins with it."""

THROWN: tuple[int, ...] = tuple(3 - len(keep) for keep in KEEPS)
"""How many dice each keep throws."""

ADDED: tuple[tuple[int, ...], ...] = tuple(
    tuple(KEEP_INDEX[tuple(sorted((*keep, face), reverse=True))] for face in FACES)
    if len(keep) < 3
    else ()
    for keep in KEEPS
)
"""``ADDED[keep][face - 1]``: the keep with one more die; empty for whole hands."""


def _weights() -> list[dict[int, int]]:
    """For every keep, the ways over 216 of each hand that its throw can complete.

    Keeps with more dice come first in the numbering, so each row is one die away from rows
    that are already there.
    """
    rows: list[dict[int, int]] = []
    for keep, longer_keeps in enumerate(ADDED):
        row: dict[int, int] = {} if longer_keeps else {keep: WAYS}
        for longer in longer_keeps:
            for hand, ways in rows[longer].items():
                row[hand] = row.get(hand, 0) + ways // len(FACES)
        rows.append(row)
    return rows


WEIGHTS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(sorted(row.items())) for row in _weights()
)
"""``WEIGHTS[keep]``: pairs (hand, ways of 216) after throwing the dice that ``keep`` leaves."""

HAND_WAYS: tuple[int, ...] = tuple(ways for _, ways in WEIGHTS[ALL_DICE])
"""Ordered throws of three dice that show each hand: 6, 3 or 1 of 216."""

_keeps_of: list[list[int]] = [[] for _ in HANDS]
for _keep, _row in enumerate(WEIGHTS):
    for _hand, _ in _row:
        _keeps_of[_hand].append(_keep)

KEEPS_OF: tuple[tuple[int, ...], ...] = tuple(map(tuple, _keeps_of))
"""``KEEPS_OF[hand]``: every keep that is part of the hand, preferred first; the first stops."""
