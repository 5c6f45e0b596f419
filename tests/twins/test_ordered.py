"""The solver agrees with play on 216 ordered rolls, dice thrown by position."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import ExactRound, Moment, Values
from solver.game.dice import FACES, KEEP_INDEX
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Round, Table, without_the_saved
from solver.study.stored import exact_round
from tests.twins.games import Position, all_in_play, position_of
from tests.twins.hands import THROWS, as_laid
from tests.twins.ordered import THROWN, Block, OrderedRound, ordered_round
from tests.twins.rounds import Vector, not_losing


def _alone(name: str, players: int) -> OrderedRound:
    return OrderedRound(find_rules(name), position_of(Round(players)), not_losing(players))


@pytest.mark.parametrize("name", PRESETS)
def test_rounds_of_two(name: str) -> None:
    assert _alone(name, 2).value() == exact_round(find_rules(name), Round(2)).start()


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_rounds_of_three(name: str) -> None:
    assert _alone(name, 3).value() == exact_round(find_rules(name), Round(3)).start()


def _fractions(block: Block) -> Mapping[tuple[int, ...], Values]:
    """What the dice come to as they lie; the payoffs of both players sum to 1 everywhere."""
    total = sum(map(int, block[:, 0, 0, 0]))
    return {
        dice: tuple(Fraction(int(of[tuple(die - 1 for die in dice)]), total) for of in block)
        for dice in THROWS
    }


def _assert_every_way(twin: OrderedRound, moment: Moment, ahead: Block, stop: Block | None) -> None:
    """Each of 216 rolls, and each set of dice thrown by position, is worth what its keep is."""
    for axes, worth in zip(THROWN, twin.ways(ahead, stop), strict=True):
        if not axes and stop is None:
            continue
        found = _fractions(worth)
        for dice in product(FACES, repeat=3):
            lying = as_laid(tuple(dice[place] for place in range(3) if place not in axes))
            assert found[dice] == moment.keep_values(KEEP_INDEX[lying]), (dice, axes)


@pytest.mark.parametrize("name", ["jetons", "comptoir"])
def test_every_subset_of_dice_in_a_round_of_two(name: str) -> None:
    twin, exact = _alone(name, 2), exact_round(find_rules(name), Round(2))
    after_one, after_two = twin.before_followers(1), twin.before_followers(2)
    last = twin.opener(0)
    _assert_every_way(twin, exact.opener(1), last, after_two * 216)
    _assert_every_way(twin, exact.opener(2), twin.opener(1), after_one * 216**3)
    for seen in Random(1).sample(range(216), 5):
        stopping, hand = twin.turn((seen,), 3, 0), KEEP_INDEX[as_laid(THROWS[seen])]
        free = name == "jetons"
        for left, unused in ((1, 1), (2, 216)):
            ahead = twin.turn((seen,), 3, left - 1)
            moment = exact.follower([hand], 3, left)
            _assert_every_way(twin, moment, ahead, stopping * unused if free else None)


@cache
def _solved(name: str, players: int) -> Mapping[Table, Values]:
    return solve_exactly(find_rules(name), players).values


def _twins(name: str, players: int, state: Table) -> tuple[OrderedRound, ExactRound]:
    """The round of a state by both, when later states are worth what the solver says.

    If all rounds of a game agree, its values solve the equations of which they are said to be
    the only solution: of two players, the values of the game.
    """
    rules, values = find_rules(name), _solved(name, players)
    by_position = {position_of(state): value for state, value in values.items()}

    def value_of(position: Position) -> Vector:
        return by_position[position]

    twin = ordered_round(rules, position_of(state), value_of)
    return twin, exact_round(rules, state, lambda after: values[without_the_saved(after)])


QUICK = ["jetons{pot=2}"]
GAMES = [
    f"{preset}{{pot={pot}}}" for preset in PRESETS if preset != "jambes" for pot in (1, 2, 3)
] + ["jambes"]


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in GAMES],
)
def test_every_position_of_games_of_two(name: str) -> None:
    values = _solved(name, 2)
    for state in all_in_play(find_rules(name), 2):
        twin, _ = _twins(name, 2, state)
        assert twin.value() == values[state], state


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games_of_three(name: str) -> None:
    """Some openers' rolls in every position, with every limit."""
    rules = find_rules(name)
    for state in all_in_play(rules, 3):
        twin, exact = _twins(name, 3, state)
        for roll in Random(str(state)).sample(range(216), 2):
            hand = KEEP_INDEX[as_laid(THROWS[roll])]
            for limit in range(1, rules.max_rolls + 1):
                worth = twin.turn((roll,), limit, limit - 1).sum(axis=(1, 2, 3))
                total = twin.unit * 216 ** (2 * limit)
                found = tuple(Fraction(int(value), total) for value in worth)
                assert found == exact.before([hand], limit), (state, roll, limit)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["comptoir{pot=3}", "jambes"])
def test_a_position_of_a_game_of_three_from_its_start(name: str) -> None:
    state = Random(name).choice(all_in_play(find_rules(name), 3))
    assert _twins(name, 3, state)[0].value() == _solved(name, 3)[state]
