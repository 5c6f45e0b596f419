"""``python -m tests.supply [EXTRA …]``: what the package brings along, with versions and licences.

It is read from the installed packages themselves: all that `solver-421` requires, and what that
requires, without extras or with those that are named.
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement

PACKAGE = "solver-421"

HEAD = "| package | version | licence | required by |\n|---|---|---|---|"


@dataclass(frozen=True)
class Supplied:
    """An installed package, and the packages that require it."""

    name: str
    version: str
    licence: str
    required_by: tuple[str, ...]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(of: Distribution, extras: Iterable[str]) -> list[Requirement]:
    """What a package requires here, with these extras of its own."""
    found = [Requirement(text) for text in of.requires or ()]
    asked = ["", *extras]
    return [
        requirement
        for requirement in found
        if requirement.marker is None
        or any(requirement.marker.evaluate({"extra": extra}) for extra in asked)
    ]


def licence(of: Distribution) -> str:
    """Return the licence that a package declares, in as few words as it does."""
    data = of.metadata
    for expression in data.get_all("License-Expression", []):
        return str(expression)
    prefix = "License :: OSI Approved :: "
    classified = [
        text.removeprefix(prefix)
        for text in data.get_all("Classifier", [])
        if text.startswith(prefix)
    ]
    if classified:
        return ", ".join(classified)
    texts = [str(text).strip().splitlines()[0] for text in data.get_all("License", []) if text]
    return texts[0] if texts else "not declared"


def supplied(extras: Iterable[str] = ()) -> list[Supplied]:
    """Return everything that an installation of the package brings, in the order of names."""
    by: dict[str, set[str]] = {}
    waiting = [(PACKAGE, tuple(extras))]
    seen = set(waiting)
    while waiting:
        name, asked = waiting.pop()
        for requirement in _requirements(distribution(name), asked):
            needed = _normal(requirement.name)
            if needed != PACKAGE:
                by.setdefault(needed, set()).add(name)
            node = needed, tuple(sorted(requirement.extras))
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    found = []
    for name in sorted(by):
        of = distribution(name)
        found.append(Supplied(name, of.version, licence(of), tuple(sorted(by[name]))))
    return found


def table(extras: Iterable[str] = ()) -> str:
    """Return the table as Markdown."""
    rows = [
        f"| {of.name} | {of.version} | {of.licence} | {', '.join(of.required_by)} |"
        for of in supplied(extras)
    ]
    return "\n".join([HEAD, *rows])


if __name__ == "__main__":
    print(table(sys.argv[1:]))
