"""What ``advise`` and ``value`` share: questions about a position, answered from tables."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import click

from solver.commands.options import waiting
from solver.errors import UnsolvedError
from solver.game.notation import Position
from solver.game.state import resolve, seats_in_play
from solver.language import _
from solver.study.advice import round_alone
from solver.study.stored import ValueOf

T_co = TypeVar("T_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class Question(Protocol[T_co]):
    """A question about a position; without values, its game's table is read."""

    def __call__(self, position: Position, value_of: ValueOf | None = None, /) -> T_co: ...


def with_objective(function: F) -> F:
    """Add ``--objective``, which gives ``objective``."""
    return click.option(
        "--objective",
        type=click.Choice(("game", "round")),
        default="game",
        show_default=True,
        help="What is played for: the game, or this round alone.",
    )(function)


def aim(position: Position, objective: str) -> Position:
    """Return the position that is meant, by the objective."""
    return round_alone(position) if objective == "round" else position


def ask(question: Question[T_co], position: Position) -> T_co:
    """Ask about a position; a game that is not solved is solved first, if that is quick.

    Raises:
        UnsolvedError: it is not quick; the message has the command that does it.
    """
    try:
        with waiting():
            return question(position)
    except UnsolvedError:
        values = _solve(position)
    with waiting():
        return question(position, values)


def _solve(position: Position) -> ValueOf:
    # Imported here, because whatever solves games takes longer to import than to answer.
    from solver.commands.progress import showing_progress
    from solver.study.ensure import ensure_solved

    players = len(seats_in_play(resolve(position.rules, position.state)))
    with showing_progress(_("solving {name} first").format(name=position.rules.name)) as progress:
        solved = ensure_solved(position.rules, players, progress)
    if solved.lost:
        click.echo(_("421: the table could not be kept: {lost}").format(lost=solved.lost), err=True)
    return solved.value_of
