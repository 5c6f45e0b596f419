"""The house keeps its floors: every import in the source is read, also those in functions."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

FLOORS: tuple[tuple[str, ...], ...] = (
    ("solver.errors", "solver.files", "solver.language", "solver.__version__"),
    ("solver.game",),
    ("solver.engine",),
    ("solver.tables",),
    ("solver.study",),
    ("solver.__init__",),
    ("solver.web",),
    ("solver.commands",),
    ("cli",),
    ("solver.__main__",),
)
"""Lowest first. ``solver.__init__`` is the public face, ``from solver import name``."""

SPEAKERS = ("cli", "solver.commands")
"""The only ones to parse a command line and to print."""

CERTIFICATES = tuple(f"solver.engine.{name}" for name in ("certificate", "enclosure", "aftermath"))
CERTIFICATE_GROUND = (
    *("solver.game", "solver.errors", "solver.language"),
    *("solver.engine.aftermath", "solver.engine.compiled"),
)
"""All that the code that judges tables may know of this project: nothing that solves games."""
MOST_PUBLIC_NAMES = 12


def _within(module: str, *rooms: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def _floor(module: str) -> int | None:
    for height, rooms in enumerate(FLOORS):
        if _within(module, *rooms):
            return height
    return None


def _ours(module: str) -> bool:
    return _within(module, "solver", "cli")


def _imports(tree: ast.Module) -> Iterator[str]:
    """Full dotted names; a name taken from ``solver`` itself is a room or the public face."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield "solver.__init__" if alias.name == "solver" else alias.name
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "." * node.level + (node.module or "")
        elif isinstance(node, ast.ImportFrom) and node.module == "solver":
            for alias in node.names:
                name = f"solver.{alias.name}"
                yield "solver.__init__" if _floor(name) is None else name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _speaks(tree: ast.Module) -> bool:
    """Whether the source prints: by ``print``, as name or method, or through ``sys``."""
    return any(
        (isinstance(node, ast.Name) and node.id == "print")
        or (isinstance(node, ast.Attribute) and node.attr == "print")
        or (
            isinstance(node, ast.Attribute)
            and node.attr in {"stdout", "stderr"}
            and isinstance(node.value, ast.Name)
            and node.value.id == "sys"
        )
        for node in ast.walk(tree)
    )


def _import_violations(module: str, imported: str) -> Iterator[str]:
    floor, below = _floor(module), _floor(imported)
    if imported.startswith("."):
        yield f"imports {imported}: write the full name"
    elif _ours(imported) and below is None:
        yield f"imports {imported}, which is on no floor"
    elif floor is not None and below is not None and below > floor:
        yield f"imports {imported}, a floor above"
    if _within(imported, "click") and not _within(module, *SPEAKERS):
        yield "imports click"
    if (
        _within(module, "solver.game")
        and not _ours(imported)
        and imported.partition(".")[0] not in sys.stdlib_module_names
    ):
        yield f"imports {imported}, which is not in the standard library"
    if (
        _within(module, *CERTIFICATES)
        and _ours(imported)
        and not _within(imported, *CERTIFICATE_GROUND)
    ):
        yield f"imports {imported}, but a proof stands on the game alone"


def violations(module: str, source: str) -> list[str]:
    """Every rule of the house that the source of ``module`` breaks."""
    tree = ast.parse(source)
    found = [] if _floor(module) is not None else ["is on no floor"]
    for imported in _imports(tree):
        found.extend(_import_violations(module, imported))
    if _speaks(tree) and not _within(module, *SPEAKERS):
        found.append("prints")
    return found


def public_names(source: str) -> list[str]:
    """What the literal ``__all__`` of a source lists; empty without one."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if "__all__" in names and node.value is not None:
                return list(ast.literal_eval(node.value))
    return []


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    # A package is its __init__; only that of solver has a floor of its own.
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


FILES = {_module_name(path): path for path in [*ROOT.glob("cli.py"), *ROOT.glob("solver/**/*.py")]}


@pytest.mark.parametrize("module", sorted(FILES))
def test_module_keeps_the_rules_of_the_house(module: str) -> None:
    assert violations(module, FILES[module].read_text("utf-8")) == []


def test_the_public_face_is_small() -> None:
    names = public_names((ROOT / "solver/__init__.py").read_text("utf-8"))
    assert 1 <= len(names) <= MOST_PUBLIC_NAMES


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("solver.game.dice", "import solver.engine.turn", "a floor above"),
        ("solver.game.dice", "from solver.engine import turn", "a floor above"),
        ("solver.game.dice", "from solver import engine", "a floor above"),
        ("solver.game.dice", "from solver import Rules", "a floor above"),
        ("solver.game.dice", "import solver", "a floor above"),
        ("solver.errors", "from solver.game import dice", "a floor above"),
        ("solver.engine.turn", "def f():\n    import solver.tables.store", "a floor above"),
        ("solver.tables.store", "from solver.study.advice import advise", "a floor above"),
        ("solver.study.advice", "import solver.commands.advise", "a floor above"),
        ("solver.__init__", "from cli import main", "a floor above"),
        ("solver.commands.advise", "import cli", "a floor above"),
        ("solver.engine.turn", "from . import exact", "write the full name"),
        ("solver.engine.turn", "from ..study.advice import x", "write the full name"),
        ("solver.engine.turn", "from solver.attic.x import y", "on no floor"),
        ("solver.attic", "", "on no floor"),
        ("solver.study.advice", "import click", "imports click"),
        ("solver.web.page", "from click.testing import CliRunner", "imports click"),
        ("solver.study.advice", "print(1)", "prints"),
        ("solver.study.advice", "list(map(print, 'ab'))", "prints"),
        ("solver.study.advice", "console.print('a')", "prints"),
        ("solver.study.advice", "import sys\nsys.stdout.write('a')", "prints"),
        ("solver.game.rules", "import numpy as np", "not in the standard library"),
        ("solver.game.rules", "def f():\n    from sympy.abc import x", "not in the standard"),
        ("solver.engine.certificate", "from solver.engine import turn", "stands on the game alone"),
        ("solver.engine.certificate", "import solver.files", "stands on the game alone"),
        ("solver.engine.enclosure", "import solver.engine.fast", "stands on the game alone"),
    ],
)
def test_the_checker_sees_what_is_forbidden(module: str, source: str, expected: str) -> None:
    (message,) = violations(module, source)
    assert expected in message


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("solver.game.rules", "import tomllib\nfrom solver.files import data_folder"),
        ("solver.tables.store", "import numpy\nfrom solver import __version__, errors"),
        ("solver.engine.certificate", "import fractions\nfrom solver.game import dice"),
        ("solver.commands.hands", "import click\nprint(1)\nfrom solver.study import advice"),
        ("cli", "import sys\nimport click\nsys.stdout.write('a')\nimport solver.commands.hands"),
        ("solver.__main__", "from cli import main"),
        ("solver.study.advice", "import clicker\nprinted = blueprint = 1"),
    ],
)
def test_the_checker_allows_the_rest(module: str, source: str) -> None:
    assert violations(module, source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("__all__ = ['a', 'b']", ["a", "b"]),
        ("__all__: list[str] = ['a']", ["a"]),
        ("a = ['b']", []),
        (f"__all__ = {[f'name{n}' for n in range(13)]}", [f"name{n}" for n in range(13)]),
    ],
)
def test_public_names_are_read(source: str, expected: list[str]) -> None:
    assert public_names(source) == expected
