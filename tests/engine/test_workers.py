"""Tasks done side by side: in order whoever does them, and given up without a word."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from joblib import delayed

from solver.engine.workers import Run, one_by_one, side_by_side

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
