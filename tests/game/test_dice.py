"""The dice against a plain enumeration of ordered throws."""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from solver.game.dice import (
    ADDED,
    ALL_DICE,
    FACES,
    HAND_WAYS,
    HANDS,
    KEEP_INDEX,
    KEEPS,
    KEEPS_OF,
    THROWN,
    WAYS,
    WEIGHTS,
)

COUNTS = json.loads((Path(__file__).parents[1] / "goldens.json").read_text(encoding="utf-8"))[
    "counts"
]
THROWS = {size: list(product(range(1, 7), repeat=size)) for size in range(4)}


def _sorted(dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(dice, reverse=True))


def test_golden_counts() -> None:
    found = {
        "hands": len(HANDS),
        "keeps": len(KEEPS),
        "hand_keep_pairs": sum(map(len, KEEPS_OF)),
        "nonzero_transitions": sum(map(len, WEIGHTS)),
    }
    assert found == COUNTS


def test_keeps_are_all_multisets_of_at_most_three_dice_in_order_of_preference() -> None:
    keeps = {_sorted(throw) for size in range(4) for throw in THROWS[size]}

    def preference(keep: tuple[int, ...]) -> tuple[int, ...]:
        """Fewest dice thrown, then the highest dice kept: the smallest is preferred."""
        return (3 - len(keep), *(-die for die in keep))

    assert list(KEEPS) == sorted(keeps, key=preference)
    assert list(HANDS) == [keep for keep in KEEPS if len(keep) == 3]
    assert [KEEP_INDEX[keep] for keep in KEEPS] == list(range(84))
    assert list(THROWN) == [3 - len(keep) for keep in KEEPS]
    assert KEEPS[ALL_DICE] == ()


@pytest.mark.parametrize("keep", range(84), ids=lambda keep: "".join(map(str, KEEPS[keep])) or "-")
def test_weights_against_ordered_dice(keep: int) -> None:
    throws = THROWS[3 - len(KEEPS[keep])]
    made = Counter(_sorted(KEEPS[keep] + throw) for throw in throws)
    expected = {KEEP_INDEX[hand]: ways * 216 // len(throws) for hand, ways in made.items()}
    assert dict(WEIGHTS[keep]) == expected
    assert [hand for hand, _ in WEIGHTS[keep]] == sorted(expected)
    assert sum(ways for _, ways in WEIGHTS[keep]) == WAYS


def test_hand_ways_are_six_three_or_one() -> None:
    for hand, ways in zip(HANDS, HAND_WAYS, strict=True):
        assert ways == {3: 6, 2: 3, 1: 1}[len(set(hand))]


def test_keeps_of_a_hand_are_its_parts_and_begin_with_stopping() -> None:
    for index, hand in enumerate(HANDS):
        parts = {part for size in range(4) for part in combinations(hand, size)}
        assert {KEEPS[keep] for keep in KEEPS_OF[index]} == parts
        assert list(KEEPS_OF[index]) == sorted(KEEPS_OF[index])
        assert KEEPS_OF[index][0] == index


def test_added_is_one_more_die() -> None:
    for keep, longer in zip(KEEPS, ADDED, strict=True):
        expected = [_sorted((*keep, face)) for face in FACES] if len(keep) < 3 else []
        assert [KEEPS[index] for index in longer] == expected
