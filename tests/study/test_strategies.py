"""What the strategies do, against odds and laws that are known otherwise."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from solver.engine.profile import round_law, turn_total, turn_ways
from solver.engine.rounds import information_of
from solver.errors import StrategyError
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.presets import PRESETS, find_rules
from solver.game.ranking import HAND_421, rank_hands
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table, players_of
from solver.study.odds import best_odds
from solver.study.plans import plan_of
from solver.study.stored import exact_round
from solver.study.strategies import PURE, STRATEGIES, Mix, Mixes, Spot, Strategy, find_strategy
from tests.checks import one_line

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text("utf-8"))
JETONS, COMPTOIR = find_rules("jetons"), find_rules("comptoir")
WITHOUT_TABLE = [name for name in STRATEGIES if name != "optimal"]

each_strategy = pytest.mark.parametrize("name", STRATEGIES)


def chances(
    strategy: str, rules: Rules, state: Table, seat: int, seen: str = "", limit: int = 0
) -> dict[str, Fraction]:
    """The law of a seat's last hand, by its text, once ``seen`` was made in ``limit`` rolls."""
    plan = plan_of(find_strategy(strategy), rules, state, seat)
    known = information_of(rules, state).after([parse_hand(seen)] if seen else [])
    rolls = limit or rules.max_rolls
    hands = map(sum, zip(*turn_ways(plan, rolls, limit, known), strict=True))
    return {
        format_keep(hand): Fraction(ways, turn_total(plan, rolls))
        for hand, ways in enumerate(hands)
    }


def states(rules: Rules) -> list[Table]:
    if rules.mode == "legs":
        return [Round(2), Round(3), Legs((2, 1))]
    jetons = 20 if rules.phases == "separate" else 21
    return [Round(2), Round(3), Charge(5, (6, 10)), Decharge((6, jetons - 6))]


@pytest.mark.parametrize("preset", PRESETS)
@each_strategy
def test_strategies_do_what_the_rules_allow(name: str, preset: str) -> None:
    """`plan_of` refuses anything else."""
    rules = find_rules(preset)
    strategy = find_strategy(name)
    for state in states(rules):
        for seat in range(players_of(state)):
            plan = plan_of(strategy, rules, state, seat)
            assert all(
                sum(weight for _, weight in mix) == plan.total
                for mixes in plan.mixes.values()
                for mix in mixes
            )


@each_strategy
def test_strategies_depend_on_what_is_known_alone(name: str) -> None:
    """Histories that come to the same give the same answer: one stands for all."""
    rules, state = JETONS, Round(3)
    information = information_of(rules, state)
    some = [parse_hand(text) for text in ("421", "611", "641", "322", "221")]
    told: defaultdict[int, set[tuple[Mix, ...]]] = defaultdict(set)
    for first in some:
        for second in some:
            spot = Spot(rules, state, (first, second), 3, 2)
            told[information.after(spot.seen)].add(tuple(find_strategy(name).mixes(spot)))
    assert len(told) < len(some) ** 2
    assert {len(answers) for answers in told.values()} == {1}


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_chase_421_has_the_best_odds_of_421(rolls: int) -> None:
    golden = Fraction(GOLDENS["best_odds"]["421"][rolls - 1])
    rules = JETONS.override({"max_rolls": rolls})
    assert chances("chase-421", rules, Round(2), 0)["421"] == golden
    assert chances("chase-421", rules, Round(2), 1, "322", rolls)["421"] == golden


def test_chase_421_stops_at_421_and_not_before() -> None:
    spot = Spot(JETONS, Round(2), (), 0, 2)
    stopped = [
        hand
        for hand, mix in enumerate(find_strategy("chase-421").mixes(spot))
        if THROWN[mix[0][0]] == 0
    ]
    assert stopped == [HAND_421]


def test_chase_421_breaks_421_where_it_must() -> None:
    mixes = find_strategy("chase-421").mixes(Spot(COMPTOIR, Round(2), (HAND_421,), 3, 1))
    assert KEEPS[mixes[HAND_421][0][0]] == (4, 2)


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize(("seen", "better"), [("221", "322"), ("654", "222"), ("111", "421")])
def test_beat_or_stop_has_the_best_odds_of_beating(seen: str, better: str, limit: int) -> None:
    law = chances("beat-or-stop", JETONS, Round(2), 1, seen, limit)
    strength = rank_hands(JETONS).strength
    won = sum(
        chance
        for hand, chance in law.items()
        if strength[parse_hand(hand)] > strength[parse_hand(seen)]
    )
    assert won == best_odds(JETONS, f">={better}", limit).value


