"""Right simulators pass, and each of the wrong ones is found out: power, measured."""

import pytest

from solver.study.validate.breaches import Breach
from solver.study.validate.counts import Dealt
from solver.study.validate.report import Plan, Verdict
from tests.study.validate.checking import WATCHED, judged
from tests.study.validate.simulators import (
    WRONG,
    LastRerollNotThrown,
    OneSeedForAllDice,
    Simulator,
)

SEEDS = range(10)
CHASE = Dealt("chase-421", "3")


@pytest.mark.parametrize(("wrong", "games"), WRONG, ids=lambda case: getattr(case, "__name__", ""))
def test_wrong_simulators_are_found_out(wrong: type[Simulator], games: int) -> None:
    found = [judged(wrong(seed).lines(games)).verdict for seed in SEEDS]
    assert found.count(Verdict.REJECTED) >= 9


@pytest.mark.parametrize(("wrong", "games"), WRONG, ids=lambda case: getattr(case, "__name__", ""))
def test_watched_they_are_found_out_as_well(wrong: type[Simulator], games: int) -> None:
    report = judged(wrong(0).lines(4 * games), WATCHED)
    assert (report.verdict, report.stopped) == (Verdict.REJECTED, True)


@pytest.mark.parametrize("plan", [Plan(), WATCHED])
def test_a_right_simulator_passes(plan: Plan) -> None:
    reports = [judged(Simulator(seed).lines(40), plan) for seed in SEEDS]
    assert [report.verdict for report in reports] == [Verdict.UNDECIDED] * len(SEEDS)
    assert not any(report.faults.kinds for report in reports)
    assert not any(report.stopped for report in reports)


def test_a_right_simulator_agrees_when_there_is_enough_of_it() -> None:
    report = judged(Simulator(1, players=3).lines(250), Plan(margin=0.1))
    assert report.verdict is Verdict.AGREES
    assert report.faults.games == 250


@pytest.mark.slow
@pytest.mark.parametrize("plan", [Plan(level=0.05), Plan(level=0.05, watched=True)])
def test_false_alarms_over_whole_games(plan: Plan) -> None:
    """300 right simulators: all dice tests of a file together stay at the level."""
    alarms = sum(
        judged(Simulator(seed).lines(25), plan).verdict is Verdict.REJECTED for seed in range(300)
    )
    assert alarms <= 24  # above it in 1 of 100 suites, if the rate were 0.05


@pytest.mark.parametrize("wrong", [OneSeedForAllDice, LastRerollNotThrown])
def test_counts_alone_find_out_wrong_dice(wrong: type[Simulator]) -> None:
    found = [judged(wrong(seed).counts(1_500), dealt=CHASE).verdict for seed in SEEDS]
    assert found.count(Verdict.REJECTED) >= 9
    right = [judged(Simulator(seed).counts(1_500), dealt=CHASE).verdict for seed in SEEDS]
    assert right.count(Verdict.REJECTED) == 0


def test_the_outcomes_that_are_off_are_named() -> None:
    report = judged(LastRerollNotThrown(1).counts(20_000), dealt=CHASE)
    (finding,) = report.findings
    off = {part.label for part in finding.check.parts if part.off}
    assert "421" in off
    right = judged(Simulator(1).counts(20_000), dealt=CHASE)
    assert not any(part.off for part in right.findings[0].check.parts)


def test_blocks_of_counts_are_watched_where_they_end() -> None:
    """Within a block the hands are sorted, which no e-process could bear."""

    def blocks(simulator: Simulator) -> str:
        parts = (simulator.counts(400).splitlines()[1:] for _ in range(20))
        rows = (f"{row},{number}\n" for number, part in enumerate(parts) for row in sorted(part))
        return "hand,count,block\n" + "".join(rows)

    right = judged(blocks(Simulator(1)), WATCHED, CHASE)
    assert (right.verdict, right.stopped) == (Verdict.UNDECIDED, False)
    assert right.findings[0].check.n == 8_000
    wrong = judged(blocks(LastRerollNotThrown(1)), WATCHED, CHASE)
    assert (wrong.verdict, wrong.stopped) == (Verdict.REJECTED, True)
    assert (wrong.findings[0].check.n or 0) < 8_000


def test_optimal_play_is_held_to_its_exact_value() -> None:
    """Chasing 421 is not optimal, and who claims it is finds the payoffs off."""
    games = Simulator(1).lines(400)
    by_name = {f.check.name: f for f in judged(games, dealt=Dealt("optimal")).findings}
    win = by_name["payoff of the first opener, 2 players, jetons"]
    assert win.check.n == 400
    assert win.check.method == "exact binomial"
    assert float(win.check.exact or 0) == pytest.approx(0.51173, abs=1e-5)


def test_breaches_are_counted_by_kind() -> None:
    report = judged(WRONG[0][0](1).lines(30))
    assert set(report.faults.kinds) == {Breach.ROLLS}
    assert report.faults.games == 30
    assert len(report.faults.first) == min(20, report.faults.kinds.total())
