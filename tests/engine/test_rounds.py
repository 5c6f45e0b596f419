"""A round in exact integers, against brute force and against what must hold of any round."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.engine.rounds import ExactRound, Moment, Values, information_of
from solver.engine.turn import ROLL_ON
from solver.game.dice import HANDS, KEEPS, KEEPS_OF
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table, seats_in_play
from tests.twins.games import naive_round, position_of
from tests.twins.hands import Outcome
from tests.twins.rounds import NaiveRound, NaiveTurn, not_losing

Payoffs = Callable[[Outcome], Values]


def _exact(rules: Rules, state: Table, payoffs: Payoffs) -> ExactRound:
    outcomes = information_of(rules, state).outcomes
    return ExactRound(
        rules,
        state,
        [payoffs((outcome.winner, outcome.loser, outcome.jetons)) for outcome in outcomes],
    )


def _random_payoffs(seed: int, players: int) -> Payoffs:
    """Any rationals, of no common sum; the same whenever the same outcome is asked for."""

    def payoffs(outcome: Outcome) -> Values:
        chance = Random(f"{seed} {outcome}")
        return tuple(
            Fraction(chance.randint(-60, 60), chance.randint(1, 7)) for _ in range(players)
        )

    return payoffs


def _summing_to(total: Fraction, payoffs: Payoffs) -> Payoffs:
    """The same payoffs, but for the last seat, who gets what is left of ``total``."""

    def constant(outcome: Outcome) -> Values:
        *others, _ = payoffs(outcome)
        return (*others, total - sum(others))

    return constant


def _both(name: str, state: Table, seed: int) -> tuple[ExactRound, NaiveRound]:
    rules = find_rules(name)
    payoffs = _random_payoffs(seed, len(seats_in_play(state)))
    return _exact(rules, state, payoffs), naive_round(rules, position_of(state), payoffs)


def _assert_same_turn(moment: Moment, twin: NaiveTurn, left: int, hands: Sequence[int]) -> None:
    """Values, every option's value and the choice, for each hand on the table."""
    for hand in hands:
        assert moment.values(hand) == twin.showing(HANDS[hand], left)
        assert (moment.decision is None) == (left == 0)
        if moment.decision is not None:
            options = twin.options(HANDS[hand], left)
            keeps = [keep for keep in KEEPS_OF[hand] if KEEPS[keep] in options]
            assert {KEEPS[keep]: moment.keep_values(keep) for keep in keeps} == options
            assert KEEPS[moment.decision.choice[hand]] == twin.choice(HANDS[hand], left)


TWO: list[tuple[str, Table]] = [
    ("jetons", Round(2)),
    ("jambes", Legs((2, 1))),
    ("jetons", Charge(21, (0, 0))),
    ("jetons", Decharge((10, 11))),
    ("comptoir", Charge(5, (10, 6))),
    ("comptoir", Decharge((20, 1))),
    ("comptoir{max_rolls=2}", Round(2)),
    ("jetons{opener=winner,nenette_penalty=add,fiches=above_brelans}", Charge(21, (0, 0))),
    ("jetons{decharge_transfer=one,nenette_penalty=add,max_rolls=2}", Decharge((10, 11))),
    ("jetons{nenette=off,points=ace_high,suites=off,charge_rolls=1}", Charge(21, (0, 0))),
    ("comptoir{fiches=brelans_first,worth_suite=9,decharge_rolls=2}", Decharge((10, 11))),
]


@pytest.mark.parametrize(("name", "state"), TWO)
def test_two_players_agree_with_brute_force_at_every_decision(name: str, state: Table) -> None:
    exact, naive = _both(name, state, seed=2)
    assert exact.start() == naive.start()
    hands = range(len(HANDS))
    for left in range(exact.rolls):
        _assert_same_turn(exact.opener(left), naive.opener(), left, hands)
    for seen in hands:
        for limit in range(1, exact.rolls + 1):
            assert exact.before([seen], limit) == naive.before((HANDS[seen],), limit)
        twin = naive.follower((HANDS[seen],), exact.rolls)
        for left in range(exact.rolls):
            _assert_same_turn(exact.follower([seen], exact.rolls, left), twin, left, hands)


