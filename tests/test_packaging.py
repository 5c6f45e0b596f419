"""The package as a user gets it: built, installed in a clean environment, run from elsewhere."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PRESETS = {"jambes", "jetons", "comptoir", "comptoir-le-bon", "deux-phases"}
WHERE = "from solver.files import data_folder; print(data_folder())"
PAGE = "from solver.web.content import page_files; print(*page_files())"
EVERY_MODULE = """
import importlib, pathlib, solver, sys
root = pathlib.Path(solver.__file__).parent
for path in root.rglob("*.py"):
    name = ".".join(("solver", *path.relative_to(root).with_suffix("").parts))
    if not name.startswith(tuple(sys.argv[1:])):
        importlib.import_module(name)
"""


def run_program(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Return the standard output of a command that must succeed."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=inherited | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build_wheel(source: Path, folder: Path, *options: str) -> Path:
    """Build into ``folder``, by default by way of the source distribution; return the wheel."""
    run_program(sys.executable, "-m", "build", "--no-isolation", *options, "-o", folder, cwd=source)
    (wheel,) = folder.glob("solver_421-*.whl")
    return wheel


def _environment(folder: Path, wheel: Path, *options: str) -> Path:
    """A new virtual environment with the wheel in it; returns its folder of programs."""
    venv.create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    _install(programs, *options, wheel)
    return programs


def _install(programs: Path, *what: str | Path) -> None:
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "install", "-qq")
    run_program(*pip, *what, cwd=programs, PIP_DISABLE_PIP_VERSION_CHECK="1")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built straight from the checkout."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of an environment that holds the wheel and borrows only its dependencies.

    A line in a .pth file adds a folder to the path but does not obey the .pth files there,
    so an editable installation of this checkout stays out of sight.
    """
    folder = tmp_path_factory.mktemp("clean")
    programs = _environment(folder, wheel, "--no-deps", "--no-index")
    (site_packages,) = folder.glob("[Ll]ib/**/site-packages")
    (site_packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return programs


def test_checkout_finds_its_data_from_elsewhere(tmp_path: Path) -> None:
    found = run_program(sys.executable, "-c", WHERE, cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert Path(found.strip()) == ROOT / "data"


@pytest.mark.parametrize("command", [("-m", "solver"), (ROOT / "cli.py",)])
def test_checkout_runs_from_elsewhere(command: tuple[str | Path, ...], tmp_path: Path) -> None:
    rules = (sys.executable, *command, "rules", "list", "--format", "csv")
    listed = run_program(*rules, cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert {line.split(",")[0] for line in listed.splitlines()} >= PRESETS


def test_installed_wheel_finds_its_own_data(programs: Path, tmp_path: Path) -> None:
    found = Path(run_program(programs / "python", "-c", WHERE, cwd=tmp_path).strip())
    assert found.is_relative_to(programs.parent)
    ours = {path.relative_to(ROOT / "data") for path in (ROOT / "data").rglob("*.*")}
    assert {path.relative_to(found) for path in found.rglob("*.*")} == ours


def test_installed_command_runs(programs: Path, tmp_path: Path) -> None:
    listed = run_program(programs / "421", "rules", "list", "--format", "csv", cwd=tmp_path)
    assert {line.split(",")[0] for line in listed.splitlines()} >= PRESETS


def test_installed_command_speaks_french(programs: Path, tmp_path: Path) -> None:
    said = run_program(programs / "421", "--lang", "fr", "hands", "643", "554", cwd=tmp_path)
    assert said.startswith("643 bat 554")


def test_installed_wheel_has_the_page(programs: Path, tmp_path: Path) -> None:
    sent = run_program(programs / "python", "-c", PAGE, cwd=tmp_path).split()
    files = {f"/{path.name}" for path in (ROOT / "solver/web/page").iterdir()}
    assert set(sent) == files | {"/"}


def test_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    through_sdist = build_wheel(ROOT, tmp_path)
    assert through_sdist.read_bytes() == wheel.read_bytes()
    (sdist,) = tmp_path.glob("solver_421-*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "CHANGELOG.md", "cli.py", "tests/conftest.py", ".ci/run"} <= names


@pytest.mark.slow
def test_declared_dependencies_suffice(wheel: Path, tmp_path: Path) -> None:
    programs = _environment(tmp_path / "complete", wheel)
    every_module = (programs / "python", "-W", "error", "-c", EVERY_MODULE)
    run_program(*every_module, "solver.web.", cwd=tmp_path)
    assert "advise" in run_program(programs / "421", "--help", cwd=tmp_path)
    _install(programs, f"{wheel}[web]")
    run_program(*every_module, cwd=tmp_path)
