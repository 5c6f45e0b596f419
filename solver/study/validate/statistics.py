"""Tests and intervals for counts and estimates; plain functions, floats out.

Every p-value here is of the null hypothesis that the exact law holds, and is two-sided or
omnibus. A test at level a rejects where p <= a; where the test is exact that happens with
probability at most a under the null. Intervals are dual to the tests: the exact value lies
outside the interval of coverage 1 - a where the test rejects at level a.

References: Clopper and Pearson (1934) for the binomial; Hoeffding (1963), theorem 1, for means
of bounded variables; Holm (1979) for several tests at once.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from math import ceil, exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.language import _

Array = NDArray[np.float64]

LEAST_EXPECTED = 5
"""Expected count of every cell from which on Pearson's statistic is taken for chi-square."""

POWER = 0.9
"""The probability of being seen that the detectable effects are quoted for."""

SEED = 421
"""Of the draws of Monte Carlo tests: the same file always gives the same answer."""

_FEWEST_DRAWS, _MOST_DRAWS, _DRAWS_AT_ONCE = 9_999, 199_999, 500
_ENOUGH = 100


def scipy(module: str) -> Any:
    """Return ``scipy.stats`` or another module of scipy.

    Raises:
        SolverError: scipy is not installed; the message says how to install it.
    """
    try:
        return import_module(f"scipy.{module}")
    except ImportError:
        raise SolverError(_("validate needs scipy: pip install 'solver-421[stats]'")) from None


def pearson_statistic(counts: Array, law: Array) -> Array:
    """Return Pearson's X² of counts ``[..., cell]`` against a law of positive probabilities."""
    expected = counts.sum(-1, keepdims=True) * law
    statistic: Array = ((counts - expected) ** 2 / expected).sum(-1)
    return statistic


def pearson_p(counts: Array, law: Array) -> Array:
    """Return the p-values of counts ``[..., cell]``; asymptotic, see `LEAST_EXPECTED`."""
    p: Array = scipy("stats").chi2.sf(pearson_statistic(counts, law), len(law) - 1)
    return p


def monte_carlo_p(counts: Array, law: Array, draws: int) -> float:
    """Return the p-value of counts ``[cell]`` by drawing from the law itself.

    If the h-th draw that is at least as far from the law (by Pearson's statistic, h being
    `_ENOUGH`) comes at draw number t, p is h / t; if k < h of all ``draws`` are, it is
    (1 + k) / (1 + draws). Under the null p is at most a with probability at most a, whatever
    the sample size: Besag and Clifford (1991).
    """
    rng = np.random.default_rng(SEED)
    # Statistics that are equal may be summed in another order, and must count as equal.
    observed = float(pearson_statistic(counts, law)) * (1 - 1e-12)
    as_far = 0
    for first in range(0, draws, _DRAWS_AT_ONCE):
        size = min(_DRAWS_AT_ONCE, draws - first)
        drawn = rng.multinomial(int(counts.sum()), law, size).astype(np.float64)
        farther = np.flatnonzero(pearson_statistic(drawn, law) >= observed)
        if as_far + len(farther) >= _ENOUGH:
            return _ENOUGH / (first + int(farther[_ENOUGH - as_far - 1]) + 1)
        as_far += len(farther)
    return (1 + as_far) / (1 + draws)


def fit_p(counts: Sequence[int], law: Sequence[float], level: float) -> tuple[float, str]:
    """Return the p-value of counts against a law, and the name of the test.

    Null: the counts are a sample of the law, each draw independent of the others. ``level`` is
    the one that p will be held against: Monte Carlo draws enough to go well below it.
    """
    observed, exact = np.array(counts, dtype=np.float64), np.array(law)
    if observed[exact == 0].any():
        return 0.0, "impossible outcome"
    observed, exact = observed[exact > 0], exact[exact > 0]
    total = observed.sum()
    if len(exact) == 1:
        return 1.0, "certain outcome"
    if (total * exact).min() >= LEAST_EXPECTED:
        return float(pearson_p(observed, exact)), "Pearson"
    draws = min(max(_FEWEST_DRAWS, ceil(10 / level)), _MOST_DRAWS)
    return monte_carlo_p(observed, exact / exact.sum(), draws), "exact multinomial, Monte Carlo"


