"""Why a keep is the best one, as a document."""

from collections.abc import Sequence

from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import format_position
from solver.study.documents.document import Cell, Document, exact, known
from solver.study.explain import Explanation
from solver.study.prospect import Prospect


def explanation_document(found: Explanation, sentences: Sequence[str]) -> Document:
    """Return what every keep leads to, with the sentences that say why the best is the best."""
    return Document(
        name="choices",
        fields=(
            *("keep", "throw", "value", "loss", "above", "level", "below", "lost"),
            *("taken", "passed", "ends"),
        ),
        items=[_item(prospect, found) for prospect in found.prospects],
        facts={
            "to_come": found.to_come,
            "lowest": None if found.lowest is None else format_keep(found.lowest),
            "sentences": tuple(sentences),
        },
        rules=found.position.rules,
        position=format_position(found.position),
    )


def _item(prospect: Prospect, found: Explanation) -> tuple[Cell, ...]:
    loss = prospect.loss
    ends = [
        f"{format_keep(hand)} {exact(chance)}"
        for hand, chance in enumerate(prospect.ends)
        if chance
    ]
    return (
        format_keep(prospect.keep),
        THROWN[prospect.keep],
        known(prospect.value, found.radius),
        known(loss, 2 * found.radius) if loss else loss,
        *(prospect.above, prospect.level, prospect.below, prospect.lost),
        *(prospect.taken, prospect.passed, tuple(ends)),
    )
