"""What ``evaluate`` and ``exploit`` share: where strategies meet, and the tables that they need."""

from collections.abc import Callable
from typing import TypeVar

import click

from solver.commands.progress import Tell, showing_progress
from solver.errors import UnsolvedError
from solver.game.notation import Position, parse_position
from solver.game.rules import Rules
from solver.game.state import Table, players_of, resolve, without_the_saved
from solver.language import _
from solver.study.strategies import STRATEGIES

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])


def complete_strategy(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the strategies that begin with what is typed, for the shell."""
    return [name for name in STRATEGIES if name.startswith(incomplete)]


def with_state(function: F) -> F:
    """Add ``--state``, which gives ``state``: where the match begins."""
    return click.option(
        "--state",
        help="Where the match begins, such as 'round 2' or 'charge 5 10,6'.  [default: start N]",
    )(function)


def read_start(text: str, rules: str | None, settings: tuple[str, ...]) -> Position:
    """Return the position in which a match begins, before the first roll.

    Raises:
        click.UsageError: somebody has rolled there, or one player is asked about.
        PositionError, RulesError: it is none.
    """
    position = parse_position(text, rules, settings)
    if position.seen or position.roll is not None or position.player is not None:
        raise click.UsageError(_("a match begins before the first roll: leave out '| …'"))
    return position


def state_of(position: Position) -> Table:
    """Return the state that a match begins in, without the seats that are out of play."""
    return without_the_saved(resolve(position.rules, position.state))


def work(doing: str, position: Position, question: Callable[[Tell], T]) -> T:
    """Work on a question that may need its game's table; solve the game first if that is quick.

    Raises:
        UnsolvedError: it is not quick; the message has the command that does it.
    """
    try:
        with showing_progress(doing) as tell:
            return question(tell)
    except UnsolvedError:
        _solve(position.rules, players_of(state_of(position)))
    with showing_progress(doing) as tell:
        return question(tell)


def _solve(rules: Rules, players: int) -> None:
    # Imported here, because whatever solves games takes long to import.
    from solver.study.ensure import ensure_solved

    with showing_progress(_("solving {name} first").format(name=rules.name)) as tell:
        ensure_solved(rules, players, tell)
