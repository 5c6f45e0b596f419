"""The exact law of a round in which every seat follows a plan, for any number of players.

Dice are followed forwards. A turn begins with the ways to see each hand in 216; the plan makes
of them ways to hold each keep, those who stop are done, and the thrown dice make ways to see
each hand again. So with w ways to be in state s of knowledge at limit K, and T[h] ways to end
the turn with hand h, there are w T[h] ways more to be in state following[s][h] at the next
seat. After the last seat the law of each final state shares its ways among outcomes.

All numbers are whole, over one total: for each seat 216 a roll, and the total of its plan's
weights a choice; and the common denominator of the barrages. The same law comes out of
`ExactRound` backwards, outcome by outcome, which is how it is tested; forwards all of it costs
what a single outcome costs there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod

from solver.engine.plan import Plan
from solver.engine.rounds import information_of
from solver.engine.turn import Mixes, spread
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, WAYS
from solver.game.rules import Rules
from solver.game.state import Outcome, Table, max_rolls


@dataclass(frozen=True)
class RoundLaw:
    """What comes out of a round: ways, over ``total``.

    Attributes:
        total: what the ways of all outcomes sum to, as do those of each seat's hands and rolls.
        outcomes: each outcome that the round can have, with its ways.
        hands: for each seat in play the ways to end with each of the 56 hands.
        rolls: for each seat in play the ways to take one roll, two, and so on.
    """

    total: int
    outcomes: tuple[tuple[Outcome, int], ...]
    hands: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[int, ...], ...]


@dataclass
class _Layer:
    """What one seat's turns come to at one limit, in ways that count those turns as well."""

    taken: list[int]
    hands: list[int]
    after: list[int]


_TurnIn = Callable[[int], list[list[int]]]
"""A seat's turn in each state of knowledge, as `turn_ways` gives it."""


def turn_ways(plan: Plan, rolls: int, limit: int = 0, state: int = 0) -> list[list[int]]:
    """Return the ways to end a turn of at most ``rolls`` rolls, ``[rolls taken - 1][hand]``.

    ``limit`` and ``state`` are those of the turn in the plan. All ways together are
    ``turn_total(plan, rolls)``.
    """
    ended = []
    seen: Sequence[int] = HAND_WAYS
    for left in range(rolls - 1, 0, -1):
        held = _hold(seen, plan.mixes[limit, state, left])
        unused = WAYS * (WAYS * plan.total) ** (left - 1)
        ended.append([unused * ways for ways in held[: len(HANDS)]])
        seen = spread([0] * len(HANDS) + held[len(HANDS) :])
    return [*ended, list(seen)]


def turn_total(plan: Plan, rolls: int) -> int:
    """Return the number of ways in a turn: 216 a roll, and the plan's total a choice."""
    total: int = WAYS * (WAYS * plan.total) ** (rolls - 1)
    return total


def _hold(seen: Sequence[int], mixes: Mixes) -> list[int]:
    held = [0] * len(KEEPS)
    for ways, mix in zip(seen, mixes, strict=True):
        if ways:
            for keep, weight in mix:
                held[keep] += ways * weight
    return held


def _opener_turns(plan: Plan, rolls: int) -> Iterator[_TurnIn]:
    """For every limit the ways in which the opener sets it; none end with another roll."""
    for taken, hands in enumerate(turn_ways(plan, rolls)):
        ended = [[0] * len(HANDS)] * taken + [hands]
        yield {0: ended}.__getitem__


def _take_turns(
    following: Sequence[Sequence[int]],
    reached: Sequence[int],
    turn: _TurnIn,
    states_after: int,
) -> _Layer:
    """Let a seat play ``turn(state)`` in every state, by the ways in which it is reached."""
    layer = _Layer([0] * len(turn(0)), [0] * len(HANDS), [0] * states_after)
    for state, ways in enumerate(reached):
        if ways:
            ended = turn(state)
            for taken, row in enumerate(ended):
                layer.taken[taken] += ways * sum(row)
            for hand, column in enumerate(zip(*ended, strict=True)):
                made = ways * sum(column)
                layer.hands[hand] += made
                layer.after[following[state][hand]] += made
    return layer


def round_law(rules: Rules, state: Table, plans: Sequence[Plan]) -> RoundLaw:
    """Return the law of the round played in ``state``, with a plan for each seat in play."""
    information, rolls = information_of(rules, state), max_rolls(rules, state)
    states = [*map(len, information.following), len(information.laws)]
    total = information.barrages * prod(turn_total(plan, rolls) for plan in plans)
    outcomes = [0] * len(information.outcomes)
    hands = [[0] * len(HANDS) for _ in plans]
    taken = [[0] * rolls for _ in plans]
    for limit, opener_turn in enumerate(_opener_turns(plans[0], rolls), start=1):
        reached = [1]
        unused = total // turn_total(plans[0], rolls)
        for seat, plan in enumerate(plans):
            turn = partial(turn_ways, plan, limit, limit) if seat else opener_turn
            layer = _take_turns(information.following[seat], reached, turn, states[seat + 1])
            if seat:
                unused //= turn_total(plan, limit)
            _add(taken[seat], layer.taken, unused)
            _add(hands[seat], layer.hands, unused)
            reached = layer.after
        for law, ways in zip(information.laws, reached, strict=True):
            for outcome, weight in law:
                outcomes[outcome] += unused // information.barrages * ways * weight
    named = tuple(zip(information.outcomes, outcomes, strict=True))
    return RoundLaw(total, named, tuple(map(tuple, hands)), tuple(map(tuple, taken)))


def _add(totals: list[int], more: Sequence[int], factor: int) -> None:
    for place, ways in enumerate(more):
        totals[place] += factor * ways