def test_beat_or_stop_hopes_for_421_against_421() -> None:
    law = chances("beat-or-stop", JETONS, Round(2), 1, "421", 3)
    assert law["421"] == Fraction(GOLDENS["best_odds"]["421"][2])


def test_beat_or_stop_stops_at_once_when_it_beats() -> None:
    strength = rank_hands(JETONS).strength
    seen = parse_hand("654")
    mixes = find_strategy("beat-or-stop").mixes(Spot(JETONS, Round(2), (seen,), 3, 2))
    for hand, mix in enumerate(mixes):
        assert (mix == PURE[hand]) == (strength[hand] > strength[seen])


def test_beat_or_stop_looks_at_the_lowest_hand_only() -> None:
    strategy = find_strategy("beat-or-stop")
    lowest, other = parse_hand("322"), parse_hand("611")
    after_one = strategy.mixes(Spot(JETONS, Round(3), (lowest,), 2, 1))
    for seen in ((lowest, other), (other, lowest)):
        assert strategy.mixes(Spot(JETONS, Round(3), seen, 2, 1)) == after_one


@pytest.mark.parametrize("preset", PRESETS)
def test_beat_or_stop_opens_for_what_beats_half_of_all_throws(preset: str) -> None:
    rules = find_rules(preset)
    strength = rank_hands(rules).strength
    mixes = find_strategy("beat-or-stop").mixes(Spot(rules, Round(2), (), 0, 2))
    for hand, mix in enumerate(mixes):
        beaten = sum(
            ways for other, ways in enumerate(HAND_WAYS) if strength[other] < strength[hand]
        )
        assert (mix == PURE[hand]) == (beaten >= 108)


@pytest.mark.parametrize("state", [Round(2), Round(4), Charge(5, (10, 6))])
def test_always_max_rolls_takes_them_all(state: Table) -> None:
    strategy = find_strategy("always-max-rolls")
    seats = range(players_of(state))
    law = round_law(JETONS, state, [plan_of(strategy, JETONS, state, seat) for seat in seats])
    assert law.rolls == ((0, 0, law.total),) * len(seats)


def test_always_max_rolls_is_best_where_all_must() -> None:
    """Under `exactly` followers must anyway, so there it is as good as the best."""
    rules, state = JETONS.override({"followers": "exactly"}), Round(2)
    played = exact_round(rules, state)
    strategy = find_strategy("always-max-rolls")
    for seen in (0, 17, HAND_421):
        for left in (1, 2):
            decision = played.follower([seen], 3, left).decision
            assert decision is not None
            told = strategy.mixes(Spot(rules, state, (seen,), 3, left))
            assert [mix[0][0] for mix in told] == decision.choice


def test_never_reroll_ends_with_its_first_hand() -> None:
    law = chances("never-reroll", JETONS, Round(2), 1, "421", 3)
    assert list(law.values()) == [Fraction(ways, 216) for ways in HAND_WAYS]


def test_never_reroll_throws_the_lowest_die_where_it_must_go_on() -> None:
    mixes = find_strategy("never-reroll").mixes(Spot(COMPTOIR, Round(2), (HAND_421,), 2, 1))
    assert [KEEPS[mix[0][0]] for mix in mixes] == [hand[:2] for hand in HANDS]


@pytest.mark.parametrize(("rules", "least"), [(JETONS, 0), (COMPTOIR, 1)])
def test_random_chooses_evenly_among_what_is_allowed(rules: Rules, least: int) -> None:
    mixes = find_strategy("random").mixes(Spot(rules, Round(2), (HAND_421,), 2, 1))
    for hand, mix in enumerate(mixes):
        allowed = [keep for keep in KEEPS_OF[hand] if THROWN[keep] >= least]
        assert dict(mix) == dict.fromkeys(allowed, Fraction(1, len(allowed)))


