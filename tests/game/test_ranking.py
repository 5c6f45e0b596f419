"""The order and worth of hands: named facts, axioms, and a twin written from the prose."""

import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.presets import find_rules
from solver.game.ranking import HandClass, jetons_at_stake, rank_hands
from solver.game.rules import Rules
from tests.game.prose import order_of_hands, stake_of, worth_of
from tests.strategies import legal_settings

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text(encoding="utf-8"))

VARIANTS: list[dict[str, Any]] = [
    {"fiches": fiches, "suites": suites, "points": points, "nenette": nenette}
    for fiches, suites, points, nenette in product(
        ["interleaved", "brelans_first", "above_brelans"],
        [True, False],
        ["six_high", "ace_high"],
        [True, False],
    )
]


def _name(variant: dict[str, Any]) -> str:
    return "-".join(map(str, variant.values()))


def _order(rules: Rules) -> list[str]:
    return [format_keep(hand) for hand in rank_hands(rules).order]


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_order_is_that_of_the_prose(variant: dict[str, Any]) -> None:
    assert _order(Rules(**variant)) == order_of_hands(**variant)


def test_golden_order() -> None:
    assert _order(find_rules("jetons")) == GOLDENS["order_jetons"].split()
    assert _order(find_rules("jambes")) == GOLDENS["order_jetons"].split()


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_order_axioms(variant: dict[str, Any]) -> None:
    ranking = rank_hands(Rules(**variant))
    hands = range(56)
    beats = {(a, b): ranking.strength[a] > ranking.strength[b] for a in hands for b in hands}
    for a, b in product(hands, hands):
        # Of two different hands exactly one wins; a hand ties with itself and no other.
        assert beats[a, b] + beats[b, a] == (a != b)
        # Transitive: whatever beats the winner beats the loser. (Over all third hands.)
        if beats[a, b]:
            assert all(beats[c, b] for c in hands if beats[c, a])
    # The places are the order that the wins give: the k-th hand beats all that follow it.
    assert sorted(hands, key=lambda a: sum(beats[a, b] for b in hands), reverse=True) == list(
        ranking.order
    )
    assert sorted(ranking.strength) == list(hands)


# Facts that trip people and programs: rules, the better hand, the worse one.
BEATS = [
    ("jetons", "643", "554"),
    ("jetons", "641", "553"),
    ("jetons", "421", "111"),
    ("jetons", "611", "666"),
    ("jetons", "666", "511"),
    ("jetons", "511", "555"),
    ("jetons", "111", "611"),
    ("jetons", "211", "222"),
    ("jetons", "222", "654"),
    ("jetons", "654", "543"),
    ("jetons", "432", "321"),
    ("jetons", "321", "665"),
    ("jetons", "322", "221"),
    ("jetons", "331", "322"),
    ("jetons", "443", "442"),
    ("jetons", "665", "661"),
    ("jetons{fiches=brelans_first}", "666", "611"),
    ("jetons{fiches=brelans_first}", "611", "555"),
    ("jetons{fiches=brelans_first}", "222", "211"),
    ("jetons{fiches=brelans_first}", "111", "666"),
    ("jetons{fiches=above_brelans}", "211", "666"),
    ("jetons{fiches=above_brelans}", "111", "611"),
    ("jetons{suites=off}", "665", "654"),
    ("jetons{suites=off}", "322", "321"),
    ("jetons{suites=off}", "654", "653"),
    ("jetons{suites=off,points=ace_high}", "321", "665"),
    ("jetons{points=ace_high}", "661", "665"),
    ("jetons{points=ace_high}", "641", "665"),
    ("jetons{points=ace_high}", "661", "651"),
    ("jetons{points=ace_high}", "331", "665"),
    ("jetons{points=ace_high}", "654", "661"),
    ("jetons{points=ace_high}", "432", "321"),
    ("jetons{points=ace_high}", "322", "221"),
    ("comptoir", "661", "665"),
    ("comptoir-le-bon", "641", "665"),
    ("deux-phases", "665", "661"),
    ("jetons{nenette=off}", "322", "221"),
    ("jetons{nenette=off,points=ace_high}", "221", "665"),
    ("jetons{nenette=off,points=ace_high}", "331", "221"),
    ("jetons{nenette=off,suites=off,points=ace_high}", "321", "221"),
]


@pytest.mark.parametrize(("rules", "better", "worse"), BEATS)
def test_beats(rules: str, better: str, worse: str) -> None:
    strength = rank_hands(find_rules(rules)).strength
    assert strength[parse_hand(better)] > strength[parse_hand(worse)]


