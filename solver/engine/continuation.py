"""What a round's outcome is worth, given what the states that it leads to are worth.

Solvers work on states without the seats that are out: these play no part, and their payoff
is settled. So every seat of a state here rolls dice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from solver.engine.rounds import Values, information_of
from solver.game.rules import Rules
from solver.game.state import (
    End,
    Outcome,
    Table,
    after_round,
    payoff_when_out,
    players_of,
    seats_in_play,
    without_the_saved,
)


@dataclass(frozen=True)
class Continuation:
    """Where an outcome leads.

    Attributes:
        state: the next state, or None when the game is over.
        seats: for each seat before the round its seat in ``state``; None where it has left.
        settled: the payoff of each seat that has none in ``state``; 0 for the others.
    """

    state: Table | None
    seats: tuple[int | None, ...]
    settled: Values

    def payoffs(self, value_of: Callable[[Table], Values]) -> Values:
        """Return what the outcome is worth to each seat, by the values of the next state."""
        if self.state is None:
            return self.settled
        values = value_of(self.state)
        return tuple(
            settled if seat is None else values[seat]
            for seat, settled in zip(self.seats, self.settled, strict=True)
        )


def continue_after(rules: Rules, state: Table, outcome: Outcome) -> Continuation:
    """Return where an outcome of the round played in ``state`` leads."""
    players = players_of(state)
    step = after_round(rules, state, outcome)
    if isinstance(step, End):
        return Continuation(None, (None,) * players, step.payoffs)
    places = {seat: place for place, seat in enumerate(seats_in_play(step.state))}
    seats = tuple(places.get((seat - step.turned) % players) for seat in range(players))
    out = payoff_when_out(rules)
    settled = tuple(out if seat is None else Fraction(0) for seat in seats)
    return Continuation(without_the_saved(step.state), seats, settled)


@dataclass(frozen=True)
class Played:
    """A state with its distinct continuations, and for each outcome the number of its own."""

    state: Table
    continuations: tuple[Continuation, ...]
    numbers: tuple[int, ...]

    def payoffs(self, values: Mapping[Table, Values]) -> list[Values]:
        """Return what each continuation is worth, given what states are worth."""
        return [then.payoffs(values.__getitem__) for then in self.continuations]


@lru_cache(maxsize=1 << 12)  # the graph asks for them, then whoever solves it
def round_in(rules: Rules, state: Table) -> Played:
    """Return the round that is played in a state."""
    then = [continue_after(rules, state, o) for o in information_of(rules, state).outcomes]
    distinct = {continuation: number for number, continuation in enumerate(dict.fromkeys(then))}
    return Played(state, tuple(distinct), tuple(distinct[continuation] for continuation in then))
