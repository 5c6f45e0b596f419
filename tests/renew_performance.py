"""The tables of ``docs/performance.md``, measured anew: ``python -m tests.renew_performance``.

It takes a quarter of an hour, on a machine that should have nothing else to do, with the extra
`peers` installed.
"""

import re

from tests.benchmarks.report import report
from tests.renew_docs import ROOT

PERFORMANCE = ROOT / "docs" / "performance.md"

MEASURED = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- end measured -->)", re.DOTALL)


def renew(text: str, tables: str) -> str:
    """Return a document with these tables in their place."""
    return MEASURED.sub(lambda _: f"\n{tables}\n\n", text)


if __name__ == "__main__":
    measured = report()
    PERFORMANCE.write_text(renew(PERFORMANCE.read_text("utf-8"), measured), "utf-8")