def test_stopping_with_two_rolls_left_is_for_good() -> None:
    """A follower's 665 against 666 loses if he stops, whatever he could still have rolled."""
    exact = _exact(find_rules("jetons"), Round(2), not_losing(2))
    against, held = HANDS.index((6, 6, 6)), HANDS.index((6, 6, 5))
    for left in (1, 2):
        moment = exact.follower([against], 3, left)
        assert moment.keep_values(held) == (Fraction(1), Fraction(0))
        assert moment.values(held)[1] > 0


def _assert_sampled_turns_agree(exact: ExactRound, naive: NaiveRound, seed: int) -> None:
    """Followers' decisions after some hands, with every number of rolls."""
    chance = Random(seed)
    for seat in range(1, exact.information.players):
        seen = [chance.randrange(56) for _ in range(seat)]
        dice = tuple(HANDS[hand] for hand in seen)
        for limit in range(1, exact.rolls + 1):
            assert exact.before(seen, limit) == naive.before(dice, limit)
            twin = naive.follower(dice, limit)
            hands = chance.sample(range(56), 12)
            for left in range(limit):
                _assert_same_turn(exact.follower(seen, limit, left), twin, left, hands)


THREE: list[tuple[str, Table]] = [
    ("comptoir{max_rolls=2}", Round(3)),
]
SLOW_THREE: list[tuple[str, Table]] = [
    ("jambes", Legs((1, 2, 2))),
    ("jetons", Charge(21, (0, 0, 0))),
    ("comptoir{max_rolls=2}", Charge(21, (0, 0, 0))),
    ("jetons{opener=winner,nenette_penalty=add,max_rolls=2}", Charge(21, (0, 0, 0))),
    ("comptoir{max_rolls=2,fiches=above_brelans}", Decharge((7, 7, 7))),
    ("jetons{decharge_rolls=2,decharge_transfer=one}", Decharge((1, 10, 10))),
]
CASES_OF_THREE = [
    *THREE,
    *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW_THREE),
]


@pytest.mark.parametrize(("name", "state"), CASES_OF_THREE)
def test_three_players_agree_with_brute_force(name: str, state: Table) -> None:
    exact, naive = _both(name, state, seed=3)
    assert exact.start() == naive.start()
    for left in range(exact.rolls):
        _assert_same_turn(exact.opener(left), naive.opener(), left, range(56))
    _assert_sampled_turns_agree(exact, naive, seed=3)


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("jetons", Decharge((7, 7, 7))),
        ("comptoir{decharge_transfer=one}", Decharge((1, 19, 1))),
        ("jetons{opener=winner,suites=off}", Charge(21, (0, 0, 0))),
        ("comptoir", Charge(1, (0, 20, 0))),
    ],
)
def test_followers_among_three_agree_with_brute_force(name: str, state: Table) -> None:
    exact, naive = _both(name, state, seed=5)
    _assert_sampled_turns_agree(exact, naive, seed=5)


def test_indifferent_players_among_three_choose_as_brute_force_does() -> None:
    """Where only losing counts, ties abound, and how they are broken changes the others' share."""
    rules = find_rules("jetons{max_rolls=2}")
    exact = _exact(rules, Round(3), not_losing(3))
    naive = naive_round(rules, position_of(Round(3)), not_losing(3))
    assert exact.start() == naive.start()
    _assert_sampled_turns_agree(exact, naive, seed=7)


@pytest.mark.parametrize("players", range(2, 9))
def test_one_roll_is_the_same_chance_for_every_seat(players: int) -> None:
    rules = find_rules("jetons{max_rolls=1}")
    exact = _exact(rules, Round(players), not_losing(players))
    assert exact.start() == (Fraction(players - 1, players),) * players


