"""Decisions a second: what to keep of the dice, in our game and in yatzy's.

The games differ, so this compares no answers; it says how long one waits for one. In ours a
decision is what the second of two players keeps, in a game of 21 jetons, with values that are
fractions of some 900 bits; in the other what is kept of five dice, in floats.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from solver.game.dice import HANDS
from solver.game.legality import all_states
from solver.game.notation import Position, format_position
from solver.game.presets import find_rules
from solver.game.state import Charge, Table
from solver.study.advice import Advice, advise, advise_all
from tests.benchmarks.worker import Entry

ONE_ROUND = 6272
"""All decisions of a follower: 56 hands seen, 1 or 2 rolls left, 56 rolls."""

MANY = 100_000

AIMS = {"from_positions": 20e-6}
"""Seconds that a decision is to take at most."""


def _follower(random: Random, state: Table) -> Position:
    left = random.randint(1, 2)
    seen, roll = random.randrange(len(HANDS)), random.randrange(len(HANDS))
    return Position(find_rules("jetons"), state, (seen,), left + 1, roll, left)


def _round() -> list[Position]:
    rules, state, hands = find_rules("jetons"), Charge(5, (10, 6)), range(len(HANDS))
    every = [
        Position(rules, state, (seen,), left + 1, roll, left)
        for seen in hands
        for roll in hands
        for left in (1, 2)
    ]
    Random(1).shuffle(every)
    return every


def from_positions() -> Entry:
    """Every decision of a follower in one round; all keeps in order, fractions not yet reduced."""
    return _each(_round(), lambda position: advise(position).keeps[0])


def with_fractions() -> Entry:
    """The same, with the best keep's chance in lowest terms."""
    return _each(_round(), lambda position: advise(position).value)


def from_texts() -> Entry:
    """The same from positions as text, which is read each time."""
    texts = [format_position(position) for position in _round()]
    return _each(texts, lambda text: advise(text).keeps[0])


def _each(asked: list[Any], answer: Callable[[Any], Any]) -> Entry:
    def work() -> int:
        for one in asked:
            answer(one)
        return len(asked)

    return Entry(work)


def in_one_round() -> Entry:
    """Many decisions of one round, all at once."""
    random = Random(2)
    asked = [_follower(random, Charge(5, (10, 6))) for _ in range(MANY)]
    return _together(asked)


def in_all_states() -> Entry:
    """Many decisions at any states of the game, all at once."""
    random, states = Random(3), list(all_states(find_rules("jetons"), 2))
    return _together([_follower(random, random.choice(states)) for _ in range(MANY)])


def _together(asked: list[Position]) -> Entry:
    def tell(found: list[Advice]) -> int:
        return len(found)

    return Entry(lambda: advise_all(asked), tell)


def yatzy_best_options() -> Entry:
    """yatzy-solver's best_options, from texts, which are what it takes."""
    solver, texts = _yatzy(ONE_ROUND)
    return _each(texts, solver.best_options)


def yatzy_batch() -> Entry:
    """yatzy-solver's option_values_batch, from arrays."""
    solver, texts = _yatzy(MANY)
    arrays = solver.variant.situation_arrays(texts)
    return Entry(lambda: solver.option_values_batch(**arrays), lambda found: len(found[2]))


def _yatzy(count: int) -> tuple[Any, list[str]]:
    import yatzy_solver

    solver = yatzy_solver.Solver.build(yatzy_solver.Variant("yatzy-scandinavian"))
    random = Random(4)
    dice = [" ".join(map(str, sorted(random.choices(range(1, 7), k=5)))) for _ in range(count)]
    return solver, [
        f"dice {five} | rolls {random.randint(1, 2)} | upper 0 | filled -" for five in dice
    ]
