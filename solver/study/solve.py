"""Solving a game and keeping its table; an interrupted solve goes on where it was."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from solver.engine.equilibrium import Solution, solve_exactly
from solver.engine.rounds import Values
from solver.engine.workers import Run, one_by_one
from solver.errors import TableError
from solver.files import cache_folder
from solver.game.legality import all_states
from solver.game.rules import Rules
from solver.game.state import (
    Table,
)
from solver.tables.store import MAX_BYTES, load_table, read_table, table_name, write_table

CHECKPOINT_SECONDS = 5.0
CHECKPOINT_SHARE = 0.05
"""At most this share of the time goes into writing what is known so far."""

Progress = Callable[[int, int], None]
"""Told how many of the game's states are solved, and how many there are."""


@dataclass(frozen=True)
class Solved:
    """Where a game's table was written, and what solving it took."""

    path: Path
    solution: Solution
    seconds: float


def solve_game(
    rules: Rules,
    players: int,
    progress: Progress | None = None,
    folder: Path | None = None,
    run: Run = one_by_one,
) -> Solved:
    """Solve a game, prove it, and write its table into ``folder``: by default the cache.

    The table does not depend on ``run``, who does the work: threads, or a cluster.

    Raises:
        ConvergenceError: strategy iteration did not settle.
        ClusterError: the cluster that does the work is lost.
        OSError: the table cannot be written.
    """
    path = (folder or cache_folder() / "tables") / table_name(rules, players)
    unfinished = path.with_suffix(".part")
    began = time.monotonic()
    due = began + CHECKPOINT_SECONDS
    total = sum(1 for _ in all_states(rules, players))

    def report(solution: Solution) -> None:
        nonlocal due
        if progress is not None:
            progress(len(solution.values), total)
        now = time.monotonic()
        if now > due and len(solution.values) < total:
            write_table(unfinished, rules, players, solution.values, exact_bytes=MAX_BYTES)
            took = time.monotonic() - now
            due = now + max(CHECKPOINT_SECONDS, took / CHECKPOINT_SHARE)

    solution = solve_exactly(rules, players, _known(unfinished, rules, players), report, run)
    write_table(path, rules, players, solution.values)
    unfinished.unlink(missing_ok=True)
    load_table.cache_clear()
    return Solved(path, solution, time.monotonic() - began)


def _known(unfinished: Path, rules: Rules, players: int) -> Mapping[Table, Values]:
    """What an earlier, interrupted solve had found; nothing if that cannot be trusted."""
    try:
        table = read_table(unfinished, rules, players, complete=False)
        return {state: known.values for state, known in table.items() if not known.radius}
    except (OSError, TableError):
        return {}
