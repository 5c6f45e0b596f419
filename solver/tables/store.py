"""Tables of solved games: a text file for each game and number of players.

The first line holds the format and the SHA-256 of all that follows: a head of ``key value``
lines, an empty line, and a line for every state. That has the values of its seats but for the
last, since the payoffs of all sum to a known number, as ``p/q`` in hexadecimal:

    421-table 1 5b1f…
    rules jetons{pot=11}
    digest 0d9a2b1c8f0e7a66
    players 2
    solver 0.1.0
    states 76
    complete yes

    charge 1 0,10<TAB>1a2b…/3c4d…

Where all fractions would pass `EXACT_BYTES`, only the states at the start of a game have
them; the others have an enclosure instead: ``1a2b…~`` stands for the numbers from that
multiple of 2**-128 to the next. Enclosures are only written of games in which every near tie
was one of structure, so that what is best does not depend on where in them the values lie.

Reading checks the hash, that the head is of these rules and of this version of the solver,
and that no line is missing; the numbers of a state are parsed when they are asked for.
Hexadecimal is read in linear time, and Python's limit on decimal digits does not bind it.

Files are named after the digest of the rules, so a game is found whatever it is called.
Shipped tables lie in the package's data, the user's own in his cache folder. Nothing is ever
changed in place: a file is written beside and renamed, so that two processes which solve the
same game at once, or one that is killed, leave a whole table or none.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from solver import __version__
from solver.engine.rounds import Values
from solver.errors import TableError, UnsolvedError
from solver.files import cache_folder, data_folder, replace_file
from solver.game.legality import all_states, starts
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    Table,
    payoff_total,
    players_of,
)

MAGIC = b"421-table 1 "
MAX_BYTES = 300_000_000

_HEAD = re.compile(
    r"rules (?P<rules>[^\n]*)\ndigest (?P<digest>[^\n]*)\nplayers (?P<players>[2-8])\n"
    r"solver (?P<solver>[^\n]*)\nstates (?P<states>[0-9]{1,9})\ncomplete (?P<complete>yes|no)\n\n"
)
_FRACTION = re.compile(r"(0|[1-9a-f][0-9a-f]*)/([1-9a-f][0-9a-f]*)")
_ENCLOSURE = re.compile(r"(0|[1-9a-f][0-9a-f]*)~")

EXACT_BYTES = 15_000_000
ENCLOSURE_BITS = 128
RADIUS = Fraction(1, 2 ** (ENCLOSURE_BITS + 1))
"""How far a number may lie from the middle of its enclosure."""


@dataclass(frozen=True)
class Known:
    """The values of a state's seats, each true to within ``radius``; exact if that is 0."""

    values: Values
    radius: Fraction


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The values of a game's states, as they stand in a file; equal to itself alone.

    Attributes:
        rules: what they hold under.
        players: at the start of the game; where players leave, states of fewer are here too.
        lines: for each state the text of its values.
    """

    rules: Rules
    players: int
    lines: Mapping[str, str]

    def values(self, state: Table) -> Values:
        """Return the exact values of a state's seats, all of them in play, opener first.

        Raises:
            TableError: the state is not in the table, or only enclosed in it, or what stands
                there cannot be.
        """
        known = self.known(state)
        if known.radius:
            raise TableError(f"{self._name()} only encloses the values of {format_state(state)!r}")
        return known.values

    def known(self, state: Table) -> Known:
        """Return the values of a state's seats, exact or in the middle of their enclosures.

        Raises:
            TableError: the state is not in the table, or what stands there cannot be.
        """
        text = format_state(state)
        if text not in self.lines:
            raise TableError(f"{self._name()} has no state {text!r}; solve the game again")
        parts = self.lines[text].split("\t")
        shown = [_parse_value(part) for part in parts]
        seats = players_of(state)
        values = [value for value in shown if value is not None]
        values.append(payoff_total(self.rules, seats) - sum(values, Fraction(0)))
        radius = RADIUS * sum(part.endswith("~") for part in parts)
        if (
            len(values) != seats
            or None in shown
            or not all(-radius <= v <= 1 + radius for v in values)
        ):
            raise TableError(f"{self._name()} has no values of {seats} seats at {text!r}")
        return Known(tuple(values), radius)

    def _name(self) -> str:
        return f"the table of {self.rules.name} for {self.players} players"

    def items(self) -> Iterator[tuple[Table, Known]]:
        """Yield every state that is here with its values, in the order of `all_states`.

        Raises:
            TableError: there is a state that the game does not have, or impossible values.
        """
        texts = {format_state(state): state for state in all_states(self.rules, self.players)}
        if surplus := set(self.lines) - set(texts):
            raise TableError(f"{self._name()} has a state {min(surplus)!r} too many")
        for text, state in texts.items():
            if text in self.lines:
                yield state, self.known(state)


def _parse_value(text: str) -> Fraction | None:
    """Return the number in lowest terms, or the middle of the enclosure, that a text writes."""
    if match := _FRACTION.fullmatch(text):
        value = Fraction(int(match[1], 16), int(match[2], 16))
        return value if f"{value.numerator:x}/{value.denominator:x}" == text else None
    if match := _ENCLOSURE.fullmatch(text):
        return Fraction(2 * int(match[1], 16) + 1, 2 ** (ENCLOSURE_BITS + 1))
    return None


def _format_values(values: Values, exact: bool) -> str:
    if exact:
        return "\t".join(f"{value.numerator:x}/{value.denominator:x}" for value in values[:-1])
    return "\t".join(f"{int(value * 2**ENCLOSURE_BITS):x}~" for value in values[:-1])


def table_name(rules: Rules, players: int) -> str:
    """Return the name of the file that holds a game's table."""
    return f"{rules.digest}-{players}.table"


