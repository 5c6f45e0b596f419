"""Whole games solved and proved, beside the arithmetic that no proof by their rounds can avoid.

That is every state's round once, on the values of all players and, for a proof by fractions, on
the law of what follows: additions, multiplications and comparisons by the formulas of
`solver.study.scaling`, with as many numbers as the round's continuations take. Steps that only
lead there, linear systems and fractions come on top.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from solver.engine.continuation import round_in
from solver.engine.fast import fast_round
from solver.engine.limbs import limbs_for
from solver.engine.value_iteration import iterate_values
from solver.engine.workers import Run, Task, jobs_for, one_by_one, side_by_side
from solver.files import CACHE_VARIABLE
from solver.game.dice import WAYS
from solver.game.legality import all_states
from solver.game.notation import parse_state
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Start, max_rolls, players_of, resolve, round_kind
from solver.study.scaling import operations
from solver.study.solve import solve_game
from tests.benchmarks.contest import ROOT
from tests.benchmarks.worker import Entry

GAMES = (
    ("in_floats", "jetons", 2, 0.15),
    ("exactly", "jetons", 2, 1.0),
    ("exactly", "jetons{pot=41}", 2, 3.0),
    ("in_floats", "jetons", 3, 15.0),
    ("exactly", "jetons{pot=11}", 3, 20.0),
    ("exactly", "jetons", 3, 300.0),
    ("nearly", "jetons{pot=11}", 4, 180.0),
)
"""How, rules, players, and the seconds in which they are to be solved."""

SMALL = "jetons{pot=3}"
"""What is solved beforehand, so that everything is compiled."""

VERIFY_SECONDS = 60.0

STATES: tuple[tuple[str, str], ...] = (
    ("jambes", "legs 2,2"),
    ("jambes", "legs 2,2,2"),
    ("jetons", "charge 5 8,8"),
    ("jetons", "charge 6 5,5,5"),
    ("jetons", "decharge 10,11"),
    ("jetons", "decharge 7,7,7"),
)
"""Rounds whose values are timed."""


OPERATIONS = 50_000_000
"""How many the rounds that are timed together take, if one does not take more."""


def unavoidable(how: str, rules: Rules, players: int) -> int:
    """Return the operations of every state's round once: on values, and laws if exactly."""
    total = 0
    for state in all_states(rules, players):
        numbers = seats = players_of(state)
        if how == "exactly":
            rolls = max_rolls(rules, state) * (seats - 1)
            ways = fast_round(rules, state).information.barrages * WAYS**rolls
            numbers += len(round_in(rules, state).continuations) * limbs_for(ways)
        total += operations(rules, round_kind(rules, state), seats, numbers)
    return total


def exactly(name: str, players: str) -> Entry:
    """Solve and prove a game as `421 solve` does, table and all."""

    def solve(rules: str, run: Run) -> int:
        with TemporaryDirectory() as folder:
            solved = solve_game(find_rules(rules), int(players), folder=Path(folder), run=run)
            return len(solved.values)

    solve(SMALL, one_by_one)
    return _counting(partial(solve, name), int(players))


nearly = exactly
"""`421 solve` finds values of more players near enough, and proves how near."""


def in_floats(name: str, players: str) -> Entry:
    """Find the values of a game in floats, without a proof."""

    def solve(rules: str, run: Run) -> int:
        return len(iterate_values(find_rules(rules), int(players), run=run).values)

    solve(SMALL, one_by_one)
    return _counting(partial(solve, name), int(players))


def _counting(solve: Callable[[Run], int], players: int) -> Entry:
    """What solves a game as `421 solve` does, and tells its rounds worked out and its states."""

    def work() -> tuple[int, int]:
        rounds = 0

        def counted(tasks: Iterable[Task]) -> Iterator[Task]:
            nonlocal rounds
            for task in tasks:
                rounds += 1
                yield task

        with side_by_side(jobs_for(players)) as run:
            states = solve(lambda tasks: run(counted(tasks)))
        return rounds, states

    return Entry(work, renew=round_in.cache_clear)


def verify() -> Entry:
    """Prove all shipped tables, as `421 verify` does: a process from start to end."""
    command = [sys.executable, "cli.py", "verify"]

    def work() -> None:
        with TemporaryDirectory() as empty:
            environment = os.environ | {CACHE_VARIABLE: empty}
            subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)

    return Entry(work)


def one_round(name: str, text: str) -> Entry:
    """Work out the values of one round in floats, on one core."""
    rules, state = find_rules(name), parse_state(text)
    assert not isinstance(state, Start)
    played = fast_round(rules, state)
    payoffs = np.random.default_rng(1).random((players_of(state), len(played.information.outcomes)))
    times = max(1, OPERATIONS // operations_of(name, text))
    played.values(payoffs)

    def work() -> int:
        for _ in range(times):
            played.values(payoffs)
        return times

    return Entry(work)


def operations_of(name: str, text: str) -> int:
    """Return the operations that the values of a round take."""
    rules, state = find_rules(name), resolve(find_rules(name), parse_state(text))
    players = players_of(state)
    return operations(rules, round_kind(rules, state), players, players)


def peak() -> Entry:
    """Multiply matrices in one thread: nothing else comes as near to what a core can do."""
    size = 768
    left, right = np.random.default_rng(1).random((2, size, size))
    product = np.empty((size, size))
    return Entry(lambda: np.dot(left, right, out=product), lambda _: 2 * size**3)
