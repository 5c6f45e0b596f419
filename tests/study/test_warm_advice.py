"""Advice in a process that goes on: what is remembered, how much of it, and many at once."""

import doctest
import subprocess
import sys
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.engine.rounds import ExactRound, Moment
from solver.errors import PositionError, UnsolvedError
from solver.files import CACHE_VARIABLE
from solver.game.dice import HANDS, KEEPS_OF
from solver.game.notation import Position, parse_position
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Table
from solver.study import advice, stored
from solver.study.advice import MOMENTS, advise, advise_all
from solver.study.solve import solve_game
from solver.study.stored import stored_values
from solver.tables import store
from solver.tables.store import load_table

JETONS = find_rules("jetons")
CHARGE = Charge(5, (10, 6))
ROOT = Path(__file__).resolve().parents[2]


def following(state: Table, seen: int, left: int, roll: int) -> Position:
    return Position(JETONS, state, (seen,), left + 1, roll, left)


EVERY_DECISION = [
    following(CHARGE, seen, left, roll)
    for left in (2, 1)
    for roll in range(len(HANDS))
    for seen in range(len(HANDS))
]


def forget() -> None:
    for remembered in (advice._kept_moment, advice._kept_round, stored._goes_on):
        remembered.cache_clear()


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes every round that is set up, and every moment that is worked out."""
    notes: list[str] = []
    follower, from_table = ExactRound.follower, stored.round_from

    def noting_moment(*asked: Any) -> Moment:
        notes.append("moment")
        return follower(*asked)

    def noting_round(*asked: Any) -> ExactRound:
        notes.append("round")
        return from_table(*asked)

    monkeypatch.setattr(ExactRound, "follower", noting_moment)
    monkeypatch.setattr(advice, "round_from", noting_round)
    forget()
    return notes


def test_every_decision_of_a_follower_takes_each_moment_once(worked_out: list[str]) -> None:
    for _ in range(2):
        for position in EVERY_DECISION:
            advise(position)
    assert len(EVERY_DECISION) == 2 * 56 * 56
    assert (worked_out.count("round"), worked_out.count("moment")) == (1, 2 * 56)
    assert MOMENTS >= 3 * 56


def test_a_table_that_is_read_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    advise(EVERY_DECISION[0])
    monkeypatch.setattr(store, "find_table", None)
    forget()
    assert advise(EVERY_DECISION[1]).keeps


def test_what_is_remembered_is_what_is_worked_out_anew() -> None:
    value_of = stored_values(JETONS, 2)
    forget()
    for position in EVERY_DECISION[::1237]:
        first, again, anew = advise(position), advise(position), advise(position, value_of)
        assert first == again == anew
        assert first.choices == anew.choices
        assert first.value == max(choice.value for choice in anew.choices)


def test_many_positions_take_each_round_once_in_any_order(worked_out: list[str]) -> None:
    states: list[Table] = [CHARGE, Decharge((10, 11)), Charge(1, (20, 0))]
    mixed = [
        following(state, seen, 1, roll) for roll in (7, 30) for seen in (2, 50) for state in states
    ]
    texts: list[str | Position] = ["jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1"]
    found = advise_all(mixed + texts)
    assert worked_out.count("round") == len(states)
    assert worked_out.count("moment") == 2 * len(states) + 1
    assert found == [advise(position) for position in mixed + texts]


def test_no_positions_no_advice_and_one_that_is_wrong_is_refused() -> None:
    assert advise_all([]) == []
    with pytest.raises(PositionError, match="needs the dice on the table"):
        advise_all(["round 2 | roll 641 left 1", "round 2"])


def test_what_is_remembered_is_bounded() -> None:
    forget()
    tracemalloc.start()
    try:
        for pot in range(1, 9):
            for seen in range(len(HANDS)):
                advise(following(Charge(pot, (21 - pot, 0)), seen, 1, 5))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 10_000_000  # without a bound it would be 12.4 MB


def test_a_table_that_is_read_anew_is_answered_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "jetons{pot=3}: charge 2 1,0 | seen 322 in 2 | roll 641 left 1"
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    load_table.cache_clear()
    solve_game(parse_position(asked).rules, 2)
    assert advise(asked).value < 1
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "empty"))
    load_table.cache_clear()
    with pytest.raises(UnsolvedError):
        advise(asked)


def test_the_public_face_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys, solver; print(solver.__version__, 'solver.study.advice' in sys.modules);"
        "print(solver.advise('round 2 | roll 111 left 2').value, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    value = advise("round 2 | roll 111 left 2").value
    assert done.stdout.split() == [solver.__version__, "False", str(value), "False"]
    for name in solver.__all__:
        assert getattr(solver, name) is not None
    with pytest.raises(AttributeError, match="'advice'"):
        _ = solver.advice
    assert isinstance(value, Fraction)


def test_keeps_are_all_there_and_best_first() -> None:
    for position in EVERY_DECISION[:: 7 * 56 + 1]:
        found = advise(position)
        assert position.roll is not None
        assert sorted(found.keeps) == list(KEEPS_OF[position.roll])
        own = [worth[1] for worth in found.worth]
        assert own == sorted(own, reverse=True)


def test_the_page_for_python_shows_what_happens() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert (failed, tried) == (0, 5)
