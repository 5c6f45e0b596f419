"""Exported policies: read back they are the optimal strategy, and worth what the table says."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from solver.engine.rounds import ExactRound
from solver.errors import PositionError
from solver.game.dice_notation import format_keep
from solver.game.legality import all_states
from solver.game.notation import format_position, parse_position
from solver.game.rules import Rules
from solver.game.state import (
    Table,
    players_of,
    resolve,
)
from solver.study.advice import advise
from solver.study.evaluate import evaluate_profile
from solver.study.export.dataset import Dataset
from solver.study.export.package import save_export
from solver.study.export.policy import export_policy
from solver.study.plans import plan_of
from solver.study.policy_files import read_policy
from solver.study.solve import solve_game
from solver.study.stored import ValueOf, exact_round, stored_values
from solver.study.strategies import OPTIMAL, STRATEGIES, Strategy
from tests.study.export.reading import text_of

NEVER = STRATEGIES["never-reroll"]
"""Plays where a file says nothing, and badly."""


def export(position: str) -> Dataset:
    return export_policy(parse_position(position))


def read_back(position: str, folder: Path, form: str) -> Strategy:
    path = folder / f"policy.{form}"
    save_export(export(position), form, path)
    return read_policy(path, NEVER)


def rows_of(position: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(export(position), "csv"))))


@pytest.mark.parametrize(
    ("position", "form"),
    [("round 2", "csv"), ("round 2", "jsonl"), ("comptoir{max_rolls=2}: round 3", "csv")],
)
def test_read_back_it_is_the_optimal_round(position: str, form: str, tmp_path: Path) -> None:
    asked = parse_position(position)
    state = resolve(asked.rules, asked.state)
    policy = read_back(position, tmp_path, form)
    for seat in range(players_of(state)):
        expected = plan_of(OPTIMAL, asked.rules, state, seat)
        assert plan_of(policy, asked.rules, state, seat) == expected


@pytest.mark.parametrize(
    "position",
    ["jambes: start 2", "jetons{pot=2}: start 2", "comptoir{pot=3,max_rolls=2}: start 2"],
)
def test_read_back_it_is_the_optimal_game(position: str, tmp_path: Path) -> None:
    rules = parse_position(position).rules
    if rules.mode == "tokens":
        solve_game(rules, 2)
    policy = read_back(position, tmp_path, "csv")
    table = stored_values(rules, 2)
    for state in all_states(rules, 2):
        for seat in range(2):
            assert plan_of(policy, rules, state, seat) == plan_of(OPTIMAL, rules, state, seat)
        assert evaluate_profile(rules, state, [policy, policy]).values == table(state)


def test_rows_say_what_advice_says() -> None:
    positions = ["round 2", "comptoir: round 2", "jambes: legs 2,1"]
    for row in (row for position in positions for row in rows_of(position)[::997]):
        text = f"{row['position']} | roll {row['roll']} left {row['left']}"
        advice = advise(text)
        losses = [choice.loss for choice in advice.choices]
        assert row["rules"] == advice.position.rules.name
        assert int(row["seat"]) == advice.position.actor()
        assert row["keep"] == format_keep(advice.choices[0].keep)
        assert Fraction(row["value_exact"]) == advice.value
        assert float(row["value"]) == float(advice.value)
        assert int(row["ties"]) == losses.count(Fraction(0))
        second = min((loss for loss in losses if loss), default=None)
        if second is None:
            assert (row["loss"], row["loss_exact"]) == ("", "")
        else:
            assert Fraction(row["loss_exact"]) == second
            assert float(row["loss"]) == float(second)


def test_every_decision_has_a_row() -> None:
    rows = rows_of("round 2")
    told = {(row["position"], row["roll"], row["left"]) for row in rows}
    assert len(told) == len(rows) == export("round 2").count == 56 * (2 + 56 * 3)
    assert rows_of("jetons{max_rolls=1}: round 2") == []


def test_where_nothing_depends_on_it_no_loss_is_told() -> None:
    """Whoever takes the last jeton of this charge, seat 0 has the fewest."""
    rows = rows_of("deux-phases: charge 1 0,20")
    assert {(row["value_exact"], row["seat"]) for row in rows} == {("1/1", "0"), ("0/1", "1")}
    assert {(row["loss"], row["loss_exact"]) for row in rows} == {("", "")}


def test_doubles_alone_are_the_same_doubles() -> None:
    asked = parse_position("jambes: legs 2,2")
    whole = csv.DictReader(io.StringIO(text_of(export_policy(asked), "csv")))
    doubles = csv.DictReader(io.StringIO(text_of(export_policy(asked, "float"), "csv")))
    for row, short in zip(whole, doubles, strict=True):
        assert "value_exact" not in short
        assert short == {name: row[name] for name in short}


def _without_none(rows: Iterable[dict[str, object]]) -> list[dict[str, str]]:
    """As CSV tells it."""
    return [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows]


def test_every_format_has_the_same_rows(tmp_path: Path) -> None:
    position = "comptoir{max_rolls=2}: round 2"
    expected = rows_of(position)
    for form in ("jsonl", "parquet", "sqlite"):
        save_export(export(position), form, tmp_path / f"policy.{form}")
    lines = (tmp_path / "policy.jsonl").read_text("utf-8").splitlines()
    assert _without_none(map(json.loads, lines)) == expected
    assert _without_none(pq.read_table(tmp_path / "policy.parquet").to_pylist()) == expected
    connection = sqlite3.connect(tmp_path / "policy.sqlite")
    connection.row_factory = sqlite3.Row
    found = _without_none(map(dict, connection.execute("SELECT * FROM policy ORDER BY rowid")))
    connection.close()
    assert found == expected


def test_rows_are_worked_out_as_they_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Table] = []

    def noting(rules: Rules, state: Table, value_of: ValueOf | None = None) -> ExactRound:
        played.append(state)
        return exact_round(rules, state, value_of)

    monkeypatch.setattr("solver.study.export.policy.exact_round", noting)
    rows = iter(export("jambes: start 2").rows)
    next(rows)
    assert len(played) == 1
    assert sum(1 for _ in rows) == 4 * 9520 - 1
    assert len(played) == 4


@pytest.mark.parametrize(
    "position", ["round 2 | seen 322", "round 2 | roll 641 left 1", "round 2 | player 1"]
)
def test_a_position_within_a_round_is_refused(position: str) -> None:
    with pytest.raises(PositionError, match=r"whole rounds.*'jetons: round 2 \| "):
        export(position)


def test_positions_are_printed_as_they_are_read() -> None:
    for row in rows_of("jambes: legs 1,1")[::97]:
        assert format_position(parse_position(row["position"])) == row["position"]
