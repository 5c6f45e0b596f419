"""``421 numbers``: what it says, as text and as JSON, and what it refuses."""

from fractions import Fraction
from typing import Any

import pytest

from solver.game.notation import parse_position
from solver.study.numbers import game_numbers
from tests.commands.running import ask, ask_json


def _numbers(document: dict[str, Any]) -> dict[tuple[object, ...], Fraction]:
    """The value of every (number, phase, seat, rounds)."""
    return {
        (row["number"], row["phase"], row["seat"], row["rounds"]): Fraction(row["value"]["exact"])
        for row in document["numbers"]
    }


def test_jambes_for_people() -> None:
    done = ask("numbers", "--rules", "jambes")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "jambes: start 2"
    assert lines[2].startswith("over are 50 % of games within 3 rounds, ")
    shown = [" ".join(line.split()) for line in lines]
    assert "seat 0: winning the game 55.20 % 61971022…/11226128… (38 digits)" in shown
    assert "rounds, mean 2.6000 7335010991833/2821109907456" in shown
    assert "over within 2 rounds 40.00 % 1128318730535/2821109907456" in shown
    assert "over within 3 rounds 100.00 % 1/1" in shown
    assert "jetons" not in done.out


def test_everything_that_was_found_is_told() -> None:
    found = game_numbers(parse_position("jetons: charge 5 10,6"), most=7)
    document = ask_json("numbers", "jetons: charge 5 10,6", "--rounds", "7")
    numbers = _numbers(document)
    assert found.charge is not None
    assert found.decharge is not None
    seats = [of.seat for of in found.seats]
    expected: dict[tuple[object, ...], Fraction | None] = {
        **{("value", None, of.seat, None): of.value for of in found.seats},
        ("opening", None, None, None): found.opening,
        ("rounds", None, None, None): found.rounds.mean,
        ("rounds_variance", None, None, None): found.rounds.variance,
        ("rounds", "charge", None, None): found.charge.rounds.mean,
        ("rounds_variance", "charge", None, None): found.charge.rounds.variance,
        ("jetons", "charge", None, None): found.charge.jetons,
        **{("taken", "charge", seat, None): found.seats[seat].taken for seat in seats},
        **{("whole_pot", "charge", seat, None): found.seats[seat].whole_pot for seat in seats},
        ("rounds", "decharge", None, None): found.decharge.rounds.mean,
        ("rounds_variance", "decharge", None, None): found.decharge.rounds.variance,
        ("jetons", "decharge", None, None): found.decharge.jetons,
        ("chance", "decharge", None, None): found.decharge_chance,
        **{("over_within", None, None, k): p for k, p in enumerate(found.within, 1)},
    }
    assert numbers == expected
    assert document["states"] == found.states
    assert document["depends_on_preference"] is found.depends is False
    assert document["generating_function"] is None
    for level, rounds in found.quantiles:
        assert document[f"rounds_of_{level}_percent"] == rounds


def test_a_small_game_has_a_generating_function() -> None:
    document = ask_json("numbers", "jambes: legs 1,1")
    assert document["generating_function"] == "(1*z)/(1)"


def test_preference_among_equals_is_told() -> None:
    assert ask_json("numbers", "deux-phases: charge 3 10,8")["depends_on_preference"] is True
    assert "; the last gives others\n" in ask("numbers", "deux-phases: charge 3 10,8").out
    assert " gives the same numbers\n" in ask("numbers", "deux-phases: decharge 10,10").out


def test_the_start_of_jetons_is_meant_where_nothing_is_said() -> None:
    assert ask_json("numbers", "--rounds", "1")["position"] == "jetons: start 2"


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        (["numbers", "round 2"], "'round 2'"),
        (["numbers", "jetons: charge 5 10,6 | seen 322 in 2"], "seen 322 in 2"),
        (["numbers", "--rounds", "0"], "'0'"),
        (["numbers", "--rounds", "1001"], "'1001'"),
        (["numbers", "jambes"], "'jambes'"),
    ],
)
def test_bad_input(command: list[str], quoted: str) -> None:
    done = ask(*command)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("421: ")
    assert done.err.count("\n") == 1
    assert quoted in done.err