QUICK: list[tuple[str, Table]] = [
    ("jetons", Round(2)),
    ("comptoir", Charge(5, (10, 6))),
    ("jetons{nenette_penalty=add}", Decharge((10, 11))),
    ("jetons{max_rolls=2}", Round(3)),
    ("comptoir{max_rolls=2}", Round(3)),
]
rounds = st.sampled_from(QUICK)
rounds_of_two = st.sampled_from(QUICK[:3])
seeds = st.integers(0, 10**6)
rationals = st.fractions(-100, 100, max_denominator=50)
few = settings(max_examples=20)


@few
@given(rounds, seeds, rationals)
def test_values_sum_to_what_payoffs_sum_to(
    case: tuple[str, Table], seed: int, total: Fraction
) -> None:
    name, state = case
    players = len(seats_in_play(state))
    payoffs = _summing_to(total, _random_payoffs(seed, players))
    exact = _exact(find_rules(name), state, payoffs)
    hand = seed % 56
    assert sum(exact.start()) == total
    assert sum(exact.before([hand], 2)) == total
    assert sum(exact.opener(1).values(hand)) == total
    assert sum(exact.follower([hand], 2, 1).values(hand)) == total


@few
@given(rounds, seeds, st.data())
def test_scaled_and_shifted_payoffs_scale_and_shift_values(
    case: tuple[str, Table], seed: int, data: st.DataObject
) -> None:
    """Each player may count in a unit of his own, from a zero of his own."""
    name, state = case
    players = len(seats_in_play(state))
    units = data.draw(st.lists(rationals.filter(bool).map(abs), min_size=players, max_size=players))
    zeros = data.draw(st.lists(rationals, min_size=players, max_size=players))

    def counted(values: Values) -> Values:
        return tuple(
            unit * value + zero for unit, value, zero in zip(units, values, zeros, strict=True)
        )

    payoffs = _random_payoffs(seed, players)
    plain = _exact(find_rules(name), state, payoffs)
    other = _exact(find_rules(name), state, lambda outcome: counted(payoffs(outcome)))
    assert other.start() == counted(plain.start())
    ours, theirs = plain.opener(1).decision, other.opener(1).decision
    assert ours is not None
    assert theirs is not None
    assert theirs.choice == ours.choice


@few
@given(rounds_of_two, seeds, seeds, st.sampled_from([0, 1]))
def test_better_continuations_never_lower_my_value(
    case: tuple[str, Table], seed: int, bonus_seed: int, me: int
) -> None:
    name, state = case
    rules = find_rules(name)
    fair = _summing_to(Fraction(0), _random_payoffs(seed, 2))

    def improved(outcome: Outcome) -> Values:
        bonus = Random(f"{bonus_seed} {outcome}").choice([0, 0, 1, 50])
        return tuple(
            value + (bonus if seat == me else -bonus) for seat, value in enumerate(fair(outcome))
        )

    before, after = _exact(rules, state, fair), _exact(rules, state, improved)
    assert after.start()[me] >= before.start()[me]
    for hand in range(0, 56, 5):
        assert after.before([hand], 2)[me] >= before.before([hand], 2)[me]


@few
@given(
    st.sampled_from(["jetons", "comptoir", "jetons{points=ace_high,suites=off}"]),
    st.sampled_from([Round(2), Charge(21, (0, 0)), Decharge((10, 11))]),
    seeds,
)
def test_more_rolls_never_hurt_the_opener(name: str, state: Table, seed: int) -> None:
    payoffs = _summing_to(Fraction(1), _random_payoffs(seed, 2))
    values = [
        _exact(find_rules(name, [f"max_rolls={rolls}"]), state, payoffs).start()[0]
        for rolls in (1, 2, 3)
    ]
    assert values == sorted(values)


