"""Solving a game and keeping its table; an interrupted solve goes on where it was."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from pathlib import Path

from solver.engine.enclosure import prove_nearness
from solver.engine.equilibrium import Solution, solve_exactly
from solver.engine.fast import Comparisons
from solver.engine.rounds import Values
from solver.engine.value_iteration import NearSolution, iterate_values
from solver.engine.workers import Run, one_by_one
from solver.errors import ConvergenceError, TableError
from solver.files import cache_folder
from solver.game.legality import all_states, starts
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table
from solver.tables.store import load_table, read_table, table_name, write_table
from solver.tables.values import Enclosing

CHECKPOINT_SECONDS = 5.0
CHECKPOINT_SHARE = 0.05
"""At most this share of the time goes into writing what is known so far."""

EXACT_BYTES = 15_000_000
"""Fractions that take more are kept for the starts of a game alone, the others enclosed."""

EXACT_PLAYERS = 3
"""With more, the laws of games with jetons take hours, and their fractions gigabytes."""

ROUNDING = 1 + Fraction(1, 2**20)
"""More than what is proved can grow by when values and rounds are rounded for a table."""

Progress = Callable[[int, int], None]
"""Told how many of the game's states are solved, and how many there are. That begins anew for
every time that the states are gone through again: to bound the rounds that are left, to prove
what is near, and to solve the game with the other keeps of equal ones."""


@dataclass(frozen=True)
class Solved:
    """Where a game's table was written, and what solving it took.

    Attributes:
        path: of the table.
        values: for each state the values of its seats.
        steps: strategy iterations in cyclic components; or sweeps, where values are near.
        comparisons: those that prove exact values; None where values are near.
        opposite: the values of the starts if the last of equal keeps were chosen, not the
            first; only where that can matter to other players.
        within: how far values may be from those of the strategies that they select; 0 if exact.
        regret: what a player can gain at most by leaving these strategies in one round.
        circles: a state of each component in which what is best goes round in a circle.
        seconds: of wall time.
    """

    path: Path
    values: Mapping[Table, Values]
    steps: int
    comparisons: Comparisons | None
    opposite: Mapping[Table, Values] = field(default_factory=dict)
    within: Fraction = Fraction(0)
    regret: Fraction = Fraction(0)
    circles: tuple[Table, ...] = ()
    seconds: float = 0.0


def solve_game(
    rules: Rules,
    players: int,
    progress: Progress | None = None,
    folder: Path | None = None,
    run: Run = one_by_one,
) -> Solved:
    """Solve a game, prove it, and write its table into ``folder``: by default the cache.

    Games in legs, and those of up to three players, are solved exactly; the others, and those
    in which what is best goes round in a circle, as near as floats get and is then proved.
    The table does not depend on ``run``, who does the work: threads, or a cluster.

    Raises:
        ClusterError: the cluster that does the work is lost.
        OSError: the table cannot be written.
    """
    path = (folder or cache_folder() / "tables") / table_name(rules, players)
    progress = progress or _tell_nobody
    began = time.monotonic()
    exactly = rules.mode == "legs" or players <= EXACT_PLAYERS
    try:
        solve = _solve_exactly if exactly else _solve_nearly
        solved = solve(path, rules, players, progress, run)
    except ConvergenceError:  # what is best goes round in a circle, which this measures
        solved = _solve_nearly(path, rules, players, progress, run)
    load_table.cache_clear()
    return replace(solved, seconds=time.monotonic() - began)


def _tell_nobody(done: int, total: int) -> None:
    pass


def _solve_exactly(path: Path, rules: Rules, players: int, progress: Progress, run: Run) -> Solved:
    checkpoint = _Checkpoint(path.with_suffix(".part"), rules, players, progress)
    solution = solve_exactly(
        rules,
        players,
        checkpoint.values,
        lambda solution: checkpoint.report(solution.values),
        run,
    )

    def again(solution: NearSolution | Solution) -> None:
        progress(len(solution.values), checkpoint.total)

    enclosing = None
    if _bytes(solution.values) > EXACT_BYTES:
        near = iterate_values(rules, players, guess=solution.values, report=again, run=run)
        within, _regret = _prove(rules, players, solution.values, near.rounds, progress)
        enclosing = Enclosing(within, near.rounds, starts(rules, players))
    write_table(path, rules, players, solution.values, enclosing)
    checkpoint.path.unlink(missing_ok=True)
    opposite = {}
    if solution.comparisons.matters:
        other = solve_exactly(rules, players, report=again, run=run, prefer_last=True)
        opposite = {start: other.values[start] for start in starts(rules, players)}
    return Solved(path, solution.values, solution.steps, solution.comparisons, opposite)


def _solve_nearly(path: Path, rules: Rules, players: int, progress: Progress, run: Run) -> Solved:
    checkpoint = _Checkpoint(path.with_suffix(".near"), rules, players, progress)
    solution = iterate_values(
        rules,
        players,
        NearSolution(checkpoint.values, checkpoint.rounds, circles=checkpoint.circles),
        report=lambda so_far: checkpoint.report(
            so_far.values, Enclosing(Fraction(1), so_far.rounds, so_far.values, so_far.circles)
        ),
        run=run,
    )
    within, regret = _prove(rules, players, solution.values, solution.rounds, progress)
    enclosing = Enclosing(within, solution.rounds, circles=solution.circles)
    write_table(path, rules, players, solution.values, enclosing)
    checkpoint.path.unlink(missing_ok=True)
    return Solved(
        path,
        solution.values,
        solution.sweeps,
        None,
        within=within,
        regret=regret,
        circles=tuple(solution.circles),
    )


def _prove(
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    rounds: Mapping[Table, Fraction],
    progress: Progress,
) -> tuple[Fraction, Fraction]:
    """How far values are from what their strategies pay, and the regret; powers of 2 above both."""
    nearness = prove_nearness(rules, players, values, rounds, progress)
    return _power_of_two_above(nearness.radius), _power_of_two_above(nearness.regret)


def _power_of_two_above(share: Fraction) -> Fraction:
    """The smallest that exceeds a number from 0 to 1 and what rounding in a table adds to it."""
    return Fraction(1, 2 ** (floor(1 / (share * ROUNDING)).bit_length() - 1))


def _bytes(values: Mapping[Table, Values]) -> float:
    """What exact values take in a table, but for the last seat's, in hexadecimal digits."""
    shown = [value for of_state in values.values() for value in of_state[:-1]]
    return sum(v.numerator.bit_length() + v.denominator.bit_length() for v in shown) / 4


