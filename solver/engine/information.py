"""What a player knows that matters: the round's history, compressed without loss.

When a seat begins its turn it has seen a hand of every seat before it. Of these only the
best and the lowest can matter at the end, with the seats that hold them, and of those often
less: legs and the charge need not know who is best, and of the best hand the charge needs
only the run of consecutive hands of equal worth that it lies in. Histories are then merged
whenever no hands to come can tell them apart, last layer first, as one minimises an
automaton; so each layer is as small as the rules allow.

With n players there are 56**i histories of i hands. Before merging there are at most

* 56 * (2**i - 1) states where only the lowest matters (legs),
* about 9 times that in the charge,
* 1540 * (3**i - 2 * 2**i + 1) + 56 in the décharge, where both holders matter:

so at most 840 states of legs and 77,056 of the décharge before the last of five seats; after
merging these are 826 and 75,076.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import lcm
from typing import TypeVar

from solver.game.dice import HANDS
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import Outcome, RoundKind

Law = tuple[tuple[int, int], ...]
"""Pairs (index of an outcome, weight); the weights of a law sum to `Information.barrages`."""

T = TypeVar("T")

_Seen = tuple[int, int, int, int]
"""Run of the best hand, bit mask of its holders, strength of the lowest, mask of its holders.

Where the holders of the best hand do not matter their mask is 0; where they do, each hand is
a run of its own, since two hands then compare.
"""

_NOTHING: _Seen = (-1, 0, len(HANDS), 0)


@dataclass(frozen=True)
class Information:
    """The states of knowledge in one kind of round; seats count those in play.

    Attributes:
        players: how many seats roll.
        following: ``following[seat][state][hand]`` is the next seat's state once ``seat`` has
            made ``hand`` in ``state``. Seat 0 has one state, 0. After the last seat it is a
            final state, an index into ``laws``.
        laws: for every final state the law of the outcome, barrages included.
        outcomes: every outcome that the round can have.
        barrages: the common denominator of the laws.
    """

    players: int
    following: tuple[tuple[tuple[int, ...], ...], ...]
    laws: tuple[Law, ...]
    outcomes: tuple[Outcome, ...]
    barrages: int

    def after(self, hands: Iterable[int]) -> int:
        """Return the state of knowledge once some hands are made, in the order of play."""
        state = 0
        for seat, hand in enumerate(hands):
            state = self.following[seat][state][hand]
        return state

    def histories(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return for each of a seat's states hands after which it is in that state.

        Of several histories that come to the same it is the first in the order of hands.
        """
        seen: tuple[tuple[int, ...], ...] = ((),)
        for layer in self.following[:seat]:
            first: dict[int, tuple[int, ...]] = {}
            for hands, row in sorted(zip(seen, layer, strict=True)):
                for hand, state in enumerate(row):
                    first.setdefault(state, (*hands, hand))
            seen = tuple(first[state] for state in range(len(first)))
        return seen


def _runs(rules: Rules, kind: RoundKind) -> list[int]:
    """For each strength, the number of the run it lies in; greater for better hands."""
    if kind.names_winner:
        return list(range(len(HANDS)))
    if kind.jetons == "none":
        return [0] * len(HANDS)
    ranking = rank_hands(rules)
    runs = [0]
    for weaker, hand in zip(ranking.order[::-1], ranking.order[-2::-1], strict=False):
        runs.append(runs[-1] + (ranking.worth[weaker] != ranking.worth[hand]))
    return runs


def _with_hand(seen: _Seen, seat: int, strength: int, runs: list[int], holders: bool) -> _Seen:
    run, best, lowest, worst = seen
    holder = 1 << seat
    if runs[strength] >= run:
        best = holder | (best if runs[strength] == run else 0) if holders else 0
        run = runs[strength]
    if strength <= lowest:
        worst = holder | (worst if strength == lowest else 0)
        lowest = strength
    return run, best, lowest, worst


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _pairs(best: int, worst: int, kind: RoundKind) -> list[tuple[int | None, int]]:
    """The (winner, loser) pairs that barrages among the holders make equally likely."""
    if not kind.names_winner:
        return [(None, loser) for loser in _seats(worst)]
    if best == worst:
        return list(permutations(_seats(worst), 2))
    return list(product(_seats(best), _seats(worst)))


def _final_laws(
    rules: Rules, kind: RoundKind, finals: list[_Seen], runs: list[int]
) -> tuple[list[Law], tuple[Outcome, ...], int]:
    """The law of each way to have seen all hands, the outcomes, and the laws' denominator."""
    order = rank_hands(rules).order[::-1]
    stakes: list[tuple[int, int, int]] = []  # jetons, holders of the best, of the lowest
    for run, best, lowest, worst in finals:
        jetons = 0
        if kind.jetons != "none":
            best_hand = order[runs.index(run)]
            jetons = jetons_at_stake(
                rules, best_hand, order[lowest], decharge=kind.jetons == "decharge"
            )
        stakes.append((jetons, best, worst))
    pairs = {stake: _pairs(stake[1], stake[2], kind) for stake in dict.fromkeys(stakes)}
    barrages = lcm(*map(len, pairs.values()))
    outcomes: dict[Outcome, int] = {}
    laws = {
        stake: tuple(
            (
                outcomes.setdefault(Outcome(winner, loser, stake[0]), len(outcomes)),
                barrages // len(tied),
            )
            for winner, loser in tied
        )
        for stake, tied in pairs.items()
    }
    return [laws[stake] for stake in stakes], tuple(outcomes), barrages


@lru_cache(maxsize=32)
def build_information(rules: Rules, players: int, kind: RoundKind) -> Information:
    """Return the states of knowledge of a round among ``players`` who roll."""
    runs = _runs(rules, kind)
    strength = rank_hands(rules).strength
    layers = [[_NOTHING]]
    rows: list[list[list[int]]] = []
    for seat in range(players):
        index: dict[_Seen, int] = {}
        rows.append([])
        for seen in layers[-1]:
            nexts = [_with_hand(seen, seat, s, runs, kind.names_winner) for s in range(len(HANDS))]
            numbers = [index.setdefault(after, len(index)) for after in nexts]
            rows[-1].append([numbers[s] for s in strength])
        layers.append(list(index))

    laws, outcomes, barrages = _final_laws(rules, kind, layers[-1], runs)
    final, merged = _merge(laws)
    following: list[tuple[tuple[int, ...], ...]] = []
    for layer in reversed(rows):
        layer_rows, merged = _merge([tuple(merged[state] for state in row) for row in layer])
        following.append(tuple(layer_rows))
    return Information(players, tuple(reversed(following)), tuple(final), outcomes, barrages)


def _merge(rows: list[T]) -> tuple[list[T], list[int]]:
    """Return the distinct rows in order, and for each row its number among them."""
    numbers: dict[T, int] = {}
    merged = [numbers.setdefault(row, len(numbers)) for row in rows]
    return list(numbers), merged
