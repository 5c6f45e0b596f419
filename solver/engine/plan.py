"""What one seat does in a round, whatever anybody thinks of it: keeps with whole weights.

A plan says for every turn, that is for what the seat knows and the rolls left to it, which
keeps it chooses of each hand, and how often. Who stops is not asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.engine.turn import Mixes

Turn = tuple[int, int, int]
"""Limit, state of knowledge, rolls left. The opener's limit and state are 0."""


@dataclass(frozen=True)
class Plan:
    """The behaviour of one seat.

    Attributes:
        total: what the weights of every hand sum to.
        mixes: for every turn with at least one roll left, the weights of the keeps.
    """

    total: int
    mixes: Mapping[Turn, Mixes]


def turns_of(rolls: int, seat: int, states: int) -> list[Turn]:
    """Return every turn of a seat that has ``states`` states of knowledge.

    >>> turns_of(3, 0, 1)
    [(0, 0, 1), (0, 0, 2)]
    >>> turns_of(3, 1, 56)[:4]
    [(2, 0, 1), (3, 0, 1), (3, 0, 2), (2, 1, 1)]
    """
    if seat == 0:
        return [(0, 0, left) for left in range(1, rolls)]
    return [
        (limit, state, left)
        for state in range(states)
        for limit in range(2, rolls + 1)
        for left in range(1, limit)
    ]


def always(choices: Mapping[Turn, Sequence[int]]) -> Plan:
    """Return the plan that chooses one keep for each of the 56 hands in every turn."""
    return Plan(1, {turn: [((keep, 1),) for keep in row] for turn, row in choices.items()})
