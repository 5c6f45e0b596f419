"""What a start costs, in counts that are the same on every machine."""

import subprocess
import sys

from tests.commands.running import ROOT

MODULES = """
import sys
before = set(sys.modules)
import cli
cli.run(sys.argv[1:])
new = set(sys.modules) - before
sys.stderr.write(" ".join(name for name in new if name.partition(".")[0] in {"cli", "solver"}))
"""

SEARCHES = """
import gc
gc.collect()
searches = []
gc.callbacks.append(lambda phase, info: searches.append(info["generation"]))
import cli
cli.group.get_command(None, "advise")
print(sum(searches), gc.isenabled(), gc.get_freeze_count() > 10_000)
"""

MOST_MODULES = 38
"""Of our own, for advice on a game, which needs a table; a millisecond each."""


def _run(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)


def test_advice_on_a_game_imports_few_modules() -> None:
    done = _run(MODULES, "advise", "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1")
    modules = done.stderr.split()
    assert {"cli", "solver.tables.store"} <= set(modules)
    assert len(modules) <= MOST_MODULES


def test_what_is_loaded_is_not_searched_for_garbage() -> None:
    assert _run(SEARCHES).stdout.split() == ["0", "True", "True"]  # none but of what is new
