"""What claims are judged to be."""

from fractions import Fraction

import pytest

from solver.study.validate.report import Plan, Verdict
from tests.study.validate.checking import WATCHED, judged

HEADER = "quantity,count,n,estimate,standard_error\n"


def verdicts(*rows: str, plan: Plan = Plan()) -> list[Verdict]:  # noqa: B008
    report = judged(HEADER + "".join(f"{row}\n" for row in rows), plan)
    return [finding.verdict for finding in report.findings]


@pytest.mark.parametrize(
    ("row", "exact"),
    [
        ("odds 421 in 2,11,100,,", Fraction(299, 2592)),
        ("Odds  421 in 2 rolls,11,100,,", Fraction(299, 2592)),
        ("hand 421 after 2 by chase-421,11,100,,", Fraction(299, 2592)),
        ("hand brelan d'as after 1 by chasse au 421,0,100,,", Fraction(1, 216)),
        ("value round 2,60,100,,", Fraction(1692791176921, 2821109907456)),
        ('"value ""round 2 | player 1""",40,100,,', Fraction(1128318730535, 2821109907456)),
        ("value round 2 | seen 322 in 2 | roll 641 left 1,99,100,,", Fraction(1)),
        ("rounds jambes: start 2,,100,2.6,", Fraction(7335010991833, 2821109907456)),
    ],
)
def test_quantities_are_exact(row: str, exact: Fraction) -> None:
    (finding,) = judged(HEADER + row + "\n").findings
    assert finding.check.exact == exact


def test_right_wrong_and_undecided() -> None:
    assert verdicts(
        "odds 421 in 3,22813,100000,,",
        "odds 421 in 2,22813,100000,,",
        "odds 421 in 3,23,100,,",
        "odds 421 in 3,,,0.2281,0.001",
        "odds 421 in 3,,,0.2281,0.1",
        "odds 421 in 3,,,0.25,0.001",
    ) == [
        Verdict.AGREES,
        Verdict.REJECTED,
        Verdict.UNDECIDED,
        Verdict.AGREES,
        Verdict.UNDECIDED,
        Verdict.REJECTED,
    ]


def test_the_file_is_what_its_claims_are() -> None:
    right, wrong, few = (
        f"odds 421 in 3,{count},{n},,\n" for count, n in ((22813, 10**5), (30000, 10**5), (23, 100))
    )
    assert judged(HEADER + right).verdict is Verdict.AGREES
    assert judged(HEADER + right + few).verdict is Verdict.UNDECIDED
    assert judged(HEADER + right + few + wrong).verdict is Verdict.REJECTED


def test_agreement_depends_on_the_margin_the_user_gives() -> None:
    row = "odds 421 in 3,2281,10000,,"
    assert verdicts(row, plan=Plan(margin=0.02)) == [Verdict.AGREES]
    assert verdicts(row, plan=Plan(margin=0.005)) == [Verdict.UNDECIDED]


def test_a_certain_difference_within_the_margin_is_a_difference() -> None:
    row = "odds 421 in 3,2290000,10000000,,"
    (finding,) = judged(HEADER + row + "\n").findings
    assert finding.check.reach < 0.01
    assert finding.verdict is Verdict.REJECTED


def test_rounding_alone_is_no_difference() -> None:
    """0.228 may be 0.22811: not rejected, and not known better than the digits say."""
    (finding,) = judged(HEADER + "odds 421 in 3,,1000000000,0.228,\n").findings
    assert finding.check.p_value == 1
    assert finding.check.reach == pytest.approx(0.0006, abs=0.0001)
    assert verdicts("odds 421 in 3,,1000000000,0.229,") == [Verdict.REJECTED]
    assert verdicts("odds 421 in 3,,1000000000,57/250,") == [Verdict.REJECTED]


def test_holm_holds_a_file_of_many_claims_to_the_level() -> None:
    """Of 100 claims one is as far off as happens once in a hundred times."""
    unlucky = "odds 421 in 3,23160,100000,,"
    assert verdicts(unlucky) == [Verdict.REJECTED]
    assert set(verdicts(unlucky, *["odds 421 in 3,22813,100000,,"] * 99)) == {Verdict.AGREES}


def test_shares_of_a_win_are_no_coin() -> None:
    exact = "value deux-phases: start 2"
    (finding,) = judged(HEADER + f"{exact},4951/2,5000,,\n").findings
    assert finding.check.method == "Hoeffding"
    assert finding.check.observed == Fraction(4951, 10000)
    (finding,) = judged(HEADER + "value jambes: start 2,2500,5000,,\n").findings
    assert finding.check.method == "exact binomial"


def test_rounds_have_the_standard_error_of_the_exact_variance() -> None:
    right, wrong = (f"rounds jambes: start 2,,1000000,{x}," for x in ("2.600", "2.620"))
    assert verdicts(right, wrong) == [Verdict.AGREES, Verdict.REJECTED]
    assert verdicts("rounds jambes: start 2,,,2.6,0.5") == [Verdict.UNDECIDED]


def test_blocks_of_claims_are_watched() -> None:
    right = "odds 421 in 3,228,1000,,\n"
    report = judged(HEADER + right * 300, WATCHED)
    assert (report.verdict, report.stopped) == (Verdict.AGREES, False)
    assert report.findings[0].check.n == 300_000
    wrong = judged(HEADER + "odds 421 in 3,260,1000,,\n" * 300, WATCHED)
    assert (wrong.verdict, wrong.stopped) == (Verdict.REJECTED, True)
    assert (wrong.findings[0].check.n or 0) < 10_000
