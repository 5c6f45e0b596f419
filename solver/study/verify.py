"""Proving stored tables right, from the rules alone."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from pathlib import Path

from solver.engine.certificate import Proof, prove
from solver.engine.enclosure import Nearness, prove_nearness
from solver.errors import RefutedError, RulesError, TableError, UnsolvedError
from solver.files import cache_folder, data_folder
from solver.game.presets import find_rules
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.state import Table
from solver.language import _
from solver.tables.store import MAX_HEAD_BYTES, read_table, table_name
from solver.tables.values import ValueTable

ALONE = 2
"""Games of so many players are proved sooner than other processes are started."""


@dataclass(frozen=True)
class Verified:
    """What became of one table.

    Attributes:
        path: where it lies.
        rules: what it holds under; None if that cannot be told.
        players: at the start of the game; 0 if that cannot be told.
        proof: what was proved, of exact values or of near ones; None if the table is wrong or
            cannot be read.
        fault: the first position that fails, or why the table is refused; empty if proved.
    """

    path: Path
    rules: Rules | None
    players: int
    proof: Proof | Nearness | None
    fault: str


def shipped_tables() -> list[Path]:
    """Return the files of the tables that come with the solver."""
    return sorted((data_folder() / "tables").glob("*.table"))


def tables_of(rules: Rules) -> list[Path]:
    """Return the files of a game's tables, shipped or in the cache, for any number of players.

    Raises:
        UnsolvedError: there is none.
    """
    folders = [folder / "tables" for folder in (data_folder(), cache_folder())]
    names = [table_name(rules, players) for players in range(2, MAX_PLAYERS + 1)]
    paths = [folder / name for folder in folders for name in names]
    if found := [path for path in paths if path.is_file()]:
        return found
    raise UnsolvedError(
        _("there is no table of {name}; run: 421 solve '{name}'").format(name=rules.name)
    )


def verify_table(
    path: Path, rules: Rules | None = None, progress: Callable[[int, int], None] | None = None
) -> Verified:
    """Prove the values of a table, or find out what is wrong with it.

    Args:
        path: the file, named as tables are.
        rules: what it is to hold under; by default the rules that its head names.
        progress: told the positions done and their total.

    Raises:
        OSError: the file cannot be read.
    """
    players = 0
    try:
        name, players = _read_head(path)
        rules = rules or find_rules(name)
        if path.name != table_name(rules, players):
            raise TableError(
                _("it holds {name} for {players} players, which is looked for under {file}").format(
                    name=rules.name, players=players, file=table_name(rules, players)
                )
            )
        table = read_table(path, rules, players)
        return Verified(path, rules, players, _prove(table, progress), "")
    except (TableError, RulesError, RefutedError) as error:
        return Verified(path, rules, players, None, str(error))


def _prove(table: ValueTable, progress: Callable[[int, int], None] | None) -> Proof | Nearness:
    """Prove exact values to be those of an equilibrium, or others to be near one."""
    known = dict(table.items())
    values = {state: of_state.values for state, of_state in known.items()}
    if not any(of_state.radius for of_state in known.values()):
        run = map if table.players == ALONE else _side_by_side
        return prove(table.rules, table.players, values, progress, run)
    rounds = {state: table.rounds(state) for state in known}
    bounds = {state: bound for state, bound in rounds.items() if bound is not None}
    nearness = prove_nearness(table.rules, table.players, values, bounds, progress)
    if nearness.radius > table.within:
        raise RefutedError(
            _("values are only proved to within {radius}, not {within}").format(
                radius=float(nearness.radius), within=float(table.within)
            )
        )
    return nearness


def _side_by_side(
    check: Callable[[Table], int], positions: Iterable[Table]
) -> Generator[int, None, None]:
    """Check positions in as many processes as there are cores."""
    from joblib import Parallel, delayed

    checked: Generator[int, None, None] = Parallel(n_jobs=-1, return_as="generator")(
        delayed(check)(state) for state in positions
    )
    return checked


def _read_head(path: Path) -> tuple[str, int]:
    """The name of the rules and the number of players, as the file says, unchecked."""
    with path.open("rb") as file:
        head = file.read(MAX_HEAD_BYTES).decode(errors="replace").partition("\n\n")[0]
    said = dict(line.partition(" ")[::2] for line in head.splitlines())
    players = said.get("players", "")
    if "rules" not in said or players not in map(str, range(2, MAX_PLAYERS + 1)):
        raise TableError(
            _("{name} is no table: its head names no rules and players").format(name=path.name)
        )
    return said["rules"], int(players)
