"""What positions are worth, what to keep in them, and why, as documents."""

from collections.abc import Sequence

from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.study.advice import Advice, SeatValue
from solver.study.documents.document import Document, known


def value_document(position: Position, values: Sequence[SeatValue]) -> Document:
    """Return what a position is worth to each seat."""
    return Document(
        name="players",
        fields=("seat", "value"),
        items=[(of.seat, known(of.value, of.radius)) for of in values],
        facts={},
        rules=position.rules,
        position=format_position(position),
    )


def advice_document(advice: Advice) -> Document:
    """Return every keep, best first."""
    radius = advice.radius
    return Document(
        name="choices",
        fields=("keep", "throw", "value", "loss", "best"),
        items=[
            (
                format_keep(choice.keep),
                THROWN[choice.keep],
                known(choice.value, radius),
                known(choice.loss, 2 * radius) if choice.loss else choice.loss,
                choice.loss == 0,
            )
            for choice in advice.choices
        ],
        facts={"value": known(advice.value, radius)},
        rules=advice.position.rules,
        position=format_position(advice.position),
    )


def map_document(asked: Position, advices: Sequence[Advice]) -> Document:
    """Return what is best to keep of each hand, were it rolled in place of the one in ``asked``."""
    return Document(
        name="hands",
        fields=("hand", "keep", "throw", "value", "ties"),
        items=[
            (
                format_keep(_rolled(advice)),
                format_keep(advice.keeps[0]),
                THROWN[advice.keeps[0]],
                known(advice.value, advice.radius),
                tuple(map(format_keep, advice.ties)),
            )
            for advice in advices
        ],
        facts={},
        rules=asked.rules,
        position=format_position(asked),
    )


def _rolled(advice: Advice) -> int:
    assert advice.position.roll is not None, "advice is about a roll"
    return advice.position.roll
