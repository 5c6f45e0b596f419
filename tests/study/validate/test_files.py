"""Files of every shape: read right, or refused in one line that quotes what is wrong."""

import io
import json
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction

import pytest

from solver.game.rules import Rules
from solver.study.validate.counts import Dealt
from solver.study.validate.inputs import LONGEST_LINE
from solver.study.validate.report import Plan, Report, Verdict
from solver.study.validate.run import validate
from tests.study.validate.checking import WATCHED, judged, refused
from tests.study.validate.simulators import Simulator

ONE_ROLL = Dealt(rolls="1")
GAME = Simulator(1).lines(1)


def totals(report: Report) -> dict[str, Fraction]:
    (finding,) = report.findings
    n = finding.check.n or 0
    return {part.label: part.observed * n for part in finding.check.parts if part.observed}


@pytest.mark.parametrize(
    "data",
    [
        b"hand,count\n421,5\n641,7\n",
        b"\xef\xbb\xbfhand,count\n421,5\n641,7\n",
        b"hand,count\r\n421,5\r\n641,7\r\n",
        b"hand;count\n421;5\n641;7",
        b"hand\tcount\n4-2-1\t5\n1 4 6\t7\n\n",
        b'Count,HAND\n5,421\n7,"6,4,1"\n',
        b"\n\nhand,count\n\n421,2\n641,7\n124,3\n666,0\n",
        b"\xef\xbb\xbf\r\nhand;count\r\n421;5\r\n641;7\r\n",
    ],
)
def test_counts_are_read_alike(data: bytes) -> None:
    assert totals(judged(data, dealt=ONE_ROLL)) == {"421": 5, "641": 7}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "the file is empty"),
        (b"\n \n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"hand,count\n", "no rows"),
        (b"quantity,count,n\n", "no claims"),
        (b"[]", "no claims"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "line 1: not UTF-8 text: b'\\x89PNG"),
        (b"hand,count\n\x00\x00\x00", "line 2: not a text file"),
        ("hand,count\n421,5\n".encode("utf-16"), "line 1: not UTF-8"),
        (b"dice,count\n421,5\n", "'dice,count'"),
        (b"421,5\n641,7\n", "'421,5'"),
        (b"hand,count,count\n421,5,5\n", "twice"),
        (b"hand,count,weight\n421,5,1\n", "'hand,count,weight'"),
        (b"hand,count\n421\n", "line 2: 1 cells under a header of 2: '421'"),
        (b"hand,count\n421,5,6\n", "line 2: 3 cells"),
        (b"hand,count\n421,NaN\n", "line 2: count must be a whole number from 0 on, not 'NaN'"),
        (b"hand,count\n421,inf\n", "'inf'"),
        (b"hand,count\n421,\n", "not ''"),
        (b"hand,count\n421,-5\n", "'-5'"),
        (b"hand,count\n421,5\n641,2.5\n", "line 3: count must be a whole number from 0 on, not"),
        (b"hand;count\n421;2,5\n", "'2,5'"),
        (b"hand,count\n421,1e6\n", "'1e6'"),
        (b"hand,count\n421,9999999999999999999999\n", "not '9999999999999999999999'"),
        (b"hand,count\n471,5\n", "line 2: a hand is three dice from 1 to 6"),
        (b'hand,count\n421,"5\n641,7\n', "line 3: count must be"),
        (b"hand,count\r421,5\r", "new-line"),
        (b"hand,count\n" + b"4" * (LONGEST_LINE + 1), "line 2 is longer than"),
    ],
)
def test_broken_counts_are_refused(data: bytes, expected: str) -> None:
    assert expected in refused(data, dealt=ONE_ROLL)


def test_what_counts_are_of_must_be_said() -> None:
    counts = "hand,count\n421,5\n"
    assert "Add the columns strategy and rolls" in refused(counts)
    assert "no strategy 'luck'" in refused(counts, dealt=Dealt("luck", "2"))
    assert "1 to 3 rolls, not '4'" in refused(counts, dealt=Dealt("chase-421", "4"))
    assert judged("hand,count,rolls\n421,5,1\n").findings[0].check.n == 5


def test_counts_of_nothing_decide_nothing() -> None:
    report = judged("hand,count\n421,0\n", dealt=ONE_ROLL)
    assert (report.findings, report.verdict) == ((), Verdict.UNDECIDED)


