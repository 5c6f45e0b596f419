"""``docs/results.md``, written by the program: ``python -m tests.renew_results``, some minutes.

What is measured in seconds stands last, under `TIMES`, and is the only part that another run
does not reproduce.
"""

import os
import platform
import resource
import subprocess
import sys
import time
from statistics import median

from solver.engine.equilibrium import solve_exactly
from solver.game.notation import parse_position
from solver.study.numbers import game_numbers
from solver.study.results import SHIPPED_GAMES, results_markdown
from solver.tables.store import find_table
from tests.renew_docs import ROOT

RESULTS = ROOT / "docs" / "results.md"

TIMES = "## Times\n"

HEAD = """\
# Results

`python -m tests.renew_results` writes this page by solving the games again; the tests hold it to
what the program gives. Every number is exact inside, and cut, not rounded, where … stands;
`421 numbers POSITION --json` has all of it as fractions in lowest terms.

A value is the chance of winning, or of not losing, when both play best; seat 0 opens. Where two
choices are equal, the one that `421 advise` lists first is made. Of a game that _depends_, the
numbers of rounds and jetons come out differently if the last one is; the values never do.

What opening is worth is the opener's value less what it is when the other opens instead.
"""

ADVISE = ("advise", "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1")
RUNS = 11


def times_markdown() -> str:
    """Processor seconds of solving and of the numbers, and of a start of the program."""
    lines = [
        TIMES,
        f"Processor seconds on one core, Python {platform.python_version()}, {platform.machine()};",
        "solving includes the proof, and not the start of Python or the compilation of kernels.",
        "",
        "| game | iterations | solve and prove | numbers of this page | bytes of the table |",
        "| --- | --- | --- | --- | --- |",
    ]
    for text in SHIPPED_GAMES:
        position = parse_position(text)
        began = time.process_time()
        solution = solve_exactly(position.rules, 2)
        solved = time.process_time()
        game_numbers(position, solution.values.__getitem__)
        ended = time.process_time()
        table = find_table(position.rules, 2)
        assert table is not None, "a table that is shipped"
        lines.append(
            f"| `{text}` | {solution.steps} | {solved - began:.2f} | {ended - solved:.2f} "
            f"| {table.stat().st_size:,} |"
        )
    advised = median(_processor_seconds(ADVISE) for _ in range(RUNS))
    lines += ["", f"`421 advise` on a position of a game, start included: {advised:.2f}"]
    return "\n".join(lines) + "\n"


def _processor_seconds(arguments: tuple[str, ...]) -> float:
    before = _children()
    subprocess.run(
        [sys.executable, "cli.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    # The results come first, so that everything is compiled and warm when times are taken.
    RESULTS.write_text(f"{HEAD}\n{results_markdown()}\n{times_markdown()}", "utf-8")
