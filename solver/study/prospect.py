"""What a keep leads to, and where the difference between two keeps comes from.

What decides a round for a player is where his last hand stands against the lowest of the other
hands: above it he is safe, below it he loses, level with it a barrage decides. So the value V
of a keep is, with p the chance of losing the round, l the mean payoff where it is lost and n
where it is not,

    V = (1 - p) n + p l.

The value of one keep over another, with D the difference and M the mean of the two, is then

    D V = - D p (M n - M l)  +  M p  D l  +  M (1 - p)  D n:

what comes of losing the round less often, of what a lost round leaves, and of what another
leaves. These three parts are what a comparison consists of, and they add up exactly.
"""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Prospect:
    """What one keep leads to, if everybody then plays his best.

    Attributes:
        keep: index of the keep; see `solver.game.dice.KEEPS`.
        value: expected payoff of the player who keeps it.
        loss: how much less that is than the best keep's.
        above, level, below: chance that his last hand stands so against the lowest of the
            other players' last hands.
        lost: chance that he loses the round: ``below``, and what barrages add.
        value_lost: his expected payoff, counting only rounds that he loses.
        taken: jetons, or legs, that he can expect to take, or lose, in the round.
        passed: what others can expect to take, or lose.
        ends: chance of each of the 56 hands to be his last one.
    """

    keep: int
    value: Fraction
    loss: Fraction
    above: Fraction
    level: Fraction
    below: Fraction
    lost: Fraction
    value_lost: Fraction
    taken: Fraction
    passed: Fraction
    ends: tuple[Fraction, ...]

    @property
    def if_lost(self) -> Fraction | None:
        """His mean payoff where he loses the round; None if he cannot."""
        return self.value_lost / self.lost if self.lost else None

    @property
    def if_not_lost(self) -> Fraction | None:
        """His mean payoff where he does not lose the round; None if he must."""
        return (self.value - self.value_lost) / (1 - self.lost) if self.lost != 1 else None


@dataclass(frozen=True)
class Comparison:
    """Where the difference in value between two keeps comes from; the parts add up to it.

    Attributes:
        best: the keep of the greater value.
        other: the other keep.
        gain: how much greater it is.
        often: what comes of how often the round is lost.
        losing: what comes of what a lost round leaves.
        otherwise: what comes of what a round leaves that is not lost.
        losing_is_worse: whether it is better, in the mean of both, not to lose the round.
    """

    best: Prospect
    other: Prospect
    gain: Fraction
    often: Fraction
    losing: Fraction
    otherwise: Fraction
    losing_is_worse: bool


def compare(best: Prospect, other: Prospect) -> Comparison:
    """Return where the difference between two keeps comes from."""
    lost_values = _both(best.if_lost, other.if_lost)
    other_values = _both(best.if_not_lost, other.if_not_lost)
    lost = (best.lost + other.lost) / 2
    worth_it = (other_values[0] + other_values[1] - lost_values[0] - lost_values[1]) / 2
    return Comparison(
        best,
        other,
        best.value - other.value,
        (other.lost - best.lost) * worth_it,
        lost * (lost_values[0] - lost_values[1]),
        (1 - lost) * (other_values[0] - other_values[1]),
        worth_it > 0,
    )


def _both(best: Fraction | None, other: Fraction | None) -> tuple[Fraction, Fraction]:
    """Two mean values; one that is of nothing does not differ from the other."""
    known = best if best is not None else other
    if known is None:
        return Fraction(0), Fraction(0)
    return known if best is None else best, known if other is None else other
