"""Rounds under given plans: forwards, backwards, and by lists of everything that can happen."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from typing import TypeVar

import pytest

from solver.engine.fast import fast_round
from solver.engine.plan import Plan, always, turns_of
from solver.engine.profile import RoundLaw, round_law, turn_total, turn_ways
from solver.engine.rounds import ExactRound, information_of
from solver.engine.turn import ROLL_ON, spread, throw
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, KEEPS_OF, THROWN, WEIGHTS
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Outcome,
    Round,
    Table,
    max_rolls,
    players_of,
    round_kind,
)
from tests.twins.hands import outcome_law

T = TypeVar("T")
Chances = defaultdict[T, Fraction]

ROUNDS: list[tuple[str, Table]] = [
    ("jetons", Round(2)),
    ("jetons", Charge(5, (10, 6))),
    ("jetons{nenette_penalty=add}", Decharge((10, 11))),
    ("comptoir", Charge(9, (2, 10))),
    ("comptoir", Decharge((20, 1))),
    ("jambes{max_rolls=2}", Legs((1, 2, 1))),
    ("comptoir{charge_rolls=2}", Charge(9, (4, 4, 4))),
    ("jetons{decharge_rolls=1}", Decharge((7, 7, 7))),
    ("jetons{charge_rolls=1}", Charge(21, (0, 0, 0, 0))),
]


def random_plan(chance: Random, rules: Rules, state: Table, seat: int, total: int) -> Plan:
    """A plan that does anything that the rules allow, in up to ``total`` ways at each turn."""
    allowed = ROLL_ON if seat and rules.followers == "exactly" else KEEPS_OF
    states = len(information_of(rules, state).following[seat])
    return Plan(
        total,
        {
            turn: [
                tuple(Counter(chance.choice(keeps) for _ in range(total)).items())
                for keeps in allowed
            ]
            for turn in turns_of(max_rolls(rules, state), seat, states)
        },
    )


def random_plans(rules: Rules, state: Table, seed: int) -> list[Plan]:
    chance = Random(seed)
    totals = [chance.choice([1, 2, 3]) for _ in range(players_of(state))]
    return [random_plan(chance, rules, state, s, total) for s, total in enumerate(totals)]


def backwards(rules: Rules, state: Table, plans: list[Plan]) -> dict[Outcome, Fraction]:
    """The law of the outcome, as the expectation of each outcome's indicator."""
    outcomes = information_of(rules, state).outcomes
    rows = [tuple(Fraction(one == other) for other in outcomes) for one in outcomes]
    return dict(zip(outcomes, ExactRound(rules, state, rows, plans).start(), strict=True))


def chances(law: RoundLaw) -> dict[Outcome, Fraction]:
    return {outcome: Fraction(ways, law.total) for outcome, ways in law.outcomes}


def naive_turn(plan: Plan, rolls: int, limit: int, state: int) -> Chances[tuple[int, int]]:
    """The chance of every (rolls taken, hand), by following each hand and keep by itself."""
    ended: Chances[tuple[int, int]] = defaultdict(Fraction)
    waiting = [(rolls - 1, hand, Fraction(ways, 216)) for hand, ways in enumerate(HAND_WAYS)]
    while waiting:
        left, hand, chance = waiting.pop()
        mix = plan.mixes[limit, state, left][hand] if left else [(hand, plan.total)]
        for keep, weight in mix:
            share = chance * Fraction(weight, plan.total)
            if THROWN[keep] == 0:
                ended[rolls - left, hand] += share
                continue
            for after, ways in WEIGHTS[keep]:
                waiting.append((left - 1, after, share * Fraction(ways, 216)))
    return ended


def naive_law(
    rules: Rules, state: Table, plans: list[Plan]
) -> tuple[Chances[Outcome], list[Chances[int]], list[Chances[int]]]:
    """Outcomes, hands and numbers of rolls, with full lists of the hands that were made."""
    information, kind = information_of(rules, state), round_kind(rules, state)
    made: list[Chances[int]] = [defaultdict(Fraction) for _ in plans]
    taken: list[Chances[int]] = [defaultdict(Fraction) for _ in plans]
    outcomes: Chances[Outcome] = defaultdict(Fraction)
    waiting: list[tuple[int, tuple[int, ...], Fraction]] = [(0, (), Fraction(1))]
    while waiting:
        limit, seen, chance = waiting.pop()
        seat = len(seen)
        if seat == len(plans):
            hands = tuple(HANDS[hand] for hand in seen)
            for found, share in outcome_law(rules, kind.jetons, kind.names_winner, hands).items():
                outcomes[Outcome(*found)] += chance * share
            continue
        turn = naive_turn(
            plans[seat], limit or max_rolls(rules, state), limit, information.after(seen)
        )
        for (rolls, hand), share in turn.items():
            made[seat][hand] += chance * share
            taken[seat][rolls] += chance * share
            waiting.append((limit or rolls, (*seen, hand), chance * share))
    return outcomes, made, taken


@pytest.mark.parametrize(("name", "state"), ROUNDS)
def test_forwards_is_backwards(name: str, state: Table) -> None:
    rules = find_rules(name)
    plans = random_plans(rules, state, seed=1)
    assert chances(round_law(rules, state, plans)) == backwards(rules, state, plans)


