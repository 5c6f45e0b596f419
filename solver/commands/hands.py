"""``421 hands``: the order of the hands, or which of two wins."""

import click

from solver.commands.options import answering, read_stdin, with_rules
from solver.commands.output import Answer, Column, heading
from solver.game.names import read_hand
from solver.game.presets import find_rules
from solver.language import _, spoken
from solver.study.documents.document import Document
from solver.study.documents.hands import comparison_document, order_document


@click.command("hands")
@click.argument("hands", nargs=-1, metavar="[A B]")
@with_rules
@answering
def command(hands: tuple[str, ...], rules: str | None, settings: tuple[str, ...]) -> Answer:
    """List the hands in order, or say which of two wins.

    A and B are dice or names: 643, 6-4-3, nénette, "fiche de six"; `-` reads them from
    standard input, one a line.

    \b
    Examples:
      421 hands
      421 hands 643 554
      421 hands 641 653 --set points=ace_high
    """
    asked = find_rules(rules or "jetons", settings)
    if hands == ("-",):
        hands = tuple(read_stdin().splitlines())
    if not hands:
        return _answer(order_document(asked), heading(asked))
    if len(hands) != 2:
        raise click.UsageError(
            _("two hands to compare, or none, not {hands!r}").format(hands=" ".join(hands))
        )
    document = comparison_document(asked, *map(read_hand, hands))
    return _answer(document, _said(document), heading(asked))


def _said(document: Document) -> str:
    """Which of the two hands of a comparison wins, in words."""
    better, *worse = (item[0] for item in document.items)
    if not worse:
        return _("{hand} ties with itself: a barrage decides").format(hand=better)
    why = document.facts["why"]
    assert isinstance(why, str), "a reason"
    return _("{better} beats {worse}: {why}").format(better=better, worse=worse[0], why=spoken(why))


def _answer(document: Document, *lines: str) -> Answer:
    columns = zip(*(map(str, item) for item in document.items), strict=True)
    text, places, _classes, names, worths, ways = map(list, columns)
    return Answer(
        lines=lines,
        table=(
            Column(_("place"), places, right=True),
            Column(_("hand"), text, bold=True),
            Column(_("name"), names),
            Column(_("worth"), worths, right=True),
            Column(_("ways of 216"), ways, right=True),
        ),
        document=document,
    )
