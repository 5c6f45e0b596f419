"""What chance brings to a game: dice from a seed, and players who follow strategies."""

from random import Random

from solver.game.dice import FACES, HANDS, KEEP_INDEX, KEEPS, THROWN
from solver.game.notation import Position
from solver.game.state import resolve, without_the_saved
from solver.study.advice import advise
from solver.study.strategies import OPTIMAL, Spot, Strategy


class Chance:
    """Throws and choices from a seed.

    Each depends on the seed and on how many throws there were before, and on nothing else: what
    is undone and done again shows the same dice.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._drawn: list[tuple[tuple[int, ...], float]] = []

    def _at(self, throws: int) -> tuple[tuple[int, ...], float]:
        while len(self._drawn) <= throws:
            faces = tuple(self._random.choice(FACES) for _ in HANDS[0])
            self._drawn.append((faces, self._random.random()))
        return self._drawn[throws]

    def hand(self, throws: int, keep: int) -> int:
        """Return the hand that the next throw completes a keep to, after so many throws."""
        faces, _ = self._at(throws)
        dice = (*KEEPS[keep], *faces[: THROWN[keep]])
        return KEEP_INDEX[tuple(sorted(dice, reverse=True))]

    def choice(self, throws: int, strategy: Strategy, position: Position) -> int:
        """Return what a strategy keeps of the roll in a position.

        Raises:
            UnsolvedError, TableError: the strategy needs a game's table, which is not there.
        """
        assert position.roll is not None, "somebody chooses"
        if strategy is OPTIMAL:  # all of whose choices in a round take longer than one
            return advise(position).choices[0].keep
        state = without_the_saved(resolve(position.rules, position.state))
        spot = Spot(position.rules, state, position.seen, position.limit, position.left)
        mix = strategy.mixes(spot)[position.roll]
        _, left = self._at(throws)
        for keep, chance in mix:
            left -= float(chance)
            if left < 0:
                return keep
        return mix[-1][0]
