"""A round with its exact law: the inner loops of `FastRound.examine`, compiled.

Arrays are laid out ``[hand or keep, row]``, so that the innermost loops run over the rows,
which are consecutive in memory and become vector instructions. Rows come in two kinds:

* the first ``players`` rows are values of the players, near enough, in float64;
* the other rows are a law: the ways in which the round goes on to each continuation. These
  are whole numbers, in limbs (`solver.engine.limbs`) where float64 would not hold them, and
  follow the choices that the values make.

The keep that is chosen is the preferred one (`solver.game.dice`) of those whose value is
within ``margin`` of the best: with a margin of at least twice the values' error, all keeps
that are truly best are among these. Each of the others is compared with the chosen one: if both
lead to the same payoffs of the player, equally likely, the tie is one of structure and proved.
If not it is left open, for exact arithmetic to decide.
"""

import numpy as np

from solver.engine.compiled import Floats, Integers, Keeps, compiled
from solver.engine.limbs import carry, is_zero
from solver.game.dice import ADDED, ALL_DICE, HAND_WAYS, HANDS, KEEPS_OF

DISMISSED, SAME_LAW, MATTERS, LEFT_OPEN = range(4)
"""What is counted: keeps that are worse, that tie by structure, ties of these in which another
player's payoffs differ, and keeps left open."""

_HANDS = len(HANDS)
_KEEPS = ALL_DICE + 1
_ADDED = np.array(ADDED[_HANDS:])
_WAYS = np.array(HAND_WAYS, dtype=np.float64)
_OPTION_COUNT = np.array([len(keeps) for keeps in KEEPS_OF])
_OPTIONS = np.array([[*keeps, *[0] * (8 - len(keeps))] for keeps in KEEPS_OF])
_FACTOR = np.array([216.0] * 56 + [36.0] * 21 + [6.0] * 6 + [1.0])
"""What the ways that `_add_dice` counts are multiplied by, so that all are ways of 216."""


@compiled
def _add_dice(keeps: Floats) -> None:
    """Fill the keeps that throw dice with sums over the faces of every die they throw."""
    for keep in range(_HANDS, _KEEPS):
        a, b, c, d, e, f = _ADDED[keep - _HANDS]
        for row in range(keeps.shape[1]):
            keeps[keep, row] = (
                (keeps[a, row] + keeps[b, row])
                + (keeps[c, row] + keeps[d, row])
                + (keeps[e, row] + keeps[f, row])
            )


@compiled
def _best(own: Floats, hand: int, first: int) -> float:
    """Return the greatest of a player's values of the keeps of a hand."""
    best = -np.inf
    for option in range(first, _OPTION_COUNT[hand]):
        best = max(best, own[_OPTIONS[hand, option]])
    return best


@compiled
def _choose(own: Floats, hand: int, first: int, margin: float, prefer_last: bool) -> int:
    """Return the keep chosen for a hand, given the player's value of every keep."""
    options = _OPTION_COUNT[hand]
    least = _best(own, hand, first) - margin
    for at in range(first, options):
        keep = _OPTIONS[hand, options - 1 - at + first if prefer_last else at]
        if own[keep] >= least:
            return int(keep)
    return -1  # unreachable: the best keep is within the margin of itself


@compiled
def _pays_alike(
    keeps: Floats, chosen: int, other: int, players: int, pays: Integers, room: Floats
) -> bool:
    """Do two keeps lead to the same payoffs, equally likely?

    ``pays[continuation]`` numbers the distinct payoffs; ``room`` has a row of limbs for each.
    """
    room[:] = 0.0
    count = len(pays)
    for continuation in range(count):
        lost = room[pays[continuation]]
        for limb in range(len(lost)):
            row = players + limb * count + continuation
            lost[limb] += keeps[chosen, row] * _FACTOR[chosen] - keeps[other, row] * _FACTOR[other]
        if len(lost) > 1:
            carry(lost, 0, len(lost))
    alike = True
    for limbs in room:
        alike = alike and is_zero(limbs)
    return alike


@compiled
def _compare(
    keeps: Floats, chosen: int, other: int, players: int, pays: Integers, room: Floats
) -> int:
    """Compare the laws of two keeps: `SAME_LAW`, `MATTERS` or `LEFT_OPEN`."""
    if not _pays_alike(keeps, chosen, other, players, pays[0], room):
        return LEFT_OPEN
    if not _pays_alike(keeps, chosen, other, players, pays[1], room):
        return MATTERS
    return SAME_LAW


@compiled
def _count_others(
    keeps: Floats,
    own: Floats,
    hand: int,
    chosen: int,
    first: int,
    margin: float,
    players: int,
    pays: Integers,
    room: Floats,
    counts: Integers,
) -> None:
    """Count what becomes of a hand's keeps that are not chosen."""
    least = _best(own, hand, first) - margin
    for option in range(first, _OPTION_COUNT[hand]):
        other = _OPTIONS[hand, option]
        if other == chosen:
            continue
        if own[other] < least:
            counts[DISMISSED] += 1
        else:
            counts[_compare(keeps, chosen, other, players, pays, room)] += 1


