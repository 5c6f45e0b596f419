"""The order of the hands, and which of two wins, as documents."""

from collections.abc import Sequence

from solver.game.dice import HAND_WAYS, HANDS
from solver.game.dice_notation import format_keep
from solver.game.names import name_hand
from solver.game.ranking import HandClass, classify, rank_hands
from solver.game.rules import Rules
from solver.language import Phrase
from solver.study.documents.document import Cell, Document

_TWINS = {HandClass.FICHE, HandClass.BRELAN}

_PLURAL = {
    HandClass.QUATRE_VINGT_ET_UN: "421",
    HandClass.BRELAN_D_AS: "brelan d'as",
    HandClass.FICHE: "fiches",
    HandClass.BRELAN: "brelans",
    HandClass.SUITE: "suites",
    HandClass.POINTS: "points",
    HandClass.NENETTE: "nénette",
}


def order_document(rules: Rules) -> Document:
    """Return all hands, best first."""
    return _document(rules, rank_hands(rules).order, {})


def comparison_document(rules: Rules, one: int, other: int) -> Document:
    """Return which of two hands wins, first, and why; only one of two equal ones."""
    strength = rank_hands(rules).strength
    better, worse = sorted((one, other), key=strength.__getitem__, reverse=True)
    if better == worse:
        return _document(rules, (one,), {"winner": None, "why": "the same hand"})
    facts: dict[str, Cell] = {"winner": format_keep(better), "why": why_above(rules, better, worse)}
    return _document(rules, (better, worse), facts)


def _document(rules: Rules, hands: Sequence[int], facts: dict[str, Cell]) -> Document:
    rank = rank_hands(rules)
    return Document(
        name="hands",
        fields=("hand", "place", "class", "name", "worth", "ways"),
        items=[
            (
                format_keep(hand),
                rank.order.index(hand) + 1,
                rank.classes[hand].value,
                name_hand(rules, hand),
                rank.worth[hand],
                HAND_WAYS[hand],
            )
            for hand in hands
        ],
        facts=facts,
        rules=rules,
    )


def why_above(rules: Rules, better: int, worse: int) -> Phrase:
    """Return why one hand stands above another, given that it does."""
    upper, lower = classify(rules, better), classify(rules, worse)
    high, low = HANDS[better][0], HANDS[worse][0]
    if upper is lower is HandClass.POINTS:
        return _compare_dice(rules, better, worse)
    if upper is lower is HandClass.SUITE or (upper is lower and upper in _TWINS):
        return Phrase("of two {hands} the higher wins", hands=_PLURAL[upper])
    if {upper, lower} == _TWINS and rules.fiches != "above_brelans":
        if high != low:
            return Phrase(
                "fiches and brelans go by their die, and {high} is above {low}", high=high, low=low
            )
        return Phrase(
            "at the same die a {upper} is above a {lower}", upper=upper.value, lower=lower.value
        )
    return Phrase("{upper} before {lower}", upper=_PLURAL[upper], lower=_PLURAL[lower])


def _compare_dice(rules: Rules, better: int, worse: int) -> Phrase:
    """Points go by their first different die, from the highest down."""
    aces_high = rules.points == "ace_high"
    one, other = (
        sorted(HANDS[hand], key=lambda die: 7 if aces_high and die == 1 else die, reverse=True)
        for hand in (better, worse)
    )
    high, low = next((a, b) for a, b in zip(one, other, strict=True) if a != b)
    if aces_high:
        return Phrase(
            "points are compared die by die from the ace, then the six, down, "
            "and {high} is above {low}",
            high=high,
            low=low,
        )
    return Phrase(
        "points are compared die by die from the highest down, and {high} is above {low}",
        high=high,
        low=low,
    )
