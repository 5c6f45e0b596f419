"""Files that are too large for what they are, and games of which less can be tested."""

import csv
import json
from collections.abc import Callable

import pytest

from solver.study.validate.breaches import Breach
from solver.study.validate.counts import Dealt
from solver.study.validate.report import Verdict
from solver.study.validate.statistics import detectable_fit
from tests.study.validate.checking import WATCHED, judged, refused
from tests.study.validate.simulators import Simulator
from tests.study.validate.test_claims import HEADER
from tests.study.validate.test_replay import decharge, faults_in

OPTIMAL = Dealt("optimal")
ROWS = ["odds 421 in 1,3,100,,\n", "odds 421 in 2,11,100,,\n", "odds 421 in 3,23,100,,\n"]


@pytest.fixture
def most(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """What sets a limit of ``solver.study.validate`` lower."""
    return lambda name, limit: monkeypatch.setattr(f"solver.study.validate.{name}", limit)


def test_claims_have_a_largest_number(most: Callable[[str, int], None]) -> None:
    most("claims.MOST_CLAIMS", 2)
    assert len(judged(HEADER + "".join(ROWS[:2])).findings) == 2
    assert refused(HEADER + ROWS[0] * 3) == "line 4: more than 2 claims; split the file"
    assert len(judged(HEADER + ROWS[0] * 3, WATCHED).findings) == 1
    assert refused(HEADER + "".join(ROWS), WATCHED).startswith("line 4: more than 2 quantities;")


def test_claims_in_json_have_a_largest_size(most: Callable[[str, int], None]) -> None:
    claims = json.dumps([{"quantity": "odds 421 in 3", "count": 23, "n": 100}] * 2, indent=1)
    assert len(judged(claims).findings) == 2
    most("claims.LONGEST_JSON", len(claims) - 1)
    assert "more than" in refused(claims)
    assert "write CSV" in refused(claims)


def test_counts_have_a_largest_number_of_tables(most: Callable[[str, int], None]) -> None:
    most("counts.MOST_TABLES", 2)
    head, rows = "hand,count,strategy,rolls\n", [f"421,5,chase-421,{n}\n" for n in (1, 2, 3)]
    assert len(judged(head + "".join(rows[:2]) * 2).findings) == 2
    assert refused(head + "".join(rows)) == "line 4: more than 2 tables; split the file"


def test_a_cell_has_a_largest_size() -> None:
    """A quoted cell may go on over lines that are short themselves."""
    before = csv.field_size_limit(131_072)  # Python's own, which others in the process may raise
    try:
        assert "field limit" in refused('hand,count\n"' + ("4" * 1000 + "\n") * 200)
    finally:
        csv.field_size_limit(before)


def test_an_estimate_of_shares_may_lie_between_counts() -> None:
    """Half wins are none of 0 and 1, so no count of wins need give the estimate."""
    (finding,) = judged(HEADER + "value deux-phases: start 2,,5,0.49,\n").findings
    assert finding.verdict is Verdict.UNDECIDED
    assert "no count out of 5" in refused(HEADER + "odds 421 in 3,,5,0.49,\n")


def test_one_hand_that_is_certain_leaves_nothing_to_detect() -> None:
    assert detectable_fit(100, [0.0, 1.0], 0.01) == 1.0


def test_a_decharge_alone_says_nothing_of_who_wins_the_game() -> None:
    names = [one.check.name for one in judged(json.dumps(decharge()), dealt=OPTIMAL).findings]
    assert len(names) > 1
    assert not [name for name in names if "payoff" in name]


def test_a_decharge_that_nobody_could_begin_is_a_breach() -> None:
    (fault,) = faults_in(json.dumps(decharge() | {"rules": "deux-phases{pot=2}"}))
    assert fault.breach is Breach.TRANSFER
    assert "a pot of 2 gives 3 players no jeton each" in str(fault)


def test_a_game_without_exact_values_is_tested_but_for_who_wins() -> None:
    report = judged(Simulator(1, players=5).lines(1), dealt=OPTIMAL)
    (note,) = report.notes
    assert note.startswith("payoff of the first opener, 5 players, jetons: not tested, as ")
    assert {finding.verdict for finding in report.findings} == {Verdict.UNDECIDED}
