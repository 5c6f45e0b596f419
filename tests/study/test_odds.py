"""The best chance of a target, by the solver and by brute force over ordered dice."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from solver.errors import HandError
from solver.game.dice import HANDS, KEEPS
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.study.odds import best_odds, parse_target
from tests.twins.hands import ALL_HANDS, Dice, as_laid, places

GOLDENS = json.loads(Path(__file__).parents[1].joinpath("goldens.json").read_text("utf-8"))
BEST_ODDS: dict[str, list[str]] = GOLDENS["best_odds"]
RULES = Rules(name="jetons")
TARGETS = {"421": "421", "111": "111", "611": "611", "any triple": "brelan"}


@cache
def _showing(wanted: frozenset[Dice], dice: Dice, left: int) -> Fraction:
    """Best chance with these dice on the table, in this order; nothing is sorted but to look."""
    if not left:
        return Fraction(as_laid(dice) in wanted)
    return max(
        _landing(wanted, dice, thrown, left - 1) for thrown in product((False, True), repeat=3)
    )


def _landing(wanted: frozenset[Dice], dice: Dice, thrown: tuple[bool, ...], left: int) -> Fraction:
    faces = [range(1, 7) if again else (die,) for die, again in zip(dice, thrown, strict=True)]
    landings = [_showing(wanted, landed, left) for landed in product(*faces)]
    return sum(landings, Fraction(0)) / len(landings)


def _twin(wanted: frozenset[Dice], rolls: int) -> Fraction:
    return _landing(wanted, (1, 1, 1), (True, True, True), rolls - 1)


def _wanted(rules: Rules, text: str) -> frozenset[Dice]:
    """The hands of a target, from the twin's lists."""
    place = places(rules)
    suites = {(6, 5, 4), (5, 4, 3), (4, 3, 2), (3, 2, 1)} if rules.suites else set()
    fiches = {(x, 1, 1) for x in range(2, 7)}
    triples = {(x, x, x) for x in range(1, 7)}
    others = suites | fiches | triples | {(4, 2, 1)} | ({(2, 2, 1)} if rules.nenette else set())
    tests: dict[str, Callable[[Dice], bool]] = {
        "brelan": lambda dice: dice in triples,
        "fiche": lambda dice: dice in fiches,
        "suite": lambda dice: dice in suites,
        "points": lambda dice: dice not in others,
        ">=666": lambda dice: place[dice] <= place[6, 6, 6],
        ">=322": lambda dice: place[dice] <= place[3, 2, 2],
    }
    return frozenset(filter(tests[text], ALL_HANDS))


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("target", TARGETS)
def test_goldens_by_two_independent_ways(target: str, rolls: int) -> None:
    golden = Fraction(BEST_ODDS[target][rolls - 1])
    odds = best_odds(RULES, TARGETS[target], rolls)
    wanted = {
        "421": frozenset({(4, 2, 1)}),
        "111": frozenset({(1, 1, 1)}),
        "611": frozenset({(6, 1, 1)}),
        "any triple": frozenset((x, x, x) for x in range(1, 7)),
    }[target]
    assert odds.value == golden
    assert _twin(wanted, rolls) == golden


@pytest.mark.parametrize(
    "rules",
    [
        "jetons",
        "comptoir",
        "jetons{suites=off,nenette=off}",
        "jetons{fiches=brelans_first}",
        "jetons{fiches=above_brelans}",
        "jetons{points=ace_high,nenette=off}",
    ],
)
@pytest.mark.parametrize("target", ["brelan", "fiche", "suite", "points", ">=666", ">=322"])
def test_classes_and_bounds_under_the_rules_they_depend_on(rules: str, target: str) -> None:
    house = find_rules(rules)
    wanted = _wanted(house, target)
    if not wanted:
        with pytest.raises(HandError, match="no hand counts as 'suite'"):
            best_odds(house, target)
        return
    for rolls in (1, 2, 3):
        odds = best_odds(house, target, rolls)
        assert {HANDS[hand] for hand in odds.hands} == wanted
        assert odds.value == _twin(wanted, rolls)


def test_single_hands_in_two_rolls() -> None:
    for hand in HANDS[::7]:
        odds = best_odds(RULES, "".join(map(str, hand)), 2)
        assert odds.value == _twin(frozenset({hand}), 2)


def test_best_chance_of_421_keeps_on_111_441_221() -> None:
    """Of a pair that fits, the other dice are thrown; of three aces only one is kept."""
    for plan in best_odds(RULES, "421", 3).plan:
        kept = {text: format_keep(plan.keeps[parse_hand(text)]) for text in ("111", "441", "221")}
        assert kept == {"111": "1", "441": "41", "221": "21"}


@pytest.mark.parametrize("target", ["421", "brelan", "suite", ">=666"])
def test_the_plan_reaches_the_chance_it_promises(target: str) -> None:
    """Play the plan out over ordered dice; a plan that is any worse falls short."""
    odds = best_odds(RULES, target, 3)
    wanted = {HANDS[hand] for hand in odds.hands}
    plans = {plan.left: plan.keeps for plan in odds.plan}
    assert list(plans) == [2, 1]

    @cache
    def showing(dice: Dice, left: int) -> Fraction:
        if not left:
            return Fraction(dice in wanted)
        return throwing(KEEPS[plans[left][HANDS.index(dice)]], left - 1)

    @cache
    def throwing(kept: Dice, left: int) -> Fraction:
        throws = list(product(range(1, 7), repeat=3 - len(kept)))
        landings = [showing(as_laid(kept + throw), left) for throw in throws]
        return sum(landings, Fraction(0)) / len(landings)

    assert throwing((), 2) == odds.value


def test_a_target_that_is_there_is_kept() -> None:
    odds = best_odds(RULES, "brelan", 3)
    for plan in odds.plan:
        for hand in odds.hands:
            assert plan.keeps[hand] == hand


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("4-2-1", "421"),
        (" 142 ", "421"),
        ("brelans", "111 222 333 444 555 666"),
        ("Triple", "111 222 333 444 555 666"),
        ("fiches", "611 511 411 311 211"),
        ("SUITE", "654 543 432 321"),
        (">=111", "421 111"),
        ("≥ 666", "421 111 611 666"),
    ],
)
def test_targets_as_people_type_them(text: str, hands: str) -> None:
    found = {format_keep(hand) for hand in parse_target(RULES, text)}
    assert found == set(hands.split())


@pytest.mark.parametrize("text", ["", "42", "427", "4211", "quinte", ">=", ">=42", "<=421"])
def test_what_is_no_target_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(HandError, match="421"):
        parse_target(RULES, text)
