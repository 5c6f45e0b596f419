"""``421 value``: the golden fraction, and what the numbers are the chance of."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from solver.study.documents.document import exact
from tests.commands.running import ask, ask_csv, ask_json, start

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text("utf-8"))


def test_golden_round_of_two() -> None:
    golden = GOLDENS["round_two_players_at_most_opener_survives"]
    done = start("value", "round 2")
    assert (done.code, done.err) == (0, "")
    assert golden in done.out
    document = ask_json("value", "round 2")
    assert document["position"] == "jetons: round 2"
    assert document["players"][0]["value"]["exact"] == golden


def test_golden_tie_of_one_roll() -> None:
    """Of two who roll once each, each loses half of the ties and half of the rest."""
    ties = sum(ways["ways"] ** 2 for ways in ask_json("hands")["hands"])
    assert GOLDENS["one_roll_tie_of_two_players"] == "83/3888"
    assert ties * 3888 == 83 * 216**2
    for player in ask_json("value", "jetons{max_rolls=1}: round 2")["players"]:
        assert player["value"]["exact"] == "1/2"


@pytest.mark.parametrize(
    "rules", ["jetons{followers=exactly}", "jetons{max_rolls=2}", "comptoir", "jambes"]
)
def test_values_of_a_round_add_up(rules: str) -> None:
    one, other = ask_json("value", f"{rules}: round 2")["players"]
    assert [one["seat"], other["seat"]] == [0, 1]
    assert one["value"]["float"] + other["value"]["float"] == pytest.approx(1, abs=1e-15)


def test_one_player_is_asked_for() -> None:
    both = ask_json("value", "round 2 | seen 322 in 1")["players"]
    (one,) = ask_json("value", "round 2 | seen 322 in 1 | player 1")["players"]
    assert one == both[1]


def test_a_long_fraction_is_cut_for_people_alone() -> None:
    whole = ask_json("value", "start 2")["players"][0]["value"]["exact"]
    over, under = whole.split("/")
    assert f"{over[:8]}…/{under[:8]}… ({len(under)} digits)" in ask("value", "start 2").out
    assert ask_csv("value", "start 2")[0]["value"] == whole


def test_numbers_have_more_digits_than_python_prints_unasked() -> None:
    """Python refuses to print 4300 digits, a guard against hostile input; these are answers."""
    huge = Fraction(1, 10**5000)
    ask("rules", "list")  # as every command does
    assert exact(huge) == "1/1" + "0" * 5000


@pytest.mark.parametrize(
    ("position", "meaning"),
    [
        ("manche 2", "not losing the round"),
        ("jambes: legs 1,1", "winning the game"),
        ("jambes{ends=first_out}: legs 1,1", "not losing the game"),
        ("jetons{pot=1}: charge 1 0,0", "not losing the game"),
        ("jetons{pot=1,objective=first_empty_wins}: charge 1 0,0", "winning the game"),
        ("deux-phases{pot=1}: charge 1 0,0", "winning the charge"),
    ],
)
def test_what_it_is_the_chance_of(position: str, meaning: str) -> None:
    done = ask("value", position)
    assert (done.code, done.err) == (0, "")
    assert f"chance of {meaning}" in done.out
