"""The values of games too large for fractions: in floats, by value iteration.

Component by component of the graph of states (`solver.engine.graph`), every round is worked
out by the values of the states that it leads to; where play can return to a state, again and
again until nothing changes any more than floats do, or for ever changes: with three players or
more, what is best may go round in a circle. How near that comes to an equilibrium is for
`solver.engine.enclosure` to prove; so each state also gets a bound on the rounds that are left,
on average, when all play as the values say.

Reference: L. S. Shapley, Stochastic games, PNAS 39 (1953).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from solver.engine.equilibrium import parts
from solver.engine.rounds import Values
from solver.engine.workers import Played, Run, Workers, one_by_one
from solver.game.rules import Rules
from solver.game.state import Table, payoff_total, players_of

SETTLED = 2.0**-49
"""A sweep that changes no value by more is the last one, if `STEADY` holds as well."""

STEADY = 2.0**-24
"""By which share bounds on rounds may change in the last sweep."""

PATIENCE = 30
"""Sweeps without a smaller change than before, after which what is best goes round in a circle."""

SLACK = 1 + 2.0**-20
"""A bound on the rounds left is so many times what floats expect of them."""


@dataclass
class NearSolution:
    """What is known of a game's states.

    Attributes:
        values: for each state the values of its seats, opener first: near enough.
        rounds: for each state a bound on the rounds that are left on average.
        sweeps: how often a cyclic component was worked out.
        circles: the first state of each component in which what is best goes round in a circle.
    """

    values: dict[Table, Values] = field(default_factory=dict)
    rounds: dict[Table, Fraction] = field(default_factory=dict)
    sweeps: int = 0
    circles: list[Table] = field(default_factory=list)


Report = Callable[[NearSolution], None]
"""Told whenever states are solved: one layer of the graph, or all of a cycle."""


def _tell_nobody(solution: NearSolution) -> None:
    pass


def iterate_values(
    rules: Rules,
    players: int,
    known: NearSolution | None = None,
    guess: Mapping[Table, Values] | None = None,
    report: Report = _tell_nobody,
    run: Run = one_by_one,
) -> NearSolution:
    """Find the values of a game, near enough.

    Args:
        rules: what is played.
        players: 2 to 8; see ``docs/scaling.md`` for what that takes.
        known: what was found before, from which to go on.
        guess: what the values may be, where that is not known.
        report: called whenever values are found; the solution holds all that are by then.
        run: who works out the rounds (`solver.engine.workers`); the result does not depend on it.
    """
    solution = known or NearSolution()
    workers = Workers(rules, run, prefer_last=False)
    for rounds, cyclic in parts(rules, players):
        unsolved = [played for played in rounds if played.state not in solution.values]
        if unsolved and cyclic:
            _settle(unsolved, solution, workers, guess or {})
        elif unsolved:
            _sweep(unsolved, solution, workers)
        report(solution)
    return solution


def _settle(
    rounds: Sequence[Played],
    solution: NearSolution,
    workers: Workers,
    guess: Mapping[Table, Values],
) -> None:
    """Sweep over a component in which play can return to a state until nothing changes."""
    seats = players_of(rounds[0].state)
    fair = (Fraction(payoff_total(workers.rules, seats), seats),) * seats
    for played in rounds:
        solution.values[played.state] = guess.get(played.state, fair)
        solution.rounds[played.state] = Fraction(1)
    least, waited = inf, 0
    while waited < PATIENCE:
        solution.sweeps += 1
        change, unsteady = _sweep(rounds, solution, workers)
        if change <= SETTLED and unsteady <= STEADY:
            return
        waited = 0 if change < least else waited + 1
        least = min(least, change)
    solution.circles.append(rounds[0].state)
    values = {played.state: solution.values[played.state] for played in rounds}
    unsteady = inf
    while unsteady > STEADY:
        # The bounds are to hold for what is best by these values, which does not change now.
        _change, unsteady = _sweep(rounds, solution, workers)
        solution.values |= values


def _sweep(
    rounds: Sequence[Played], solution: NearSolution, workers: Workers
) -> tuple[float, float]:
    """Work every round out by what is known.

    Return the greatest change of a value that was known, and of rounds as a share of them.
    """
    swept = workers.sweep(rounds, [_payoffs(played, solution) for played in rounds])
    found = dict(zip((played.state for played in rounds), swept, strict=True))
    change = unsteady = 0.0
    for state, (*others, _last, later) in found.items():
        total = payoff_total(workers.rules, players_of(state))
        values = [Fraction(value) for value in others]
        values.append(total - sum(values, Fraction(0)))
        left = Fraction((1 + later) * SLACK)
        for now, before in zip(values, solution.values.get(state, values), strict=True):
            change = max(change, abs(float(now - before)))
        unsteady = max(unsteady, abs(float(1 - solution.rounds.get(state, left) / left)))
        solution.values[state], solution.rounds[state] = tuple(values), left
    return change, unsteady


def _payoffs(played: Played, solution: NearSolution) -> list[tuple[float, ...]]:
    """What each continuation is worth to the seats, and the rounds that are left in it."""
    return [
        (*map(float, worth), float(solution.rounds[then.state]) if then.state else 0.0)
        for then, worth in zip(played.continuations, played.payoffs(solution.values), strict=True)
    ]
