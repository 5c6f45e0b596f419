"""``421 value``: what a position is worth to each player."""

import click

from solver.commands.asking import aim, ask, with_objective
from solver.commands.options import answering, read_words, with_rules
from solver.commands.output import Answer, Column, heading, short
from solver.commands.phrases import payoff
from solver.game.notation import format_position, parse_position
from solver.language import _
from solver.study.advice import evaluate
from solver.study.documents.advice import value_document
from solver.study.documents.document import known
from solver.study.figures import percent


@click.command("value")
@click.argument("position", nargs=-1, required=True)
@with_objective
@with_rules
@answering
def command(
    position: tuple[str, ...], objective: str, rules: str | None, settings: tuple[str, ...]
) -> Answer:
    """Say what a position is worth to each player.

    \b
    Examples:
      421 value "round 2"
      421 value "jetons{followers=exactly}: round 2 | seen 322 in 2"
      421 value "jambes: legs 2,1,2 | player 1"
    """
    asked = aim(parse_position(read_words(position), rules, settings), objective)
    values = ask(evaluate, asked)
    return Answer(
        lines=(
            format_position(asked),
            _("{rules}; seat 0 opens").format(rules=heading(asked.rules)),
            _("chance of {payoff}:").format(payoff=payoff(asked.rules, asked.state)),
        ),
        table=(
            Column(_("seat"), [str(of.seat) for of in values], right=True),
            Column(_("chance"), [percent(of.value) for of in values], right=True),
            Column(_("exact chance"), [short(known(of.value, of.radius)) for of in values]),
        ),
        document=value_document(asked, values),
    )
