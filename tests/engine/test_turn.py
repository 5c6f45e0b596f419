"""One roll and one choice, against the sums and the searches that they abbreviate."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.engine.turn import ROLL_ON, decide, expect, follow, offer, spread, throw
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, KEEPS_OF, THROWN, WAYS, WEIGHTS

VALUES = st.lists(st.integers(-(10**12), 10**12), min_size=56, max_size=56)
ROWS = st.integers(1, 4).flatmap(lambda n: st.lists(VALUES, min_size=n, max_size=n))


def summed(values: list[int]) -> list[int]:
    """216 times the value of each keep, by its definition."""
    return [sum(ways * values[hand] for hand, ways in row) for row in WEIGHTS]


@given(VALUES)
def test_throw_is_the_weighted_sum_over_hands(values: list[int]) -> None:
    assert throw(values) == summed(values)


def test_throw_of_each_single_hand_gives_its_weights() -> None:
    for hand in range(len(HANDS)):
        indicator = [int(other == hand) for other in range(len(HANDS))]
        assert throw(indicator) == [dict(row).get(hand, 0) for row in WEIGHTS]


def test_throw_leaves_its_argument_alone() -> None:
    values = list(range(56))
    throw(values)
    assert values == list(range(56))


@given(ROWS)
def test_expect_throws_all_three_dice(rows: list[list[int]]) -> None:
    assert expect(rows) == tuple(
        sum(ways * value for ways, value in zip(HAND_WAYS, row, strict=True)) for row in rows
    )


def preferred(options: tuple[int, ...], own: list[int]) -> int:
    """The best keep; of equals the one that throws fewest dice, then holds the highest."""
    best = max(own[keep] for keep in options)
    return min(
        (keep for keep in options if own[keep] == best),
        key=lambda keep: (THROWN[keep], [-die for die in KEEPS[keep]]),
    )


@pytest.mark.parametrize("allowed", [KEEPS_OF, ROLL_ON], ids=["may stop", "rolls on"])
@pytest.mark.parametrize("spread", [1, 3, 10**9])
def test_decide_takes_the_preferred_of_the_best_keeps(
    allowed: tuple[tuple[int, ...], ...], spread: int
) -> None:
    chance = Random(spread)
    for players in (1, 2, 3):
        ahead = [[chance.randint(0, spread) for _ in HANDS] for _ in range(players)]
        for player in range(players):
            decision = decide(ahead, player, allowed)
            sums = [summed(row) for row in ahead]
            expected = [preferred(options, sums[player]) for options in allowed]
            assert decision.keeps == sums
            assert decision.choice == expected
            assert decision.hands() == [[row[keep] for keep in expected] for row in sums]


@given(VALUES, VALUES)
def test_decide_lets_the_opener_stop_for_what_stopping_is_worth(
    ahead: list[int], stopping: list[int]
) -> None:
    decision = decide([ahead], 0, stopping=[stopping])
    own = [WAYS * value for value in stopping] + summed(ahead)[56:]
    assert decision.keeps == [own]
    assert decision.choice == [preferred(options, own) for options in KEEPS_OF]


def test_decide_stops_where_nothing_matters() -> None:
    decision = decide([[7] * 56, [0] * 56], 0)
    assert decision.choice == list(range(56))
    assert decision.hands() == [[7 * WAYS] * 56, [0] * 56]


def test_rolling_on_throws_the_lowest_die_where_nothing_matters() -> None:
    choice = decide([[7] * 56], 0, ROLL_ON).choice
    assert [KEEPS[keep] for keep in choice] == [hand[:2] for hand in HANDS]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_follow_weighs_the_keeps_that_are_chosen(most: int) -> None:
    """One keep of any weight, which needs no sum, and mixtures of some."""
    chance = Random(most)
    keeps = [[chance.randint(-99, 99) for _ in KEEPS] for _ in range(2)]
    mixes = [
        [(keep, chance.randint(1, 9)) for keep in chance.sample(options, min(most, len(options)))]
        for options in KEEPS_OF
    ]
    assert follow(keeps, mixes) == [
        [sum(row[keep] * weight for keep, weight in mix) for mix in mixes] for row in keeps
    ]


def test_spread_is_throw_read_backwards() -> None:
    chance = Random(3)
    held, values = ([chance.randint(0, 99) for _ in range(size)] for size in (84, 56))
    thrown = sum(ways * worth for ways, worth in zip(held, throw(values), strict=True))
    assert sum(map(int.__mul__, spread(held), values)) == thrown


def test_who_stops_is_worth_what_stopping_is() -> None:
    ahead = [[base + hand for hand in range(56)] for base in (0, 500)]
    stopping = [[7 * value for value in row] for row in ahead]
    offered = offer(ahead, stopping)
    assert [row[:56] for row in offered] == [[216 * value for value in row] for row in stopping]
    assert [row[56:] for row in offered] == [throw(row)[56:] for row in ahead]
    assert offer(ahead) == [throw(row) for row in ahead]
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        offer(ahead, stopping[:1])
