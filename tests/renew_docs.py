"""Documentation that is written by the program: ``python -m tests.renew_docs`` writes it anew.

In a ``console`` block every line ``$ 421 …`` is followed by what that command really prints;
between ``<!-- generated: NAME -->`` and ``<!-- end generated -->`` stands a generated text.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from solver.game.presets import find_rules
from solver.study.opening import opening_markdown
from solver.study.scaling import games_markdown, rounds_markdown

ROOT = Path(__file__).resolve().parents[1]

GENERATED: dict[str, Callable[[], str]] = {
    "games": games_markdown,
    "opening": lambda: opening_markdown(find_rules("jetons")),
    "rounds": rounds_markdown,
}

_CONSOLE = re.compile(r"(?<=^```console\n)\$ 421 .*?(?=^```$)", re.MULTILINE | re.DOTALL)
_GENERATED = re.compile(
    r"(<!-- generated: (\w+) -->\n).*?(?=<!-- end generated -->)", re.MULTILINE | re.DOTALL
)


def documents() -> list[Path]:
    """Every document that holds something the program writes."""
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = {path: path.read_text("utf-8") for path in paths}
    return [path for path in paths if _CONSOLE.search(texts[path]) or "generated:" in texts[path]]


def run_421(*arguments: str) -> str:
    """What a command prints, or why it does not; how far it has come stands on no page."""
    done = subprocess.run(
        [sys.executable, "-m", "solver", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout or done.stderr


def _renew_console(block: re.Match[str]) -> str:
    commands = [line for line in block[0].splitlines() if line.startswith("$ 421 ")]
    return "\n".join(f"{line}\n{run_421(*shlex.split(line)[2:])}" for line in commands)


def renew(text: str) -> str:
    """A document with everything in it that the program writes written anew."""
    generated = _GENERATED.sub(lambda block: f"{block[1]}\n{GENERATED[block[2]]()}\n", text)
    return _CONSOLE.sub(_renew_console, generated)


if __name__ == "__main__":
    for document in documents():
        document.write_text(renew(document.read_text("utf-8")), "utf-8")
