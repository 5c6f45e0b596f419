"""``python -m tests.clean PYTHON …``: the package in clean environments of these interpreters.

Wheel and source distribution are built once. Each is installed with every interpreter into an
environment of its own, with whatever versions the index offers; there every module is imported
with warnings as errors, and commands must print what they print here. Those of the server are
imported at last, with the extra ``web``. A row for each is printed.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.test_packaging import EVERY_MODULE, ROOT, build_wheel, run_program

COMMANDS = (
    ("advise", "6", "1", "4", "--json"),
    ("value", "jetons: start 2", "--json"),
    ("hands", "--rules", "comptoir", "--format", "csv"),
    ("odds", "421", "--json"),
)

HEAD = "| Python | from | packages | modules import | commands agree |\n|---|---|---|---|---|"


def install(python: str, built: Path, folder: Path) -> Path:
    """Install a distribution into a new environment; return that one's interpreter."""
    run_program(python, "-m", "venv", folder, cwd=folder.parent)
    inside = folder / "bin" / "python"
    run_program(inside, "-m", "pip", "install", "-qq", built, cwd=folder)
    return inside


def row(python: str, built: Path, folder: Path) -> str:
    """Install, import and run; any failure is an `AssertionError` with what was printed."""
    inside = install(python, built, folder)
    version = run_program(inside, "-c", "import sys; print(sys.version.split()[0])", cwd=folder)
    installed = run_program(inside, "-m", "pip", "list", "--format", "freeze", cwd=folder)
    run_program(inside, "-W", "error", "-c", EVERY_MODULE, "solver.web.", cwd=folder)
    for command in COMMANDS:
        found = run_program(folder / "bin" / "421", *command, cwd=folder)
        assert found == run_program(sys.executable, "-m", "solver", *command, cwd=ROOT), command
    run_program(inside, "-m", "pip", "install", "-qq", f"{built}[web]", cwd=folder)
    run_program(inside, "-W", "error", "-c", EVERY_MODULE, cwd=folder)
    kind = "wheel" if built.suffix == ".whl" else "sdist"
    packages = len(installed.splitlines())
    return f"| {version.strip()} | {kind} | {packages} | yes | {len(COMMANDS)} of {len(COMMANDS)} |"


def main() -> None:
    """Print the table."""
    print(HEAD)
    with TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(ROOT, folder / "built")
        (sdist,) = (folder / "built").glob("*.tar.gz")
        for number, python in enumerate(sys.argv[1:] or [sys.executable]):
            for built in (wheel, sdist):
                print(row(python, built, folder / f"{number}-{built.suffix[1:]}"), flush=True)


if __name__ == "__main__":
    main()