@compiled
def _settle(
    keeps: Floats,
    own: Floats,
    seat: int,
    players: int,
    first: int,
    margin: float,
    prefer_last: bool,
    pays: Integers,
    room: Floats,
    counts: Integers,
    choices: Integers,
) -> None:
    """Choose for every hand, and put in its place in ``keeps`` what was chosen for it.

    ``keeps`` are as `_add_dice` leaves them; ``own`` is room for the player's values, ``choices``
    for a keep of each hand, and ``room`` as in `_compare`.
    """
    for keep in range(_KEEPS):
        own[keep] = keeps[keep, seat] * _FACTOR[keep] / 216.0
    for hand in range(_HANDS):
        chosen = _choose(own, hand, first, margin, prefer_last)
        choices[hand] = chosen
        _count_others(keeps, own, hand, chosen, first, margin, players, pays, room, counts)
    for hand in range(_HANDS):
        # In place: no hand's options contain another whole hand.
        chosen = choices[hand]
        factor = _FACTOR[chosen]
        for row in range(players):
            keeps[hand, row] = keeps[chosen, row] * factor / 216.0
        for row in range(players, keeps.shape[1]):
            keeps[hand, row] = keeps[chosen, row] * factor
        if room.shape[1] > 1:
            carry(keeps[hand], players, room.shape[1])


@compiled
def _expect(keeps: Floats, players: int, limbs: int, expected: Floats) -> None:
    """Fill ``expected[row]``: the worth of throwing all three dice for one of these hands."""
    expected[:] = 0.0
    for hand in range(_HANDS):
        for row in range(keeps.shape[1]):
            expected[row] += keeps[hand, row] * _WAYS[hand]
    for row in range(players):
        expected[row] /= 216.0
    if limbs > 1:
        carry(expected, players, limbs)


@compiled
def follower_turn(
    after: Floats,
    following: Integers,
    seat: int,
    players: int,
    limbs: int,
    first: int,
    margin: float,
    prefer_last: bool,
    pays: Integers,
    counts: Integers,
) -> tuple[Floats, Keeps]:
    """Work back over one follower's turn in every state of knowledge.

    Args:
        after: expectations once he has made his hand, ``[limit - 1, next state, row]``.
        following: the next state, ``[state, hand]``.
        seat, players: who rolls, of how many.
        limbs: into how many the numbers of a law are cut.
        first: 0 if he may stop when he likes, 1 if he must roll on.
        margin: values within it of the best are not told apart.
        prefer_last: choose the last, not the first, of keeps that are not told apart.
        pays: numbers of the distinct payoffs in each continuation, ``[2, continuation]``:
            of the player's own, and of everybody's together.
        counts: added to; see `DISMISSED` and the other names.

    Returns:
        Expectations before his turn, ``[limit - 1, state, row]``, and the keeps that he chooses,
        ``[limit - 1, state, rolls left - 1, hand]``.
    """
    limits, _, rows = after.shape
    states = following.shape[0]
    is_last = seat == players - 1
    before = np.empty((limits, states, rows))
    chosen = np.zeros((limits, states, limits - 1, _HANDS), dtype=np.uint8)
    keeps = np.empty((_KEEPS, rows))
    own = np.empty(_KEEPS)
    choices = np.empty(_HANDS, dtype=np.int64)
    room = np.empty((pays.max() + 1, limbs))
    for state in range(states):
        for limit in range(1, limits + 1):
            if limit == 1 or not is_last:
                for hand in range(_HANDS):
                    keeps[hand] = after[limit - 1, following[state, hand]]
            known = max(limit - 2, 0) if is_last else 0
            chosen[limit - 1, state, :known] = chosen[limit - 2, state, :known]
            for left in range(known, limit - 1):
                _add_dice(keeps)
                _settle(
                    keeps, own, seat, players, first, margin, prefer_last, pays, room, counts,
                    choices,
                )  # fmt: skip
                chosen[limit - 1, state, left] = choices
            _expect(keeps, players, limbs, before[limit - 1, state])
    return before, chosen


@compiled
def opener_turn(
    after: Floats,
    following: Integers,
    players: int,
    limbs: int,
    margin: float,
    prefer_last: bool,
    pays: Integers,
    counts: Integers,
) -> tuple[Floats, Keeps]:
    """Work back over the opener's turn; arguments as for `follower_turn`, but that
    ``following[hand]`` is the next state.

    Returns:
        Expectations before the round, ``[row]``, and his keeps, ``[rolls left - 1, hand]``.
    """
    rolls, _, rows = after.shape
    chosen = np.zeros((rolls - 1, _HANDS), dtype=np.uint8)
    keeps = np.empty((_KEEPS, rows))
    own = np.empty(_KEEPS)
    choices = np.empty(_HANDS, dtype=np.int64)
    expected = np.empty(rows)
    room = np.empty((pays.max() + 1, limbs))
    for hand in range(_HANDS):
        keeps[hand] = after[rolls - 1, following[hand]]
    for left in range(1, rolls):
        _add_dice(keeps)
        for hand in range(_HANDS):
            # Stopping leaves out rolls: `left` of every follower, and those of the opener
            # himself but for the one that `_settle` counts.
            keeps[hand] = after[rolls - left - 1, following[hand]]
            for _ in range(left * players - 1):
                keeps[hand, players:] *= 216.0
                if limbs > 1:
                    carry(keeps[hand], players, limbs)
        _settle(
            keeps, own, 0, players, 0, margin, prefer_last, pays, room, counts, choices
        )  # fmt: skip
        chosen[left - 1] = choices
    _expect(keeps, players, limbs, expected)
    return expected, chosen