@few
@given(
    st.sampled_from(["jetons", "comptoir", "jetons{points=ace_high,suites=off}"]),
    st.sampled_from([Round(2), Charge(21, (0, 0)), Decharge((10, 11))]),
    seeds,
)
def test_at_most_is_never_worse_for_the_follower_than_exactly(
    name: str, state: Table, seed: int
) -> None:
    payoffs = _summing_to(Fraction(1), _random_payoffs(seed, 2))
    free = _exact(find_rules(name, ["followers=at_most"]), state, payoffs)
    bound = _exact(find_rules(name, ["followers=exactly"]), state, payoffs)
    assert free.start()[1] >= bound.start()[1]
    for hand in range(56):
        for limit in (1, 2, 3):
            assert free.before([hand], limit)[1] >= bound.before([hand], limit)[1]


def test_a_free_follower_gains_where_he_would_have_to_break_a_hand() -> None:
    free, bound = (
        _exact(find_rules("jetons", [f"followers={rule}"]), Round(2), not_losing(2))
        for rule in ("at_most", "exactly")
    )
    assert free.start()[1] > bound.start()[1]


@pytest.mark.parametrize("state", [Round(2), Charge(21, (0, 0)), Legs((1, 2, 1))])
@pytest.mark.parametrize("common_sum", [False, True])
def test_what_rides_along_is_expected_like_payoffs(state: Table, common_sum: bool) -> None:
    rules = find_rules("jambes" if isinstance(state, Legs) else "jetons")
    payoffs = _random_payoffs(7, len(seats_in_play(state)))
    plain = _exact(rules, state, _summing_to(Fraction(1), payoffs) if common_sum else payoffs)
    information = plain.information
    riders = [
        tuple(
            sum((weight * plain.payoffs[of][seat] for of, weight in law), Fraction(0))
            / information.barrages
            for seat in range(information.players)
        )
        for law in information.laws
    ]
    ridden = ExactRound(rules, state, plain.payoffs, riders=riders)
    # What rides along are the payoffs again, so it must be worth what they are.
    assert ridden.start() == plain.start() * 2
    for hand in (0, 20, 41, 55):
        assert ridden.opener(2).values(hand) == plain.opener(2).values(hand) * 2
        follower = plain.follower((hand,), 2, 1), ridden.follower((hand,), 2, 1)
        assert follower[1].keep_values(60) == follower[0].keep_values(60) * 2


def test_of_equal_keeps_the_preferred_or_the_other_way_round() -> None:
    rules, nothing = find_rules("jetons{followers=exactly}"), [(Fraction(0), Fraction(0))]
    payoffs = nothing * len(information_of(rules, Round(2)).outcomes)
    for prefer_last, place in ((False, 0), (True, -1)):
        near = ExactRound(rules, Round(2), payoffs, prefer_last=prefer_last, radius=Fraction(1, 7))
        assert near.radius == Fraction(1, 7)
        opener, follower = near.best_plans()
        for plan, allowed in ((opener, KEEPS_OF), (follower, ROLL_ON)):
            chosen = [((keeps[place], 1),) for keeps in allowed]
            assert all(mixes == chosen for mixes in plan.mixes.values())
    usual = ExactRound(rules, Round(2), payoffs)
    assert usual.radius == 0
    assert (
        usual.best_plans() == ExactRound(rules, Round(2), payoffs, prefer_last=False).best_plans()
    )


def test_the_other_preference_has_the_same_values() -> None:
    rules, state = find_rules("jetons"), Charge(5, (10, 6))
    payoffs = _summing_to(Fraction(1), _random_payoffs(3, 2))
    rows = _exact(rules, state, payoffs).payoffs
    assert ExactRound(rules, state, rows, prefer_last=True).start() == (
        ExactRound(rules, state, rows).start()
    )


def test_what_is_certain_is_worth_that_to_a_seat_alone() -> None:
    rules = find_rules("jetons")
    payoffs = [(Fraction(2, 3),)] * len(information_of(rules, Round(2)).outcomes)
    opener, _ = _exact(rules, Round(2), not_losing(2)).best_plans()
    assert ExactRound(rules, Round(2), payoffs, [opener, None]).start() == (Fraction(2, 3),)
