"""A turn and a round by brute force: dice by position, full lists of hands seen, `Fraction`.

Answers are remembered for dice that lie the same way on the table whatever their order, and
for turns in which every last hand is worth the same to everybody; nothing else is saved.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import lcm

from solver.game.rules import Rules
from tests.twins.hands import ALL_HANDS, FACES, Dice, Outcome, as_laid, outcome_law

Vector = tuple[Fraction, ...]
"""What something is worth to each player; further entries ride along and decide nothing."""

SOME_LIE_STILL = ((), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
"""The dice, by position, that are not thrown when at least one is."""


def _average(values: Sequence[Fraction]) -> Fraction:
    """Return the plain average; one common denominator spares a reduction at every term."""
    common = lcm(*{value.denominator for value in values})
    total = sum(value.numerator * (common // value.denominator) for value in values)
    return Fraction(total, common * len(values))


def mean(vectors: Sequence[Vector]) -> Vector:
    """Return the average of vectors, entry by entry."""
    return tuple(_average(entry) for entry in zip(*vectors, strict=True))


class NaiveTurn:
    """One player's turn. ``stopping(dice, left)``: worth of stopping with rolls unused."""

    def __init__(
        self, player: int, may_stop: bool, stopping: Callable[[Dice, int], Vector]
    ) -> None:
        self.player = player
        self.may_stop = may_stop
        self.stopping = stopping
        self.showing = cache(self._showing)
        self.throwing = cache(self._throwing)

    def options(self, dice: Dice, left: int) -> dict[Dice, Vector]:
        """Return, for the dice that may be left lying, what doing so is worth."""
        worth: dict[Dice, Vector] = {}
        if self.may_stop or not left:
            worth[dice] = self.stopping(dice, left)
        if left:
            for still in SOME_LIE_STILL:
                lying = tuple(dice[position] for position in still)
                worth[lying] = self.throwing(lying, left - 1)
        return worth

    def choice(self, dice: Dice, left: int) -> Dice:
        """Return the dice to leave lying: the best; then the most of them; then the highest."""
        return self._preferred(self.options(dice, left))[0]

    def _preferred(self, options: dict[Dice, Vector]) -> tuple[Dice, Vector]:
        return max(
            options.items(),
            key=lambda option: (option[1][self.player], len(option[0]), option[0]),
        )

    def _showing(self, dice: Dice, left: int) -> Vector:
        return self._preferred(self.options(dice, left))[1]

    def _throwing(self, lying: Dice, left: int) -> Vector:
        """What throwing the other dice is worth, with ``left`` rolls after it."""
        return mean(
            [
                self.showing(as_laid(lying + thrown), left)
                for thrown in product(FACES, repeat=3 - len(lying))
            ]
        )

    def begin(self, rolls: int) -> Vector:
        """Return what the turn is worth before its first roll."""
        return self.throwing((), rolls - 1)


class NaiveRound:
    """A round among so many players, with what every outcome is worth to each of them."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        payoffs: Callable[[Outcome], Vector],
        *,
        phase: str = "none",
        names_winner: bool = False,
        rolls: int = 3,
    ) -> None:
        self.rules = rules
        self.players = players
        self.payoffs = payoffs
        self.phase = phase
        self.names_winner = names_winner
        self.rolls = rolls
        self.before = cache(self._before)
        self.decided = cache(self._decided)
        self._same_turn = lru_cache(maxsize=256)(self._turn_for)

    def start(self) -> Vector:
        """Return what the round is worth before the opener's first roll."""
        return self.opener().begin(self.rolls)

    def opener(self) -> NaiveTurn:
        """Return the opener's turn: the rolls he has used become the limit."""
        return NaiveTurn(0, True, lambda dice, left: self.before((dice,), self.rolls - left))

    def follower(self, seen: tuple[Dice, ...], limit: int) -> NaiveTurn:
        """Return the turn of the seat that has seen these hands."""
        return NaiveTurn(
            len(seen),
            self.rules.followers == "at_most",
            lambda dice, _: self.made((*seen, dice), limit),
        )

    def made(self, hands: tuple[Dice, ...], limit: int) -> Vector:
        """Return what the round is worth when these hands are made, all or some."""
        if len(hands) < self.players:
            return self.before(hands, limit)
        return self.decided(hands)

    def _decided(self, hands: tuple[Dice, ...]) -> Vector:
        law = outcome_law(self.rules, self.phase, self.names_winner, hands)
        # Outcomes of one law are equally likely.
        worth = [self.payoffs(outcome) for outcome in law]
        return mean(worth) if len(worth) > 1 else worth[0]

    def _before(self, seen: tuple[Dice, ...], limit: int) -> Vector:
        made = tuple(self.made((*seen, dice), limit) for dice in ALL_HANDS)
        return self._same_turn(len(seen), made).begin(limit)

    def _turn_for(self, player: int, made: tuple[Vector, ...]) -> NaiveTurn:
        worth = dict(zip(ALL_HANDS, made, strict=True))
        may_stop = self.rules.followers == "at_most"
        return NaiveTurn(player, may_stop, lambda dice, _: worth[dice])


def not_losing(players: int) -> Callable[[Outcome], Vector]:
    """Return the payoffs of a round with nothing else at stake: 1 to all but the loser."""
    return lambda outcome: tuple(Fraction(seat != outcome[1]) for seat in range(players))