CLAIM = "quantity,count,n,estimate,standard_error\n"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("odds 421 in 3,101,100,,", "line 2: count 101 is not from 0 to n, which is 100"),
        ("odds 421 in 3,-1,100,,", "'-1'"),
        ("odds 421 in 3,1.5,100,,", "'1.5'"),
        ("odds 421 in 3,0,0,,", "n is 0"),
        ("odds 421 in 3,,100,NaN,", "estimate must be a number such as 0.2281 or 1/3, not 'NaN'"),
        ("odds 421 in 3,,100,1.01,", "from 0 to 1, not '1.01'"),
        ("odds 421 in 3,,100,-0.1,", "'-0.1'"),
        ("odds 421 in 3,,10,0.2281,", "no count out of 10 gives the estimate 0.2281"),
        ("odds 421 in 3,,100,1/0,", "'1/0'"),
        ("odds 421 in 3,,100,1e999999999,", "'1e999999999'"),
        ("odds 421 in 3,,,0.22,0", "standard_error must be above 0, not '0'"),
        ("odds 421 in 3,,,0.22,-1", "'-1'"),
        ("odds 421 in 3,5,100,0.05,", "not count, estimate, n"),
        ("odds 421 in 3,,,0.05,", "not estimate"),
        ("odds 421 in 3,,,,", "not nothing"),
        ("odds 421,5,100,,", "a quantity is 'odds TARGET in K'"),
        ("odds 427 in 3,5,100,,", "'odds 427 in 3': a target is a hand"),
        ("odds 421 in 4,5,100,,", "1 to 3 rolls, not '4'"),
        ("hand 421 after 2 by luck,5,100,,", "no strategy 'luck'"),
        ("value round 1,5,100,,", "2 to 8 players"),
        ("rounds jambes: start 2,5,100,,", "claimed by estimate, not by count"),
        ("rounds round 2,,100,1.0,", "a round alone"),
        ("rounds deux-phases: start 2,,100,6.5,", "more than one best way to play"),
    ],
)
def test_broken_claims_are_refused(row: str, expected: str) -> None:
    message = refused(CLAIM + row + "\n")
    assert expected in message
    assert message.startswith("line 2: ")


def test_claims_in_json_are_the_same_claims() -> None:
    claims = [
        {"quantity": "odds 421 in 3", "count": 22813, "n": 100000},
        {"quantity": "odds 421 in 3", "estimate": 0.2281, "n": 100000},
        {"quantity": "odds 421 in 3", "estimate": "2281/10000", "Standard_Error": 0.0013},
    ]
    rows = (
        "odds 421 in 3;22813;100000;;\nodds 421 in 3;;100000;0,2281;\n"
        "odds 421 in 3;;;2281/10000;0,0013\n"
    )
    as_table = judged(CLAIM.replace(",", ";") + rows)
    assert judged(json.dumps(claims, indent=1)).findings == as_table.findings
    assert as_table.verdict is Verdict.AGREES


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("[", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "claim 1 must be an object of texts and numbers, not '1'"),
        ('[{"quantity": null}]', "claim 1 must be an object"),
        ('[{"count": 1, "n": 2}]', "a claim has a quantity, and count and n"),
        ('[{"quantity": "odds 421 in 3", "count": NaN, "n": 2}]', "'NaN'"),
        ('[{"quantity": "odds 421 in 3", "count": 1.0, "n": 2}]', "'1.0'"),
        ('[{"quantity": "odds 421 in 3", "count": 1, "n": 2, "seed": 3}]', "not 'seed'"),
    ],
)
def test_broken_json_claims_are_refused(data: str, expected: str) -> None:
    assert expected in refused(data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("{", "line 1"),
        (GAME + GAME[:-30], "line 2"),
        (GAME.replace('"jetons", "players"', '"belote", "players"'), "line 1: no rules 'belote'"),
        (GAME.replace('"game"', '"party"'), "line 1"),
        (GAME.replace('"best": null', '"best": NaN', 1), "line 1"),
        (GAME.replace('"lowest": 0', '"lowest": -1', 1), "line 1"),
        (GAME.replace('"players": 2', '"players": 2.5'), "line 1"),
    ],
)
def test_broken_games_are_refused(data: str, expected: str) -> None:
    assert expected in refused(data)


def test_games_are_read_with_a_mark_and_any_line_ends() -> None:
    data = b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode()
    assert judged(data).findings == judged(GAME).findings


def test_of_games_only_optimal_play_is_tested() -> None:
    assert "--strategy optimal" in refused(GAME, dealt=Dealt("chase-421"))
    assert "--strategy optimal" in refused(GAME, dealt=ONE_ROLL)


def test_streamed_claims_need_counts() -> None:
    claim = CLAIM + "odds 421 in 3,,100000,0.22,\n"
    assert "--stream needs count and n, block by block" in refused(claim, WATCHED)


class _Rows(io.RawIOBase):
    """A file of counts that is made as it is read."""

    def __init__(self, rows: int) -> None:
        hands = ("421", "641", "666", "1-1-6")
        self.parts: Iterator[bytes] = (
            "".join(f"{hands[i % 4]},{i % 3}\n" for i in range(100)).encode()
            for _ in range(rows // 100)
        )
        self.rest = b"hand,count\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        if not self.rest:
            self.rest = next(self.parts, b"")
        data, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _read_rows(rows: int) -> None:
    report = validate(io.BufferedReader(_Rows(rows)), Rules(), Plan(), ONE_ROLL)
    assert report.findings[0].check.n == rows // 100 * 99


def _most_memory(rows: int) -> int:
    tracemalloc.start()
    _read_rows(rows)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_memory_does_not_grow_with_the_file() -> None:
    _read_rows(100)  # what is imported and computed once
    assert _most_memory(50_000) < 2 * _most_memory(5_000) + 100_000


@pytest.mark.slow
def test_ten_million_lines_are_read_in_bounded_memory() -> None:
    resource = pytest.importorskip("resource", reason="tells the memory of a process, on Unix")
    _read_rows(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _read_rows(10_000_000)
    # Kilobytes on Linux: a byte a line would be ten thousand of them.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 5_000
