"""What ``advise`` and ``explain`` share: questions about the dice that lie on the table."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TypeVar

import click

from solver.commands.asking import aim, with_objective
from solver.commands.options import read_words, whole_number, with_rules
from solver.errors import PositionError
from solver.game.dice_notation import parse_hand, parse_hands
from solver.game.notation import Position, check_position, parse_position
from solver.game.state import max_rolls
from solver.language import _

T = TypeVar("T")


def about_a_roll(function: Callable[..., T]) -> Callable[..., T]:
    """Give a command the options that say what is asked; it takes the position as ``asked``.

    That is a whole position, or the dice alone with the rest in options.
    """

    @click.argument("position", nargs=-1, required=True)
    @click.option("--left", type=whole_number(0, 2), help="Rolls still allowed.  [default: all]")
    @click.option("--seen", metavar="HANDS", help="Hands already made, such as 322 or 322,641.")
    @click.option(
        "--in", "limit", type=whole_number(1, 3), help="Rolls the opener took.  [default: all]"
    )
    @click.option("--state", help="What the players have, such as 'charge 5 10,6'.")
    @with_objective
    @with_rules
    @wraps(function)
    def command(
        position: tuple[str, ...],
        left: int | None,
        seen: str | None,
        limit: int | None,
        state: str | None,
        objective: str,
        rules: str | None,
        settings: tuple[str, ...],
        **others: object,
    ) -> T:
        text = read_words(position)
        if not any(char.isalpha() for char in text):
            asked = _from_dice(text, left, seen, limit, state or "round 2", rules, settings)
        elif (left, seen, limit, state) == (None,) * 4:
            asked = parse_position(text, rules, settings)
        else:
            message = _("{text!r} is a whole position: leave out --left, --seen, --in and --state")
            raise click.UsageError(message.format(text=text))
        return function(asked=aim(asked, objective), **others)

    return command


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
