"""The best chance of a target, as a document."""

from solver.game.dice_notation import format_keep
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.study.documents.document import Document
from solver.study.odds import Odds


def odds_document(rules: Rules, odds: Odds) -> Document:
    """Return the chance, and what to keep of each hand after each roll."""
    return Document(
        name="plan",
        fields=("left", "hand", "keep"),
        items=[
            (plan.left, format_keep(hand), format_keep(plan.keeps[hand]))
            for plan in odds.plan
            for hand in rank_hands(rules).order
        ],
        facts={
            "target": odds.target,
            "hands": tuple(format_keep(hand) for hand in odds.hands),
            "rolls": odds.rolls,
            "value": odds.value,
        },
        rules=rules,
    )
