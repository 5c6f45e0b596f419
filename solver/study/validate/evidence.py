"""What was observed, and against which exact law it is held.

Every piece of evidence bears on one null hypothesis, that the exact law holds for the draws
behind it, and becomes one `Check`. Counts are added as they are read, so that a file of any
length takes a few numbers; `look` is where a watched e-process is looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp

from solver.study.validate.checks import Check, Part
from solver.study.validate.e_values import EProcess, confidence_sequence
from solver.study.validate.statistics import (
    binomial_interval,
    binomial_p,
    bounded_interval,
    bounded_p,
    detectable_fit,
    detectable_proportion,
    detectable_shift,
    fit_p,
    normal_p,
    normal_reach,
)

E_PROCESS = "e-process"


class Fit:
    """Counts of the outcomes of one law.

    Null: every draw follows the law, whatever came before it.
    """

    def __init__(
        self, name: str, labels: Sequence[str], law: Sequence[Fraction], *, watched: bool
    ) -> None:
        self.name, self.labels, self.law = name, labels, law
        self.process = EProcess([float(p) for p in law])
        self.counts = [0] * len(law)
        self.watched = watched

    @property
    def empty(self) -> bool:
        """Whether nothing was counted."""
        return not any(self.counts)

    @property
    def peak(self) -> float:
        """The largest log of the e-value so far."""
        return self.process.peak

    def add(self, outcome: int, count: int = 1) -> None:
        """Add draws of one outcome, by its index."""
        self.counts[outcome] += count

    def look(self) -> None:
        """Look at the e-process, which is watched."""
        self.process.counts = [float(count) for count in self.counts]
        self.process.look()

    def _part(self, outcome: int, n: int, level: float) -> Part:
        count, exact = self.counts[outcome], self.law[outcome]
        each = level / len(self.law)
        if self.watched:
            low, high = confidence_sequence(count, n, level)
            ends = confidence_sequence(count, n, each)
            off = not ends[0] <= exact <= ends[1]
        else:
            low, high = binomial_interval(count, count, n, level)
            off = binomial_p(count, count, n, float(exact)) <= each
        return Part(self.labels[outcome], exact, Fraction(count, n), low, high, off)

    def check(self, level: float, tests: int) -> Check:
        """Test the counts; the parts say where they stray."""
        n = sum(self.counts)
        parts = [self._part(outcome, n, level) for outcome in range(len(self.law))]
        parts.sort(key=_reach, reverse=True)
        furthest = parts[0]
        if self.watched:
            p_value, method = _anytime_p(self.peak), E_PROCESS
        else:
            p_value, method = fit_p(self.counts, self.process.law, level / tests)
        return Check(
            name=self.name,
            n=n,
            exact=furthest.exact,
            observed=furthest.observed,
            low=furthest.low,
            high=furthest.high,
            reach=_reach(furthest),
            detectable=detectable_fit(n, self.process.law, level / tests),
            p_value=p_value,
            method=method,
            parts=tuple(parts),
            course=tuple(self.process.course),
        )


def _reach(part: Part) -> float:
    return max(abs(part.high - float(part.exact)), abs(part.low - float(part.exact)))


def _anytime_p(peak: float) -> float:
    return exp(-peak)


@dataclass
class Proportion:
    """How often something happened, or the mean of shares of a win.

    Null: each of the ``n`` draws has the mean ``exact``, whatever came before it. The count
    lies between ``least`` and ``most``, which differ where an estimate was rounded.

    Attributes:
        shares: a draw may be any number from 0 to 1, not only 0 or 1.
    """

    name: str
    exact: Fraction
    shares: bool = False
    watched: bool = False
    n: int = 0
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        self.process = EProcess([float(self.exact), float(1 - self.exact)])

    @property
    def empty(self) -> bool:
        """Whether nothing was drawn."""
        return self.n == 0

    @property
    def peak(self) -> float:
        """The largest log of the e-value so far."""
        return self.process.peak

    def add(self, count: Fraction, n: int) -> None:
        """Add draws with their number of successes, or their sum."""
        self.n += n
        self.least += count
        self.most += count

    def look(self) -> None:
        """Look at the e-process, which is watched."""
        self.process.counts = [float(self.least), float(self.n - self.least)]
        self.process.look()

    def check(self, level: float, tests: int) -> Check:
        """Test the count."""
        exact, n = float(self.exact), self.n
        observed = (self.least + self.most) / 2 / n
        rounding = float(self.most - self.least) / 2 / n
        low, high = self._interval(level)
        if self.watched:
            p_value, method = _anytime_p(self.peak), E_PROCESS
        elif self.shares:
            nearest = min(max(self.exact * n, self.least), self.most) / n
            p_value, method = bounded_p(float(nearest), n, exact), "Hoeffding"
        else:
            p_value = binomial_p(int(self.least), int(self.most), n, exact)
            method = "exact binomial"
        return Check(
            name=self.name,
            n=n,
            exact=self.exact,
            observed=observed,
            low=low,
            high=high,
            reach=max(abs(high - exact), abs(exact - low)),
            detectable=detectable_proportion(n, exact, level / tests) + rounding,
            p_value=p_value,
            method=method,
            course=tuple(self.process.course),
        )

    def _interval(self, level: float) -> tuple[float, float]:
        if self.watched:
            return confidence_sequence(float(self.least), self.n, level)
        if not self.shares:
            return binomial_interval(int(self.least), int(self.most), self.n, level)
        low, _ = bounded_interval(float(self.least / self.n), self.n, level)
        _, high = bounded_interval(float(self.most / self.n), self.n, level)
        return low, high


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error: that its author states, or that of the exact variance.

    Null: the estimate is normal with the mean ``exact`` and that standard error. It stands for
    anything within ``rounding`` of it, by the digits with which it was written.

    Attributes:
        scale: what a reach of 1 means: 1 for a probability, ``exact`` for rounds.
    """

    name: str
    exact: Fraction
    value: Fraction
    rounding: Fraction
    standard_error: Fraction
    scale: Fraction = Fraction(1)
    empty: bool = False
    peak: float = 0.0

    def look(self) -> None:
        """Do nothing: an estimate is not watched."""

    def check(self, level: float, tests: int) -> Check:
        """Test the estimate."""
        error, scale = float(self.standard_error), float(self.scale)
        distance = abs(self.value - self.exact)
        half = normal_reach(error, level) + float(self.rounding)
        return Check(
            name=self.name,
            n=None,
            exact=self.exact,
            observed=self.value,
            low=float(self.value) - half,
            high=float(self.value) + half,
            reach=(float(distance) + half) / scale,
            detectable=(detectable_shift(error, level / tests) + float(self.rounding)) / scale,
            p_value=normal_p(float(max(distance - self.rounding, Fraction(0))), error),
            method="normal",
            scale=scale,
        )
