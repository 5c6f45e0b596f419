"""``421 advise``: what to keep of a roll."""

import click

from solver.commands.asking import ask
from solver.commands.options import answering
from solver.commands.output import Answer, Column, heading, short
from solver.commands.phrases import payoff
from solver.commands.rolls import about_a_roll
from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.language import _, ngettext
from solver.study.advice import Advice, Choice, advise
from solver.study.documents.advice import advice_document
from solver.study.documents.document import known
from solver.study.figures import percent


@click.command("advise")
@about_a_roll
@answering
def command(asked: Position) -> Answer:
    """Say what to keep of a roll: every keep, best first.

    POSITION is a whole position, or only the dice on the table; then the options say the
    rest, and without them it is the opener's first roll of one round between two.

    \b
    Examples:
      421 advise 6 1 4 --left 2
      421 advise 614 --seen 322 --in 2
      421 advise "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1"
      echo "round 2 | roll 641 left 2" | 421 advise -
    """
    return _answer(ask(advise, asked))


def _answer(advice: Advice) -> Answer:
    position = advice.position
    choices = advice.choices
    value_now = known(advice.value, advice.radius)
    values = [known(choice.value, advice.radius) for choice in choices]
    losses = [known(c.loss, 2 * advice.radius) if c.loss else c.loss for c in choices]
    chance = payoff(position.rules, position.state)
    return Answer(
        lines=(
            format_position(position),
            ngettext(
                "{rules}; {n} more roll allowed", "{rules}; {n} more rolls allowed", position.left
            ).format(rules=heading(position.rules), n=position.left),
            _("chance of {payoff}: {percent} = {exact}").format(
                payoff=chance, percent=percent(advice.value), exact=short(value_now)
            ),
        ),
        table=(
            Column(
                _("keep"), [format_keep(choice.keep) or _("none") for choice in choices], bold=True
            ),
            Column(_("then"), [_then(choice.keep, position.left) for choice in choices]),
            Column(_("chance"), [percent(choice.value) for choice in choices], right=True),
            Column(_("loss"), _losses(choices), right=True),
            Column(_("exact chance"), [short(value) for value in values]),
            Column(_("exact loss"), [short(loss) for loss in losses]),
        ),
        document=advice_document(advice),
    )


def _then(keep: int, left: int) -> str:
    thrown = THROWN[keep]
    if thrown == 0:
        return _("stop with {hand}").format(hand=format_keep(keep))
    if left > 1:  # a turn has three rolls at most
        return ngettext("throw {n} die, 1 roll left", "throw {n} dice, 1 roll left", thrown).format(
            n=thrown
        )
    return ngettext("throw {n} die", "throw {n} dice", thrown).format(n=thrown)


def _losses(choices: tuple[Choice, ...]) -> list[str]:
    """The first choice is the best; whatever loses nothing against it is a tie."""
    return [
        _("best"),
        *(_("tie") if choice.loss == 0 else percent(choice.loss) for choice in choices[1:]),
    ]
