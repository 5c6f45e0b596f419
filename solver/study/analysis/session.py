"""Many games together: how well somebody plays, and how sure that is.

Skill is the loss per hundred decisions, the sum of the losses over the number of decisions
times 100. It is a ratio of two sums over games, which are independent of each other while
decisions of one game are not; so its standard error is that of a ratio of means,

    sqrt(n / (n - 1) * sum over games of (L - r D)^2) / sum of D,

with L the loss and D the number of decisions in a game, r the ratio and n the games.

Reference: W. G. Cochran, Sampling Techniques, third edition (1977), section 2.11.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from solver.study.analysis.model import GameAnalysis, Mark, Thresholds

DECISIONS = 100
"""How many decisions skill is counted by."""


@dataclass(frozen=True)
class Skill:
    """How somebody played in some games.

    Attributes:
        name: who.
        games: how many.
        marks: how many decisions were how good.
        start, luck, own, others, result: sums of his accounts; luck is of rolls and barrages.
        per_hundred: the loss per hundred decisions that were not forced; None without any.
        per_hundred_error: its standard error; None with one game.
        per_game: the mean loss of a game.
        per_game_error: its standard error; None with one game.
    """

    name: str
    games: int
    marks: Mapping[Mark, int]
    start: Fraction
    luck: Fraction
    own: Fraction
    others: Fraction
    result: Fraction
    per_hundred: Fraction | None
    per_hundred_error: float | None
    per_game: Fraction
    per_game_error: float | None

    @property
    def decisions(self) -> int:
        """How many decisions were not forced."""
        return sum(count for mark, count in self.marks.items() if mark is not Mark.FORCED)


@dataclass
class _Sums:
    """What has been added up of one player."""

    games: int = 0
    marks: Counter[Mark] = field(default_factory=Counter)
    accounts: list[Fraction] = field(default_factory=lambda: [Fraction(0)] * 5)
    loss_squared: float = 0.0
    loss_decisions: float = 0.0
    decisions_squared: float = 0.0


class Session:
    """Adds up games, by the names of the players."""

    def __init__(self, thresholds: Thresholds) -> None:
        self.thresholds = thresholds
        self.games = 0
        self._sums: dict[str, _Sums] = {}

    def add(self, game: GameAnalysis) -> None:
        """Add a game."""
        self.games += 1
        for name, account in zip(game.record.players, game.accounts(self.thresholds), strict=True):
            sums = self._sums.setdefault(name, _Sums())
            sums.games += 1
            sums.marks.update(account.marks)
            luck = account.rolls + account.barrages
            parts = account.start, luck, account.own, account.others, account.result
            sums.accounts = [total + part for total, part in zip(sums.accounts, parts, strict=True)]
            loss, decisions = float(-account.own), account.decisions
            sums.loss_squared += loss * loss
            sums.loss_decisions += loss * decisions
            sums.decisions_squared += decisions * decisions

    def skills(self) -> list[Skill]:
        """Return how everybody played, in the order in which they were met."""
        return [_skill(name, sums) for name, sums in self._sums.items()]


def _skill(name: str, sums: _Sums) -> Skill:
    start, luck, own, others, result = sums.accounts
    loss = -own
    decisions = sum(count for mark, count in sums.marks.items() if mark is not Mark.FORCED)
    rate = loss / decisions if decisions else None
    rate_error = None
    if rate is not None:
        error = _error(sums, float(rate), sums.loss_decisions, sums.decisions_squared)
        rate_error = None if error is None else DECISIONS * error / decisions
    game_error = _error(sums, float(loss / sums.games), float(loss), sums.games)
    return Skill(
        name,
        sums.games,
        dict(sums.marks),
        start,
        luck,
        own,
        others,
        result,
        None if rate is None else DECISIONS * rate,
        rate_error,
        loss / sums.games,
        None if game_error is None else game_error / sums.games,
    )


def _error(sums: _Sums, ratio: float, cross: float, squared: float) -> float | None:
    """The standard error of a sum of losses less ``ratio`` times what they are counted by."""
    if sums.games < 2:
        return None
    residual = sums.loss_squared - 2 * ratio * cross + ratio * ratio * squared
    return sqrt(max(residual, 0.0) * sums.games / (sums.games - 1))
