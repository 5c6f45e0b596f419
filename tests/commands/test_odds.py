"""``421 odds``: golden chances, targets in both languages, and the plan."""

import json
from pathlib import Path

import pytest

from tests.commands.running import ask, ask_json

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text("utf-8"))["best_odds"]


@pytest.mark.parametrize(
    ("target", "golden"),
    [
        ("421", "421"),
        ("4 2 1", "421"),
        ("111", "111"),
        ("brelan d'as", "111"),
        ("Trois As", "111"),
        ("611", "611"),
        ("fiche de six", "611"),
        ("brelan", "any triple"),
        ("Brelans", "any triple"),
        ("triple", "any triple"),
    ],
)
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_goldens(target: str, golden: str, rolls: int) -> None:
    document = ask_json("odds", *target.split(" "), "--rolls", str(rolls))
    assert document["value"]["exact"] == GOLDENS[golden][rolls - 1]
    assert document["rolls"] == rolls
    assert len(document["plan"]) == 56 * (rolls - 1)


@pytest.mark.parametrize(
    ("target", "hands"),
    [
        ("suite", "654 543 432 321"),
        ("fiche", "611 511 411 311 211"),
        ("brelan", "111 666 555 444 333 222"),
        ("nénette", "221"),
        (">=666", "421 111 611 666"),
        ("≥ brelan d’as", "421 111"),
    ],
)
def test_targets(target: str, hands: str) -> None:
    assert ask_json("odds", target)["hands"] == hands.split()


def test_a_bound_depends_on_the_rules() -> None:
    hands = ask_json("odds", ">=666", "--set", "fiches=brelans_first")["hands"]
    assert hands == ["421", "111", "666"]


def test_best_chance_of_421_keeps_what_is_there() -> None:
    plan = ask_json("odds", "421")["plan"]
    keeps = {(entry["left"], entry["hand"]): entry["keep"] for entry in plan}
    for left in (1, 2):
        assert keeps[left, "111"] == "1"
        assert keeps[left, "441"] == "41"
        assert keeps[left, "221"] == "21"
        assert keeps[left, "421"] == "421"
        assert keeps[left, "666"] == ""


def test_table_has_every_hand_once_a_roll() -> None:
    table = ask("odds", ">=322").out.splitlines()[4:]
    for roll in "12":
        # Long groups are broken into lines that continue the one above.
        hands: list[str] = []
        within = False
        for line in table:
            head = line[:16].split()
            within = head[0] == roll if head else within
            hands += line[16:].split() if within else []
        assert sorted(hands) == sorted(entry["hand"] for entry in ask_json("hands")["hands"])


def test_rolls_are_those_of_the_rules() -> None:
    assert ask_json("odds", "421", "--set", "max_rolls=2")["rolls"] == 2
