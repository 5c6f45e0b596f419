"""One mutant on trial: a forked process loads the changed module and runs its tests."""

import ast
import doctest
import importlib
import importlib.abc
import importlib.util
import os
import resource
import select
import shlex
import signal
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

LEAST_SECONDS = 20.0
"""A mutant may take this long, or ten times what the tests take, before it counts as hanging."""

MOST_MEMORY = 8_000_000_000

_FIRST = ("hypothesis", "flint", "joblib", "networkx", "numba", "sympy")

_QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""A plugin of pytest that is imported before it is no reason to warn."""

_QUICK_FIRST = ("not hypothesis", "hypothesis")
"""Named examples find most of what is wrong sooner than random ones."""

_PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


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


class Trial:
    """Runs the tests of a module against changed sources."""

    def __init__(self, root: Path, module: str, tests: Iterable[str]) -> None:
        """Import what the module does not change, and time its tests.

        Raises:
            RuntimeError: the tests fail without any change.
        """
        self._path, self._name = root / module, _dotted(root / module, root)
        self._tests = [str(root / test) for test in tests]
        self._usual = _usual_tests(root)
        sys.dont_write_bytecode = False  # tests are compiled once, not for every mutant
        for path in root.glob("solver/**/*.py"):
            if path.name != "__main__.py":
                importlib.import_module(_dotted(path, root))
        for needed in _FIRST:
            importlib.import_module(needed)
        for stale in _resting_on(self._name, root):
            sys.modules.pop(stale, None)
        began = time.monotonic()
        if self._run(self._path.read_text("utf-8"), 3600.0) != "survived":
            raise RuntimeError(f"the tests of {module} fail as it is")
        self._limit = max(LEAST_SECONDS, 10 * (time.monotonic() - began))

    def fate(self, source: str) -> str:
        """Return ``killed``, ``survived`` or ``hung``."""
        return self._run(source, self._limit)

    def _run(self, source: str, limit: float) -> str:
        child = os.fork()
        if child == 0:
            self._judge(source)
        waiting = os.pidfd_open(child)
        ended, _, _ = select.select([waiting], [], [], limit)
        os.close(waiting)
        if not ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not ended:
            return "hung"
        return "survived" if status == 0 else "killed"

    def _judge(self, source: str) -> None:
        """In the child: run the tests, and exit with 0 if all pass."""
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            sys.meta_path.insert(0, _Changed(self._name, self._path, source))
            changed = importlib.import_module(self._name)
            if doctest.testmod(changed).failed:
                os._exit(1)
            for those in _QUICK_FIRST:
                code = int(
                    pytest.main([*_QUIETLY, "-m", f"{self._usual} and {those}", *self._tests])
                )
                if code not in _PASSED:
                    break
            else:
                code = 0
        finally:
            os._exit(code)
