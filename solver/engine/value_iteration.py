"""The values of games too large for fractions: in floats, by value iteration.

Component by component of the graph of states (`solver.engine.graph`), every round is worked
out by the values of the states that it leads to; where play can return to a state, again and
again until nothing changes any more than floats do, or for ever changes: with three players or
more, what is best may go round in a circle. How near that comes to an equilibrium is for
`solver.engine.enclosure` to prove; so each state also gets a bound on the rounds that are left,
on average, when all play as the values say.

While the same keeps stay best, a sweep is a linear map. So what the last sweeps found is mixed
such that, by such a map, as little as possible would be left to change (Anderson acceleration).
Two players with 41 jetons take 29 sweeps so, and 171 without. Only a sweep itself says that all
is settled.

References: L. S. Shapley, Stochastic games, PNAS 39 (1953); D. G. Anderson, Iterative procedures
for nonlinear integral equations, Journal of the ACM 12 (1965).
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

import numpy as np

from solver.engine.compiled import Floats
from solver.engine.continuation import Played
from solver.engine.graph import parts
from solver.engine.rounds import Values
from solver.engine.workers import Run, Workers, one_by_one
from solver.game.rules import Rules
from solver.game.state import Table, payoff_total, players_of

SETTLED = 2.0**-49
"""A sweep that changes no value by more is the last one, if `STEADY` holds as well."""

STEADY = 2.0**-24
"""By which share bounds on rounds may change in the last sweep."""

PATIENCE = 30
"""Sweeps without a smaller change than before, after which what is best goes round in a circle."""

MEMORY = 5
"""Sweeps before the last one that are mixed with it."""

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


Near = dict[Table, tuple[float, ...]]
"""For each state what its seats can expect, opener first, and then the bound on rounds."""


@dataclass(frozen=True)
class Settled:
    """How a component was worked out: in so many sweeps, and whether it ended in a circle."""

    sweeps: int
    circle: bool = False


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
    near = {state: _floats(solution, state) for state in solution.values}
    for rounds, cyclic in parts(rules, players):
        unsolved = [played for played in rounds if played.state not in near]
        if unsolved and cyclic:
            settled = settle(unsolved, near, workers, guess)
            solution.sweeps += settled.sweeps
            if settled.circle:
                solution.circles.append(unsolved[0].state)
        elif unsolved:
            _put(near, unsolved, _sweep(unsolved, near, workers))
        for played in unsolved:
            *others, _last, left = near[played.state]
            total = payoff_total(rules, players_of(played.state))
            values = [Fraction(value) for value in others]
            solution.values[played.state] = (*values, total - sum(values, Fraction(0)))
            solution.rounds[played.state] = Fraction(left)
            near[played.state] = _floats(solution, played.state)  # as if it had been known
        report(solution)
    return solution


def _floats(solution: NearSolution, state: Table) -> tuple[float, ...]:
    return (*map(float, solution.values[state]), float(solution.rounds[state]))


def settle(
    rounds: Sequence[Played],
    near: Near,
    workers: Workers,
    guess: Mapping[Table, Values] | None = None,
) -> Settled:
    """Sweep over a component in which play can return to a state until nothing changes.

    Args:
        rounds: those of the component.
        near: what is known of the states that they lead to; what is found is put there.
        workers: who works out the rounds.
        guess: what the values may be, where something is known of that.
    """
    seats = players_of(rounds[0].state)
    fair = (Fraction(payoff_total(workers.rules, seats), seats),) * seats
    guess = guess or {}
    now = np.array([[*map(float, guess.get(played.state, fair)), 1.0] for played in rounds])
    values, left = _Mixing(), _Mixing()
    sweeps, least, waited, before = 0, inf, 0, inf
    while waited < PATIENCE:
        sweeps += 1
        _put(near, rounds, now)
        swept = _sweep(rounds, near, workers)
        change, unsteady = _changes(now, swept)
        if change <= SETTLED and unsteady <= STEADY:
            _put(near, rounds, swept)
            return Settled(sweeps)
        if change >= before:  # other keeps are best now, so it is another map
            values, left = _Mixing(), _Mixing()
        now = np.hstack(
            [values.mix(now[:, :-1], swept[:, :-1]), left.mix(now[:, -1:], swept[:, -1:])]
        )
        waited = 0 if change < least else waited + 1
        least, before = min(least, change), change
    now, unsteady = swept, inf
    while unsteady > STEADY:
        # The bounds are to hold for what is best by these values, which does not change now.
        _put(near, rounds, now)
        swept = _sweep(rounds, near, workers)
        _change, unsteady = _changes(now, swept)
        now[:, -1] = swept[:, -1]
    return Settled(sweeps, circle=True)


class _Mixing:
    """Sweeps of one map, mixed so that by a linear map the least would be left to change."""

    def __init__(self) -> None:
        self._swept: deque[Floats] = deque(maxlen=MEMORY + 1)
        self._changes: deque[Floats] = deque(maxlen=MEMORY + 1)

    def mix(self, before: Floats, swept: Floats) -> Floats:
        """Return where to sweep next, once a sweep has led from ``before`` to ``swept``."""
        self._swept.append(swept)
        self._changes.append((swept - before).ravel())
        if len(self._changes) == 1:
            return swept
        steps = np.diff(np.array(self._changes), axis=0)
        shares, *_ = np.linalg.lstsq(steps.T, self._changes[-1], rcond=None)
        mixed: Floats = swept - np.tensordot(shares, np.diff(np.array(self._swept), axis=0), 1)
        return mixed


def _sweep(rounds: Sequence[Played], near: Near, workers: Workers) -> Floats:
    """Work every round out by what is known; ``[round, seat]``, and the bound on rounds."""
    swept = workers.sweep(rounds, [_payoffs(played, near) for played in rounds])
    found = np.array([*swept])
    total = payoff_total(workers.rules, players_of(rounds[0].state))
    found[:, -2] = total - found[:, :-2].sum(1)
    found[:, -1] = (1 + found[:, -1]) * SLACK
    return found


def _changes(before: Floats, after: Floats) -> tuple[float, float]:
    """The greatest change of a value, and of a bound on rounds as a share of it."""
    change = np.abs(after - before)
    return float(change[:, :-1].max()), float((change[:, -1] / after[:, -1]).max())


def _put(near: Near, rounds: Sequence[Played], rows: Floats) -> None:
    near.update(zip((played.state for played in rounds), map(tuple, rows.tolist()), strict=True))


def _payoffs(played: Played, near: Near) -> list[tuple[float, ...]]:
    """What each continuation is worth to the seats, and the rounds that are left in it."""
    payoffs = []
    for then in played.continuations:
        *after, left = near[then.state] if then.state else (0.0,)
        worth = (
            float(settled) if seat is None else after[seat]
            for seat, settled in zip(then.seats, then.settled, strict=True)
        )
        payoffs.append((*worth, left))
    return payoffs
