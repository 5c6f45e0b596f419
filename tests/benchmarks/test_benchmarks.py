"""The benchmark itself: it times what it says, and prints no time of a wrong answer."""

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.game.presets import find_rules
from solver.game.state import Decharge
from tests.benchmarks import duels, report, solves
from tests.benchmarks.contest import PATIENCE, Contestant, Score, hold_contest
from tests.benchmarks.showing import duration, ratio, table
from tests.renew_performance import PERFORMANCE, renew

SMALL = "jetons{pot=2}: decharge 1,1"


def score(*answers: object) -> Score:
    return Score(1.0, 1, list(answers), 0)


def test_contestants_work_in_processes_of_their_own() -> None:
    missing = Contestant("odds.ours", (), "no_such_package")
    scores = hold_contest({"ours": Contestant("odds.ours"), "missing": missing}, turns=2)
    assert list(scores) == ["ours"]
    ours = scores["ours"]
    assert (ours.answer, ours.runs) == ("42571/186624", 2)
    assert 0 < ours.seconds < PATIENCE
    assert ours.memory > 5_000_000


def test_a_contestant_that_fails_is_told() -> None:
    with pytest.raises(RuntimeError, match="gave up"):
        hold_contest({"ours": Contestant("odds.theirs")}, turns=1)


def test_ours_tells_the_values_of_the_decharge() -> None:
    entry = duels.ours(SMALL)
    rules = find_rules("jetons{pot=2}")
    decharge = solve_exactly(rules, 2).values[Decharge((1, 1))]
    told = {
        "decharge 1,1, the free player opens": str(decharge[0]),
        "decharge 1,1, the fixed player opens": str(decharge[1]),
    }
    assert entry.tell(entry.work()) == [told, told]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1/3", "equal fractions"),
        ([0.3, 0.4], "ours within its bounds"),
        (0.3333335, "within 1e-06"),
    ],
)
def test_the_same_answer_is_told_in_its_way(value: object, said: str) -> None:
    assert report.compare(score({"s": "1/3", "t": "1/2"}), "they", score({"s": value})) == said


@pytest.mark.parametrize("value", ["333/1000", [0.4, 0.5], [0.2, 0.3], 0.33333, 0.33334])
def test_a_wrong_answer_ends_the_benchmark(value: object) -> None:
    with pytest.raises(report.DifferentAnswersError, match="they at s"):
        report.compare(score({"s": "1/3"}), "they", score({"s": value}))


def test_games_are_solved_and_their_operations_counted() -> None:
    rules = find_rules("jetons{pot=2}")
    once = 4 * solves.operations_of("jetons", "decharge 1,2")
    assert solves.unavoidable("in_floats", rules, 2) == once
    assert solves.unavoidable("exactly", rules, 2) > 1.2 * once
    for how in (solves.exactly, solves.in_floats):
        rounds, states = how("jetons{pot=2}", "2").work()
        assert states == 4
        assert rounds >= states


def test_numbers_are_written_with_three_digits() -> None:
    shown = [duration(seconds) for seconds in (181.4, 0.0421, 1.23456e-5, 2e-8)]
    assert shown == ["181 s", "42.1 ms", "12.3 µs", "20 ns"]
    assert [ratio(7, 2), ratio(3456.7, 1), ratio(1_234_567, 1)] == ["3.5", "3,460", "1,230,000"]
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_the_page_has_a_place_for_the_tables() -> None:
    page = PERFORMANCE.read_text("utf-8")
    renewed = renew(page, "tables")
    assert "\n<!-- measured -->\n\ntables\n\n<!-- end measured -->\n" in renewed
    assert renew(renewed, "others") == renewed.replace("\ntables\n", "\nothers\n")
