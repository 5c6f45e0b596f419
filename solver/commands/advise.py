"""``421 advise``: what to keep of a roll."""

from dataclasses import replace

import click

from solver.commands.asking import aim, ask, with_objective
from solver.commands.options import answering, read_words, whole_number, with_rules
from solver.commands.output import Answer, Column, heading, known, short
from solver.commands.phrases import payoff
from solver.errors import PositionError
from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep, parse_hand, parse_hands
from solver.game.notation import Position, check_position, format_position, parse_position
from solver.game.state import max_rolls
from solver.language import _, ngettext
from solver.study.advice import Advice, Choice, advise
from solver.study.figures import percent


@click.command("advise")
@click.argument("position", nargs=-1, required=True)
@click.option("--left", type=whole_number(0, 2), help="Rolls still allowed.  [default: all]")
@click.option("--seen", metavar="HANDS", help="Hands already made, such as 322 or 322,641.")
@click.option(
    "--in", "limit", type=whole_number(1, 3), help="Rolls the opener took.  [default: all]"
)
@click.option("--state", help="What the players have, such as 'charge 5 10,6'.")
@with_objective
@with_rules
@answering
def command(
    position: tuple[str, ...],
    left: int | None,
    seen: str | None,
    limit: int | None,
    state: str | None,
    objective: str,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
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
    text = read_words(position)
    if not any(char.isalpha() for char in text):
        asked = _from_dice(text, left, seen, limit, state or "round 2", rules, settings)
    elif (left, seen, limit, state) == (None,) * 4:
        asked = parse_position(text, rules, settings)
    else:
        raise click.UsageError(
            _("{text!r} is a whole position: leave out --left, --seen, --in and --state").format(
                text=text
            )
        )
    return _answer(ask(advise, aim(asked, objective)))


def _from_dice(
    dice: str,
    left: int | None,
    seen: str | None,
    limit: int | None,
    state: str,
    rules: str | None,
    settings: tuple[str, ...],
) -> Position:
    roll = parse_hand(dice)
    if limit is not None and seen is None:
        raise click.UsageError(_("--in {limit} says nothing without --seen").format(limit=limit))
    if "|" in state:
        raise PositionError(
            _("--state is the part of a position before '|', not {state!r}").format(state=state)
        )
    table = parse_position(state, rules, settings)
    if seen is not None:
        table = check_position(replace(table, seen=parse_hands(seen), limit=limit or 0))
    if left is None:
        left = (table.limit or max_rolls(table.rules, table.state)) - 1
    return check_position(replace(table, roll=roll, left=left))


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
        name="choices",
        fields=("keep", "throw", "value", "loss", "best"),
        items=[
            (
                format_keep(choice.keep),
                THROWN[choice.keep],
                value,
                loss,
                choice.loss == 0,
            )
            for choice, value, loss in zip(choices, values, losses, strict=True)
        ],
        facts={"value": value_now},
        rules=position.rules,
        position=format_position(position),
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
