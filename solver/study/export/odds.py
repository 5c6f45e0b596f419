"""The best chance of making every hand, and every class of hands, as a table."""

from collections.abc import Iterator, Sequence

from solver.errors import HandError
from solver.game.dice_notation import format_keep
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.study.export.dataset import RULES, Dataset, Field, Row, chance_fields, exact
from solver.study.odds import MAX_ROLLS, best_odds, parse_target

CLASSES = ("brelan", "fiche", "suite", "points")


def export_odds(rules: Rules) -> Dataset:
    """Return the best odds of each hand, best first, then of each class, in 1 to 3 rolls."""
    hands = [format_keep(hand) for hand in rank_hands(rules).order]
    targets = [*hands, *(name for name in CLASSES if _exists(rules, name))]
    return Dataset(
        name="odds",
        title=f"Best odds of hands under {rules.name}",
        rules=rules,
        fields=(
            RULES,
            Field("target", "string", "a hand, or a class of hands"),
            Field("hands", "integer", "hands that the target stands for", "hands"),
            Field("rolls", "integer", "rolls in all", "rolls"),
            *chance_fields("value", "chance of ending with it when that is all one wants"),
        ),
        key=("target", "rolls"),
        rows=_rows(rules, targets),
        count=len(targets) * MAX_ROLLS,
    )


def _rows(rules: Rules, targets: Sequence[str]) -> Iterator[Row]:
    for target in targets:
        for rolls in range(1, MAX_ROLLS + 1):
            odds = best_odds(rules, target, rolls)
            yield rules.name, target, len(odds.hands), rolls, float(odds.value), exact(odds.value)


def _exists(rules: Rules, name: str) -> bool:
    try:
        return bool(parse_target(rules, name))
    except HandError:
        return False
