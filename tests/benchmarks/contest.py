"""Lets contestants work in turn, each in a process of its own, and takes the medians."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 30.0
"""Seconds after which a contestant is not asked again."""

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)


@dataclass(frozen=True)
class Contestant:
    """Who works: a function for `tests.benchmarks.worker`, and the package that it needs."""

    function: str
    arguments: tuple[str, ...] = ()
    package: str = "solver"

    @property
    def installed(self) -> bool:
        """Whether its package is there."""
        return find_spec(self.package) is not None


@dataclass(frozen=True)
class Score:
    """What a contestant did.

    Attributes:
        seconds: the median of its runs, without the first if there were more.
        runs: how many that median is of.
        answer: what its last run told.
        memory: bytes, the most that its process ever used.
    """

    seconds: float
    runs: int
    answer: Any
    memory: int


@contextmanager
def _process(contestant: Contestant) -> Iterator["subprocess.Popen[str]"]:
    command = (sys.executable, "-m", "tests.benchmarks.worker", contestant.function)
    with subprocess.Popen(
        [*command, *contestant.arguments],
        cwd=ROOT,
        env=os.environ | ONE_THREAD,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def _ask(process: "subprocess.Popen[str]") -> tuple[float, Any, int]:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    seconds, answer, memory = json.loads(_line(process))
    return seconds, answer, memory


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    while line := process.stdout.readline():
        if line.startswith(("ready", "[")):  # some print more than they are asked
            return line
    raise RuntimeError(f"a contestant gave up: {process.args!r}")


def hold_contest(contestants: Mapping[str, Contestant], turns: int = 7) -> dict[str, Score]:
    """Return the scores of those that are installed; each works ``turns`` times after a first.

    They take turns, so that what else the machine does meets all of them alike.
    """
    there = {name: one for name, one in contestants.items() if one.installed}
    for name in contestants.keys() - there.keys():
        print(f"  {name} is left out: pip install '.[peers]'", file=sys.stderr)
    told: dict[str, list[tuple[float, Any, int]]] = {name: [] for name in there}
    with ExitStack() as stack:
        processes: dict[str, subprocess.Popen[str]] = {}
        for name, one in there.items():
            processes[name] = stack.enter_context(_process(one))
            _line(processes[name])  # it is ready: while it prepares, nobody else does
        for _ in range(turns + 1):
            for name, process in processes.items():
                if sum(seconds for seconds, _, _ in told[name]) < PATIENCE:
                    told[name].append(_ask(process))
    return {name: _score(runs) for name, runs in told.items()}


def _score(runs: list[tuple[float, Any, int]]) -> Score:
    counted = runs[1:] or runs  # the first is slower: caches are empty, and compilers at work
    _, answer, memory = runs[-1]
    return Score(median(seconds for seconds, _, _ in counted), len(counted), answer, memory)
