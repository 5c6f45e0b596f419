"""Decisions that people get wrong, as a document."""

from collections.abc import Sequence

from solver.game.notation import format_position
from solver.game.rules import Rules
from solver.study.documents.document import Document
from solver.study.quiz.questions import Question


def quiz_document(rules: Rules, questions: Sequence[Question]) -> Document:
    """Return decisions with what they are about; their answers are the advice on them."""
    return Document(
        name="questions",
        fields=("position", "theme"),
        items=[
            (format_position(question.position), question.theme.value) for question in questions
        ],
        facts={},
        rules=rules,
    )
