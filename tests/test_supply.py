"""What the package brings along may be given away with it."""

import re
from importlib.metadata import requires

from tests.supply import PACKAGE, Supplied, supplied, table

FREE = re.compile(r"\b(0BSD|MIT|BSD|Apache|Zlib|CC0|LGPL|ISC|PSF|Python Software Foundation)\b")


def _direct() -> set[str]:
    declared = [text for text in requires(PACKAGE) or () if "extra ==" not in text]
    return {re.split(r"[^A-Za-z0-9-]", text)[0] for text in declared}


def test_everything_required_is_listed_once() -> None:
    found = [of.name for of in supplied()]
    assert found == sorted(set(found))
    assert _direct() <= set(found)
    assert {of.name for of in supplied() if PACKAGE in of.required_by} == _direct()
    assert set(found) < {of.name for of in supplied(["export", "stats"])}


def test_every_licence_is_declared_and_free() -> None:
    wrong: list[Supplied] = [of for of in supplied() if not FREE.search(of.licence)]
    assert wrong == []
    assert table().count("\n| ") == len(supplied())
