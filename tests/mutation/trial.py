"""The mutants of one module on trial.

Two kinds of trial. The quick one changes functions of a loaded module, and runs the tests that
call them (`tests.mutation.session`). It decides about most. For the others, and for those that
no such test sees, a forked process loads the module from the changed source, and with it all
that rests on it, and runs all the tests.
"""

import ast
import gc
import importlib
import importlib.abc
import importlib.util
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.forked import End, fork, judged
from tests.mutation.mutants import Mutant
from tests.mutation.session import Fate, Session, limit, quick_failures

_FIRST = ("hypothesis", "flint", "joblib", "networkx", "numba", "sympy", "tests.strategies")

_LOADING_SECONDS = 6.0
"""What it may take to load all that rests on a module, and to collect its tests."""

_QUIETLY = ("-q", "-s", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""A plugin of pytest that is imported before it is no reason to warn."""

_WITHOUT = ("-p", "no:cacheprovider", "-p", "no:unraisableexception")
"""The latter collects garbage for longer than most tests take."""


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds one module, and loads it from another source."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def get_source(self, fullname: str) -> str:
        del fullname
        return self._source


class _Fresh:
    """Plugin: runs the tests in a given order, and notes the first that fails."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        """Take the tests in their order, with the processor time of each.

        A change may give tests other names; those come first.
        """
        self._seconds = seconds
        self._order = {name: place for place, name in enumerate(seconds)}
        self.failed: str | None = None

    def pytest_collection(self) -> None:
        quick_failures()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._order.get(item.nodeid, 0))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        limit(self._seconds.get(nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def _dotted(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> set[str]:
    """Every name of a module, or of something in one, that a file imports anywhere."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _resting_on(name: str, root: Path) -> set[str]:
    """The modules of the project that import another one, or one that does."""
    files = [*root.glob("solver/**/*.py"), *root.glob("tests/**/*.py"), root / "cli.py"]
    imports = {_dotted(path, root): _imported(path) for path in files}
    resting = {name}
    while True:
        more = {module for module, names in imports.items() if names & resting} - resting
        if not more:
            return resting
        resting |= more


def _usual_tests(root: Path) -> str:
    """The expression of markers that the project runs its tests with."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    options = project["tool"]["pytest"]["ini_options"]["addopts"]
    return shlex.split(options)[shlex.split(options).index("-m") + 1]


def _seconds(results: Connection) -> dict[str, float]:
    """The processor time of each test, the quickest first."""
    told = results.recv()
    if isinstance(told, str):
        raise RuntimeError(told)
    seconds: dict[str, float] = told
    return seconds


class Trial:
    """Runs the tests of a module, and its own examples, against changed sources."""

    def __init__(self, root: Path, module: str, tests: Iterable[str], scratch: Path) -> None:
        """Import what the module does not change.

        Args:
            root: the checkout.
            module: the file of the module, in the checkout.
            tests: the files of its tests.
            scratch: a folder that tests may fill and empty.
        """
        self._root, self._path, self._name = root, root / module, _dotted(root / module, root)
        self._arguments = [*_QUIETLY, *_WITHOUT, f"--basetemp={scratch}", "-m", _usual_tests(root)]
        self._arguments += [str(self._path), *(str(root / test) for test in tests)]
        for path in root.glob("solver/**/*.py"):
            if path.name != "__main__.py":
                importlib.import_module(_dotted(path, root))
        for needed in _FIRST:
            importlib.import_module(needed)
        for stale in _resting_on(self._name, root):
            # Packages stay: what is loaded already would not become an attribute of a new one.
            if not hasattr(sys.modules.get(stale), "__path__"):
                sys.modules.pop(stale, None)
        # What is here stays; forked processes need not look for garbage in it.
        gc.collect()
        gc.freeze()

    def quick(self, mutants: Sequence[Mutant]) -> Iterator[Fate | None]:
        """Yield what became of each, or None where it takes `thorough` to know."""

        def work(results: Connection) -> None:
            importlib.import_module(self._name)
            session = Session(self._path, mutants, results.send)
            pytest.main(self._arguments, plugins=[session])

        with fork(work) as results:
            _seconds(results)
            for _ in mutants:
                yield results.recv()

    def thorough(self, mutants: Sequence[Mutant]) -> Iterator[Fate]:
        """Yield what became of each."""

        def seconds_by_test(results: Connection) -> None:
            importlib.import_module(self._name)
            session = Session(self._path, (), results.send)
            pytest.main(self._arguments, plugins=[session])

        with fork(seconds_by_test) as results:
            seconds = _seconds(results)
        for mutant in mutants:
            fate = self._loaded(mutant.source, seconds)
            if fate.by in seconds:
                seconds = {fate.by: seconds.pop(fate.by), **seconds}
            yield fate

    def _loaded(self, source: str, seconds: Mapping[str, float]) -> Fate:
        def work() -> tuple[int, str | None]:
            limit(_LOADING_SECONDS)
            sys.meta_path.insert(0, _Changed(self._name, self._path, source))
            importlib.import_module(self._name)
            plugin = _Fresh(seconds)
            return int(pytest.main([*self._arguments, "-x"], plugins=[plugin])), plugin.failed

        end, found = judged(work)
        if end == End.OWN and found == (0, None):
            return Fate("survived")
        return Fate("hung" if end == End.HUNG else "killed", found[1] or "" if found else str(end))
