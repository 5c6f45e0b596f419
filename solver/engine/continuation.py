"""What a round's outcome is worth, given what the states that it leads to are worth.

Solvers work on states without the seats that are out: these play no part, and their payoff
is settled. So every seat of a state here rolls dice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from solver.engine.rounds import Values
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
