"""One round, fast: in floats, or with its exact law and a proof that the choices are best.

`FastRound.values` is the algorithm of `solver.engine.rounds` in float64 (`solver.engine.lanes`).
`examine` answers the exact question: given exact payoffs, what is the exact law of the outcome
when everybody plays best? Floats propose: payoffs rounded to double precision give every keep a
value that is off by at most `error_bound`, so a keep that falls short of the best one by more
than twice that is not best. What remains are near ties, nearly all of them ties of structure:
both keeps lead to the same payoffs of the player who decides, equally likely, as whole numbers
show that are carried along (`solver.engine.kernel`). A round in which any near tie is not of
that kind is worked out in exact arithmetic altogether; so the answer never rests on a rounded
comparison.

The laws of the followers' turns are whole numbers of at most ``barrages * 216**(3 * (n - 1))``
ways, and the opener multiplies them by ``216**3`` more; see `limbs_for`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from solver.engine.compiled import Floats, Integers, Keeps
from solver.engine.information import build_information
from solver.engine.kernel import (
    DISMISSED,
    LEFT_OPEN,
    MATTERS,
    SAME_LAW,
    follower_turn,
    opener_turn,
)
from solver.engine.lanes import follower_values, opener_values
from solver.engine.limbs import join, limbs_for, widen
from solver.engine.plan import Turn
from solver.engine.rounds import ExactRound, Values
from solver.game.dice import KEEPS_OF, WAYS
from solver.game.rules import Rules
from solver.game.state import RoundKind, Table, max_rolls, players_of, round_kind

TIE = 2.0**-46
"""In floats alone, keeps whose values differ by less are taken for equal: more than floats err
in one round, and what `solver.engine.enclosure` takes for equal, which proves what they find."""

_ROUNDOFF = 2.0**-53


@dataclass(frozen=True)
class Comparisons:
    """What became of the keeps that were not chosen, at every decision of some rounds.

    Attributes:
        dismissed: worse by more than the floats' error.
        same_law: tie with the chosen one, leading to the same payoffs equally likely.
        matters: those of these ties in which some other player's payoffs differ.
        rounds_worked_out: rounds with near ties of another kind, done in exact arithmetic.
    """

    dismissed: int = 0
    same_law: int = 0
    matters: int = 0
    rounds_worked_out: int = 0

    def __add__(self, other: "Comparisons") -> "Comparisons":
        return Comparisons(
            self.dismissed + other.dismissed,
            self.same_law + other.same_law,
            self.matters + other.matters,
            self.rounds_worked_out + other.rounds_worked_out,
        )


@dataclass(frozen=True)
class Examined:
    """The law of a round under best play: ways of each continuation, and the sum of all."""

    ways: list[int]
    denominator: int
    comparisons: Comparisons


@dataclass(frozen=True)
class _Carried:
    """A round worked out in floats: its law in limbs, the keeps chosen by seat, and counts."""

    law: Floats
    chosen: list[Keeps]
    counts: Integers


@dataclass(frozen=True)
class BestKeeps:
    """The best keep of each hand at every turn of a round, by seat.

    Attributes:
        by_seat: ``[left - 1, hand]`` of the opener, and of every follower
            ``[limit - 1, known, left - 1, hand]``.
    """

    by_seat: Sequence[Keeps]

    def at(self, seat: int, turn: Turn) -> list[int]:
        """Return what a seat keeps of each hand."""
        keeps: list[int] = self.by_seat[seat][_place(turn)].tolist()
        return keeps

    @property
    def nbytes(self) -> int:
        """What they take in memory."""
        return sum(keeps.nbytes for keeps in self.by_seat)


class FastRound:
    """The rounds of one kind; see `solver.engine.rounds` for what is computed.

    `fast_round` keeps those that were used last.
    """

    def __init__(self, rules: Rules, players: int, kind: RoundKind, rolls: int) -> None:
        self.rules = rules
        self.information = build_information(rules, players, kind)
        self.rolls = rolls
        self._first = int(rules.followers == "exactly")
        self._options = _options(0), _options(self._first)
        self._following = [np.array(layer) for layer in self.information.following]
        self._following_by_hand = [
            np.ascontiguousarray(following.T) for following in self._following
        ]
        self._laws = np.zeros((len(self.information.outcomes), len(self.information.laws)))
        for final, law in enumerate(self.information.laws):
            for outcome, weight in law:
                self._laws[outcome, final] = weight

    def values(self, payoffs: Floats, *, prefer_last: bool = False) -> Floats:
        """Return each player's value, near enough, for payoffs ``[player, outcome]``.

        There may be more rows than players: what is expected of them when all play best.
        """
        opener, follower = (
            np.ascontiguousarray(options[:, ::-1]) if prefer_last else options
            for options in self._options
        )
        following = self._following_by_hand
        after = np.repeat(self._value_rows(payoffs)[None], self.rolls, axis=0)
        for seat in range(self.information.players - 1, 0, -1):
            is_last = seat == self.information.players - 1
            after = follower_values(after, following[seat], seat, is_last, follower, TIE)
        return opener_values(after, following[0][:, 0], opener, TIE)

    def examine(
        self,
        state: Table,
        continuations: Sequence[int],
        payoffs: Sequence[Values],
        *,
        certain: bool = True,
        prefer_last: bool = False,
    ) -> Examined:
        """Return the exact law of the continuations when everybody plays best.

        Args:
            state: one whose round is of this kind.
            continuations: for each outcome of the round, the number of its continuation.
            payoffs: for each continuation, its exact worth to every player.
            certain: if not, near ties that floats cannot tell apart are taken for ties.
            prefer_last: of equal keeps choose the last in order of preference, not the first.
        """
        carried = self._carry(continuations, payoffs, prefer_last)
        counts = carried.counts
        if certain and counts[LEFT_OPEN]:
            return self._work_out(state, continuations, payoffs, prefer_last)
        comparisons = Comparisons(
            int(counts[DISMISSED]), int(counts[SAME_LAW] + counts[MATTERS]), int(counts[MATTERS])
        )
        parts = carried.law.reshape(-1, len(payoffs)).T.tolist()
        everybody = self.information.barrages * WAYS ** (self.rolls * self.information.players)
        return Examined(list(map(join, parts)), everybody, comparisons)

    def best_keeps(
        self, state: Table, continuations: Sequence[int], payoffs: Sequence[Values]
    ) -> BestKeeps:
        """Return the best keeps of every decision; of equal ones the preferred.

        Arguments are as for `examine`.
        """
        carried = self._carry(continuations, payoffs, prefer_last=False)
        if carried.counts[LEFT_OPEN]:
            plans = ExactRound(self.rules, state, [payoffs[n] for n in continuations]).best_plans()
            for turns, plan in zip(carried.chosen, plans, strict=True):
                for turn, mixes in plan.mixes.items():
                    turns[_place(turn)] = [keep for ((keep, _),) in mixes]
        return BestKeeps(carried.chosen)

    def _carry(
        self, continuations: Sequence[int], payoffs: Sequence[Values], prefer_last: bool
    ) -> "_Carried":
        """Work the round out in floats, and carry the law of the continuations along."""
        players = self.information.players
        all_followers = self.information.barrages * WAYS ** (self.rolls * (players - 1))
        limbs, limbs_at_last = limbs_for(all_followers), limbs_for(all_followers * WAYS**self.rolls)
        rounded = np.array(payoffs, dtype=np.float64)[list(continuations)]
        rows = np.zeros((len(self.information.laws), players + len(payoffs) * limbs))
        rows[:, :players] = self._value_rows(rounded.T)
        for number, law in zip(continuations, self._laws, strict=True):
            rows[:, players + number] += law
        # Ratios, since to hash a fraction takes the inverse of its denominator modulo a prime.
        ratios = [tuple(value.as_integer_ratio() for value in worth) for worth in payoffs]
        everybody_gets = _number_distinct(ratios)
        pays = [
            np.array([_number_distinct([worth[seat] for worth in ratios]), everybody_gets])
            for seat in range(players)
        ]
        counts = np.zeros(4, dtype=np.int64)
        margin = 2 * self.error_bound()
        following = self._following
        after = np.repeat(rows[None], self.rolls, axis=0)
        chosen: list[Keeps] = []
        for seat in range(players - 1, 0, -1):
            after, keeps = follower_turn(
                after, following[seat], seat, players, limbs, self._first, margin, prefer_last,
                pays[seat], counts,
            )  # fmt: skip
            chosen.append(keeps)
        if limbs_at_last > limbs:
            after = widen(after, players, limbs, limbs_at_last)
        expected, keeps = opener_turn(
            after, following[0][0], players, limbs_at_last, margin, prefer_last, pays[0], counts
        )
        return _Carried(expected[players:], [keeps, *reversed(chosen)], counts)

    def error_bound(self) -> float:
        """Bound the error of any keep's value computed from exact payoffs once rounded.

        Payoffs lie in [0, 1]; rounding one costs half a roundoff, and averaging them over
        barrages one for every outcome and one for the quotient. Each roll averages over three
        dice, by sums of six numbers that are not negative and a quotient, or at once, by a sum
        of 56 products: at most 57 roundoffs. Values stay in [0, 1].
        """
        rolls = self.rolls * self.information.players
        return (57 * rolls + len(self.information.outcomes) + 2) * _ROUNDOFF

    def _value_rows(self, payoffs: Floats) -> Floats:
        """The players' values in every final state, ``[state, player]``."""
        return (payoffs @ self._laws).T / self.information.barrages

    def _work_out(
        self,
        state: Table,
        continuations: Sequence[int],
        payoffs: Sequence[Values],
        prefer_last: bool,
    ) -> Examined:
        """Do the whole round in exact arithmetic, carrying the law along."""
        players = self.information.players
        indicators = [tuple(map(Fraction, row)) for row in np.eye(len(payoffs), dtype=int).tolist()]
        carried = [payoffs[number] + indicators[number] for number in continuations]
        worked_out = ExactRound(self.rules, state, carried, prefer_last=prefer_last)
        law = worked_out.start()[players:]
        denominator = lcm(*(chance.denominator for chance in law))
        ways = [int(chance * denominator) for chance in law]
        return Examined(ways, denominator, Comparisons(rounds_worked_out=1))


def _place(turn: Turn) -> tuple[int, ...]:
    """Where a turn's keeps lie; the opener has no limit."""
    limit, known, left = turn
    return (limit - 1, known, left - 1) if limit else (left - 1,)


def _options(first: int) -> Integers:
    """The keeps of every hand from the ``first`` on, padded with the last."""
    rows = [keeps[first:] for keeps in KEEPS_OF]
    return np.array([[*keeps, *[keeps[-1]] * (8 - len(keeps))] for keeps in rows])


@lru_cache(maxsize=16)
def _kept(rules: Rules, players: int, kind: RoundKind, rolls: int) -> FastRound:
    return FastRound(rules, players, kind, rolls)


def fast_round(rules: Rules, state: Table) -> FastRound:
    """Return the kind of round that is played in a state whose seats are all in play."""
    return _kept(rules, players_of(state), round_kind(rules, state), max_rolls(rules, state))


def _number_distinct(payoffs: Sequence[Hashable]) -> list[int]:
    numbers = {payoff: number for number, payoff in enumerate(dict.fromkeys(payoffs))}
    return [numbers[payoff] for payoff in payoffs]
