"""The law of a round's outcome under given strategies, for a batch of positions.

A turn is followed forwards: the ways to face each hand become ways to hold each keep, by the
player's choice, and these become ways to face each hand after the next roll. With T[i, K, s]
the ways in which seat i's turn ends with each hand, outcomes o are gathered from the last
seat to the second:

    E[i, K, s, o] = sum over hands h of T[i, K, s, h] E[i + 1, K, following[i][s][h], o].

All are whole numbers over powers of 216, and up to three players E[1] stays below 2**53 (its
largest is 6 * 216**6 < 6.1e14), so float64 holds them exactly and BLAS multiplies them. The
opener's own 216**3 ways go on top of that in Python's integers.
"""

from collections.abc import Callable

import numpy as np

from solver.engine.batch import EXACT_BELOW, FIRST, THROWS, Array, Choices, Strategies
from solver.game.dice import HANDS, KEEPS, WAYS


def _hold(ways: Array, choice: Choices) -> Array:
    """Ways to hold each keep, ``[..., keep]``, from those to face each hand and the choices."""
    rows = np.arange(choice.size // len(HANDS))[:, None] * len(KEEPS)
    held = np.bincount(
        (rows + choice.reshape(-1, len(HANDS))).ravel(),
        weights=np.broadcast_to(ways, choice.shape).ravel(),
        minlength=rows.size * len(KEEPS),
    )
    return held.astype(np.float64).reshape(*choice.shape[:-1], len(KEEPS))


def _follower_hands(choice_with: Callable[[int], Choices], limit: int) -> Array:
    """Ways over 216**limit in which a follower's turn ends: ``[position, state, hand]``."""
    ways = FIRST[None, None]
    for left in range(limit - 1, 0, -1):
        held = _hold(ways, choice_with(left))
        ways = WAYS * held[..., : len(HANDS)] + held[..., len(HANDS) :] @ THROWS.T
    return ways


def opener_hands(strategies: Strategies) -> Array:
    """Ways in which the opener stops after K rolls: ``[K - 1, position, hand]``, over 216**K."""
    rolls = strategies.batch.rolls
    ways = np.broadcast_to(FIRST, (strategies.positions, len(HANDS)))
    stopped = []
    for left in range(rolls - 1, 0, -1):
        held = _hold(ways, strategies.choices[0, 0, left][:, 0])
        stopped.append(held[:, : len(HANDS)])
        ways = held[:, len(HANDS) :] @ THROWS.T
    return np.array([*stopped, ways])


def laws_after_opener(strategies: Strategies) -> Array:
    """The outcome's law once the opener has made his hand in K rolls.

    ``[K - 1, position, hand, outcome]``, over barrages * 216**(K * followers).
    """
    batch = strategies.batch
    players = batch.information.players
    by_limit = []
    for limit in range(1, batch.rolls + 1):
        gathered = batch.laws.T[None]  # [position, final state, outcome]
        for seat in range(players - 1, 0, -1):
            gathered = _before_seat(strategies, seat, limit, gathered)
        by_limit.append(gathered[:, batch.following[0][0]])
    shape = (strategies.positions, *by_limit[0].shape[1:])
    return np.array([np.broadcast_to(law, shape) for law in by_limit])


def _before_seat(strategies: Strategies, seat: int, limit: int, after: Array) -> Array:
    """E[seat, limit] from E[seat + 1, limit]: ``[position, state, outcome]``."""
    batch = strategies.batch
    last = seat == batch.information.players - 1
    ways = _follower_hands(lambda left: strategies.choices[seat, 0 if last else limit, left], limit)
    following = batch.following[seat]
    positions = max(len(ways), len(after))
    ways = np.broadcast_to(ways, (len(ways), *following.shape))
    if len(after) == 1:
        # Final laws are the same in every position, so one product does for all of them:
        # [state, position, hand] @ [state, hand, outcome].
        gathered: Array = ways.swapaxes(0, 1) @ after[0][following]
        return gathered.swapaxes(0, 1)
    ways = np.broadcast_to(ways, (positions, *following.shape))[:, :, None]
    return np.stack([(w @ a[following])[:, 0] for w, a in zip(ways, after, strict=True)])


def exact_law(strategies: Strategies) -> list[list[int]]:
    """The law of the outcome in each position, in whole numbers over ``batch.denominator``.

    Raises:
        OverflowError: more than three players; float64 cannot hold their laws exactly.
    """
    batch = strategies.batch
    followers = batch.information.players - 1
    if batch.information.barrages * WAYS ** (batch.rolls * followers) >= EXACT_BELOW:
        raise OverflowError("exact laws are gathered in float64 for two and three players")
    opener, after = opener_hands(strategies), laws_after_opener(strategies)
    scale = [
        WAYS ** ((batch.rolls - limit) * (followers + 1)) for limit in range(1, batch.rolls + 1)
    ]
    if batch.denominator < EXACT_BELOW:
        law = np.einsum("k,kph,kpho->po", np.array(scale, dtype=np.float64), opener, after)
        return [[int(ways) for ways in row] for row in law]
    exact = [opener[k].astype(np.int64).astype(object) * scale[k] for k in range(batch.rolls)]
    return [
        sum(
            exact[k][p] @ after[k][p].astype(np.int64).astype(object) for k in range(batch.rolls)
        ).tolist()
        for p in range(strategies.positions)
    ]
