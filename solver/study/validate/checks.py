"""What one piece of evidence is asked, and what it says."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

Course = tuple[tuple[float, float], ...]
"""(draws, log of the e-value), in order."""


@dataclass(frozen=True)
class Part:
    """One outcome of a law: its exact probability, its share, and an interval for it.

    ``off``: the exact value lies outside the interval of coverage 1 - level / outcomes, so
    that of a right table all parts together are ``off`` with probability at most level.
    """

    label: str
    exact: Fraction
    observed: Fraction
    low: float
    high: float
    off: bool


@dataclass(frozen=True)
class Check:
    """What one piece of evidence says.

    Attributes:
        name: what was checked; the null hypothesis is that its exact law holds.
        n: draws behind it; None where only an estimate is known.
        exact: the exact value; where a law was checked, of the part that may be off furthest.
        observed: the share or mean observed; likewise.
        low: end of the interval of coverage 1 - level for the simulator's own value; likewise.
        high: its other end.
        reach: the furthest that the simulator's own value may lie from the exact one, as far
            as that interval says, divided by ``scale``.
        detectable: the shift that would have been seen with probability 0.9, in the same unit.
        p_value: of the null hypothesis; for an e-process 1 / its largest value, which is valid
            at any number of looks.
        method: how it was computed.
        scale: what a reach of 1 means: 1 for probabilities, ``exact`` for rounds.
        parts: the outcomes, where a law was checked; the one that may be off furthest first.
        course: the e-process, where there is one.
    """

    name: str
    n: int | None
    exact: Fraction
    observed: Fraction
    low: float
    high: float
    reach: float
    detectable: float
    p_value: float
    method: str
    scale: float = 1.0
    parts: tuple[Part, ...] = ()
    course: Course = ()


class Evidence(Protocol):
    """Something that can be tested."""

    def look(self) -> None:
        """Take what was added into account, if an e-process is watched."""

    @property
    def empty(self) -> bool:
        """Whether there is no data at all."""

    @property
    def peak(self) -> float:
        """The largest log of the e-value so far; 0 if none is watched."""

    def check(self, level: float, tests: int) -> Check:
        """Test at a level what is not empty; ``detectable`` is that of one of so many tests."""
