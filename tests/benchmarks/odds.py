"""The best chance of 421 in three rolls, exactly, as it is asked of everybody."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from solver.game.presets import find_rules
from solver.study.odds import best_odds
from tests.benchmarks.worker import Entry

ROLLS = 3
TARGET = (1, 2, 4)


def ours() -> Entry:
    """The function behind `421 odds`."""
    rules = find_rules("jetons")
    return Entry(lambda: best_odds(rules, "421", ROLLS).value, str)


def with_icepool() -> Entry:
    """Backward induction over pools of dice: for every hand the best dice to keep."""
    import icepool

    def chance() -> Fraction:
        @cache
        def seen(hand: tuple[int, ...], left: int) -> Fraction:
            if left == 0:
                return Fraction(hand == TARGET)
            kept = {dice for size in range(4) for dice in combinations(hand, size)}
            return max(keeping(dice, left) for dice in kept)

        @cache
        def keeping(dice: tuple[int, ...], left: int) -> Fraction:
            def after(rolled: Sequence[Any]) -> Fraction:
                return seen(tuple(sorted((*dice, *rolled))), left - 1)

            thrown = icepool.d6.pool(3 - len(dice)).expand()
            mean: Fraction = thrown.map(after, star=False).mean()
            return mean

        return keeping((), ROLLS)

    return Entry(chance, str)