@pytest.mark.parametrize(("name", "state"), ROUNDS)
def test_laws_are_whole(name: str, state: Table) -> None:
    rules = find_rules(name)
    law = round_law(rules, state, random_plans(rules, state, seed=2))
    assert sum(ways for _, ways in law.outcomes) == law.total
    for row in (*law.hands, *law.rolls):
        assert sum(row) == law.total
        assert min(row) >= 0


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("jetons{max_rolls=2}", Round(2)),
        ("comptoir{charge_rolls=2}", Charge(5, (10, 6))),
        ("jetons{decharge_rolls=2,nenette_penalty=add}", Decharge((10, 11))),
        pytest.param("jambes{max_rolls=1}", Legs((1, 2, 1)), marks=pytest.mark.slow),
    ],
)
def test_law_is_that_of_following_every_hand(name: str, state: Table) -> None:
    rules = find_rules(name)
    plans = random_plans(rules, state, seed=3)
    law = round_law(rules, state, plans)
    outcomes, made, taken = naive_law(rules, state, plans)
    assert {outcome: chance for outcome, chance in chances(law).items() if chance} == outcomes
    for seat in range(players_of(state)):
        for hand, ways in enumerate(law.hands[seat]):
            assert Fraction(ways, law.total) == made[seat][hand]
        for rolls, ways in enumerate(law.rolls[seat], start=1):
            assert Fraction(ways, law.total) == taken[seat][rolls]


def test_turn_is_that_of_following_every_hand() -> None:
    plan = random_plan(Random(4), find_rules("jetons"), Round(2), 1, total=2)
    ended = naive_turn(plan, 3, 3, 17)
    total = turn_total(plan, 3)
    for rolls, row in enumerate(turn_ways(plan, 3, 3, 17), start=1):
        for hand, ways in enumerate(row):
            assert Fraction(ways, total) == ended.get((rolls, hand), 0)


def test_stopping_is_final() -> None:
    """Who stops with two rolls left and would roll with one left is not asked again."""
    stop = [((hand, 1),) for hand in range(len(HANDS))]
    on = [((keeps[-1], 1),) for keeps in KEEPS_OF]
    opener = always({(0, 0, 1): [83] * 56, (0, 0, 2): [83] * 56})
    follower = Plan(1, {turn: stop if turn[2] == 2 else on for turn in turns_of(3, 1, len(HANDS))})
    law = round_law(find_rules("jetons"), Round(2), [opener, follower])
    assert [Fraction(ways, law.total) for ways in law.rolls[1]] == [1, 0, 0]
    assert chances(law) == backwards(find_rules("jetons"), Round(2), [opener, follower])
    assert set(chances(law).values()) == {Fraction(1, 2)}


@pytest.mark.parametrize("players", range(2, 9))
def test_one_roll_is_fair(players: int) -> None:
    rules = find_rules("jetons{max_rolls=1}")
    law = round_law(rules, Round(players), [Plan(1, {})] * players)
    assert set(chances(law).values()) == {Fraction(1, players)}
    assert {Fraction(ways, law.total) for ways in law.hands[-1]} == {
        Fraction(ways, 216) for ways in HAND_WAYS
    }


@pytest.mark.parametrize(("name", "state"), ROUNDS[:-1])
def test_best_plans_reach_the_values(name: str, state: Table) -> None:
    """Playing the recorded choices is worth what they were worth, to everyone."""
    rules = find_rules(name)
    payoffs = random_payoffs(rules, state)
    free = ExactRound(rules, state, payoffs)
    plans = free.best_plans()
    values = ExactRound(rules, state, payoffs, plans).start()
    assert values == free.start() == ExactRound(rules, state, payoffs).start()
    law = chances(round_law(rules, state, plans))
    expected = [
        sum(chance * row[seat] for chance, row in zip(law.values(), payoffs, strict=True))
        for seat in range(players_of(state))
    ]
    assert list(values) == expected


def random_payoffs(rules: Rules, state: Table) -> list[tuple[Fraction, ...]]:
    chance = Random(5)
    return [
        tuple(Fraction(chance.randint(0, 99), 100) for _ in range(players_of(state)))
        for _ in information_of(rules, state).outcomes
    ]


@pytest.mark.parametrize(("name", "state"), ROUNDS)
def test_law_of_best_play_is_that_of_the_fast_round(name: str, state: Table) -> None:
    rules = find_rules(name)
    payoffs = random_payoffs(rules, state)
    law = round_law(rules, state, ExactRound(rules, state, payoffs).best_plans())
    fast = fast_round(rules, state).examine(state, range(len(payoffs)), payoffs)
    assert [Fraction(ways, fast.denominator) for ways in fast.ways] == list(chances(law).values())


@pytest.mark.parametrize(("name", "state"), ROUNDS[:-2])
def test_a_free_seat_does_best_against_the_others(name: str, state: Table) -> None:
    rules = find_rules(name)
    payoffs = random_payoffs(rules, state)
    plans = random_plans(rules, state, seed=6)
    for seat in range(players_of(state)):
        others: list[Plan | None] = [p if s != seat else None for s, p in enumerate(plans)]
        alone = ExactRound(rules, state, [(row[seat],) for row in payoffs], others)
        (best,) = alone.start()
        assert best == ExactRound(rules, state, payoffs, others).start()[seat]
        assert ExactRound(rules, state, payoffs, alone.best_plans()).start()[seat] == best
        assert ExactRound(rules, state, payoffs, plans).start()[seat] < best


def test_spread_is_throw_read_the_other_way_round() -> None:
    chance = Random(7)
    values = [chance.randint(0, 10**9) for _ in HANDS]
    held = [chance.randint(0, 10**9) for _ in KEEPS]
    forwards = sum(map(int.__mul__, spread(held), values))
    assert forwards == sum(map(int.__mul__, held, throw(values)))


@pytest.mark.parametrize(("name", "state"), ROUNDS)
def test_histories_lead_to_their_states(name: str, state: Table) -> None:
    information = information_of(find_rules(name), state)
    for seat in range(players_of(state)):
        histories = information.histories(seat)
        assert [information.after(hands) for hands in histories] == list(
            range(len(information.following[seat]))
        )
        assert {len(hands) for hands in histories} == {seat}
