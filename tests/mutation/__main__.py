"""``python -m tests.mutation [MODULE …]``: which small changes of the source do tests see?

No file is touched: each mutant is tried in a forked process of its own, where the changed code
runs the tests of its module until the first that fails. What is found is kept in a file of JSON
Lines; the same command goes on where it was. All mutants are tried quickly first, and
thoroughly those that this leaves open, but for those known to make no difference. ``--sample N``
takes N mutants of each module, always the same ones; ``--again`` tries those that survived once
more.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.mutants import Mutant, mutants
from tests.mutation.report import equivalent, report
from tests.mutation.session import Fate
from tests.mutation.trial import Trial
from tests.mutation.watched import WATCHED

ROOT = Path(__file__).resolve().parents[2]


@cache
def _chosen(module: str, sample: int | None) -> list[Mutant]:
    found = list(mutants((ROOT / module).read_text("utf-8")))
    # Shuffled, so that a larger sample holds the smaller one.
    random.Random(421).shuffle(found)
    return found[:sample]


class Results:
    """What is known, in a file that grows: the last line about a mutant counts.

    Attributes:
        fates: what became of mutants, by module and change.
    """

    def __init__(self, path: Path) -> None:
        """Read what is there."""
        path.touch()
        records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self._path = path
        self.fates = {(record["module"], record["change"]): record["fate"] for record in records}

    def those(self, module: str, chosen: Iterable[Mutant], *fates: str | None) -> list[Mutant]:
        """Return the mutants that have one of these fates; None is that nothing is known."""
        return [one for one in chosen if self.fates.get((module, one.change)) in fates]

    def add(self, module: str, mutant: Mutant, fate: Fate) -> None:
        """Note what became of a mutant."""
        self.fates[module, mutant.change] = fate.name
        record = {"module": module, "change": mutant.change, "fate": fate.name, "by": fate.by}
        with self._path.open("a", encoding="utf-8") as file:
            print(json.dumps(record), file=file)


def _try(modules: Sequence[str], sample: int | None, results: Results, scratch: Path) -> None:
    for module in modules:
        if mutants := results.those(module, _chosen(module, sample), None):
            trial = Trial(ROOT, module, WATCHED[module], scratch)
            for mutant, quick in zip(mutants, trial.quick(mutants), strict=True):
                results.add(module, mutant, quick or Fate("open"))
    for module in modules:
        excused = equivalent(module)
        left = results.those(module, _chosen(module, sample), "open")
        if mutants := [mutant for mutant in left if mutant.name not in excused]:
            trial = Trial(ROOT, module, WATCHED[module], scratch)
            for mutant, fate in zip(mutants, trial.thorough(mutants), strict=True):
                results.add(module, mutant, fate)


def main() -> None:
    """Try mutants, and say what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all of them")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--results", type=Path, default=Path("mutation.jsonl"), metavar="FILE")
    parser.add_argument("--again", action="store_true", help="try survivors once more")
    parser.add_argument("--report", action="store_true", help="only say what the file holds")
    asked = parser.parse_args()
    results = Results(asked.results)
    modules = asked.modules or [*WATCHED]
    if asked.again:
        for module in modules:
            for mutant in results.those(module, _chosen(module, None), "survived"):
                results.add(module, mutant, Fate("open"))
    if not asked.report:
        with TemporaryDirectory() as scratch:
            _try(modules, asked.sample, results, Path(scratch) / "tests")
    sys.stdout.write(report(results.fates, {name: _chosen(name, None) for name in modules}))


if __name__ == "__main__":
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    main()
