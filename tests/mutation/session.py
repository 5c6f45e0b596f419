"""The tests of a module, collected once; every mutant runs those that call what it changes.

A plugin of pytest, which takes the place of the loop that runs tests. Each test is run once as
it should be, in a forked process that notes which functions of the module it calls. A mutant's
process gets the changed functions (`tests.mutation.swap`) and runs the tests that call them:
first those that failed for other mutants lately, then the quickest, until one fails.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from pathlib import Path
from types import CodeType, FrameType

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutation.forked import End, judged
from tests.mutation.mutants import Mutant
from tests.mutation.swap import OnImportError, Swap, forget

_LEAST_SECONDS = 10.0
"""Every test may take this much processor time, whatever it takes without a change."""

_QUICK_SECONDS = 10.0
"""Tests that take longer together are left to the thorough trial."""

_REMEMBERED = 20
"""That many tests that found something lately come first."""


@dataclass(frozen=True)
class Fate:
    """What became of a mutant, and the test that saw it if one did."""

    name: str
    by: str = ""


Function = tuple[str, int]
"""A function of a module: its qualified name and its first line."""


@dataclass(frozen=True)
class _Ran:
    """A test as it should be: why it failed if it did, its processor time, what it called."""

    failure: str
    seconds: float
    called: frozenset[Function]


def limit(seconds: float) -> None:
    """End this process if a test takes much longer than it does without a change.

    Args:
        seconds: the processor time that it takes without a change.
    """
    signal.setitimer(signal.ITIMER_PROF, max(_LEAST_SECONDS, 10 * seconds))


def quick_failures() -> None:
    """Let hypothesis take few examples, and stop at the first that fails, not to improve it."""
    settings.register_profile(
        "mutation",
        settings.get_profile("repeatable"),
        max_examples=25,
        phases=[Phase.explicit, Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    settings.load_profile("mutation")


class Calls:
    """Notes the functions of a file that are called, in any thread."""

    def __init__(self, path: Path) -> None:
        """Note nothing yet."""
        self._path = str(path)
        self.seen: set[Function] = set()

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        del event, argument
        if frame.f_code.co_filename == self._path:
            self.seen.add(_function(frame.f_code))

    def __enter__(self) -> "Calls":
        sys.settrace(self._note)
        threading.settrace(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)


def _function(code: CodeType) -> Function:
    return code.co_qualname, code.co_firstlineno


class Session:
    """The plugin. It tells the seconds of each test, quickest first, and then the fates."""

    def __init__(
        self,
        path: Path,
        mutants: Sequence[Mutant],
        tell: Callable[[dict[str, float] | str | Fate | None], None],
    ) -> None:
        """Prepare to try the mutants of the module at ``path``, which has been imported.

        Args:
            path: the file of the module.
            mutants: those to be tried.
            tell: called with the seconds by test, or what is wrong; then for each mutant with
                its fate, or None if the module must be loaded and all tests be run to know.
        """
        self._path, self._mutants, self._tell = path, mutants, tell
        self._lately: list[str] = []
        self._failure = ""

    def pytest_collection(self) -> None:
        """Have examples chosen as mutants need them."""
        quick_failures()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as it should be, and then for every mutant."""
        items = [*session.items]
        end, ran = judged(lambda: [self._run_once(item) for item in items])
        if end != End.OWN:
            self._tell(f"the tests: {end}, without any change")
            return True
        for item, one in zip(items, ran, strict=True):
            if one.failure:
                self._tell(f"{item.nodeid} fails without any change:\n{one.failure}")
                return True
        tests = sorted(zip(items, ran, strict=True), key=lambda pair: pair[1].seconds)
        self._tell({item.nodeid: one.seconds for item, one in tests})
        swap = Swap(self._path)
        forget()
        for mutant in self._mutants:
            self._tell(self._fate(swap, tests, mutant))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed, and why."""
        if report.failed:
            self._failure = self._failure or report.longreprtext or report.nodeid

    def _failure_of(self, item: pytest.Item, following: pytest.Item | None) -> str:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return self._failure

    def _run_once(self, item: pytest.Item) -> _Ran:
        began = time.process_time()
        with Calls(self._path) as calls:
            failure = self._failure_of(item, None)
        return _Ran(failure, time.process_time() - began, frozenset(calls.seen))

    def _fate(
        self, swap: Swap, tests: Sequence[tuple[pytest.Item, _Ran]], mutant: Mutant
    ) -> Fate | None:
        try:
            changes = swap.changes(mutant.source)
        except OnImportError:
            return None
        changed = {_function(old) for old, _ in changes}
        chosen = [(item, ran.seconds) for item, ran in tests if changed & ran.called]
        chosen.sort(key=lambda pair: pair[0].nodeid not in self._lately)
        sums = accumulate(seconds for _, seconds in chosen)
        chosen = [pair for pair, spent in zip(chosen, sums, strict=True) if spent < _QUICK_SECONDS]
        items = [item for item, _ in chosen]

        def work() -> str | None:
            for old, new in changes:
                swap.swap(old, new)
            for (item, seconds), following in zip_longest(chosen, items[1:]):
                limit(seconds)
                if self._failure_of(item, following):
                    return item.nodeid
            return None

        end, by = judged(work)
        if end != End.OWN:
            return Fate("hung" if end == End.HUNG else "killed", end)
        if by is None:
            return None
        self._lately = [by, *(name for name in self._lately if name != by)][:_REMEMBERED]
        return Fate("killed", by)
