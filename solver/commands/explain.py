"""``421 explain``: why a keep is the best one."""

import click

from solver.commands.asking import ask
from solver.commands.options import answering
from solver.commands.output import Answer, Column, heading
from solver.commands.rolls import about_a_roll
from solver.game.dice_notation import format_keep, parse_keep
from solver.game.notation import Position, format_position
from solver.game.state import Legs, Round
from solver.language import _
from solver.study.documents.explanation import explanation_document
from solver.study.explain import Explanation, explain
from solver.study.figures import amount, percent
from solver.study.sentences import sentences


@click.command("explain")
@about_a_roll
@click.option(
    "--instead",
    metavar="DICE",
    help="Compare the best with keeping these dice; '' throws all.  [default: the next best]",
)
@answering
def command(asked: Position, instead: str | None) -> Answer:
    """Say why a keep is the best one, in words made from the numbers.

    POSITION is a whole position, or only the dice on the table, as for 421 advise. Said is what
    each keep can become, the chance to end above, level with and below what must be beaten, what
    that costs in jetons, and which difference makes the best keep the best.

    \b
    Examples:
      421 explain 6 1 4 --seen 653 --in 2
      421 explain "round 2 | seen 653 in 2 | roll 641 left 1"
      421 explain "jetons: charge 5 10,6 | roll 641 left 2" --instead 61
    """
    other = None if instead is None else parse_keep(instead)
    found = ask(explain, asked)
    said = sentences(found, other)
    return Answer(
        lines=(format_position(asked), heading(asked.rules), "", *said),
        table=_table(found),
        document=explanation_document(found, said),
    )


def _table(found: Explanation) -> list[Column]:
    shown = found.prospects
    columns = [
        Column(_("keep"), [format_keep(of.keep) or _("none") for of in shown], bold=True),
        Column(_("chance"), [percent(prospect.value) for prospect in shown], right=True),
        Column(_("above"), [percent(prospect.above) for prospect in shown], right=True),
        Column(_("level"), [percent(prospect.level) for prospect in shown], right=True),
        Column(_("below"), [percent(prospect.below) for prospect in shown], right=True),
    ]
    if not isinstance(found.state, Round):
        lost = [percent(prospect.lost) for prospect in shown]
        columns.append(Column(_("lost"), lost, right=True))
    if not isinstance(found.state, Round | Legs):
        taken = [amount(prospect.taken) for prospect in shown]
        passed = [amount(prospect.passed) for prospect in shown]
        columns.append(Column(_("taken"), taken, right=True))
        columns.append(Column(_("others take"), passed, right=True))
    return columns
