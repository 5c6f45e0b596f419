"""``421 hands``: the order, the names, and why one hand beats another."""

import json
import re
from itertools import combinations, product
from pathlib import Path

import pytest

from solver.game.dice import HANDS
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.study.documents.hands import why_above
from tests.commands.running import ask, ask_json, start

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text("utf-8"))

NAMES = {
    "421": "421",
    "111": "brelan d'as",
    "611": "fiche de six",
    "211": "fiche de deux",
    "666": "brelan de six",
    "444": "brelan de quatre",
    "321": "suite",
    "442": "points",
    "221": "nénette",
}


def test_golden_order() -> None:
    hands = ask_json("hands")["hands"]
    assert " ".join(hand["hand"] for hand in hands) == GOLDENS["order_jetons"]
    assert [hand["place"] for hand in hands] == list(range(1, 57))
    assert sum(hand["ways"] for hand in hands) == 216


def test_hands_are_named_as_players_do() -> None:
    names = {hand["hand"]: hand["name"] for hand in ask_json("hands")["hands"]}
    assert NAMES.items() <= names.items()
    table = ask("hands").out
    assert all(name in table for name in NAMES.values())


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ("643", "554", "6 is above 5"),
        ("641", "553", "6 is above 5"),
        ("421", "111", "421 before brelan d'as"),
        ("611", "666", "at the same die a fiche is above a brelan"),
        ("666", "511", "6 is above 5"),
        ("222", "654", "brelans before suites"),
        ("322", "221", "points before nénette"),
        ("321", "665", "suites before points"),
        ("654", "543", "of two suites the higher wins"),
    ],
)
def test_facts_that_trip_people(better: str, worse: str, why: str) -> None:
    for pair in ((better, worse), (worse, better)):
        document = ask_json("hands", *pair)
        assert document["winner"] == better
        assert document["why"].endswith(why)
        assert ask("hands", *pair).out.startswith(f"{better} beats {worse}: {document['why']}\n")


def test_worths_that_trip_people() -> None:
    hands = {hand["hand"]: hand for hand in ask_json("hands")["hands"]}
    assert (hands["611"]["worth"], hands["666"]["worth"]) == (6, 6)
    assert hands["321"]["class"] == hands["432"]["class"] == "suite"
    assert hands["442"]["class"] == "points"


def test_names_are_read() -> None:
    done = start("hands", "Nénette", "brelan d’as")
    assert done.out.startswith("111 beats 221: ")
    assert start("hands", "-", stdin=b"nenette\nBrelan d'As\n") == done


def test_a_hand_ties_only_with_itself() -> None:
    assert ask("hands", "641", "4-1-6").out.startswith("641 ties with itself: a barrage decides\n")
    assert ask_json("hands", "641", "146")["winner"] is None


def _dice(hand: int, *, aces_high: bool) -> list[int]:
    return sorted(HANDS[hand], key=lambda die: 7 if aces_high and die == 1 else die, reverse=True)


@pytest.mark.parametrize(
    ("fiches", "suites", "points", "nenette"),
    [
        *product(
            ("interleaved", "brelans_first", "above_brelans"),
            (True, False),
            ("six_high", "ace_high"),
            (True, False),
        )
    ],
)
def test_reasons_are_true(fiches: str, suites: bool, points: str, nenette: bool) -> None:
    rules = Rules(fiches=fiches, suites=suites, points=points, nenette=nenette)  # type: ignore[arg-type]
    before: set[tuple[str, ...]] = set()
    for better, worse in combinations(rank_hands(rules).order, 2):
        why = why_above(rules, better, worse)
        if dice := re.search(r"(\d) is above (\d)$", why):
            high, low = map(int, dice.groups())
            aces_high = "points" in why and points == "ace_high"
            ours, theirs = (_dice(hand, aces_high=aces_high) for hand in (better, worse))
            first = 0 if "fiches" in why else next(n for n in range(3) if ours[n] != theirs[n])
            assert (ours[first], theirs[first]) == (high, low)
            assert high > low or (aces_high and high == 1)
        elif order := re.fullmatch(r"(.+) before (.+)", why):
            before.add(order.groups())
        else:
            assert HANDS[better][0] >= HANDS[worse][0]
    # The reasons by class never contradict each other.
    assert not {(second, first) for first, second in before} & before
