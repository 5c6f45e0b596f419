"""The values of a round in floats, many states of knowledge at once; compiled.

A player's turn takes the same steps in every state of knowledge, only with other numbers. So
up to `LANES` states are worked through together: arrays are laid out ``[hand or keep, row,
lane]``, and innermost loops run over lanes, which are consecutive in memory and become vector
instructions. What such a block takes, 130 kB for three players, stays in the cache.

The first rows are the players' values. Any more are expectations of something else, which
follow the choices that the values make.
"""

import numpy as np

from solver.engine.compiled import Floats, Integers, compiled
from solver.game.dice import ADDED, ALL_DICE, HAND_WAYS, HANDS, WAYS

LANES = 64

_HANDS = len(HANDS)
_KEEPS = ALL_DICE + 1
_ADDED = np.array(ADDED[_HANDS:])
_CHANCES = np.array(HAND_WAYS) / WAYS
_SIXTH = 1 / 6


@compiled
def _add_dice(keeps: Floats) -> None:
    """Fill the keeps that throw dice with means over the faces of every die they throw."""
    for keep in range(_HANDS, _KEEPS):
        a, b, c, d, e, f = _ADDED[keep - _HANDS]
        for row in range(keeps.shape[1]):
            for lane in range(keeps.shape[2]):
                keeps[keep, row, lane] = _SIXTH * (
                    (keeps[a, row, lane] + keeps[b, row, lane])
                    + (keeps[c, row, lane] + keeps[d, row, lane])
                    + (keeps[e, row, lane] + keeps[f, row, lane])
                )


@compiled
def _choose(keeps: Floats, seat: int, options: Integers, margin: float, chosen: Integers) -> None:
    """Fill ``chosen[lane]``: the first of a hand's eight options within ``margin`` of the best.

    All options in one pass over the lanes, without a branch, are vector instructions.
    """
    a, b, c, d, e, f, g, h = options
    for lane in range(keeps.shape[2]):
        of_a, of_b = keeps[a, seat, lane], keeps[b, seat, lane]
        of_c, of_d = keeps[c, seat, lane], keeps[d, seat, lane]
        of_e, of_f = keeps[e, seat, lane], keeps[f, seat, lane]
        of_g, of_h = keeps[g, seat, lane], keeps[h, seat, lane]
        best = max(max(max(of_a, of_b), max(of_c, of_d)), max(max(of_e, of_f), max(of_g, of_h)))
        enough = best - margin
        keep = h
        keep = g if of_g >= enough else keep
        keep = f if of_f >= enough else keep
        keep = e if of_e >= enough else keep
        keep = d if of_d >= enough else keep
        keep = c if of_c >= enough else keep
        keep = b if of_b >= enough else keep
        chosen[lane] = a if of_a >= enough else keep


@compiled
def _settle(keeps: Floats, seat: int, options: Integers, margin: float) -> None:
    """Choose for every hand, and put what was chosen in its place in ``keeps``.

    ``options[hand]`` are its keeps, those preferred among equals first, padded with the last.
    """
    rows, lanes = keeps.shape[1:]
    chosen = np.empty((_HANDS, lanes), dtype=np.int64)
    for hand in range(_HANDS):
        _choose(keeps, seat, options[hand], margin, chosen[hand])
    for hand in range(_HANDS):
        # In place: no hand's options contain another whole hand.
        for row in range(rows):
            for lane in range(lanes):
                keeps[hand, row, lane] = keeps[chosen[hand, lane], row, lane]


@compiled
def _expect(keeps: Floats, expected: Floats) -> None:
    """Fill ``expected[row, lane]``: the worth of throwing all three dice for the hands."""
    expected[:] = 0.0
    for hand in range(_HANDS):
        for row in range(keeps.shape[1]):
            for lane in range(keeps.shape[2]):
                expected[row, lane] += keeps[hand, row, lane] * _CHANCES[hand]


@compiled
def follower_values(
    after: Floats, following: Integers, seat: int, is_last: bool, options: Integers, margin: float
) -> Floats:
    """Work back over one follower's turn in every state of knowledge.

    Args:
        after: expectations once he has made his hand, ``[limit - 1, next state, row]``.
        following: the next state, ``[hand, state]``.
        seat: who rolls.
        is_last: nobody rolls after him, so ``after`` is the same for every limit.
        options: the keeps of every hand, those preferred among equals first, padded with the last.
        margin: the first keep within it of the best is chosen.

    Returns:
        Expectations before his turn, ``[limit - 1, state, row]``.
    """
    limits, _, rows = after.shape
    states = following.shape[1]
    before = np.empty((limits, states, rows))
    for begin in range(0, states, LANES):
        lanes = min(LANES, states - begin)
        keeps = np.empty((_KEEPS, rows, lanes))
        expected = np.empty((rows, lanes))
        for limit in range(1, limits + 1):
            if limit == 1 or not is_last:
                for hand in range(_HANDS):
                    for row in range(rows):
                        for lane in range(lanes):
                            state = following[hand, begin + lane]
                            keeps[hand, row, lane] = after[limit - 1, state, row]
            for _ in range(min(limit - 1, 1) if is_last else limit - 1):
                _add_dice(keeps)
                _settle(keeps, seat, options, margin)
            _expect(keeps, expected)
            before[limit - 1, begin : begin + lanes] = expected.T
    return before


@compiled
def opener_values(after: Floats, following: Integers, options: Integers, margin: float) -> Floats:
    """Work back over the opener's turn; ``following[hand]`` is the next state.

    Returns:
        Expectations before the round, ``[row]``.
    """
    rolls, _, rows = after.shape
    keeps = np.empty((_KEEPS, rows, 1))
    expected = np.empty((rows, 1))
    for used in range(rolls, 0, -1):
        if used < rolls:
            _add_dice(keeps)
        for hand in range(_HANDS):
            keeps[hand, :, 0] = after[used - 1, following[hand]]
        if used < rolls:
            _settle(keeps, 0, options, margin)
    _expect(keeps, expected)
    return expected[:, 0]
