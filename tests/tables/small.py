"""A small game's table, to keep, to damage and to read again."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import Values
from solver.game.presets import find_rules
from solver.game.state import Table
from solver.tables.store import MAGIC, table_name, write_table

RULES = find_rules("jetons{pot=4,max_rolls=2}")


@cache
def solved(name: str = RULES.name) -> dict[Table, Values]:
    """The values of a game of two players."""
    return solve_exactly(find_rules(name), 2).values


def stored(folder: Path, name: str = RULES.name) -> Path:
    """The file of a game's table, written into a folder."""
    rules = find_rules(name)
    path = folder / table_name(rules, 2)
    write_table(path, rules, 2, solved(name))
    return path


def body_of(path: Path) -> bytes:
    """All that a table's checksum covers."""
    return path.read_bytes().partition(b"\n")[2]


def sign(path: Path, body: bytes) -> Path:
    """Give a file another body, with the right checksum: what no damage does, only a forger."""
    path.write_bytes(MAGIC + sha256(body).hexdigest().encode() + b"\n" + body)
    return path
