"""What a keep leads to, followed forwards: every hand, every answer of the next player.

The players' plans are taken from the engine; what comes of them is counted here, from hands,
not from states of knowledge. At most one player may roll after the one asked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from solver.engine.continuation import continue_after
from solver.engine.plan import Plan
from solver.engine.profile import turn_ways
from solver.engine.rounds import information_of
from solver.game.dice import THROWN, WAYS, WEIGHTS
from solver.game.notation import Position
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Outcome,
    Table,
    max_rolls,
    resolve,
    round_kind,
    without_the_saved,
)
from solver.study.stored import exact_round, stored_values

Law = Mapping[tuple[int, int], int]
"""The ways to each last hand, with the rolls left unused, of 216 for each roll that was left."""


@dataclass(frozen=True)
class Counted:
    """The numbers of `solver.study.prospect.Prospect`, counted."""

    value: Fraction
    above: Fraction
    level: Fraction
    below: Fraction
    lost: Fraction
    value_lost: Fraction
    taken: Fraction
    passed: Fraction
    ends: Mapping[int, Fraction]


@lru_cache(maxsize=64)
def _plans(rules: Rules, state: Table) -> list[Plan]:
    return exact_round(rules, state).best_plans()


def _last_hands(plan: Plan, limit: int, known: int, keep: int, left: int) -> Law:
    """Follow a turn from dice that lie, with ``left`` rolls of which one is now taken."""
    if not THROWN[keep]:
        return {(keep, left): WAYS**left}
    law: dict[tuple[int, int], int] = {}
    for hand, ways in WEIGHTS[keep]:
        if left == 1:
            law[hand, 0] = ways
            continue
        ((then, _weight),) = plan.mixes[limit, known, left - 1][hand]
        for end, further in _rest(plan, limit, known, then, left - 1).items():
            law[end] = law.get(end, 0) + ways * further
    return law


def _rest(plan: Plan, limit: int, known: int, keep: int, left: int) -> Law:
    """The same, remembered."""
    key = id(plan), limit, known, keep, left
    if key not in _RESTS:
        if len(_RESTS) > 200_000:
            _RESTS.clear()
        _RESTS[key] = plan, _last_hands(plan, limit, known, keep, left)
    return _RESTS[key][1]


_RESTS: dict[tuple[int, int, int, int, int], tuple[Plan, Law]] = {}
"""Laws that are found, each beside its plan, which so keeps its identity."""


def _whole_turn(plan: Plan, limit: int, known: int) -> list[int]:
    """The ways to each last hand of a follower who has not rolled yet, remembered."""
    key = id(plan), limit, known
    if key not in _TURNS:
        if len(_TURNS) > 20_000:
            _TURNS.clear()
        ways = [sum(column) for column in zip(*turn_ways(plan, limit, limit, known), strict=True)]
        _TURNS[key] = plan, ways
    return _TURNS[key][1]


_TURNS: dict[tuple[int, int, int], tuple[Plan, list[int]]] = {}


def _tables(position: Position, state: Table, keep: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way in which all have their last hands, with its ways of `_total`."""
    rules, seat, left = position.rules, len(position.seen), position.left
    plans, information = _plans(rules, state), information_of(rules, state)
    known, rolls = information.after(position.seen), max_rolls(rules, state)
    own = _rest(plans[seat], position.limit, known, keep, left) if left else {(keep, 0): 1}
    for (hand, unused), ways in own.items():
        hands = (*position.seen, hand)
        if len(hands) == information.players:
            yield hands, ways * WAYS**rolls
            continue
        assert len(hands) == information.players - 1, "one player more, at most"
        limit = position.limit or rolls - unused
        after = information.after(hands)
        for last, further in enumerate(_whole_turn(plans[-1], limit, after)):
            if further:
                yield (*hands, last), ways * further * WAYS ** (rolls - limit)


def _total(position: Position, state: Table) -> int:
    """The ways of all that may come: of the rolls left, and of as many as the next may take."""
    total: int = WAYS**position.left * WAYS ** max_rolls(position.rules, state)
    return total


@lru_cache(maxsize=1 << 16)
def _outcomes(rules: Rules, state: Table, hands: tuple[int, ...]) -> list[Outcome]:
    """The outcomes that barrages make equally likely."""
    strength = [rank_hands(rules).strength[hand] for hand in hands]
    lowest = [seat for seat, of in enumerate(strength) if of == min(strength)]
    best = [seat for seat, of in enumerate(strength) if of == max(strength)]
    kind = round_kind(rules, state)
    jetons = 0
    if kind.jetons != "none":
        ends = hands[best[0]], hands[lowest[0]]
        jetons = jetons_at_stake(rules, *ends, decharge=kind.jetons == "decharge")
    if not kind.names_winner:
        return [Outcome(None, loser, jetons) for loser in lowest]
    return [Outcome(won, lost, jetons) for won, lost in product(best, lowest) if won != lost]


def count(position: Position, keep: int) -> Counted:
    """Return what a keep leads to."""
    rules, seat = position.rules, len(position.seen)
    state = without_the_saved(resolve(rules, position.state))
    total = _total(position, state)
    stands: Counter[int] = Counter()
    ends: Counter[int] = Counter()
    outcomes: Counter[Outcome] = Counter()
    for hands, ways in _tables(position, state, keep):
        ends[hands[seat]] += ways
        stands[_stands(rules, hands, seat)] += ways
        equally = _outcomes(rules, state, hands)
        for outcome in equally:
            outcomes[outcome] += ways * _SHARES // len(equally)
    assert sum(ends.values()) == total
    sums = dict.fromkeys(("value", "lost", "value_lost", "taken", "passed"), Fraction(0))
    for outcome, ways in outcomes.items():
        chance = Fraction(ways, total * _SHARES)
        value = chance * _payoff(rules, state, outcome, seat)
        sums["value"] += value
        moved = chance * _moved(state, outcome)
        if outcome.loser == seat:
            sums["lost"] += chance
            sums["value_lost"] += value
            sums["taken"] += moved
        else:
            sums["passed"] += moved
    return Counted(
        above=Fraction(stands[1], total),
        level=Fraction(stands[0], total),
        below=Fraction(stands[-1], total),
        ends={hand: Fraction(ways, total) for hand, ways in ends.items()},
        **sums,
    )


_SHARES = 60
"""A multiple of every number of outcomes that barrages of up to six make equally likely."""


@lru_cache(maxsize=1 << 16)
def _stands(rules: Rules, hands: tuple[int, ...], seat: int) -> int:
    """1 above the lowest of the others, 0 level with it, -1 below."""
    strength = [rank_hands(rules).strength[hand] for hand in hands]
    own = strength.pop(seat)
    return (own > min(strength)) - (own < min(strength))


@lru_cache(maxsize=4096)
def _payoff(rules: Rules, state: Table, outcome: Outcome, seat: int) -> Fraction:
    then = continue_after(rules, state, outcome)
    if then.state is None:
        return then.settled[seat]
    return then.payoffs(stored_values(rules, len(then.seats)))[seat]


def _moved(state: Table, outcome: Outcome) -> int:
    if isinstance(state, Charge):
        return min(state.pot, outcome.jetons)
    if isinstance(state, Decharge):
        assert outcome.winner is not None, "the best gives"
        return min(state.held[outcome.winner], outcome.jetons)
    return 1 if isinstance(state, Legs) else 0
