"""Evidence that may be watched: e-processes, valid at any number of looks.

Null: each draw, given all before it, follows the law p. For a prior a over laws let

    E = [integral of prod q_i^c_i under Dirichlet(a)] / prod p_i^c_i
      = G(A) / G(A + n) * prod G(a_i + c_i) / G(a_i) / p_i^c_i,

with counts c, n draws, G the gamma function and A the sum of a. Under the null E is a
martingale that starts at 1, draw by draw, so by Ville's inequality it ever reaches 1/level
with probability at most level: it may be looked at after any draws, and sampling may stop
when one likes. An average of such E is one again; here a = A p for several A, from priors
that expect large faults to priors that expect small ones.

The counts need not be whole: for values in [0, 1] with mean p, x -> (q/p)^x ((1-q)/(1-p))^(1-x)
is convex, so its mean is at most 1, and E is a supermartingale: shares of a win are covered.

What Ville's inequality needs is that the draws come in the order in which they were made. A
table sorted by hand may be looked at when it is complete, and not before.

References: Ville (1939); Robbins (1970) for mixtures; Lindon and Malek (2022) for multinomials.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, lgamma, log

import numpy as np
from numpy.typing import NDArray

from solver.study.validate.statistics import interval_where, scipy

Array = NDArray[np.float64]

STRENGTHS = (10.0, 100.0, 1_000.0, 10_000.0, 100_000.0)
"""Sums A of the priors that are averaged: how many draws each prior is worth."""

MOST_POINTS = 400
"""Of the course of an e-process that is kept for its plot."""


def log_e_value(counts: Array, law: Array) -> Array:
    """Return log E of counts ``[..., cell]`` against a law without zeros."""
    gammaln = scipy("special").gammaln
    total = counts.sum(-1)
    each = np.array(
        [
            gammaln(strength)
            - gammaln(strength + total)
            + (gammaln(strength * law + counts) - gammaln(strength * law)).sum(-1)
            for strength in STRENGTHS
        ]
    )
    largest = each.max(0)
    mixed: Array = largest + np.log(np.exp(each - largest).mean(0)) - counts @ np.log(law)
    return mixed


@dataclass
class EProcess:
    """Evidence against a law as draws come in.

    Attributes:
        law: the probability of each cell under the null.
        counts: draws so far.
        peak: the largest log E at any look; infinite once the impossible has happened.
        course: (draws, log E) at some of the looks, in order.
    """

    law: Sequence[float]
    counts: list[float] = field(default_factory=list)
    peak: float = 0.0
    course: list[tuple[float, float]] = field(default_factory=list)
    _looks: int = 0
    _stride: int = 1

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * len(self.law)

    @cached_property
    def _possible(self) -> NDArray[np.intp]:
        return np.flatnonzero(np.array(self.law))

    @cached_property
    def _law(self) -> Array:
        law = np.array(self.law)[self._possible]
        scaled: Array = law / law.sum()
        return scaled

    def look(self) -> None:
        """Take the draws so far into account."""
        counts = np.array(self.counts, dtype=np.float64)
        possible = counts[self._possible]
        total = float(counts.sum())
        # One cell that has everything leaves nothing to bet on.
        value = float(log_e_value(possible, self._law)) if len(possible) > 1 else 0.0
        if possible.sum() < total:
            value = inf
        self.peak = max(self.peak, value)
        if self._looks % self._stride == 0:
            self.course.append((total, value))
        self._looks += 1
        if len(self.course) > MOST_POINTS:
            self.course = self.course[::2]
            self._stride *= 2


def confidence_sequence(count: float, n: float, level: float) -> tuple[float, float]:
    """Return an interval for a probability that holds at all looks at once.

    All p against which the mixture over Beta(1/2, 1/2) has not reached 1/level. With
    probability at least 1 - level the true p lies in every interval of the sequence. As log E
    is convex in p, with its least at count / n, it is an interval.
    """
    constant = lgamma(count + 0.5) + lgamma(n - count + 0.5) - lgamma(n + 1) - 2 * lgamma(0.5)

    def holds(exact: float) -> bool:
        against = 0.0
        for seen, law in ((count, exact), (n - count, 1 - exact)):
            if seen > 0:
                against += seen * log(law) if law > 0 else -inf
        return constant - against < -log(level)

    return interval_where(holds, count / n)
