"""What tests the tests is tested: code is changed where it should be, and limits hold."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.swap import OnImportError, Swap, forget

ROOT = Path(__file__).resolve().parents[2]

SOURCE = """
from functools import cache

WEIGHT = 2

def weighed(number, times=3):
    return number * WEIGHT * times

@cache
def remembered(number):
    return weighed(number) + 1

class Pan:
    def __init__(self, number):
        self.number = number

    @property
    def heavy(self):
        return any(weighed(n) > 10 for n in range(self.number))

TABLE = [weighed(n) for n in range(3)]
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    """The source, imported."""
    path = tmp_path / "scales.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("scales", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def _change(module: ModuleType, old: str, new: str) -> list[str]:
    """Make a change, and return the names of the functions that it is of."""
    assert SOURCE.count(old) == 1
    swap = Swap(Path(str(module.__file__)))
    changes = swap.changes(SOURCE.replace(old, new))
    for before, after in changes:
        swap.swap(before, after)
    return [before.co_qualname for before, _ in changes]


def test_functions_are_changed_where_they_are(module: ModuleType) -> None:
    weighed, pan = module.weighed, module.Pan(3)
    assert (weighed(5), pan.heavy, module.remembered(5)) == (30, True, 31)
    assert _change(module, "number * WEIGHT", "number + WEIGHT") == ["weighed"]
    assert (weighed(5), pan.heavy, module.TABLE) == (11, False, [0, 6, 12])
    assert module.remembered(5) == 31
    forget()
    assert module.remembered(5) == 12


def test_functions_that_remember_and_methods_are_changed(module: ModuleType) -> None:
    assert module.remembered(5) == 31
    assert _change(module, "+ 1", "+ 2") == ["remembered"]
    forget()
    assert module.remembered(5) == 32


def test_parts_of_functions_are_changed_with_them(module: ModuleType) -> None:
    pan = module.Pan(2)
    assert not pan.heavy
    assert _change(module, "> 10", "> 5") == ["Pan.heavy"]
    assert pan.heavy


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("WEIGHT = 2", "WEIGHT = 3"),
        ("WEIGHT = 2", "WEIGHT = True"),
        ("times=3", "times=4"),
        ("for n in range(3)", "for n in range(4)"),
        ("@cache\n", ""),
    ],
)
def test_what_runs_on_import_is_not_changed(module: ModuleType, old: str, new: str) -> None:
    with pytest.raises(OnImportError):
        _change(module, old, new)


def test_nothing_is_changed_by_nothing(module: ModuleType) -> None:
    assert _change(module, "WEIGHT = 2", "WEIGHT = 2  # units") == []


LIMITS = """
import os, signal
from tests.mutation.forked import End, judged

def burn():
    signal.setitimer(signal.ITIMER_PROF, 0.1)
    while True:
        pass

assert judged(lambda: "x" * 10**6) == (End.OWN, "x" * 10**6)
assert judged(burn) == (End.HUNG, None)
assert judged(lambda: 1 / 0) == (End.CRASHED, None)
assert judged(lambda: os._exit(0)) == (End.CRASHED, None)
assert judged(lambda: bytearray(9 * 10**9)) == (End.CRASHED, None)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mutants are tried on Linux")
def test_processes_end_as_they_should() -> None:
    """In a process of its own, since one with threads should not be forked."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITS], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