def binomial_p(least: int, most: int, n: int, exact: float) -> float:
    """Return the exact p-value of a count between ``least`` and ``most`` out of ``n``.

    Twice the smaller tail, so that it is dual to `binomial_interval`. Where rounding leaves
    several counts possible it is the largest of their p-values, or more.
    """
    binom = scipy("stats").binom
    return min(1.0, 2 * float(min(binom.cdf(most, n, exact), binom.sf(least - 1, n, exact))))


def binomial_interval(least: int, most: int, n: int, level: float) -> tuple[float, float]:
    """Return the Clopper-Pearson interval of coverage at least 1 - level."""
    beta = scipy("stats").beta
    low = float(beta.ppf(level / 2, least, n - least + 1)) if least > 0 else 0.0
    high = float(beta.ppf(1 - level / 2, most + 1, n - most)) if most < n else 1.0
    return low, high


def _divergence(mean: float, exact: float) -> float:
    """Kullback-Leibler divergence of two coins, in nats; infinite where it must be."""
    total = 0.0
    for seen, law in ((mean, exact), (1 - mean, 1 - exact)):
        if seen > 0:
            total += seen * log(seen / law) if law > 0 else float("inf")
    return max(total, 0.0)


def bounded_p(mean: float, n: int, exact: float) -> float:
    """Return a p-value of the mean of ``n`` independent values within [0, 1].

    Hoeffding: the mean strays so far with probability at most exp(-n divergence) to a side.
    It needs no variance, so it serves shares of a win, and it is larger than need be.
    """
    return min(1.0, 2 * exp(-n * _divergence(mean, exact)))


def bounded_interval(mean: float, n: int, level: float) -> tuple[float, float]:
    """Return the interval dual to `bounded_p`: coverage at least 1 - level."""
    return interval_where(lambda exact: bounded_p(mean, n, exact) > level, mean)


def interval_where(holds: Callable[[float], bool], inside: float) -> tuple[float, float]:
    """Return the ends, within [0, 1], of the interval around ``inside`` on which a claim holds.

    The claim must hold at ``inside`` and on an interval. The ends are on its outer side.
    """

    def end(outside: float) -> float:
        if holds(outside):
            return outside
        within = inside
        for _step in range(60):
            middle = (within + outside) / 2
            within, outside = (middle, outside) if holds(middle) else (within, middle)
        return outside

    return end(0.0), end(1.0)


def normal_p(distance: float, standard_error: float) -> float:
    """Return the p-value of an estimate so far from the exact value, if it is normal."""
    return 2 * float(scipy("stats").norm.sf(abs(distance) / standard_error))


def normal_reach(standard_error: float, level: float) -> float:
    """Return half the width of the normal interval of coverage 1 - level."""
    return float(scipy("stats").norm.isf(level / 2)) * standard_error


def detectable_shift(standard_error: float, level: float) -> float:
    """Return the shift of a mean that a test at a level sees with probability `POWER`."""
    norm = scipy("stats").norm
    return float(norm.isf(level / 2) + norm.isf(1 - POWER)) * standard_error


def detectable_proportion(n: int, exact: float, level: float) -> float:
    """Return the shift of a probability seen with probability `POWER`; at most 1.

    Normal, but no less than what makes the impossible happen once with that probability.
    """
    once: float = 1 - (1 - POWER) ** (1 / n)
    return min(1.0, max(once, detectable_shift(sqrt(exact * (1 - exact) / n), level)))


def detectable_fit(n: int, law: Sequence[float], level: float) -> float:
    """Return a shift that Pearson's test sees with probability `POWER`; at most 1.

    It is the shift of any one cell's probability, made up by the others in proportion: with
    X² noncentral by n d² / (p (1 - p)), the cell with the largest p (1 - p) decides.
    """
    stats, freedom = scipy("stats"), sum(p > 0 for p in law) - 1
    if freedom == 0:
        return 1.0
    threshold = stats.chi2.isf(level, freedom)
    low, high = 0.0, 1.0
    while stats.ncx2.sf(threshold, freedom, high) < POWER:
        low, high = high, 2 * high
    for _step in range(50):
        middle = (low + high) / 2
        seen = stats.ncx2.sf(threshold, freedom, middle) >= POWER
        low, high = (low, middle) if seen else (middle, high)
    return min(1.0, sqrt(high * max(p * (1 - p) for p in law) / n))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return adjusted p-values: those at most a are rejected with family error at most a.

    That holds however the tests depend on each other.

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    adjusted = [0.0] * len(p_values)
    running = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, index in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = running
    return adjusted
