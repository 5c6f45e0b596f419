"""Whole numbers of any size in float64, for laws of rounds among many players.

Numbers below 2**53 are exact in float64, and so are their sums and products below it. Larger
ones are cut into limbs of 40 bits. A vector of rows holds, after some others, the lowest limbs
of all numbers, then the next ones, and so on. A roll multiplies sums of limbs by 216 at the
most, so they stay below 2**48; then what is above 40 bits is carried on to the next limb. A
difference of numbers has limbs of either sign, and carries what is below 0 as well.
"""

import numpy as np

from solver.engine.compiled import Floats, compiled

EXACT_BELOW = 2**53
LIMB_BITS = 40
LIMB = 2.0**LIMB_BITS


def limbs_for(largest: int) -> int:
    """Return into how many limbs numbers are cut that are at most ``largest``."""
    return 1 if largest < EXACT_BELOW else 1 + largest.bit_length() // LIMB_BITS


def join(limbs: list[float]) -> int:
    """Return the number whose limbs, lowest first, these are."""
    return sum(int(limb) << LIMB_BITS * place for place, limb in enumerate(limbs))


@compiled
def is_zero(limbs: Floats) -> bool:
    """Is the whole number zero whose limbs, lowest first and of either sign, these are?"""
    over = 0.0
    for limb in limbs[:-1]:
        over = (limb + over) / LIMB
        if over != np.floor(over):
            return False
    return bool(limbs[-1] + over == 0.0)


@compiled
def carry(rows: Floats, players: int, limbs: int) -> None:
    """Carry what is above 40 bits from each limb of a law to the next."""
    count = (len(rows) - players) // limbs
    for row in range(players, len(rows) - count):
        above = np.floor(rows[row] / LIMB)
        rows[row] -= above * LIMB
        rows[row + count] += above


@compiled
def widen(after: Floats, players: int, limbs: int, wanted: int) -> Floats:
    """Return expectations, ``[limit - 1, state, row]``, with their laws in more limbs."""
    limits, states, rows = after.shape
    count = (rows - players) // limbs
    wide = np.zeros((limits, states, players + count * wanted))
    wide[:, :, :rows] = after
    for limit in range(limits):
        for state in range(states):
            carry(wide[limit, state], players, wanted)
    return wide
