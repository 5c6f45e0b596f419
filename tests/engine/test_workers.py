"""Tasks done side by side: in order whoever does them, and given up without a word."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from threading import Barrier

import numpy as np
import pytest
from joblib import cpu_count, delayed

from solver.engine.continuation import Continuation, Played
from solver.engine.fast import FastRound, fast_round
from solver.engine.rounds import information_of
from solver.engine.workers import Run, Workers, jobs_for, one_by_one, side_by_side
from solver.game.presets import find_rules
from solver.game.state import Charge

Many = Callable[[], AbstractContextManager[Run]]


@contextmanager
def _alone() -> Iterator[Run]:
    yield one_by_one


def _slowly(number: int) -> int:
    time.sleep(0.001 * (7 * number % 5))
    return number * number


@pytest.mark.parametrize("many", [_alone, side_by_side, lambda: side_by_side(2)])
def test_results_come_in_the_order_of_the_tasks(many: Many) -> None:
    with many() as run:
        assert [*run(delayed(_slowly)(number) for number in range(30))] == [
            number * number for number in range(30)
        ]
        assert [*run([])] == []


@pytest.mark.parametrize("many", [_alone, side_by_side])
def test_tasks_have_named_arguments(many: Many) -> None:
    with many() as run:
        assert [*run(delayed(int)(text, base=16) for text in ("ff", "10"))] == [255, 16]


@pytest.mark.parametrize(
    ("many", "jobs"), [(side_by_side, cpu_count()), (lambda: side_by_side(2), 2)]
)
def test_as_many_threads_work_as_there_are_jobs(many: Many, jobs: int) -> None:
    together = Barrier(jobs, timeout=20)
    with many() as run:
        assert sorted(run(delayed(together.wait)() for _ in range(jobs))) == [*range(jobs)]


def test_games_of_two_are_solved_in_one_thread() -> None:
    assert [jobs_for(players) for players in (2, 3, 4)] == [1, -1, -1]


def test_rounds_are_worked_out_as_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second seat gets the same however it ends, so its preference matters to the other."""
    rules, state = find_rules("jetons{pot=5,followers=exactly}"), Charge(2, (1, 2))
    outcomes, fast = information_of(rules, state).outcomes, fast_round(rules, state)
    ends = [(Fraction(number, 99), Fraction(1, 2)) for number, _ in enumerate(outcomes)]
    continuations = tuple(Continuation(None, (None, None), payoffs) for payoffs in ends)
    played = Played(state, continuations, tuple(range(len(outcomes))))
    floats = [tuple(map(float, payoffs)) for payoffs in ends]
    found = []
    for prefer_last in (False, True):
        workers = Workers(rules, one_by_one, prefer_last)
        (examined,) = workers.examine([played], {})
        assert examined == fast.examine(state, played.numbers, ends, prefer_last=prefer_last)
        (near,) = workers.sweep([played], [floats])
        assert near == tuple(fast.values(np.array(floats).T, prefer_last=prefer_last))
        found.append((examined.ways, near))
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]
    monkeypatch.setattr(FastRound, "error_bound", lambda _: 1.0)
    (certain,) = workers.examine([played], {})
    (quick,) = workers.examine([played], {}, certain=False)
    assert certain.comparisons.rounds_worked_out == 1
    assert quick.comparisons.rounds_worked_out == 0


def test_what_nobody_waits_for_any_more_is_given_up_without_a_warning() -> None:
    """Warnings are errors in tests; joblib gives one where results are left behind."""
    with side_by_side(2) as run:
        results = run(delayed(_slowly)(number) for number in range(1000))
        assert next(results) == 0
        results.close()  # type: ignore[attr-defined]


def test_an_interrupt_of_who_waits_is_passed_on_without_a_warning() -> None:
    with side_by_side(2) as run:
        results = run(delayed(_slowly)(number) for number in range(1000))
        assert next(results) == 0
        with pytest.raises(KeyboardInterrupt):
            results.throw(KeyboardInterrupt())  # type: ignore[attr-defined]


def _fail(cause: BaseException) -> None:
    """Fail as compiled code does of which the cause is set while it runs."""
    inner = SystemError("the function returned a result with an exception set")
    inner.__cause__ = cause
    raise SystemError("the dispatcher returned a result with an exception set") from inner


def test_an_interrupt_of_compiled_code_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        next(one_by_one([delayed(_fail)(KeyboardInterrupt())]))
    with pytest.raises(SystemError):
        next(one_by_one([delayed(_fail)(ValueError())]))
