"""One round, exactly: what it is worth to everyone when each player serves himself.

Given each player's payoff for every outcome, backward induction runs from the last seat to
the opener. Write F[i, K, s] for the players' values when seat i is about to take its turn
with at most K rolls, knowing s (`Information`). Then F[n, K, s] is the law of the final
state s applied to the payoffs, and F[i, K, s] is the value of a turn (`decide`) in which
making hand h is worth F[i + 1, K, following[i][s][h]]. The opener's turn is the same, but
stopping after his r-th roll is worth F[1, r, h]: his number of rolls binds the others.

Where a player is indifferent, the preferred keep is chosen (`solver.game.dice`): with two
players that changes nobody's value, with more it selects one equilibrium of several.

Values are integers. Those before seat i's turn are over ``denominator * 216**(K * (n - i))``,
as every roll multiplies the denominator by 216.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from solver.engine.information import Information, build_information
from solver.engine.turn import ROLL_ON, Decision, Rows, decide, expect
from solver.game.dice import HANDS, KEEPS_OF, WAYS
from solver.game.rules import Rules
from solver.game.state import Table, max_rolls, round_kind, seats_in_play

Values = tuple[Fraction, ...]
"""One exact value for each seat in play, opener first."""


@dataclass(frozen=True)
class Moment:
    """A player sees a hand, with some number of rolls left: the worth of every hand he may see.

    Attributes:
        denominator: of all integers here.
        hands: for each player, his value of each of the 56 hands on the table.
        decision: the keeps to choose from; None when no roll is left.
    """

    denominator: int
    hands: Rows
    decision: Decision | None

    def values(self, hand: int) -> Values:
        """Return each player's value when ``hand`` is on the table."""
        return tuple(Fraction(row[hand], self.denominator) for row in self.hands)

    def keep_values(self, keep: int) -> Values:
        """Return each player's value when the player to act keeps ``keep``."""
        assert self.decision is not None, "asked only where there is a choice"
        return tuple(Fraction(row[keep], self.denominator) for row in self.decision.keeps)


def _scaled(rows: Rows, factor: int) -> Rows:
    return [[value * factor for value in row] for row in rows]


class ExactRound:
    """One round with given payoffs; every value is computed once, when it is asked for."""

    def __init__(self, rules: Rules, state: Table, payoffs: Sequence[Values]) -> None:
        """Take each seat's payoff for every outcome of ``information_of(rules, state)``."""
        self.information = information_of(rules, state)
        self.rolls = max_rolls(rules, state)
        self.allowed = ROLL_ON if rules.followers == "exactly" else KEEPS_OF
        common = lcm(*(value.denominator for values in payoffs for value in values))
        integers = [
            [value.numerator * (common // value.denominator) for value in values]
            for values in payoffs
        ]
        self.denominator = common * self.information.barrages
        self._final = [
            tuple(
                sum(weight * integers[outcome][seat] for outcome, weight in law)
                for seat in range(self.information.players)
            )
            for law in self.information.laws
        ]
        self._before: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def start(self) -> Values:
        """Return each player's value before the first roll."""
        moment = self.opener(self.rolls - 1)
        denominator = moment.denominator * WAYS
        return tuple(Fraction(value, denominator) for value in expect(moment.hands))

    def before(self, seen: Sequence[int], limit: int) -> Values:
        """Return each player's value when some hands are made, in the opener's ``limit`` rolls.

        All hands may be made; the round is then decided but for its barrages.
        """
        seat, state = len(seen), self.information.after(seen)
        denominator = self.denominator * WAYS ** (limit * (self.information.players - seat))
        values = self._value_before(seat, limit, state)
        return tuple(Fraction(value, denominator) for value in values)

    def opener(self, left: int) -> Moment:
        """Return what hands are worth to everyone when the opener sees them, ``left`` to go."""
        followers = self.information.players - 1
        stopping = [
            _scaled(self._made(0, limit, 0), WAYS ** ((self.rolls - limit) * followers))
            for limit in range(self.rolls - left, self.rolls + 1)
        ]
        moment = Moment(self.denominator * WAYS ** (self.rolls * followers), stopping.pop(), None)
        for rolled in range(left):
            decision = decide(moment.hands, 0, stopping=_scaled(stopping.pop(), WAYS**rolled))
            moment = Moment(moment.denominator * WAYS, decision.hands(), decision)
        return moment

    def follower(self, seen: Sequence[int], limit: int, left: int) -> Moment:
        """Return the same for the seat whose turn it is after ``seen``, with ``left`` to go."""
        seat, state = len(seen), self.information.after(seen)
        return self._turn(seat, limit, state, left)

    def _turn(self, seat: int, limit: int, state: int, left: int) -> Moment:
        later = self.information.players - seat - 1
        denominator = self.denominator * WAYS ** (limit * later)
        moment = Moment(denominator, self._made(seat, limit, state), None)
        for _ in range(left):
            decision = decide(moment.hands, seat, self.allowed)
            moment = Moment(moment.denominator * WAYS, decision.hands(), decision)
        return moment

    def _made(self, seat: int, limit: int, state: int) -> Rows:
        """Each player's value of every hand that ``seat`` may make, the later seats to roll."""
        following = self.information.following[seat][state]
        values = [self._value_before(seat + 1, limit, following[h]) for h in range(len(HANDS))]
        return [list(row) for row in zip(*values, strict=True)]

    def _value_before(self, seat: int, limit: int, state: int) -> tuple[int, ...]:
        if seat == self.information.players:
            return self._final[state]
        key = seat, limit, state
        if key not in self._before:
            # Only the last seat's hands are worth the same whatever its number of rolls.
            self._before[key] = expect(self._turn(seat, limit, state, limit - 1).hands)
        return self._before[key]


def information_of(rules: Rules, state: Table) -> Information:
    """Return the states of knowledge of the round that is played in ``state``."""
    return build_information(rules, len(seats_in_play(state)), round_kind(rules, state))
