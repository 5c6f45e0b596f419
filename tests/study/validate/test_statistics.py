"""Tests and intervals against exact arithmetic, and their false alarms by the thousand."""

import sys
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import SolverError
from solver.game.rules import Rules
from solver.study.validate.quantities import final_hands
from solver.study.validate.statistics import (
    LEAST_EXPECTED,
    POWER,
    binomial_interval,
    binomial_p,
    bounded_interval,
    bounded_p,
    detectable_fit,
    detectable_proportion,
    fit_p,
    holm,
    monte_carlo_p,
    pearson_p,
    pearson_statistic,
)

LEVEL = 0.01


def binomial_law(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize("n", [1, 7, 40])
@pytest.mark.parametrize("p", [Fraction(1, 216), Fraction(1, 3), Fraction(5, 6)])
def test_binomial_p_is_twice_the_smaller_tail(n: int, p: Fraction) -> None:
    law = binomial_law(n, p)
    for count in range(n + 1):
        twin = min(1, 2 * min(sum(law[: count + 1]), sum(law[count:])))
        assert binomial_p(count, count, n, float(p)) == pytest.approx(float(twin), rel=1e-9)


@pytest.mark.parametrize("n", [1, 30, 200])
@pytest.mark.parametrize("p", [Fraction(1, 36), Fraction(1, 2)])
def test_binomial_test_never_exceeds_its_level(n: int, p: Fraction) -> None:
    alarms = [k for k in range(n + 1) if binomial_p(k, k, n, float(p)) <= LEVEL]
    assert sum(binomial_law(n, p)[k] for k in alarms) <= LEVEL


@given(st.integers(1, 400), st.data(), st.floats(0.001, 0.999))
def test_intervals_are_dual_to_their_tests(n: int, data: st.DataObject, exact: float) -> None:
    count = data.draw(st.integers(0, n))
    low, high = binomial_interval(count, count, n, LEVEL)
    p = binomial_p(count, count, n, exact)
    if abs(p - LEVEL) > 1e-9:
        assert (low <= exact <= high) == (p > LEVEL)
    low, high = bounded_interval(count / n, n, LEVEL)
    p = bounded_p(count / n, n, exact)
    if abs(p - LEVEL) > 1e-9:
        assert (low <= exact <= high) == (p > LEVEL)


@given(st.integers(1, 200), st.data(), st.floats(0.01, 0.99))
def test_the_bounded_test_is_the_more_careful_one(
    n: int, data: st.DataObject, exact: float
) -> None:
    count = data.draw(st.integers(0, n))
    assert bounded_p(count / n, n, exact) >= binomial_p(count, count, n, exact) - 1e-12


def exact_multinomial_p(counts: tuple[int, ...], law: list[Fraction]) -> Fraction:
    """The chance of counts at least as far from the law, by going through all of them."""
    n = sum(counts)

    def distance(other: tuple[int, ...]) -> Fraction:
        return sum(((c - n * p) ** 2 / (n * p) for c, p in zip(other, law, strict=True)),
                   Fraction(0))  # fmt: skip

    total = Fraction(0)
    for other in product(range(n + 1), repeat=len(law)):
        if sum(other) == n and distance(other) >= distance(counts):
            ways = factorial(n) // prod(map(factorial, other))
            total += ways * prod(p**c for p, c in zip(law, other, strict=True))
    return total


@pytest.mark.parametrize("counts", [(0, 1, 5), (2, 2, 2), (0, 0, 6), (3, 3, 0), (6, 0, 0)])
def test_monte_carlo_p_is_the_exact_one(counts: tuple[int, ...]) -> None:
    law = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    p = float(exact_multinomial_p(counts, law))
    found = monte_carlo_p(np.array(counts, float), np.array(law, float), 9_999)
    # It stops at the 100th draw as far, so its relative error is some 1/10 at most.
    assert found == pytest.approx(p, rel=0.4, abs=3 / 9_999 + 4 * sqrt(p / 9_999))
    assert 0 < found <= 1


def test_small_expectations_go_to_monte_carlo() -> None:
    law = [0.01, 0.99]
    edge = int(LEAST_EXPECTED / law[0])
    assert fit_p([5, edge - 5], law, LEVEL)[1] == "Pearson"
    assert fit_p([5, edge - 6], law, LEVEL)[1] == "exact multinomial, Monte Carlo"


def test_what_cannot_happen_is_certain_proof() -> None:
    assert fit_p([1, 10**6], [0.0, 1.0], LEVEL) == (0.0, "impossible outcome")
    assert fit_p([0, 10**6], [0.0, 1.0], LEVEL)[0] == 1


def test_false_alarms_of_counts_stay_at_the_level() -> None:
    """Batches of 2,000 runs of a right simulator: its hands of chase-421 in three rolls.

    The rate of one batch of a test that is exactly right strays from 0.01 by 0.0022.
    """
    law = np.array([float(p) for p in final_hands(Rules(), "chase-421", 3)])
    assert (80_000 * law).min() >= LEAST_EXPECTED
    rng = np.random.default_rng(421)
    batches = [rng.multinomial(80_000, law, 2_000).astype(float) for _ in range(10)]
    alarms = [float((pearson_p(counts, law) <= LEVEL).mean()) for counts in batches]
    assert 0.004 <= min(alarms) <= max(alarms) <= 0.017
    assert 0.009 <= sum(alarms) / 10 <= 0.012
    # What is measured is what a file of counts is judged by.
    p, method = fit_p([int(count) for count in batches[0][0]], list(law), LEVEL)
    assert (p, method) == (float(pearson_p(batches[0][0], law)), "Pearson")


def test_false_alarms_of_small_samples_stay_below_the_level() -> None:
    """The Monte Carlo test, over 2,000 samples of 40 that are far too small for Pearson's."""
    law = np.array([6.0, 3, 3, 3, 3, 1, 1, 1, 1]) / 22
    rng = np.random.default_rng(2)
    samples = rng.multinomial(40, law, 2_000).astype(float)
    distinct = {tuple(sample) for sample in samples[pearson_p(samples, law) <= 0.05]}
    # Samples nearer than that are nowhere near an alarm, whichever test is asked.
    p = {sample: monte_carlo_p(np.array(sample), law, 9_999) for sample in distinct}
    alarms = sum(p.get(tuple(sample), 1.0) <= LEVEL for sample in samples) / 2_000
    assert 0.004 <= alarms <= 0.017


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_steps_down(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for level in (0.01, 0.05, 0.3):
        rejected: set[int] = set()
        left = sorted(range(len(p_values)), key=p_values.__getitem__)
        while left and p_values[left[0]] * len(left) <= level:
            rejected.add(left.pop(0))
        assert {i for i, p in enumerate(adjusted) if p <= level} == rejected


def test_detectable_effects_are_detected() -> None:
    """The power that is promised is had, within what normal approximations are worth."""
    rng, runs = np.random.default_rng(3), 2_000
    n, exact = 5_000, 0.2281
    shifted = exact + detectable_proportion(n, exact, LEVEL)
    counts = rng.binomial(n, shifted, runs)
    seen = np.mean([binomial_p(int(c), int(c), n, exact) <= LEVEL for c in counts])
    assert float(seen) == pytest.approx(POWER, abs=0.03)
    law = np.full(6, 1 / 6)
    off = detectable_fit(n, list(law), LEVEL)
    wrong = np.array([1 / 6 + off, *[(5 / 6 - off) / 5] * 5])
    seen = np.mean(pearson_p(rng.multinomial(n, wrong, runs).astype(float), law) <= LEVEL)
    assert float(seen) == pytest.approx(POWER, abs=0.03)


def test_without_scipy_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(SolverError, match=r"pip install 'solver-421\[stats\]'"):
        binomial_p(1, 1, 2, 0.5)


def test_pearson_statistic_is_zero_where_all_is_as_expected() -> None:
    assert float(pearson_statistic(np.array([10.0, 20, 30]), np.array([1.0, 2, 3]) / 6)) == 0