class _Checkpoint:
    """Tells of progress, and writes down every few seconds what is known so far.

    Attributes:
        path: where that is.
        total: how many states the game has.
        values, rounds, circles: what an earlier, interrupted solve had found; empty if there was
            none that can be trusted.
    """

    def __init__(self, path: Path, rules: Rules, players: int, progress: Progress) -> None:
        self.path, self._rules, self._players, self._progress = path, rules, players, progress
        self.total = sum(1 for _state in all_states(rules, players))
        self._due = time.monotonic() + CHECKPOINT_SECONDS
        self.values: dict[Table, Values] = {}
        self.rounds: dict[Table, Fraction] = {}
        self.circles: list[Table] = []
        try:
            table = read_table(path, rules, players, complete=False)
            self.values = {state: known.values for state, known in table.items()}
            for state in self.values:
                if rounds := table.rounds(state):
                    self.rounds[state] = rounds
                if format_state(state) in table.circles:
                    self.circles.append(state)
        except (OSError, TableError):
            self.values = {}

    def report(self, values: Mapping[Table, Values], enclosing: Enclosing | None = None) -> None:
        """Tell how many states are solved, and write down what is known of them."""
        self._progress(len(values), self.total)
        now = time.monotonic()
        if now > self._due and len(values) < self.total:
            write_table(self.path, self._rules, self._players, values, enclosing)
            took = time.monotonic() - now
            self._due = now + max(CHECKPOINT_SECONDS, took / CHECKPOINT_SHARE)
