"""``python -m tests.mutation [MODULE …]``: which small changes of the source do tests see?

Each mutant is tried in a process of its own, forked from one that has imported what takes
time: the module is loaded from the changed source, so no file is touched, and its tests run
until the first that fails. What is found is kept in a file of JSON Lines; the same command goes
on where it was. ``--sample N`` takes N mutants of each module, always the same ones.
"""

import argparse
import json
import os
import random
import sys
from pathlib import Path

from tests.mutation.mutants import Mutant, mutants
from tests.mutation.report import report
from tests.mutation.trial import Trial
from tests.mutation.watched import WATCHED

ROOT = Path(__file__).resolve().parents[2]


def _chosen(module: str, sample: int | None) -> list[Mutant]:
    found = list(mutants((ROOT / module).read_text("utf-8")))
    # Shuffled, so that a larger sample holds the smaller one.
    random.Random(421).shuffle(found)
    return found[:sample]


def main() -> None:
    """Try mutants, and say what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all of them")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--results", type=Path, default=Path("mutation.jsonl"), metavar="FILE")
    parser.add_argument("--report", action="store_true", help="only say what the file holds")
    asked = parser.parse_args()
    asked.results.touch()
    records = [json.loads(line) for line in asked.results.read_text("utf-8").splitlines()]
    known = {(record["module"], record["change"]) for record in records}
    for module in () if asked.report else asked.modules or WATCHED:
        trial = Trial(ROOT, module, WATCHED[module])
        with asked.results.open("a", encoding="utf-8") as file:
            for mutant in _chosen(module, asked.sample):
                change = f"{mutant.line}: {mutant.name}"
                if (module, change) in known:
                    continue
                fate = trial.fate(mutant.source)
                print(json.dumps({"module": module, "change": change, "fate": fate}), file=file)
                file.flush()
    sys.stdout.write(report(asked.results))


if __name__ == "__main__":
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    main()