# Rules, hand, its class, its worth in jetons.
COUNTS_AS = [
    ("jetons", "421", HandClass.QUATRE_VINGT_ET_UN, 10),
    ("jetons", "111", HandClass.BRELAN_D_AS, 7),
    ("jetons", "611", HandClass.FICHE, 6),
    ("jetons", "666", HandClass.BRELAN, 6),
    ("jetons", "311", HandClass.FICHE, 3),
    ("jetons", "333", HandClass.BRELAN, 3),
    ("jetons", "211", HandClass.FICHE, 2),
    ("jetons", "222", HandClass.BRELAN, 2),
    ("jetons", "654", HandClass.SUITE, 2),
    ("jetons", "432", HandClass.SUITE, 2),
    ("jetons", "321", HandClass.SUITE, 2),
    ("jetons", "442", HandClass.POINTS, 1),
    ("jetons", "643", HandClass.POINTS, 1),
    ("jetons", "665", HandClass.POINTS, 1),
    ("jetons", "221", HandClass.NENETTE, 2),
    ("jetons{worth_421=8}", "421", HandClass.QUATRE_VINGT_ET_UN, 8),
    ("jetons{worth_421=11}", "421", HandClass.QUATRE_VINGT_ET_UN, 11),
    ("jetons{worth_111=9}", "111", HandClass.BRELAN_D_AS, 9),
    ("jetons{worth_suite=3}", "543", HandClass.SUITE, 3),
    ("jetons{worth_nenette=4}", "221", HandClass.NENETTE, 4),
    ("jetons{suites=off}", "654", HandClass.POINTS, 1),
    ("jetons{suites=off}", "321", HandClass.POINTS, 1),
    ("jetons{suites=off}", "421", HandClass.QUATRE_VINGT_ET_UN, 10),
    ("jetons{nenette=off}", "221", HandClass.POINTS, 1),
]


@pytest.mark.parametrize(("rules", "text", "kind", "worth"), COUNTS_AS)
def test_counts_as(rules: str, text: str, kind: HandClass, worth: int) -> None:
    ranking = rank_hands(find_rules(rules))
    assert ranking.classes[parse_hand(text)] is kind
    assert ranking.worth[parse_hand(text)] == worth


@given(legal_settings())
def test_order_worth_and_stake_are_those_of_the_prose(settings: dict[str, Any]) -> None:
    rules = Rules(**settings)
    ranking = rank_hands(rules)
    texts = [format_keep(hand) for hand in range(len(HANDS))]
    assert _order(rules) == order_of_hands(rules.fiches, rules.suites, rules.points, rules.nenette)
    assert list(ranking.worth) == [worth_of(rules, text) for text in texts]
    for (best, best_text), (lowest, lowest_text) in product(enumerate(texts), repeat=2):
        for decharge in (False, True):
            assert jetons_at_stake(rules, best, lowest, decharge=decharge) == stake_of(
                rules, best_text, lowest_text, decharge
            )


STAKES = [
    ("jetons", "611", "322", False, 6),
    ("jetons", "611", "221", False, 6),
    ("jetons", "221", "221", False, 2),
    ("jetons{nenette_penalty=replace}", "421", "221", False, 2),
    ("jetons{nenette_penalty=replace}", "665", "221", True, 2),
    ("jetons{nenette_penalty=add}", "421", "221", False, 12),
    ("jetons{nenette_penalty=add,penalty_jetons=5}", "221", "221", False, 7),
    ("jetons{nenette_penalty=add}", "421", "322", False, 10),
    ("jetons{decharge_transfer=one}", "421", "322", True, 1),
    ("jetons{decharge_transfer=one}", "421", "322", False, 10),
    ("jetons{decharge_transfer=one,nenette_penalty=add}", "421", "221", True, 3),
    ("jetons{decharge_transfer=one,nenette_penalty=replace}", "421", "221", True, 2),
    ("comptoir", "421", "221", False, 2),
    ("deux-phases", "421", "321", True, 10),
]


@pytest.mark.parametrize(("rules", "best", "lowest", "decharge", "jetons"), STAKES)
def test_stakes(rules: str, best: str, lowest: str, decharge: bool, jetons: int) -> None:
    found = jetons_at_stake(
        find_rules(rules), parse_hand(best), parse_hand(lowest), decharge=decharge
    )
    assert found == jetons


def test_24_variants_are_24_orders() -> None:
    # Without the nénette 221 is still the last of six-high points: those pairs agree, so 18.
    orders = {tuple(_order(Rules(**variant))) for variant in VARIANTS}
    assert len(VARIANTS) == 24
    assert len(orders) == 18
    for one, other in combinations(VARIANTS, 2):
        same = _order(Rules(**one)) == _order(Rules(**other))
        assert same == (
            {**one, "nenette": None} == {**other, "nenette": None} and one["points"] == "six_high"
        )
