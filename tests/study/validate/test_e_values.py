"""E-processes: fair bets under the null, by exact sums and by thousands of watched runs."""

from itertools import product
from math import log

import numpy as np
import pytest

from solver.game.rules import Rules
from solver.study.validate.e_values import (
    MOST_POINTS,
    STRENGTHS,
    EProcess,
    confidence_sequence,
    log_e_value,
)
from solver.study.validate.quantities import final_hands

LEVEL = 0.01


def bets(draws: tuple[int, ...], law: list[float]) -> float:
    """The e-value draw by draw: how much better each draw was foreseen than by the law."""
    total = 0.0
    for strength in STRENGTHS:
        value, seen = 1.0, [0] * len(law)
        for n, draw in enumerate(draws):
            value *= (strength * law[draw] + seen[draw]) / (strength + n) / law[draw]
            seen[draw] += 1
        total += value / len(STRENGTHS)
    return total


LAW = [0.1, 0.3, 0.6]


@pytest.mark.parametrize("draws", [(), (0,), (2, 2, 1), (0, 0, 0, 0, 0, 0, 1), (2,) * 30])
def test_the_closed_form_is_the_bets_one_by_one(draws: tuple[int, ...]) -> None:
    counts = np.array([draws.count(cell) for cell in range(3)], float)
    value = float(np.exp(log_e_value(counts, np.array(LAW))))
    assert value == pytest.approx(bets(draws, LAW), rel=1e-9)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_bets_are_fair(n: int) -> None:
    """Over all sequences the mean of E under the law is 1, and so it is after every start."""
    total = sum(
        np.prod([LAW[draw] for draw in draws]) * bets(draws, LAW)
        for draws in product(range(3), repeat=n)
    )
    assert float(total) == pytest.approx(1, rel=1e-12)


def test_shares_of_a_win_make_the_bets_no_better() -> None:
    """Values 0, 1/2 and 1 of mean 0.4: the mean of E is at most 1."""
    law = np.array([0.4, 0.6])
    chances = {0.0: 0.4, 0.5: 0.4, 1.0: 0.2}
    total = 0.0
    for values in product(chances, repeat=4):
        counts = np.array([sum(values), 4 - sum(values)])
        chance = np.prod([chances[value] for value in values])
        total += float(chance * np.exp(log_e_value(counts, law)))
    assert total <= 1


def test_watched_after_every_block_false_alarms_stay_below_the_level() -> None:
    """2,000 right simulators, each looked at after each of 50 blocks of 100 hands."""
    law = np.array([float(p) for p in final_hands(Rules(), "chase-421", 3)])
    rng = np.random.default_rng(4)
    alarmed = np.zeros(2_000, bool)
    counts = np.zeros((2_000, len(law)))
    for _ in range(50):
        counts += rng.multinomial(100, law, 2_000)
        alarmed |= log_e_value(counts, law) >= log(1 / LEVEL)
    assert alarmed.mean() <= 0.012


def test_a_wrong_law_is_seen() -> None:
    law = np.array([float(p) for p in final_hands(Rules(), "chase-421", 3)])
    wrong = np.array([float(p) for p in final_hands(Rules(), "chase-421", 2)])
    counts = np.random.default_rng(5).multinomial(1_000, wrong, 200).astype(float)
    assert (log_e_value(counts, law) >= log(1 / LEVEL)).mean() >= 0.9


def test_confidence_sequences_hold_at_all_looks_at_once() -> None:
    rng, exact = np.random.default_rng(6), 0.2281
    missed = 0
    for _ in range(200):
        heads = np.cumsum(rng.random(1_000) < exact)
        for n in (1, 10, 50, 100, 300, 1_000):
            low, high = confidence_sequence(int(heads[n - 1]), n, LEVEL)
            assert low <= heads[n - 1] / n <= high
            if not low <= exact <= high:
                missed += 1
                break
    assert missed <= 200 * LEVEL * 3


def test_the_sequence_narrows_and_has_room_at_the_ends() -> None:
    assert confidence_sequence(0, 10, LEVEL)[0] == 0
    assert confidence_sequence(10, 10, LEVEL)[1] == 1
    widths = [
        high - low for low, high in (confidence_sequence(n / 4, n, LEVEL) for n in (8, 80, 8_000))
    ]
    assert widths == sorted(widths, reverse=True)


def test_the_impossible_settles_it() -> None:
    process = EProcess([0.0, 0.5, 0.5], [1, 4, 4])
    process.look()
    assert process.peak == float("inf")


def test_the_peak_is_kept_and_the_course_stays_short() -> None:
    process = EProcess([0.5, 0.5])
    values = []
    for n in range(3 * MOST_POINTS):
        process.counts = [float(n), float(max(0, n - 30))]
        process.look()
        values.append(float(log_e_value(np.array(process.counts), np.array([0.5, 0.5]))))
    assert process.peak == max(values) > values[-1]
    assert MOST_POINTS / 3 <= len(process.course) <= MOST_POINTS
    looks = {n + max(0, n - 30): values[n] for n in range(len(values))}
    assert dict(process.course).items() <= looks.items()
    draws = [n for n, _ in process.course]
    assert draws == sorted(draws)
