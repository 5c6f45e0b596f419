"""What became of mutants: a table by module, and those that live."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.mutation.mutants import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
"""By module the changes that make no difference to anything, and why."""


def equivalent(module: str) -> Mapping[str, str]:
    """Return why changes of a module make no difference, by the lines before and after."""
    reasons: Mapping[str, str] = tomllib.loads(EQUIVALENT.read_text("utf-8")).get(module, {})
    return reasons


def report(fates: Mapping[tuple[str, str], str], mutants: Mapping[str, Iterable[Mutant]]) -> str:
    """Return the table of all mutants, and the survivors without an excuse.

    Args:
        fates: what is known, by module and change.
        mutants: those of each module, decided or not.
    """
    lines = ["| module | mutants | killed | equivalent | survived | open | killed of the decided |"]
    lines.append("|---|---|---|---|---|---|---|")
    living = []
    totals: Counter[str] = Counter()
    for module, changed in mutants.items():
        counts: Counter[str] = Counter()
        excused = equivalent(module)
        for mutant in changed:
            fate = fates.get((module, mutant.change), "open")
            if fate in {"open", "survived"} and mutant.name in excused:
                fate = "equivalent"
            counts["killed" if fate == "hung" else fate] += 1
            if fate == "survived":
                living.append(f"{module}:{mutant.change}")
        lines.append(_row(f"`{module}`", counts))
        totals += counts
    lines.append(_row("all", totals))
    return "\n".join([*lines, "", *living]) + "\n"


def _row(name: str, counts: Counter[str]) -> str:
    killed, survived = counts["killed"], counts["survived"]
    share = f"{killed / max(1, killed + survived):.1%}"
    others = f"{counts['equivalent']} | {survived} | {counts['open']}"
    return f"| {name} | {counts.total()} | {killed} | {others} | {share} |"
