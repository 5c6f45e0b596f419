"""What the choices of a player cost him, while he plays."""

from dataclasses import dataclass
from fractions import Fraction

from solver.game.notation import Position
from solver.study.advice import advise


@dataclass(frozen=True)
class Score:
    """Choices in which something could be lost, and what was, exactly: his payoff."""

    choices: int = 0
    lost: Fraction = Fraction(0)

    def plus(self, position: Position, keep: int) -> "Score":
        """Return the score with one choice more.

        Raises:
            UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
        """
        losses = {choice.keep: choice.loss for choice in advise(position).choices}
        if not any(losses.values()):
            return self
        return Score(self.choices + 1, self.lost + losses[keep])
