"""``421 rules``: the rules that there are, and what they say."""

import click

from solver.commands.options import answering, complete_rules, read_stdin, with_settings
from solver.commands.output import Answer, Column, heading
from solver.game.presets import (
    PRESETS,
    RulesFile,
    differences,
    find_rules,
    load_preset,
    load_rules_file,
    parse_rules_file,
)
from solver.game.rules import Rules, format_value, parse_setting
from solver.language import Phrase, _, ngettext, spoken
from solver.study.documents.document import Cell, Document
from solver.study.documents.rules import presets_document, rules_document


@click.group("rules")
def command() -> None:
    """List, show, compare and check rules.

    RULES is a preset or one of its aliases, a TOML file, or either with fields changed:
    "jetons{pot=11,suites=off}".

    \b
    Example:
      421 rules show comptoir
    """


@command.command("list")
@answering
def list_presets() -> Answer:
    """List the presets.

    \b
    Example:
      421 rules list
    """
    presets = [load_preset(name) for name in PRESETS]
    return Answer(
        lines=(_("{count} presets").format(count=len(presets)),),
        table=(
            Column(_("name"), PRESETS, bold=True),
            Column(_("digest"), [preset.rules.digest for preset in presets]),
            Column(_("about"), [_(preset.about) for preset in presets], wrap=72),
        ),
        document=presets_document(),
    )


@command.command("show")
@click.argument("rules", default="jetons", shell_complete=complete_rules)
@with_settings
@answering
def show(rules: str, settings: tuple[str, ...]) -> Answer:
    """Show every field with its value, and why it has it.

    \b
    Examples:
      421 rules show comptoir
      421 rules show jetons --set pot=11
    """
    changed, file = _read(rules, settings)
    document = rules_document(changed, file)
    fields, _values, whys, sources = zip(*document.items, strict=True)
    about = [_(line) for line in (file.title, file.about, file.source) if line]
    return Answer(
        lines=(heading(changed), *about),
        table=(
            Column(_("field"), fields),
            Column(_("value"), list(map(format_value, changed.settings().values())), bold=True),
            Column(_("why"), [_shown(why) for why in whys], wrap=60),
            Column(_("source"), [_shown(source) for source in sources]),
        ),
        document=document,
    )


@command.command("diff")
@click.argument("rules", shell_complete=complete_rules)
@click.argument("other", shell_complete=complete_rules)
@answering
def diff(rules: str, other: str) -> Answer:
    """Compare two rules field by field.

    \b
    Example:
      421 rules diff jetons comptoir
    """
    ours, theirs = _read(rules)[0], _read(other)[0]
    found = differences(ours, theirs)
    if found:
        message = ngettext(
            "{ours} (digest {digest}) and {theirs} (digest {other}) differ in {n} field",
            "{ours} (digest {digest}) and {theirs} (digest {other}) differ in {n} fields",
            len(found),
        )
    else:
        message = _("{ours} (digest {digest}) and {theirs} (digest {other}) play alike")
    return _differences(
        message.format(
            ours=ours.name,
            digest=ours.digest,
            theirs=theirs.name,
            other=theirs.digest,
            n=len(found),
        ),
        (ours.name, theirs.name),
        found,
        ours,
        {"other": theirs.name, "other_digest": theirs.digest},
    )


@command.command("check")
@click.argument("rules")
@answering
def check(rules: str) -> Answer:
    """Check a rules file; `-` reads it from standard input.

    \b
    Examples:
      421 rules check house.toml
      421 rules check - < house.toml
    """
    checked = _read(rules)[0]
    alike = [name for name in PRESETS if load_preset(name).rules == checked]
    found = differences(checked, Rules())
    if alike:
        message = ngettext(
            "the rules {name}, digest {digest}, make sense: {n} field differs from the defaults; "
            "they play as the preset {preset}",
            "the rules {name}, digest {digest}, make sense: {n} fields differ from the defaults; "
            "they play as the preset {preset}",
            len(found),
        )
    else:
        message = ngettext(
            "the rules {name}, digest {digest}, make sense: {n} field differs from the defaults",
            "the rules {name}, digest {digest}, make sense: {n} fields differ from the defaults",
            len(found),
        )
    return _differences(
        message.format(
            name=checked.name, digest=checked.digest, n=len(found), preset="".join(alike[:1])
        ),
        (checked.name, "default"),
        found,
        checked,
        {"other": "default", "other_digest": Rules().digest},
    )


def _shown(said: str) -> str:
    """What a file of rules says; the texts of presets have translations."""
    return spoken(said) if isinstance(said, Phrase) else _(said)


def _read(text: str, settings: tuple[str, ...] = ()) -> tuple[Rules, RulesFile]:
    """The rules that an argument means, and the file that they come from."""
    if text == "-":
        file = parse_rules_file(read_stdin(), "standard input")
        return file.rules.override(dict(map(parse_setting, settings))), file
    return find_rules(text, settings), load_rules_file(text.partition("{")[0].strip())


def _differences(
    line: str,
    names: tuple[str, str],
    found: list[tuple[str, str, str]],
    rules: Rules,
    facts: dict[str, Cell],
) -> Answer:
    fields, ours, theirs = zip(*found, strict=True) if found else ((), (), ())
    return Answer(
        lines=(line,),
        table=(
            Column(_("field"), fields),
            Column(names[0], ours, bold=True),
            Column(names[1], theirs, bold=True),
        ),
        document=Document(
            name="differences",
            fields=("field", "value", "other_value"),
            items=found,
            facts=facts,
            rules=rules,
        ),
    )
