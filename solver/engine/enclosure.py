"""Proves how near a table of values is to an equilibrium, from the rules alone.

A table gives each position of a game a value V for each seat in play, and a bound r on the
rounds still to be played. Let S be the strategies that pick at every decision the preferred of
the keeps whose worth by V, in whole numbers of 55 bits, is within a margin m of the best. One
round of every position is worked out in these. Every quotient is rounded down, so each result
falls short of the truth by less than the number of roundings on its way. Checked is that, with
d the greatest difference found anywhere, roundings included,

* what each seat can expect by V after a round under S is its value V before it, within d;
* r is at least 1 more than what is expected of it after the round.

Why that proves something. The second says that a game from there on takes at most r rounds on
average under S. The first says that V is, within d a round, what S pays: so S pays V within
d times r. And a player who leaves S in one round, being offered the best by V but for m at each
of his decisions, and V within d times r afterwards, gains at most these, d, and d times r again.

No code is shared with what solved the game.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from os import cpu_count

import numpy as np
from numpy.typing import NDArray

from solver.engine.aftermath import Hands, Values, payoffs_after
from solver.engine.compiled import compiled
from solver.errors import RefutedError
from solver.game.dice import ADDED, HAND_WAYS, HANDS, KEEPS_OF, THROWN, WAYS
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    End,
    RoundKind,
    Table,
    after_round,
    max_rolls,
    players_of,
    round_kind,
    seats_in_play,
    without_the_saved,
)
from solver.language import _

Integers = NDArray[np.int64]

ONE = 2**55  # `WAYS` times what stands for 1 here still fit into 64 bits

MARGIN = 2**9
"""Keeps that differ by no more are taken for equal: far more than they are rounded by."""

LANES = 64  # situations that innermost loops run over

_ADDED = np.array(ADDED[len(HANDS) :])
_WAYS_OF_HAND = np.array(HAND_WAYS)
_FACTOR = np.array([6 ** (3 - thrown) for thrown in THROWN])
"""What makes the sums over the faces of the dice that a keep throws sums over three dice."""


@dataclass(frozen=True)
class Nearness:
    """What was proved of a table.

    Attributes:
        positions: all that the rules allow.
        radius: each value is within this of what the strategies pay that it selects.
        regret: the most that a player can gain by leaving them in one round.
    """

    positions: int
    radius: Fraction
    regret: Fraction


def prove_nearness(
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    rounds: Mapping[Table, Fraction],
    progress: Callable[[int, int], None] | None = None,
) -> Nearness:
    """Prove how near ``values`` are to an equilibrium of the game among ``players``.

    Args:
        rules: what is played.
        players: seats at the start of the game.
        values: by position without the seats that have left, opener first; from 0 to 1.
        rounds: for every position a bound on the rounds still to be played, on average.
        progress: told the positions done and their total, after each.

    Raises:
        RefutedError: names a position without values, or that may take longer than it says.
    """
    positions = list(dict.fromkeys(all_states(rules, players)))
    for state in positions:
        worth = values.get(state, ())
        whole = len(worth) == len(seats_in_play(state)) and state in rounds
        if not (whole and all(0 <= value <= 1 for value in worth)):
            raise RefutedError(
                _("{state}: lacks a chance for each seat in play, or its rounds").format(
                    state=format_state(state)
                )
            )
    longest = max(rounds[state] for state in positions)
    scale = Fraction(ONE, 2 ** ceil(longest).bit_length())
    worst = 0
    for state in positions:
        _automaton(rules, players_of(state), round_kind(rules, state))  # once, not in each thread
    with ThreadPoolExecutor(cpu_count()) as pool:
        checked = pool.map(lambda state: _check(rules, state, values, rounds, scale), positions)
        for done, off in enumerate(checked, start=1):
            worst = max(worst, off)
            if progress is not None:
                progress(done, len(positions))
    radius = Fraction(worst, ONE) * longest
    given_away = (rules.max_rolls - 1) * MARGIN
    return Nearness(len(positions), radius, Fraction(worst + given_away, ONE) + 2 * radius)


def _check(
    rules: Rules,
    state: Table,
    values: Mapping[Table, Values],
    rounds: Mapping[Table, Fraction],
    scale: Fraction,
) -> int:
    """Work out the round of a position; return how far any value is off, in units of `ONE`."""
    automaton = _automaton(rules, players_of(state), round_kind(rules, state))
    rolls = max_rolls(rules, state)
    worth = []
    for outcome in automaton.hands.outcomes:
        step = after_round(rules, state, outcome)
        left = 0 if isinstance(step, End) else ceil(rounds[without_the_saved(step.state)] * scale)
        payoffs = payoffs_after(rules, state, outcome, values)
        worth.append([floor(value * ONE) for value in payoffs] + [left])
    found = automaton.start(np.array(worth), rolls, rules.followers == "exactly")
    off = automaton.roundings(rolls)
    *mine, longest = found
    if rounds[state] * scale < longest + off + ceil(scale):
        raise RefutedError(
            _("{state}: the game may take more rounds than {rounds}").format(
                state=format_state(state), rounds=rounds[state]
            )
        )
    return off + max(
        ceil(abs(value * ONE - near)) for value, near in zip(values[state], mine, strict=True)
    )


class _Automaton:
    """A round of one kind: where hands lead, as arrays."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self._after = [np.array(list(rows)) for rows in hands.after]
        numbers = {outcome: number for number, outcome in enumerate(hands.outcomes)}
        self._endings = [[numbers[outcome] for outcome in tied] for tied in hands.endings]

    def start(self, worth: Integers, rolls: int, must_roll_on: bool) -> list[int]:
        """What is expected before the first roll of each column of ``worth[outcome, column]``.

        The first columns are what the seats want, and are chosen by; rounded down.
        """
        made = np.array([worth[tied].sum(axis=0) // len(tied) for tied in self._endings])
        options = _options(must_roll_on)
        by_limit = made[None]
        for seat in range(len(self._after) - 1, 0, -1):
            by_limit = _follow(by_limit, self._after[seat], seat, rolls, options)
        return [int(x) for x in _open(by_limit, self._after[0][0], _options(False))]

    def roundings(self, rolls: int) -> int:
        """How often a number of `start` may have been rounded down: by less than 1 each time.

        Once as it came, once among tied hands, and once a roll of every player.
        """
        return 2 + rolls * len(self._after)


@lru_cache(maxsize=32)
def _automaton(rules: Rules, players: int, kind: RoundKind) -> _Automaton:
    return _Automaton(Hands(rules, players, kind))


@lru_cache(maxsize=2)
def _options(must_roll_on: bool) -> Integers:
    """A hand's keeps in order of preference, padded with the last."""
    rows = [keeps[must_roll_on:] for keeps in KEEPS_OF]
    return np.array([(*keeps, *keeps[-1:] * (8 - len(keeps))) for keeps in rows])


@compiled
def _throw(keeps: Integers) -> None:
    """Fill the keeps that throw dice with sums over the faces of each."""
    for keep in range(len(_ADDED)):
        a, b, c, d, e, f = _ADDED[keep]
        for row in range(keeps.shape[1]):
            for lane in range(keeps.shape[2]):
                keeps[len(_WAYS_OF_HAND) + keep, row, lane] = (
                    keeps[a, row, lane]
                    + keeps[b, row, lane]
                    + keeps[c, row, lane]
                    + keeps[d, row, lane]
                    + keeps[e, row, lane]
                    + keeps[f, row, lane]
                )


@compiled
def _pick(keeps: Integers, seat: int, options: Integers, picked: Integers) -> None:
    """Fill ``picked[hand, lane]`` with the first keep within `MARGIN` of the best for ``seat``."""
    lanes = keeps.shape[2]
    least = np.empty(lanes, dtype=np.int64)
    for hand in range(len(options)):
        least[:] = 0
        for keep in options[hand]:
            for lane in range(lanes):
                least[lane] = max(least[lane], keeps[keep, seat, lane] * _FACTOR[keep])
        least -= MARGIN * WAYS
        for keep in options[hand, ::-1]:
            for lane in range(lanes):
                if keeps[keep, seat, lane] * _FACTOR[keep] >= least[lane]:
                    picked[hand, lane] = keep


@compiled
def _roll_again(keeps: Integers, seat: int, options: Integers, picked: Integers) -> None:
    """Put in every hand's place what ``seat`` picks when it sees the hand."""
    _pick(keeps, seat, options, picked)
    for hand in range(len(options)):
        for row in range(keeps.shape[1]):
            for lane in range(keeps.shape[2]):
                keep = picked[hand, lane]
                keeps[hand, row, lane] = keeps[keep, row, lane] * _FACTOR[keep] // WAYS


@compiled
def _expect(keeps: Integers, expected: Integers) -> None:
    """Fill ``expected[row, lane]`` with what throwing all dice comes to."""
    expected[:] = 0
    for hand in range(len(_WAYS_OF_HAND)):
        for row in range(keeps.shape[1]):
            for lane in range(keeps.shape[2]):
                expected[row, lane] += keeps[hand, row, lane] * _WAYS_OF_HAND[hand]
    expected //= WAYS


@compiled
def _follow(made: Integers, after: Integers, seat: int, rolls: int, options: Integers) -> Integers:
    """What is expected before a follower's turn, ``[limit - 1, situation, column]``.

    ``made[limit - 1, number, column]`` is what hands are worth that lead to ``number``, and
    ``after[situation, hand]`` is where they lead. If that does not depend on the limit, as
    after the last seat, there is one for all, and each turn goes on from the one before it.
    """
    given, _, columns = made.shape
    situations = len(after)
    before = np.empty((rolls, situations, columns), dtype=np.int64)
    for begin in range(0, situations, LANES):
        lanes = min(LANES, situations - begin)
        keeps = np.empty((len(_FACTOR), columns, lanes), dtype=np.int64)
        picked = np.empty((len(options), lanes), dtype=np.int64)
        expected = np.empty((columns, lanes), dtype=np.int64)
        for limit in range(rolls):
            if limit < given:
                for hand in range(len(options)):
                    for lane in range(lanes):
                        for column in range(columns):
                            number = after[begin + lane, hand]
                            keeps[hand, column, lane] = made[limit, number, column]
            for _ in range(limit if limit < given else 1):
                _throw(keeps)
                _roll_again(keeps, seat, options, picked)
            _expect(keeps, expected)
            before[limit, begin : begin + lanes] = expected.T
    return before


@compiled
def _open(made: Integers, after: Integers, options: Integers) -> Integers:
    """What is expected before the opener's turn, whose number of rolls limits the others."""
    limits, _, columns = made.shape
    keeps = np.empty((len(_FACTOR), columns, 1), dtype=np.int64)
    picked = np.empty((len(options), 1), dtype=np.int64)
    expected = np.empty((columns, 1), dtype=np.int64)
    for limit in range(limits - 1, -1, -1):
        if limit < limits - 1:
            _throw(keeps)
        for hand in range(len(options)):
            keeps[hand, :, 0] = made[limit, after[hand]]
        if limit < limits - 1:
            _roll_again(keeps, 0, options, picked)
    _expect(keeps, expected)
    return expected[:, 0]
