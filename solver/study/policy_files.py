"""Policy files: a strategy as a table, as it is exported and as people write it by hand.

CSV with a header, or JSON Lines; one row says what is kept of one roll. Columns:

    position     the notation's line without the roll, such as jetons: round 2 | seen 322 in 2
    roll, left   the dice on the table, and the rolls still allowed: 641 and 1
    keep         the dice that lie still; none of them to throw all, all of them to stop
    rules        optional: must be those of the position, or names them where it does not
    seat         optional: must be the seat to act
    probability  optional: p/q or decimal; a decision's rows then sum to exactly 1

Other columns are not read. A file may leave decisions out, and may give one twice if it says
the same. Histories that come to the same (`solver.engine.information`) are one decision.
"""

import csv
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from solver.engine.rounds import information_of
from solver.errors import SolverError, StrategyError
from solver.game.dice import HANDS
from solver.game.notation import (
    Position,
    format_keep,
    format_position,
    parse_hand,
    parse_keep,
    parse_position,
)
from solver.game.rules import Rules
from solver.game.state import Table, max_rolls, resolve, without_the_saved
from solver.game.words import parse_count, quote
from solver.study.strategies import PURE, Mix, Mixes, Spot, Strategy

MAX_LINE = 10_000
"""Bytes of a line; what the exporter writes is below 2,000."""

MAX_LINES = 10_000_000

_REQUIRED = ("position", "roll", "left", "keep")
_OPTIONAL = ("rules", "seat", "probability")

_NUMBER = re.compile(r"\d+/0*[1-9]\d*|(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", re.ASCII)
_LONGEST_NUMBER = 50

_SURE = Fraction(1)

_Decision = tuple[Rules, Table, int, int, int, int]
"""Rules, state, seat, its state of knowledge, limit, rolls left."""

_parse_hand, _parse_keep = lru_cache(1024)(parse_hand), lru_cache(1024)(parse_keep)


@dataclass(frozen=True)
class FilePolicy:
    """The strategy of a policy file; see `Strategy`."""

    name: str
    fallback: Strategy
    decisions: Mapping[_Decision, list[Mix | None]]
    _whole: dict[_Decision, Mixes] = field(default_factory=dict, repr=False, compare=False)

    def mixes(self, spot: Spot) -> Mixes:
        """Return what the file says, and what the fallback does where it says nothing."""
        key = _decision(spot)
        if key not in self.decisions:
            return self.fallback.mixes(spot)
        if key not in self._whole:
            told = self.decisions[key]
            # A whole decision must not ask the fallback, which may lack a table.
            rest = self.fallback.mixes(spot) if None in told else PURE[: len(HANDS)]
            self._whole[key] = tuple(mix or other for mix, other in zip(told, rest, strict=True))
        return self._whole[key]


def _decision(spot: Spot) -> _Decision:
    known = information_of(spot.rules, spot.state).after(spot.seen)
    return spot.rules, spot.state, len(spot.seen), known, spot.limit, spot.left


def _read_position(text: str, rules: str) -> Position:
    position = parse_position(text, rules or None)
    if position.roll is not None or position.player is not None:
        raise StrategyError(f"{quote(text)}: the roll has its own columns, and a player none")
    if position.actor() is None:
        raise StrategyError(f"{quote(text)}: nobody is left to roll")
    return position


def _read_probability(text: str) -> Fraction:
    if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text):
        value = Fraction(text)
        if 0 <= value <= 1:
            return value
    raise StrategyError(f"probability must be p/q or a decimal from 0 to 1, not {quote(text)}")


class _Collected:
    """The rows of a file, made decisions of as they come.

    Attributes:
        line: the number of the line that is being read.
        decisions: for each of the 56 hands what is kept; None where no row has said.
    """

    def __init__(self) -> None:
        self.line = 0
        self.decisions: dict[_Decision, list[Mix | None]] = {}
        # Mixtures whose rows do not sum to 1 yet, with the line of their first row.
        self._open: dict[tuple[str, str, int, int], tuple[int, dict[int, Fraction]]] = {}
        self._position = lru_cache(4096)(_read_position)
        self._spot = lru_cache(4096)(_read_spot)

    def add(self, row: Mapping[str, str]) -> None:
        """Take one row.

        Raises:
            SolverError: it makes no sense, or contradicts an earlier one.
        """
        text, rules = row["position"].strip(), row.get("rules", "").strip()
        position = self._position(text, rules)
        actor = str(position.actor())
        if row.get("seat", actor).strip() != actor:
            raise StrategyError(f"seat {quote(row['seat'])} does not act at {quote(text)}")
        hand, keep = _parse_hand(row["roll"].strip()), _parse_keep(row["keep"].strip())
        spot = self._spot(position, row["left"].strip())
        if keep not in spot.allowed()[hand]:
            kept = f"{quote(row['keep'])} cannot be kept of {format_keep(hand)}"
            raise StrategyError(f"{kept} at {quote(text)}")
        chance = _read_probability(row["probability"].strip()) if "probability" in row else _SURE
        if chance:
            self._mix((text, rules, spot.left, hand), spot, keep, chance)

    def _mix(self, key: tuple[str, str, int, int], spot: Spot, keep: int, chance: Fraction) -> None:
        _, mixture = self._open.setdefault(key, (self.line, {}))
        hand = key[-1]
        if keep in mixture:
            kept = quote(format_keep(keep))
            raise StrategyError(f"{kept} of {format_keep(hand)} stands twice")
        mixture[keep] = chance
        total = sum(mixture.values())
        if total > 1:
            raise StrategyError(f"the probabilities of {format_keep(hand)} sum to {total}")
        if total == 1:
            del self._open[key]
            mix = PURE[keep] if len(mixture) == 1 else tuple(sorted(mixture.items()))
            decision = self.decisions.setdefault(_decision(spot), [None] * len(HANDS))
            if decision[hand] not in (None, mix):
                raise StrategyError(
                    f"{format_keep(hand)} was decided otherwise before, in this position or in "
                    "one that comes to the same"
                )
            decision[hand] = mix

    def finish(self) -> None:
        """Refuse mixtures that are not whole, and a file without any decision."""
        for (text, _, _, hand), (line, mixture) in self._open.items():
            self.line = line
            total = sum(mixture.values())
            raise StrategyError(
                f"the probabilities of {format_keep(hand)} at {quote(text)} sum to {total}, not 1"
            )
        if not self.decisions:
            raise StrategyError(f"there is no row; a policy has {', '.join(_REQUIRED)}")


