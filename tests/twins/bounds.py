"""Bounds on the values of a décharge between two, without solving any equation.

If play is broken off after n rounds and what then remains is given to the one or to the other
player, best play brings a player at least his value in the one case, and at most in the other.
Round by round that is backward induction; the bounds only close in, as play ends at last.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from solver.game.rules import Rules
from tests.twins.games import Position, lead, naive_round
from tests.twins.hands import Outcome
from tests.twins.rounds import Vector

Bounds = Mapping[Position, tuple[Fraction, Fraction]]
"""For each position the least and the most that it may be worth to its opener."""

GRID = 2**80
"""Bounds are rounded outwards to whole parts of this, so that they stay short."""


def enclose(rules: Rules, positions: Sequence[Position], rounds: int) -> Iterator[Bounds]:
    """Yield the bounds when play may last no round, one round, and so on."""
    bounds: Bounds = dict.fromkeys(positions, (Fraction(0), Fraction(1)))
    yield bounds
    for _ in range(rounds):
        bounds = {
            position: (
                Fraction(floor(_worth(rules, position, bounds, 0) * GRID), GRID),
                Fraction(ceil(_worth(rules, position, bounds, 1) * GRID), GRID),
            )
            for position in positions
        }
        yield bounds


def _worth(rules: Rules, position: Position, bounds: Bounds, end: int) -> Fraction:
    """What the opener can expect if later positions are worth one end of their bounds to him."""

    def payoffs(outcome: Outcome) -> Vector:
        leads = lead(rules, position, outcome)
        if leads.position is None:
            return leads.payoffs
        opens_again = leads.seats[0] == 0
        later = bounds[leads.position]
        # The least that is left for the one player is the most that the other can have.
        first = later[end] if opens_again else 1 - later[1 - end]
        return (first, 1 - first)

    return naive_round(rules, position, payoffs).start()[0]
