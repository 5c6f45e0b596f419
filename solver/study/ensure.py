"""Games that are solved when they are first asked about, if that is quick."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice

from solver.engine.equilibrium import Solution, solve_exactly
from solver.engine.rounds import Values
from solver.errors import ConvergenceError, UnsolvedError
from solver.files import cache_folder, why_refused
from solver.game.legality import all_states
from solver.game.rules import Rules
from solver.game.state import (
    Table,
)
from solver.language import _
from solver.study.stored import ValueOf, stored_values
from solver.tables.store import load_table, table_name, write_table

MOST_SECONDS = 60.0
"""What somebody who asks a question may have to wait for its game to be solved."""

MOST_STATES = 10_000
"""More than can be solved by then, and quick to count."""

SECONDS_A_STATE = {
    ("tokens", 2): 0.01,
    ("tokens", 3): 0.3,
    ("legs", 2): 0.01,
    ("legs", 3): 0.02,
    ("legs", 4): 0.03,
    ("legs", 5): 0.05,
}
"""By mode and number of players, on one core, at most: measured with pots up to 99 of two
players, and up to 9 of three. Other games are solved only when that is what is asked for."""


@dataclass(frozen=True)
class Solved:
    """The values of a game's states.

    Attributes:
        value_of: finds them.
        lost: why they were not kept for the next question; empty if they are.
    """

    value_of: ValueOf
    lost: str


def ensure_solved(
    rules: Rules, players: int, progress: Callable[[int, int], None] | None = None
) -> Solved:
    """Return the values of a game; if it has no table, solve it and keep one.

    ``progress`` is told the states solved and their total.

    Raises:
        UnsolvedError: it has no table, and solving it would take more than a minute, or finds
            no equilibrium.
        TableError: its table cannot be trusted.
    """
    try:
        return Solved(stored_values(rules, players), "")
    except UnsolvedError:
        seconds = SECONDS_A_STATE.get((rules.mode, players), MOST_SECONDS)
        states = sum(1 for _state in islice(all_states(rules, players), MOST_STATES))
        if states * seconds > MOST_SECONDS:
            raise

    def report(solution: Solution) -> None:
        if progress is not None:
            progress(len(solution.values), states)

    try:
        values = solve_exactly(rules, players, report=report).values
    except ConvergenceError as error:
        raise UnsolvedError(
            _(
                "{fault}; what comes near one is kept by: 421 solve '{name}' --players {players}"
            ).format(fault=error, name=rules.name, players=players)
        ) from None
    return Solved(values.__getitem__, _keep(rules, players, values))


def _keep(rules: Rules, players: int, values: Mapping[Table, Values]) -> str:
    """Write a table into the cache; return why that failed, or an empty text."""
    try:
        path = cache_folder() / "tables" / table_name(rules, players)
        write_table(path, rules, players, values)
    except OSError as error:
        where = f" {error.filename!r}" if error.filename else ""
        return f"{why_refused(error)}{where}"
    load_table.cache_clear()
    return ""