def write_table(
    path: Path,
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    exact_bytes: int = EXACT_BYTES,
) -> None:
    """Write the exact values of some or all states of a game, in one step.

    If the fractions take more than ``exact_bytes``, only those of starts are written as such.
    The values of a state sum to `payoff_total`. Raises OSError as writing does.
    """
    states = list(all_states(rules, players))
    bits = sum(
        v.numerator.bit_length() + v.denominator.bit_length()
        for vs in values.values()
        for v in vs[:-1]
    )
    exact = bits / 4 <= exact_bytes
    first = starts(rules, players)
    lines = [
        f"{format_state(state)}\t{_format_values(values[state], exact or state in first)}\n"
        for state in states
        if state in values
    ]
    head = (
        f"rules {rules.name}\ndigest {rules.digest}\nplayers {players}\nsolver {__version__}\n"
        f"states {len(lines)}\ncomplete {'yes' if len(lines) == len(states) else 'no'}\n\n"
    )
    body = (head + "".join(lines)).encode()
    replace_file(path, MAGIC + sha256(body).hexdigest().encode() + b"\n" + body)


def read_table(path: Path, rules: Rules, players: int, *, complete: bool = True) -> ValueTable:
    """Return the table in a file, checked; an unfinished one only if not ``complete``.

    Raises:
        TableError: damaged, of another format or version, or of another game.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MAX_BYTES:
        raise TableError(f"{path.name} is larger than {MAX_BYTES} bytes: no table of this solver")
    first, newline, body = path.read_bytes().partition(b"\n")
    if not first.startswith(MAGIC):
        raise TableError(f"{path.name} is no table of this version: it begins with {first[:20]!r}")
    if not newline or sha256(body).hexdigest().encode() != first[len(MAGIC) :]:
        raise TableError(f"{path.name} is damaged: its checksum is wrong; solve the game again")
    head = _HEAD.match(body[:10_000].decode(errors="replace"))
    if head is None:
        raise TableError(f"{path.name} is damaged: its head is malformed")
    expected = {"digest": rules.digest, "players": str(players), "solver": __version__}
    if complete:
        expected["complete"] = "yes"
    for key, value in expected.items():
        if head[key] != value:
            raise TableError(
                f"{path.name} has {key} {head[key]!r} instead of {value!r}; solve the game again"
            )
    text = body.decode(errors="replace")[head.end() :]
    rows = text.splitlines()
    lines = dict(row.partition("\t")[::2] for row in rows)
    if not len(rows) == len(lines) == int(head["states"]):
        raise TableError(f"{path.name} has {len(rows)} states instead of {head['states']}")
    return ValueTable(rules, players, lines)


def find_table(rules: Rules, players: int) -> Path | None:
    """Return where a game's table lies: shipped, or in the cache; None if it is in neither."""
    name = table_name(rules, players)
    shipped = data_folder() / "tables" / name
    if shipped.is_file():
        return shipped
    cached = cache_folder() / "tables" / name
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
            f"{rules.name} for {players} players is not solved yet; "
            f"run: 421 solve '{rules.name}' --players {players}"
        )
    return read_table(path, rules, players)
