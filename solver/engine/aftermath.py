"""Where lists of hands lead, and what an outcome is worth: what the certificates stand on.

Of this project it knows the rules alone, like `solver.engine.certificate` and
`solver.engine.enclosure`; what solves games has its own account of both.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, permutations, product

from solver.game.dice import HANDS
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    End,
    Outcome,
    RoundKind,
    Table,
    after_round,
    payoff_when_out,
    players_of,
    seats_in_play,
    without_the_saved,
)

Values = tuple[Fraction, ...]
"""One value for each seat in play, opener first."""


def payoffs_after(
    rules: Rules, state: Table, outcome: Outcome, values: Mapping[Table, Values]
) -> Values:
    """What an outcome is worth to each seat of ``state``."""
    step = after_round(rules, state, outcome)
    if isinstance(step, End):
        return step.payoffs
    payoffs = [payoff_when_out(rules)] * players_of(state)
    after = values[without_the_saved(step.state)]
    for seat, value in zip(seats_in_play(step.state), after, strict=True):
        payoffs[(seat + step.turned) % len(payoffs)] = value
    return tuple(payoffs)


_Seen = tuple[int | None, ...]
"""The hand of each seat that has made one; None where it can no longer matter."""


class Hands:
    """Where lists of hands lead; lists that no hands to come can tell apart share a number.

    Attributes:
        after: for each seat, in the order of the numbers of lists before its turn, the numbers
            of the lists that its 56 hands make of them: of ``endings`` after the last seat.
        endings: outcomes that barrages make equally likely when all hands are made.
        outcomes: all of them; each has a chance, whatever the players do.
    """

    def __init__(self, rules: Rules, players: int, kind: RoundKind) -> None:
        self._rules, self._kind = rules, kind
        self._strength = rank_hands(rules).strength.__getitem__
        self._known: dict[_Seen, int] = {}
        self.after: list[dict[tuple[int, ...], int]] = [{} for _ in range(players)]
        self.endings: dict[tuple[Outcome, ...], int] = {}
        self._number(())
        self.outcomes = list(dict.fromkeys(chain(*self.endings)))

    def _number(self, seen: _Seen) -> int:
        if len(seen) == len(self.after):
            return self.endings.setdefault(self._ending(seen), len(self.endings))
        seen = self._what_matters(seen)
        if seen not in self._known:
            row = tuple(self._number((*seen, hand)) for hand in range(len(HANDS)))
            rows = self.after[len(seen)]
            self._known[seen] = rows.setdefault(row, len(rows))
        return self._known[seen]

    def _extremes(self, seen: _Seen) -> tuple[int, int]:
        """The best and the lowest hand."""
        hands = [hand for hand in seen if hand is not None]
        return max(hands, key=self._strength), min(hands, key=self._strength)

    def _what_matters(self, seen: _Seen) -> _Seen:
        """Leave out the hands that can be neither best nor lowest in the end, or best in vain."""
        needed = self._extremes(seen)[self._kind == RoundKind(False, "none") :] if seen else ()
        return tuple(hand if hand in needed else None for hand in seen)

    def _ending(self, seen: _Seen) -> tuple[Outcome, ...]:
        best, lowest = self._extremes(seen)
        winners: list[int | None] = [seat for seat, hand in enumerate(seen) if hand == best]
        losers = [seat for seat, hand in enumerate(seen) if hand == lowest]
        jetons, scale = 0, self._kind.jetons
        if scale != "none":
            jetons = jetons_at_stake(self._rules, best, lowest, decharge=scale == "decharge")
        if not self._kind.names_winner:
            winners = [None]
        pairs = permutations(losers, 2) if winners == losers else product(winners, losers)
        return tuple(Outcome(winner, loser, jetons) for winner, loser in pairs)
