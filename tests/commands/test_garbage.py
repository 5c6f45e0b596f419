"""What a start does about the search for garbage, and that it goes on afterwards."""

import subprocess
import sys

from tests.commands.running import ROOT

CODE = """
import gc
gc.collect()
searches = []
gc.callbacks.append(lambda phase, info: searches.append(info["generation"]))
import cli
cli.group.get_command(None, "advise")
loaded = list(searches)
cli.group.get_command(None, "advise")
print(sum(loaded), gc.isenabled(), gc.get_freeze_count() > 10_000)
"""


def test_what_is_loaded_is_not_searched_for_garbage() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "True", "True"]  # none but of what is new
