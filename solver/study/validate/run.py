"""A file from its first byte to its report."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from io import BufferedReader
from typing import Protocol

from solver.errors import DataError, RulesError
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.words import quote
from solver.language import _, marked
from solver.study.game_log import LoggedGame, read_games
from solver.study.validate.checks import Evidence
from solver.study.validate.claims import ClaimReader, claims_of, read_json
from solver.study.validate.counts import CountReader, Dealt, counts_of
from solver.study.validate.game_evidence import GameEvidence
from solver.study.validate.inputs import Row, Table, read_lines
from solver.study.validate.replay import replay
from solver.study.validate.report import Faults, Plan, Report, is_settled, judge

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_rules = lru_cache(maxsize=64)(find_rules)


def validate(file: BufferedReader, rules: Rules, plan: Plan, dealt: Dealt) -> Report:
    """Read a file of claims, counts or games, and judge it.

    Args:
        file: claims as a table or a JSON list, counts as a table, or games as JSON Lines; which
            of them it is shows at its first character and in its header.
        rules: hold where the file names none.
        plan: how to judge.
        dealt: what counts are of, where the file does not say it; the strategy of all players
            of games.

    Raises:
        DataError: the file cannot be read; the message names the line.
        UnsolvedError: it is about a game whose table is not there.
        SolverError: scipy is not installed.
    """
    first = file.peek(1).removeprefix(_BYTE_ORDER_MARK).lstrip()[:1]
    if first == b"{":
        return _validate_games(file, plan, dealt)
    lines = read_lines(file)
    if first == b"[":
        return _validate_rows(
            marked("claims"), ClaimReader(rules, watched=plan.watched), read_json(lines), plan
        )
    table = Table(lines)
    if "quantity" in table.columns:
        return _validate_rows(
            marked("claims"), ClaimReader(rules, watched=plan.watched), claims_of(table), plan
        )
    if {"hand", "count"} <= set(table.columns):
        return _validate_rows(
            marked("counts"),
            CountReader(rules, dealt, watched=plan.watched),
            counts_of(table),
            plan,
        )
    raise DataError(
        _(
            "line {number}: a file is claims (a header with quantity), "
            "counts (a header with hand and count), or games (JSON Lines), not {text}"
        ).format(number=table.header.number, text=quote(table.header.text))
    )


class _RowReader(Protocol):
    @property
    def evidence(self) -> Sequence[Evidence]: ...

    def read(self, rows: Iterator[Row], settled: Callable[[], bool]) -> None: ...


def _validate_rows(kind: str, reader: _RowReader, rows: Iterator[Row], plan: Plan) -> Report:
    def settled() -> bool:
        return is_settled(reader.evidence, plan)

    reader.read(rows, settled)
    return Report(kind, plan, judge(reader.evidence, plan), Faults(), (), settled())


def _validate_games(file: BufferedReader, plan: Plan, dealt: Dealt) -> Report:
    """Replay the games and gather their dice; watched, stop at the first thing that is wrong."""
    if dealt.rolls is not None or dealt.strategy not in (None, "optimal"):
        raise DataError(_("of games only --strategy optimal is tested; the dice always are"))
    gathered = GameEvidence(optimal=dealt.strategy is not None, watched=plan.watched)
    faults = Faults()
    stopped = False
    for line, game in read_games(file):
        rules = _rules_of(line, game)
        fault = replay(line, game, rules)
        faults.add(fault)
        gathered.add(game, rules)
        if plan.watched:
            gathered.look()
            stopped = fault is not None or is_settled(gathered.evidence, plan)
            if stopped:
                break
    return Report(
        marked("games"),
        plan,
        judge(gathered.evidence, plan),
        faults,
        tuple(gathered.notes),
        stopped,
    )


def _rules_of(line: int, game: LoggedGame) -> Rules:
    try:
        return _rules(game.rules)
    except RulesError as error:
        raise DataError(_("line {line}: {fault}").format(line=line, fault=error)) from None
