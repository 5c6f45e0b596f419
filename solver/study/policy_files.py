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

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from solver.engine.rounds import information_of
from solver.errors import SolverError, StrategyError
from solver.files import why_refused
from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep, parse_hand, parse_keep
from solver.game.notation import parse_position
from solver.game.rules import Rules
from solver.game.state import Table, max_rolls, resolve, without_the_saved
from solver.game.words import parse_count, quote
from solver.language import _
from solver.study.policy_rows import MAX_LINE, REQUIRED, decode_line, read_header, read_object
from solver.study.strategies import PURE, Mix, Mixes, Spot, Strategy

MAX_TURNS = 1_000_000
"""Of a position and rolls left; two players have 850,000 with 99 jetons."""

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


@lru_cache(4096)
def _read_probability(text: str) -> Fraction:
    if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text):
        value = Fraction(text)
        if 0 <= value <= 1:
            return value
    raise StrategyError(
        _("probability must be p/q or a decimal from 0 to 1, not {text}").format(text=quote(text))
    )


@dataclass
class _Mixture:
    """Keeps of one hand whose probabilities do not sum to 1 yet, and where they begin."""

    line: int
    total: Fraction = Fraction(0)
    chances: dict[int, Fraction] = field(default_factory=dict)


@dataclass
class _Turn:
    """A turn as it is written: who acts, what he may keep, and what the file has told."""

    text: str
    actor: str
    allowed: Sequence[Sequence[int]]
    told: list[Mix | None]
    open: dict[int, _Mixture] = field(default_factory=dict)


class _Collected:
    """The rows of a file, made decisions of as they come.

    Attributes:
        line: the number of the line that is being read.
        decisions: for each of the 56 hands what is kept; None where no row has said.
    """

    def __init__(self) -> None:
        self.line = 0
        self.decisions: dict[_Decision, list[Mix | None]] = {}
        self._turns: dict[tuple[str, str, str], _Turn] = {}

    def add(self, row: Mapping[str, str]) -> None:
        """Take one row.

        Raises:
            SolverError: it makes no sense, or contradicts an earlier one.
        """
        key = row["position"], row.get("rules", ""), row["left"]
        turn = self._turns.get(key) or self._read_turn(*key)
        if row.get("seat", turn.actor).strip() != turn.actor:
            raise StrategyError(
                _("seat {seat} does not act at {text}").format(
                    seat=quote(row["seat"]), text=quote(turn.text)
                )
            )
        hand, keep = _parse_hand(row["roll"].strip()), _parse_keep(row["keep"].strip())
        if keep not in turn.allowed[hand]:
            raise StrategyError(
                _("{kept} cannot be kept of {hand} at {text}").format(
                    kept=quote(row["keep"]), hand=format_keep(hand), text=quote(turn.text)
                )
            )
        chance = _read_probability(row["probability"].strip()) if "probability" in row else _SURE
        if chance == 1 and hand not in turn.open:
            self._tell(turn, hand, PURE[keep])
        elif chance:
            self._mix(turn, hand, keep, chance)

    def _read_turn(self, text: str, rules: str, left_text: str) -> _Turn:
        if len(self._turns) == MAX_TURNS:
            raise StrategyError(
                _("more than {most} turns; a policy says less").format(most=MAX_TURNS)
            )
        position = parse_position(text, rules.strip() or None)
        if position.roll is not None or position.player is not None:
            raise StrategyError(
                _("{text}: the roll has its own columns, and a player none").format(
                    text=quote(text)
                )
            )
        actor = position.actor()
        if actor is None:
            raise StrategyError(_("{text}: nobody is left to roll").format(text=quote(text)))
        state = without_the_saved(resolve(position.rules, position.state))
        rolls = position.limit or max_rolls(position.rules, state)
        left = parse_count(left_text.strip())
        if left is None or not 1 <= left < rolls:
            raise StrategyError(
                _("{text}: left must be from 1 to {rolls}, not {left}").format(
                    text=quote(text), rolls=rolls - 1, left=quote(left_text)
                )
            )
        spot = Spot(position.rules, state, position.seen, position.limit, left)
        told = self.decisions.setdefault(_decision(spot), [None] * len(HANDS))
        turn = _Turn(text, str(actor), spot.allowed(), told)
        self._turns[text, rules, left_text] = turn
        return turn

    def _mix(self, turn: _Turn, hand: int, keep: int, chance: Fraction) -> None:
        mixture = turn.open.setdefault(hand, _Mixture(self.line))
        if keep in mixture.chances:
            kept = quote(format_keep(keep))
            raise StrategyError(
                _("{kept} of {hand} stands twice").format(kept=kept, hand=format_keep(hand))
            )
        mixture.chances[keep] = chance
        mixture.total += chance
        if mixture.total > 1:
            raise StrategyError(
                _("the probabilities of {hand} sum to {total}").format(
                    hand=format_keep(hand), total=mixture.total
                )
            )
        if mixture.total == 1:
            del turn.open[hand]
            self._tell(turn, hand, tuple(sorted(mixture.chances.items())))

    def _tell(self, turn: _Turn, hand: int, mix: Mix) -> None:
        if turn.told[hand] not in (None, mix):
            raise StrategyError(
                _(
                    "{hand} was decided otherwise before, "
                    "in this position or in one that comes to the same"
                ).format(hand=format_keep(hand))
            )
        turn.told[hand] = mix

    def finish(self) -> None:
        """Refuse mixtures that are not whole, and a file without any row."""
        for turn in self._turns.values():
            for hand, mixture in turn.open.items():
                self.line = mixture.line
                raise StrategyError(
                    _("the probabilities of {hand} at {text} sum to {total}, not 1").format(
                        hand=format_keep(hand), text=quote(turn.text), total=mixture.total
                    )
                )
        if not self._turns:
            raise StrategyError(
                _("there is no row; a policy has {names}").format(names=", ".join(REQUIRED))
            )


def _read_lines(file: BinaryIO, collected: _Collected) -> None:
    read = None
    while data := file.readline(MAX_LINE + 1):
        collected.line += 1
        line = decode_line(data, "utf-8" if collected.line > 1 else "utf-8-sig")
        if not line.strip():
            continue
        if read is None:
            read = read_object if line.lstrip().startswith("{") else read_header(line)
            if read is not read_object:
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
        raise StrategyError(
            _("cannot read {path}: {reason}").format(
                path=quote(str(path)), reason=why_refused(error)
            )
        ) from None
    except SolverError as error:
        raise StrategyError(
            _("{name}, line {line}: {error}").format(
                name=quote(path.name), line=collected.line, error=error
            )
        ) from None
    return FilePolicy(str(path), fallback, collected.decisions)