def mixes_at(strategy: str, state: Table, rules: Rules, seen: tuple[int, ...], left: int) -> Mixes:
    limit = left + 1 if seen else 0
    return find_strategy(strategy).mixes(Spot(rules, state, seen, limit, left))


def test_round_optimal_plays_every_round_as_if_nothing_else_were_at_stake() -> None:
    for seen, left in (((), 2), ((), 1), ((10,), 1), ((30,), 2)):
        alone = mixes_at("optimal", Round(2), JETONS, seen, left)
        assert mixes_at("round-optimal", Round(2), JETONS, seen, left) == alone
        assert mixes_at("round-optimal", Charge(5, (10, 6)), JETONS, seen, left) == alone


def test_round_optimal_knows_how_many_rolls_there_are() -> None:
    short = JETONS.override({"max_rolls": 2})
    charge = JETONS.override({"charge_rolls": 2})
    alone = mixes_at("optimal", Round(2), short, (), 1)
    assert mixes_at("round-optimal", Charge(5, (10, 6)), charge, (), 1) == alone
    # With three rolls the opener who has one left has bound the others to two already.
    assert mixes_at("round-optimal", Round(2), charge, (), 1) != alone


def test_optimal_plays_the_game() -> None:
    """In the charge a risk is worth taking that a single round is not worth."""
    state = Charge(5, (10, 6))
    decision = exact_round(JETONS, state).opener(2).decision
    assert decision is not None
    told = mixes_at("optimal", state, JETONS, (), 2)
    assert told == tuple(PURE[keep] for keep in decision.choice)
    assert told != mixes_at("round-optimal", state, JETONS, (), 2)


@each_strategy
def test_strategies_are_found_by_their_names(name: str) -> None:
    for text in (name, name.upper(), name.replace("-", " "), f" {name} "):
        assert find_strategy(text) is STRATEGIES[name]
    assert STRATEGIES[name].name == name


@pytest.mark.parametrize(
    ("french", "name"),
    [
        ("Optimale", "optimal"),
        ("manche optimale", "round-optimal"),
        ("chasse au 421", "chase-421"),
        ("battre-ou-rester", "beat-or-stop"),
        ("tous les lancers", "always-max-rolls"),
        ("jamais relancer", "never-reroll"),
        ("au hasard", "random"),
    ],
)
def test_french_is_understood(french: str, name: str) -> None:
    assert find_strategy(french) is STRATEGIES[name]


@pytest.mark.parametrize("text", ["best", "", "chase", "\0", "x" * 5000, "/", "policy.csv"])
def test_an_unknown_strategy_is_quoted(text: str) -> None:
    with pytest.raises(StrategyError) as refused:
        find_strategy(text)
    message = one_line(refused.value)
    assert f"no strategy {text[:10]!r}"[:20] in message
    assert "chase-421" in message


class Wrong:
    """A strategy that answers what it is given."""

    name = "wrong"

    def __init__(self, mix: Mix) -> None:
        self.mix = mix

    def mixes(self, spot: Spot) -> Mixes:
        return [self.mix, *(PURE[keeps[-1]] for keeps in spot.allowed()[1:])]


@pytest.mark.parametrize(
    ("mix", "said"),
    [
        ((), "sum to 0"),
        (((83, Fraction(1, 2)),), "sum to 1/2"),
        (((83, Fraction(3, 2)), (0, Fraction(-1, 2))), "sum to 1"),
        (((55, Fraction(1)),), "111 cannot be kept of 666"),
        (((83, Fraction(1, 2)), (82, Fraction(1, 2))), "nothing or 1 cannot be kept of 666"),
        (
            ((83, Fraction(1, 10**1500)), (0, 1 - Fraction(1, 10**1500))),
            "fewer different denominators",
        ),
    ],
)
def test_a_strategy_that_makes_no_sense_is_refused(mix: Mix, said: str) -> None:
    strategy: Strategy = Wrong(mix)
    with pytest.raises(StrategyError, match=said) as refused:
        plan_of(strategy, JETONS, Round(2), 0)
    assert one_line(refused.value).startswith("wrong")


def test_stopping_where_one_must_roll_on_is_refused() -> None:
    with pytest.raises(StrategyError, match="666 cannot be kept of 666"):
        plan_of(Wrong(PURE[0]), COMPTOIR, Round(2), 1)
