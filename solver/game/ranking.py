"""The order and the worth of hands under given rules (docs/rules.md, "Dice and hands")."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from solver.game.dice import HANDS, KEEP_INDEX
from solver.game.rules import Rules

HAND_421 = KEEP_INDEX[4, 2, 1]
HAND_111 = KEEP_INDEX[1, 1, 1]
HAND_221 = KEEP_INDEX[2, 2, 1]


class HandClass(StrEnum):
    """What a hand counts as; the value is its name in answers."""

    QUATRE_VINGT_ET_UN = "421"
    BRELAN_D_AS = "111"
    FICHE = "fiche"
    BRELAN = "brelan"
    SUITE = "suite"
    POINTS = "points"
    NENETTE = "nenette"


_CLASS_ORDER = {
    HandClass.QUATRE_VINGT_ET_UN: 5,
    HandClass.BRELAN_D_AS: 4,
    HandClass.FICHE: 3,
    HandClass.BRELAN: 3,
    HandClass.SUITE: 2,
    HandClass.POINTS: 1,
    HandClass.NENETTE: 0,
}


@dataclass(frozen=True)
class Ranking:
    """Hands in order, as tables over hand indices.

    Attributes:
        order: the 56 hands, best first.
        strength: 55 for the best hand down to 0; hands tie only with themselves.
        classes: what each hand counts as.
        worth: jetons that each hand moves when it is the best one of a round.
    """

    order: tuple[int, ...]
    strength: tuple[int, ...]
    classes: tuple[HandClass, ...]
    worth: tuple[int, ...]


def classify(rules: Rules, hand: int) -> HandClass:
    """Return what a hand counts as under the rules."""
    high, middle, low = HANDS[hand]
    if hand == HAND_421:
        return HandClass.QUATRE_VINGT_ET_UN
    if hand == HAND_111:
        return HandClass.BRELAN_D_AS
    if high == low:
        return HandClass.BRELAN
    if middle == low == 1:
        return HandClass.FICHE
    if rules.suites and high - middle == middle - low == 1:
        return HandClass.SUITE
    if rules.nenette and hand == HAND_221:
        return HandClass.NENETTE
    return HandClass.POINTS


def _sort_key(rules: Rules, hand: int) -> tuple[int, ...]:
    """A tuple that is greater for the better hand."""
    kind = classify(rules, hand)
    high = HANDS[hand][0]
    is_fiche = kind is HandClass.FICHE
    within: tuple[int, ...]
    if is_fiche or kind is HandClass.BRELAN:
        within = {
            "interleaved": (high, is_fiche),
            "brelans_first": (high, not is_fiche),
            "above_brelans": (is_fiche, high),
        }[rules.fiches]
    elif kind is HandClass.POINTS and rules.points == "ace_high":
        within = tuple(sorted((7 if die == 1 else die for die in HANDS[hand]), reverse=True))
    else:
        within = HANDS[hand]
    return (_CLASS_ORDER[kind], *within)


def _worth(rules: Rules, hand: int) -> int:
    match classify(rules, hand):
        case HandClass.QUATRE_VINGT_ET_UN:
            return rules.worth_421
        case HandClass.BRELAN_D_AS:
            return rules.worth_111
        case HandClass.FICHE | HandClass.BRELAN:
            return HANDS[hand][0]
        case HandClass.SUITE:
            return rules.worth_suite
        case HandClass.NENETTE:
            return rules.worth_nenette
        case HandClass.POINTS:
            return 1


@lru_cache(maxsize=64)
def rank_hands(rules: Rules) -> Ranking:
    """Return the order and the worth of all hands under the rules."""
    hands = range(len(HANDS))
    order = sorted(hands, key=lambda hand: _sort_key(rules, hand), reverse=True)
    strength = [0] * len(HANDS)
    for place, hand in enumerate(order):
        strength[hand] = len(HANDS) - 1 - place
    return Ranking(
        order=tuple(order),
        strength=tuple(strength),
        classes=tuple(classify(rules, hand) for hand in hands),
        worth=tuple(_worth(rules, hand) for hand in hands),
    )


def jetons_at_stake(rules: Rules, best: int, lowest: int, *, decharge: bool) -> int:
    """Jetons that a round moves, before any cap, by its best and its lowest hand."""
    if rules.nenette_penalty == "replace" and lowest == HAND_221:
        return rules.penalty_jetons
    jetons = 1 if decharge and rules.decharge_transfer == "one" else rank_hands(rules).worth[best]
    if rules.nenette_penalty == "add" and lowest == HAND_221:
        return jetons + rules.penalty_jetons
    return jetons
