"""What became of mutants: a table by module, and those that live."""

import json
import tomllib
from collections import Counter
from pathlib import Path

from tests.mutation.watched import WATCHED

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
"""By module the changes that make no difference to anything, and why."""


def report(results: Path) -> str:
    """Return the table of the mutants in a file, and the survivors without an excuse."""
    records = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    excused = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    fates = {(record["module"], record["change"]): record["fate"] for record in records}
    lines = ["| module | mutants | killed | equivalent | survived | open | killed of the decided |"]
    lines.append("|---|---|---|---|---|---|---|")
    living = []
    totals: Counter[str] = Counter()
    for module in WATCHED:
        counts: Counter[str] = Counter()
        for (found, change), fate in fates.items():
            if found != module:
                continue
            name = change.partition(": ")[2]
            if fate == "survived" and name in excused.get(module, {}):
                fate = "equivalent"
            counts["killed" if fate == "hung" else fate] += 1
            if fate == "survived":
                living.append(f"{module}:{change}")
        if counts:
            lines.append(_row(f"`{module}`", counts))
            totals += counts
    lines.append(_row("all", totals))
    return "\n".join([*lines, "", *living]) + "\n"


def _row(name: str, counts: Counter[str]) -> str:
    killed, survived = counts["killed"], counts["survived"]
    share = f"{killed / max(1, killed + survived):.1%}"
    others = f"{counts['equivalent']} | {survived} | {counts['open']}"
    return f"| {name} | {counts.total()} | {killed} | {others} | {share} |"