def _read_spot(position: Position, left_text: str) -> Spot:
    state = without_the_saved(resolve(position.rules, position.state))
    rolls = position.limit or max_rolls(position.rules, state)
    left = parse_count(left_text)
    if left is None or not 1 <= left < rolls:
        where = quote(format_position(position))
        raise StrategyError(
            f"left must be from 1 to {rolls - 1} at {where}, not {quote(left_text)}"
        )
    return Spot(position.rules, state, position.seen, position.limit, left)


def _decode(data: bytes, encoding: str) -> str:
    """The text of a line, without its end."""
    if len(data) > MAX_LINE:
        raise StrategyError(f"longer than {MAX_LINE} bytes")
    try:
        line = data.decode(encoding).strip("\r\n")
    except UnicodeDecodeError:
        raise StrategyError(f"not UTF-8: {quote(data[:40])}") from None
    if not line.replace("\t", "").isprintable():
        raise StrategyError(f"not a line of text: {quote(line)}")
    return line


def _split(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error as error:
        raise StrategyError(f"{error}: {quote(line)}") from None


def _read_header(line: str) -> Callable[[str], Mapping[str, str]]:
    """What reads the rows of a CSV file that begins with this line."""
    separator = next((sign for sign in ",;\t" if sign in line), ",")
    columns = [name.strip().lower() for name in _split(line, separator)]
    for name in (*_REQUIRED, *_OPTIONAL):
        if columns.count(name) > 1 or (name in _REQUIRED and name not in columns):
            raise StrategyError(f"one column {name!r} is needed, the header is {quote(line)}")

    def read(line: str) -> Mapping[str, str]:
        cells = _split(line, separator)
        if len(cells) != len(columns):
            raise StrategyError(f"{len(cells)} cells instead of {len(columns)}: {quote(line)}")
        return dict(zip(columns, cells, strict=True))

    return read


def _read_object(line: str) -> Mapping[str, str]:
    """A row of JSON Lines; decimals stay as they are written."""
    try:
        row = json.loads(line, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise StrategyError(f"not JSON: {quote(line)}") from None
    if not isinstance(row, dict) or not all(name in row for name in _REQUIRED):
        raise StrategyError(f"an object with {', '.join(_REQUIRED)} is needed, not {quote(line)}")
    texts = {name: row[name] for name in (*_REQUIRED, *_OPTIONAL) if name in row}
    for name, value in texts.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise StrategyError(f"{name} must be a text or a number, not {quote(value)}")
    return {name: str(value) for name, value in texts.items()}


def _read_lines(file: BinaryIO, collected: _Collected) -> None:
    read = None
    while data := file.readline(MAX_LINE + 1):
        collected.line += 1
        if collected.line > MAX_LINES:
            raise StrategyError(f"more than {MAX_LINES} lines")
        line = _decode(data, "utf-8" if collected.line > 1 else "utf-8-sig")
        if not line.strip():
            continue
        if read is None:
            read = _read_object if line.lstrip().startswith("{") else _read_header(line)
            if read is not _read_object:
                continue
        collected.add(read(line))
    collected.finish()


def read_policy(path: Path, fallback: Strategy) -> FilePolicy:
    """Return the strategy of a policy file; where it says nothing, ``fallback`` plays.

    Raises:
        StrategyError: it cannot be read, has no row, or one that makes no sense; the message
            names the line and quotes what stands there.
    """
    collected = _Collected()
    try:
        with path.open("rb") as file:
            _read_lines(file, collected)
    except OSError as error:
        raise StrategyError(f"cannot read {quote(str(path))}: {error.strerror}") from None
    except SolverError as error:
        raise StrategyError(f"{quote(path.name)}, line {collected.line}: {error}") from None
    return FilePolicy(str(path), fallback, collected.decisions)
