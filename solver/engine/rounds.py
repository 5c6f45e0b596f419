"""One round, exactly: what it is worth to everyone when each player serves himself.

Given each player's payoff for every outcome, backward induction runs from the last seat to
the opener. Write F[i, K, s] for the players' values when seat i is about to take its turn
with at most K rolls, knowing s (`Information`). Then F[n, K, s] is the law of the final
state s applied to the payoffs, and F[i, K, s] is the value of a turn (`decide`) in which
making hand h is worth F[i + 1, K, following[i][s][h]]. The opener's turn is the same, but
stopping after his r-th roll is worth F[1, r, h]: his number of rolls binds the others.

Where a player is indifferent, the preferred keep is chosen (`solver.game.dice`): with two
players that changes nobody's value, with more it selects one equilibrium of several.

A seat may also be given a `Plan`: it then does what the plan says, and the others serve
themselves knowing it.

Values are integers. Those before seat i's turn are over ``denominator * 216**(K * (n - i))``,
as every roll multiplies the denominator by 216; and every choice by the total of the plan's
weights, where there is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from solver.engine.information import Information, build_information
from solver.engine.plan import Plan, Turn, always
from solver.engine.turn import ROLL_ON, Decision, Rows, decide, expect, follow, offer
from solver.game.dice import KEEPS_OF, WAYS
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
        decision: the keeps to choose from; None when no roll is left, or a plan chooses.
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
    """One round with given payoffs; every value is computed once, when it is asked for.

    Attributes:
        payoffs: each seat's, for every outcome.
        radius: how far they may be from the truth, and so all values.
    """

    def __init__(
        self,
        rules: Rules,
        state: Table,
        payoffs: Sequence[Values],
        plans: Sequence[Plan | None] | None = None,
        *,
        prefer_last: bool = False,
        radius: Fraction = Fraction(0),
        riders: Sequence[Values] | None = None,
    ) -> None:
        """Take each seat's payoff for every outcome of ``information_of(rules, state)``.

        ``plans`` has an entry for each seat: None where it maximises its own payoff. If all
        have plans, payoffs may be any numbers whose expectation is wanted; if all but one have,
        they may be that seat's alone.

        ``prefer_last`` turns the preference among equal keeps round, to see what it matters.
        ``radius`` is how far payoffs may be from the truth; then so may all values, which are
        means of payoffs.

        ``riders`` are any numbers for every final state of that information, as many for each:
        what is to be expected of them stands behind the seats' values in every answer.
        """
        self.payoffs = payoffs
        self.information = information_of(rules, state)
        self.plans = plans or [None] * self.information.players
        self.rolls = max_rolls(rules, state)
        self.radius = radius
        follower = ROLL_ON if rules.followers == "exactly" else KEEPS_OF
        self._allowed = [KEEPS_OF] + [follower] * (self.information.players - 1)
        if prefer_last:
            self._allowed = [tuple(keeps[::-1] for keeps in hands) for hands in self._allowed]
        riders = riders or [()] * len(self.information.laws)
        common = lcm(*(value.denominator for values in (*payoffs, *riders) for value in values))
        integers = [
            [value.numerator * (common // value.denominator) for value in values]
            for values in payoffs
        ]
        self.denominator = common * self.information.barrages
        sums = {sum(values) for values in integers}
        alone = len(integers[0]) == self.information.players == 2 and not riders[0]
        shared = alone and len(sums) == 1
        self._total = sums.pop() * self.information.barrages if shared else None
        self._final = [
            tuple(
                sum(weight * integers[outcome][seat] for outcome, weight in law)
                for seat in range(len(integers[0]))
            )
            + tuple(int(self.denominator * rider) for rider in ridden)
            for law, ridden in zip(self.information.laws, riders, strict=True)
        ]
        self._before: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._choices: list[dict[Turn, list[int]]] | None = None

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
        denominator = self.denominator * self._scale(seat, limit)
        values = self._value_before(seat, limit, state)
        return tuple(Fraction(value, denominator) for value in values)

    def opener(self, left: int) -> Moment:
        """Return what hands are worth to everyone when the opener sees them, ``left`` to go."""
        scale = self._scale(1, self.rolls)
        moment = Moment(self.denominator * scale, self._made(0, self.rolls, 0), None)
        for rolls_left in range(1, left + 1):
            limit = self.rolls - rolls_left
            factor = scale // self._scale(1, limit) * self._per_roll(0) ** (rolls_left - 1)
            stopping = _scaled(self._made(0, limit, 0), factor)
            moment = self._roll(moment, 0, (0, 0, rolls_left), stopping)
        return moment

    def follower(self, seen: Sequence[int], limit: int, left: int) -> Moment:
        """Return the same for the seat whose turn it is after ``seen``, with ``left`` to go."""
        seat, state = len(seen), self.information.after(seen)
        return self._turn(seat, limit, state, left)

    def best_plans(self) -> list[Plan]:
        """Return for each seat its plan, or without one what is best at its every turn.

        Of equal keeps that is the preferred one. It takes as long as `start`, which is then
        known as well, but memory for the choices at every turn.
        """
        chosen: list[dict[Turn, list[int]]] = [{} for _ in self.plans]
        self._before.clear()
        self._choices = chosen
        self.start()
        self._choices = None
        return [plan or always(turns) for plan, turns in zip(self.plans, chosen, strict=True)]

    def _turn(self, seat: int, limit: int, state: int, left: int) -> Moment:
        made = self._made(seat, limit, state)
        moment = Moment(self.denominator * self._scale(seat + 1, limit), made, None)
        for rolls_left in range(1, left + 1):
            # Who stops is not asked again.
            stopping = _scaled(made, self._per_roll(seat) ** (rolls_left - 1))
            moment = self._roll(moment, seat, (limit, state, rolls_left), stopping)
        return moment

    def _roll(self, after: Moment, seat: int, turn: Turn, stopping: Rows | None = None) -> Moment:
        """The moment with one roll more left to ``seat``."""
        denominator = after.denominator * self._per_roll(seat)
        plan = self.plans[seat]
        if plan is None:
            own = seat if len(after.hands) > 1 else 0
            decision = decide(after.hands, own, self._allowed[seat], stopping)
            if self._choices is not None:
                self._choices[seat][turn] = decision.choice
            return Moment(denominator, decision.hands(), decision)
        return Moment(denominator, follow(offer(after.hands, stopping), plan.mixes[turn]), None)

    def _per_roll(self, seat: int) -> int:
        """What a choice and the roll after it multiply the denominator by."""
        plan = self.plans[seat]
        return WAYS if plan is None else WAYS * plan.total

    def _scale(self, seat: int, limit: int) -> int:
        """What the turns from ``seat`` on multiply the denominator by."""
        seats = range(seat, self.information.players)
        return prod(WAYS * self._per_roll(later) ** (limit - 1) for later in seats)

    def _made(self, seat: int, limit: int, state: int) -> Rows:
        """Each player's value of every hand that ``seat`` may make, the later seats to roll."""
        following = self.information.following[seat][state]
        values = [self._value_before(seat + 1, limit, state) for state in following]
        return [list(row) for row in zip(*values, strict=True)]

    def _value_before(self, seat: int, limit: int, state: int) -> tuple[int, ...]:
        if seat == self.information.players:
            return self._final[state]
        key = seat, limit, state
        if key not in self._before:
            last = seat == self.information.players - 1
            if last and self.plans[seat] is None and self._choices is None:
                self._finish(state)
            else:
                self._before[key] = expect(self._turn(seat, limit, state, limit - 1).hands)
        return self._before[key]

    def _finish(self, state: int) -> None:
        """Find each player's value before the last seat's turn, for every limit.

        One turn with all rolls has them all: a limit does not change what its hands are worth,
        and what it does with so many rolls left. What stopping is worth need not be told: who
        stops now stops with fewer rolls left as well, and who does not gains by every further
        roll, since it may show the same hand. Of two players who share a sum one row is enough.
        """
        seat = self.information.players - 1
        made = self._made(seat, self.rolls, state)
        if self._total is not None:
            del made[0]
        moment = Moment(self.denominator, made, None)
        for limit in range(1, self.rolls + 1):
            if limit > 1:
                moment = self._roll(moment, seat, (limit, state, limit - 1))
            values = expect(moment.hands)
            if self._total is not None:
                rolled = WAYS**limit
                values = (self._total * rolled - values[0], *values)
            self._before[seat, limit, state] = values


def information_of(rules: Rules, state: Table) -> Information:
    """Return the states of knowledge of the round that is played in ``state``."""
    return build_information(rules, len(seats_in_play(state)), round_kind(rules, state))
