"""Tables of solved games: a text file for each game and number of players.

The first line holds the format and the SHA-256 of all that follows: a head of ``key value``
lines, an empty line, and a line for every state (`solver.tables.values`):

    421-table 1 5b1f…
    rules jetons{pot=11}
    digest 0d9a2b1c8f0e7a66
    players 2
    solver 0.1.0
    states 76
    complete yes

    charge 1 0,10<TAB>1a2b…/3c4d…

Where values are only enclosed, the head goes on with ``within 2^-45``: how far they may be from
the truth. It ends with ``circle decharge 2,1,4`` for each component in which what is best goes
round in a circle, by its first state.

Reading checks the hash, that the head is of these rules and of this version of the solver,
and that no line is missing; the numbers of a state are parsed when they are asked for.

Files are named after the digest of the rules, so a game is found whatever it is called.
Shipped tables lie in the package's data, the user's own in his cache folder. Nothing is ever
changed in place: a file is written beside and renamed, so that two processes which solve the
same game at once, or one that is killed, leave a whole table or none.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from solver import __version__
from solver.engine.rounds import Values
from solver.errors import TableError, UnsolvedError
from solver.files import cache_folder, data_folder, replace_file
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.state import Table, players_of
from solver.language import _
from solver.tables.values import Enclosing, ValueTable, format_line

MAGIC = b"421-table 1 "
MAX_BYTES = 300_000_000
MAX_HEAD_BYTES = 10_000

_HEAD = re.compile(
    r"rules (?P<rules>[^\n]*)\ndigest (?P<digest>[^\n]*)\nplayers (?P<players>[2-8])\n"
    r"solver (?P<solver>[^\n]*)\nstates (?P<states>[0-9]{1,9})\ncomplete (?P<complete>yes|no)\n"
    r"(within 2\^-(?P<within>[0-9]{1,3})\n(?P<circles>(circle [^\n]*\n)*))?\n"
)


@dataclass(frozen=True)
class Stored:
    """What the head of a table says: the game, and whether all its values are exact."""

    rules: str
    digest: str
    players: int
    exact: bool


def table_name(rules: Rules, players: int) -> str:
    """Return the name of the file that holds a game's table."""
    return f"{rules.digest}-{players}.table"


def write_table(
    path: Path,
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    enclosing: Enclosing | None = None,
) -> None:
    """Write the values of some or all states of a game, in one step; exact, if not ``enclosing``.

    The values of a state sum to `payoff_total`. Raises OSError as writing does.
    """
    states = list(all_states(rules, players))
    complete = all(state in values for state in states)
    rounds = enclosing.rounds if enclosing else {}
    exact = enclosing.exact if enclosing else values
    lines = [
        f"{format_state(state)}\t"
        f"{format_line(values[state], rounds.get(state), state in exact, complete)}\n"
        for state in states
        if state in values
    ]
    head = (
        f"rules {rules.name}\ndigest {rules.digest}\nplayers {players}\nsolver {__version__}\n"
        f"states {len(lines)}\ncomplete {'yes' if complete else 'no'}\n"
    )
    if enclosing:
        head += f"within 2^-{enclosing.within.denominator.bit_length() - 1}\n"
        head += "".join(f"circle {format_state(state)}\n" for state in enclosing.circles)
    body = (head + "\n" + "".join(lines)).encode()
    replace_file(path, MAGIC + sha256(body).hexdigest().encode() + b"\n" + body)


def read_table(path: Path, rules: Rules, players: int, *, complete: bool = True) -> ValueTable:
    """Return the table in a file, checked; an unfinished one only if not ``complete``.

    Raises:
        TableError: damaged, of another format or version, or of another game.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MAX_BYTES:
        raise TableError(
            _("{name} is larger than {most} bytes: no table of this solver").format(
                name=path.name, most=MAX_BYTES
            )
        )
    first, newline, body = path.read_bytes().partition(b"\n")
    if not first.startswith(MAGIC):
        raise TableError(
            _("{name} is no table of this version: it begins with {first!r}").format(
                name=path.name, first=first[:20]
            )
        )
    if not newline or sha256(body).hexdigest().encode() != first[len(MAGIC) :]:
        raise TableError(
            _("{name} is damaged: its checksum is wrong; solve the game again").format(
                name=path.name
            )
        )
    head = _HEAD.match(body[:MAX_HEAD_BYTES].decode(errors="replace"))
    if head is None:
        raise TableError(_("{name} is damaged: its head is malformed").format(name=path.name))
    expected = {"digest": rules.digest, "players": str(players), "solver": __version__}
    if complete:
        expected["complete"] = "yes"
    for key, value in expected.items():
        if head[key] != value:
            raise TableError(
                _("{name} has {key} {found!r} instead of {value!r}; solve the game again").format(
                    name=path.name, key=key, found=head[key], value=value
                )
            )
    text = body.decode(errors="replace")[head.end() :]
    rows = text.splitlines()
    lines = dict(row.partition("\t")[::2] for row in rows)
    if not len(rows) == len(lines) == int(head["states"]):
        raise TableError(
            _("{name} has {count} states instead of {expected}").format(
                name=path.name, count=len(rows), expected=head["states"]
            )
        )
    within = Fraction(1, 2 ** int(head["within"] or 0))
    circles = tuple(line.removeprefix("circle ") for line in (head["circles"] or "").splitlines())
    return ValueTable(rules, players, within, lines, circles)


def find_table(rules: Rules, players: int) -> Path | None:
    """Return where a game's table lies: shipped, or in the cache; None if it is in neither."""
    name = table_name(rules, players)
    shipped = data_folder() / "tables" / name
    if shipped.is_file():
        return shipped
    try:
        cached = cache_folder() / "tables" / name
    except OSError:  # whoever has no home has kept nothing
        return None
    return cached if cached.is_file() else None


@lru_cache(maxsize=8)
def load_table(rules: Rules, players: int) -> ValueTable:
    """Return the table of a game.

    Raises:
        UnsolvedError: there is none; the message has the command that makes it.
        TableError: it cannot be trusted.
    """
    path = find_table(rules, players)
    if path is None:
        raise UnsolvedError(
            _(
                "{name} for {players} players is not solved yet; "
                "run: 421 solve '{name}' --players {players}"
            ).format(name=rules.name, players=players)
        )
    return read_table(path, rules, players)


def load_table_of(rules: Rules, state: Table) -> ValueTable:
    """Return a table that knows a state: of as many players as it has seats, or else of more.

    Raises:
        UnsolvedError: there is none; the message has the command that makes it.
        TableError: it cannot be trusted.
    """
    seats = players_of(state)
    for players in range(seats, MAX_PLAYERS + 1):
        with suppress(UnsolvedError):  # asks no file for a table that is loaded already
            table = load_table(rules, players)
            if players == seats or format_state(state) in table.lines:
                return table
    return load_table(rules, seats)


def stored_tables() -> Iterator[Stored]:
    """Yield what tables there are, shipped or in the cache, complete and of this version.

    Only their heads are read, and not proved; a table of both folders comes twice.
    """
    folders = [data_folder()]
    with suppress(OSError):  # whoever has no home has kept nothing
        folders.append(cache_folder())
    for folder in folders:
        for path in sorted((folder / "tables").glob("*.table")):
            with suppress(OSError), path.open("rb") as file:
                head = _HEAD.match(
                    file.read(MAX_HEAD_BYTES).partition(b"\n")[2].decode("utf-8", "replace")
                )
                if head and (head["complete"], head["solver"]) == ("yes", __version__):
                    exact = head["within"] is None
                    yield Stored(head["rules"], head["digest"], int(head["players"]), exact)
