"""Barrages rolled out: an absorbing chain over the throws of those who are still tied."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

from solver.game.rules import Rules
from tests.twins.hands import THROWS, as_laid, places

Seats = tuple[int, ...]
Places = tuple[int, ...]


@lru_cache(maxsize=4)
def _throws(rules: Rules, tied: int) -> list[tuple[Places, int]]:
    """The places that so many players can throw, with the number of ordered throws of each."""
    ways = Counter(places(rules)[as_laid(throw)] for throw in THROWS)
    return [(shown, prod(ways[place] for place in shown)) for shown in product(ways, repeat=tied)]


def _holders(tied: Seats, shown: Places, place: int) -> Seats:
    return tuple(seat for seat, thrown in zip(tied, shown, strict=True) if thrown == place)


@lru_cache(maxsize=64)
def single_out(rules: Rules, tied: Seats, lowest: bool) -> dict[int, Fraction]:
    """Return each seat's chance to come out of a barrage as its lowest, or as its best."""
    if len(tied) == 1:
        return {tied[0]: Fraction(1)}
    extreme = max if lowest else min
    still: Counter[Seats] = Counter()
    for shown, ways in _throws(rules, len(tied)):
        still[_holders(tied, shown, extreme(shown))] += ways
    again = still.pop(tied)
    chances = dict.fromkeys(tied, Fraction(0))
    for fewer, ways in still.items():
        for seat, chance in single_out(rules, fewer, lowest).items():
            chances[seat] += chance * Fraction(ways, 216 ** len(tied) - again)
    return chances


def pick_both(rules: Rules, tied: Seats) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each (best, lowest) when a whole table is tied and plays it out."""
    split: Counter[tuple[Seats, Seats]] = Counter()
    for shown, ways in _throws(rules, len(tied)):
        split[_holders(tied, shown, min(shown)), _holders(tied, shown, max(shown))] += ways
    again = split.pop((tied, tied))
    chances: dict[tuple[int, int], Fraction] = {}
    for (best, worst), ways in split.items():
        for winner, first in single_out(rules, best, lowest=False).items():
            for loser, last in single_out(rules, worst, lowest=True).items():
                chance = first * last * Fraction(ways, 216 ** len(tied) - again)
                chances[winner, loser] = chances.get((winner, loser), Fraction(0)) + chance
    return chances
