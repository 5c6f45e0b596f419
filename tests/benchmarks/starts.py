"""How long commands take from nothing: each is a process of its own."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from tests.benchmarks.contest import ROOT
from tests.benchmarks.worker import Entry

GAME = "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1"
ROUND = "round 2 | seen 322 in 2 | roll 641 left 1"

TIMES = 10

AIMS = {"game": "5"}
"""How many times as long as `pass` a command is to take at most."""

COMMANDS = {
    "pass": ("-c", "pass"),
    "click": ("-c", "import click"),
    "icepool": ("-c", "import icepool"),
    "game": ("cli.py", "advise", GAME),
    "round": ("cli.py", "advise", ROUND),
    "help": ("cli.py", "--help"),
}


def start(name: str) -> Entry:
    """Run one of `COMMANDS` ten times, to have something longer to time."""
    # Installed programs have their bytecode; a setting against writing it is not measured.
    against = "PYTHONDONTWRITEBYTECODE"
    inherited = {variable: text for variable, text in os.environ.items() if variable != against}
    bytecode = TemporaryDirectory()  # there as long as what is returned is, which names it
    environment = inherited | {"PYTHONPYCACHEPREFIX": bytecode.name}

    def work() -> None:
        for _ in range(TIMES):
            subprocess.run(
                [sys.executable, *COMMANDS[name]],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                check=True,
            )

    return Entry(work, tell=lambda _: bytecode.name)
