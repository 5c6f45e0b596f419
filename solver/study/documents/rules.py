"""The rules that there are, and what they say, as documents."""

from solver.game.presets import PRESETS, Reason, RulesFile, load_preset
from solver.game.rules import Rules, format_value
from solver.language import Phrase
from solver.study.documents.document import Document


def presets_document() -> Document:
    """Return the presets."""
    presets = [load_preset(name) for name in PRESETS]
    return Document(
        name="presets",
        fields=("name", "digest", "title", "about", "source", "aliases"),
        items=[
            (
                preset.rules.name,
                preset.rules.digest,
                preset.title,
                preset.about,
                preset.source,
                preset.aliases,
            )
            for preset in presets
        ],
        facts={},
    )


def rules_document(rules: Rules, file: RulesFile) -> Document:
    """Return every field with its value and why it has it; the rules are those of the file, or
    what became of them as fields were changed.
    """
    reasons = {field: _reason(field, rules, file) for field in rules.settings()}
    return Document(
        name="fields",
        fields=("field", "value", "why", "source"),
        items=[
            (field, value, reasons[field].why, reasons[field].source)
            for field, value in rules.settings().items()
        ],
        facts={"title": file.title, "about": file.about, "source": file.source},
        rules=rules,
        keyed=True,
    )


def _reason(field: str, rules: Rules, file: RulesFile) -> Reason:
    before = getattr(file.rules, field)
    if getattr(rules, field) != before:
        changed = Phrase("changed from {value}", value=format_value(before))
        return Reason(changed, Phrase("as asked"))
    return file.reasons.get(field) or Reason(Phrase("the default"), "")
