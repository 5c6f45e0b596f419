"""Rounds examined side by side: in this thread, in several, or wherever joblib is told to.

A round of a state is worked out from the exact worth of its continuations alone. So a task is
a state and these payoffs, some kilobytes, and not the values of all other states; it can be
done anywhere and more than once, and its answer is always the same. Rounds take milliseconds
to minutes; joblib hands out the short ones in batches.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from joblib import Parallel, delayed

from solver.engine.continuation import Played
from solver.engine.fast import Examined, fast_round
from solver.engine.rounds import Values
from solver.errors import is_interrupt
from solver.game.rules import Rules
from solver.game.state import Table

Task = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
"""A function and its arguments, as `joblib.delayed` makes it."""

Run = Callable[[Iterable[Task]], Iterator[Any]]
"""Does tasks, which need not be done in order, and yields their results in order."""


def one_by_one(tasks: Iterable[Task]) -> Iterator[Any]:
    """Do tasks in the thread that asks for their results."""
    for function, arguments, named in tasks:
        try:
            result = function(*arguments, **named)
        except SystemError as error:
            if is_interrupt(error):
                raise KeyboardInterrupt from None
            raise
        yield result


def jobs_for(players: int) -> int:
    """Return the number of jobs that `side_by_side` is best given: a round of two takes less
    than to hand it out, so with threads a game of two takes twice as long."""
    return 1 if players == 2 else -1


@contextmanager
def side_by_side(jobs: int = -1) -> Iterator[Run]:
    """Yield what does tasks in ``jobs`` threads, one a core for -1; in this one for 1.

    Where `joblib.parallel_config` has chosen another backend, that one does them. Who gives up
    results must not ask for others: joblib may take a late one of the old for one of the new.
    """
    if jobs == 1:
        yield one_by_one
        return
    with Parallel(n_jobs=jobs, prefer="threads", return_as="generator") as parallel:

        def run(tasks: Iterable[Task]) -> Iterator[Any]:
            results = parallel(tasks)
            try:
                # Not `yield from`, which would close the results before the warning is silenced.
                for result in results:  # noqa: UP028
                    yield result
            finally:
                # If not all of them are wanted any more, joblib warns that it gives them up.
                with catch_warnings():
                    simplefilter("ignore")
                    results.close()

        yield run


@dataclass(frozen=True)
class Workers:
    """Examines rounds by the rules; the results do not depend on who runs the tasks."""

    rules: Rules
    run: Run
    prefer_last: bool

    def examine(
        self, rounds: Sequence[Played], values: Mapping[Table, Values], *, certain: bool = True
    ) -> Iterator[Examined]:
        """Yield the laws of rounds when everybody plays best for the values."""
        return self.run(
            delayed(_examine)(
                self.rules,
                played.state,
                played.numbers,
                played.payoffs(values),
                certain,
                self.prefer_last,
            )
            for played in rounds
        )

    def sweep(
        self, rounds: Sequence[Played], payoffs: Iterable[Sequence[tuple[float, ...]]]
    ) -> Iterator[tuple[float, ...]]:
        """Yield the rounds' values, near enough, by what each of their continuations is worth.

        Payoffs may be longer than there are seats: see `FastRound.values`.
        """
        return self.run(
            delayed(_near_values)(self.rules, played.state, played.numbers, worth, self.prefer_last)
            for played, worth in zip(rounds, payoffs, strict=True)
        )


def _near_values(
    rules: Rules,
    state: Table,
    numbers: Sequence[int],
    payoffs: Sequence[tuple[float, ...]],
    prefer_last: bool,
) -> tuple[float, ...]:
    by_outcome = np.array(payoffs)[list(numbers)].T
    near = fast_round(rules, state).values(by_outcome, prefer_last=prefer_last)
    return tuple(near.tolist())


def _examine(
    rules: Rules,
    state: Table,
    numbers: Sequence[int],
    payoffs: Sequence[Values],
    certain: bool,
    prefer_last: bool,
) -> Examined:
    return fast_round(rules, state).examine(
        state, numbers, payoffs, certain=certain, prefer_last=prefer_last
    )
