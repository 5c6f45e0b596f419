"""``421 advise``: the numbers of `solver.study.advice`, and what is left out is filled in."""

from fractions import Fraction

import pytest

from solver.game.dice import HANDS, THROWN
from solver.game.dice_notation import format_keep
from solver.study.advice import advise
from tests.commands.running import ask, ask_json, start


@pytest.mark.parametrize("hand", [format_keep(hand) for hand in range(len(HANDS))])
def test_choices_are_those_of_the_solver(hand: str) -> None:
    position = f"jetons: round 2 | seen 653 in 2 | roll {hand} left 1"
    document = ask_json("advise", position)
    advice = advise(position)
    assert Fraction(document["value"]["exact"]) == advice.value
    found = [
        (choice["keep"], choice["throw"], Fraction(choice["value"]["exact"]), choice["best"])
        for choice in document["choices"]
    ]
    assert found == [
        (format_keep(choice.keep), THROWN[choice.keep], choice.value, choice.value == advice.value)
        for choice in advice.choices
    ]
    for choice in document["choices"]:
        loss = advice.value - Fraction(choice["value"]["exact"])
        assert Fraction(choice["loss"]["exact"]) == loss


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        (["6", "1", "4"], "jetons: round 2 | roll 641 left 2"),
        (["614", "--left", "0"], "jetons: round 2 | roll 641 left 0"),
        (["6-1-4", "--set", "max_rolls=2"], "jetons{max_rolls=2}: round 2 | roll 641 left 1"),
        (["[6, 1, 4]", "--rules", "bar"], "comptoir: round 2 | roll 641 left 2"),
        (
            ["6,1,4", "--seen", "322", "--in", "2"],
            "jetons: round 2 | seen 322 in 2 | roll 641 left 1",
        ),
        (["614", "--seen", "3-2-2"], "jetons: round 2 | seen 322 in 3 | roll 641 left 2"),
        (
            ["614", "--state", "manche 3", "--seen", "322, 543", "--in", "3", "--left", "1"],
            "jetons: round 3 | seen 322,543 in 3 | roll 641 left 1",
        ),
    ],
)
def test_short_form(short: list[str], whole: str) -> None:
    document = ask_json("advise", *short)
    assert document["position"] == whole
    assert document == ask_json("advise", whole)


def test_position_from_standard_input() -> None:
    done = start("advise", "-", stdin=b"\xef\xbb\xbfround 2 | roll 641 left 2\r\n")
    assert done == start("advise", "round 2 | roll 641 left 2")
    assert done.code == 0


def test_best_tie_and_loss_are_told_apart() -> None:
    lines = ask("advise", "round 2 | seen 653 in 2 | roll 641 left 1").out.splitlines()[4:]
    words = {line.split("  ")[0]: line for line in lines}
    assert " best " in words["6"]
    assert " tie " in words["1"]
    assert "11.11 %  1/3" in words["64"]
    assert "1/9" in words["64"]
    assert "throw 3 dice" in words["none"]
    assert "stop with 641" in words["641"]


def test_a_small_loss_is_not_printed_as_none() -> None:
    position = "round 3 | seen 531 in 3 | roll 531 left 2"
    losses = {choice["keep"]: choice["loss"] for choice in ask_json("advise", position)["choices"]}
    assert 0 < losses["5"]["float"] < 0.00005
    (line,) = (line for line in ask("advise", position).out.splitlines() if line.startswith("5 "))
    assert " < 0.01 %  " in line


def test_rolls_that_remain_are_told() -> None:
    out = ask("advise", "614").out
    assert "2 more rolls allowed" in out
    assert "throw 2 dice, 1 roll left" in out
    out = ask("advise", "614", "--left", "1").out
    assert "1 more roll allowed" in out
    assert "left" not in out.splitlines()[-1]


def test_forced_to_roll_a_follower_cannot_stop() -> None:
    rolled = ask_json("advise", "421", "--seen", "322", "--in", "2", "--rules", "comptoir")
    assert len(rolled["choices"]) == 7
    assert all(choice["throw"] for choice in rolled["choices"])
