"""The values of a game's states, as fractions, with their proof.

Write V[s] for the players' values in state s. They are to satisfy, at every state,

    V[s] = values of the round in s, when each outcome is worth the V of the state it leads to,

where every player does what is best for himself at every decision and, among equals, what is
preferred (`solver.game.dice`). That makes the strategies a Markov perfect equilibrium: nobody
gains by deviating, at any decision of any state. With two players the game is zero-sum (the
payoffs sum to 1), the equations have one solution, since play ends almost surely whatever the
strategies (each hand has a chance of at least (1/216)**3 of being the last one), and V is the
value of the game. With more players V is the equilibrium that backward induction selects.

The graph of states is solved component by component (`solver.engine.graph`). A component in
which play can return takes strategy iteration, which is Newton's method on the equations:

0. with more than two players, where a sweep of value iteration costs far less than a step,
   begin with some sweeps in floats, and solve exactly from the first step on;
1. take what is best for the present V, with the exact law of every round;
2. let V become the value of playing that for ever, a linear system.

At first the system is solved in floats. When the laws do not change any more it is solved in
rationals, and step 1 repeated: if the laws are still the same, the equations hold exactly.
For every choice has then been compared with the chosen one, exactly where floats could not
tell (`FastRound.examine`), and V is the exact value of the choices. Otherwise it goes on, in
rationals. Newton's method need not converge for games, though it always has for these rules;
the steps are bounded, and a run that does not settle says so.

Reference: A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management
Science 12 (1966); L. S. Shapley, Stochastic games, PNAS 39 (1953).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from joblib import Parallel, delayed

from solver.engine.continuation import Continuation, continue_after
from solver.engine.exact import mean, solve_linear
from solver.engine.fast import Comparisons, Examined, fast_round
from solver.engine.graph import build_graph, solving_layers
from solver.engine.rounds import Values, information_of
from solver.errors import ConvergenceError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, all_states, payoff_total, players_of

SWEEPS = 20
"""Sweeps of value iteration: three players with 21 jetons come within 1e-12 in 18."""

MOST_STEPS = 50
"""Strategy iterations before giving up; the shipped games need at most 10."""

Report = Callable[["Solution"], None]
"""Told whenever a part of the graph is solved and proved."""


@dataclass
class Solution:
    """What is known of a game's states, and what it took.

    Attributes:
        values: for each state the values of its seats, opener first.
        steps: strategy iterations in cyclic components.
        comparisons: those that prove the values.
    """

    values: dict[Table, Values] = field(default_factory=dict)
    steps: int = 0
    comparisons: Comparisons = field(default_factory=Comparisons)


@dataclass(frozen=True)
class _Round:
    """A state with its distinct continuations, and for each outcome the number of its own."""

    state: Table
    continuations: tuple[Continuation, ...]
    numbers: tuple[int, ...]


def _round_in(rules: Rules, state: Table) -> _Round:
    then = [continue_after(rules, state, o) for o in information_of(rules, state).outcomes]
    distinct = {continuation: number for number, continuation in enumerate(dict.fromkeys(then))}
    return _Round(state, tuple(distinct), tuple(distinct[continuation] for continuation in then))


@dataclass(frozen=True)
class _Workers:
    """Examines rounds side by side; the results do not depend on how many there are."""

    rules: Rules
    parallel: Parallel
    prefer_last: bool

    def examine(
        self, rounds: Sequence[_Round], values: Mapping[Table, Values], *, certain: bool = True
    ) -> list[Examined]:
        """Return the laws of rounds when everybody plays best for the values."""
        tasks = (
            delayed(_examine)(
                self.rules,
                played.state,
                played.numbers,
                _payoffs(played, values),
                certain,
                self.prefer_last,
            )
            for played in rounds
        )
        return list(self.parallel(tasks))

    def sweep(self, rounds: Sequence[_Round], values: Mapping[Table, Values]) -> list[Values]:
        """Return the rounds' values, near enough, by those of the next states."""
        tasks = (
            delayed(_near_values)(
                self.rules,
                played.state,
                played.numbers,
                _payoffs(played, values),
                self.prefer_last,
            )
            for played in rounds
        )
        return list(self.parallel(tasks))


def _near_values(
    rules: Rules,
    state: Table,
    numbers: Sequence[int],
    payoffs: Sequence[Values],
    prefer_last: bool,
) -> Values:
    by_outcome = np.array(payoffs, dtype=np.float64)[list(numbers)].T
    near = fast_round(rules, state).values(by_outcome, prefer_last=prefer_last)
    return tuple(map(Fraction, near.tolist()))


def _examine(
    rules: Rules,
    state: Table,
    numbers: Sequence[int],
    payoffs: Sequence[Values],
    certain: bool,
    prefer_last: bool,
) -> Examined:
    return fast_round(rules, state).examine(
        state, numbers, payoffs, certain=certain, prefer_last=prefer_last
    )


def _payoffs(played: _Round, values: Mapping[Table, Values]) -> list[Values]:
    return [then.payoffs(values.__getitem__) for then in played.continuations]


def _solve_unrelated(rounds: Sequence[_Round], solution: Solution, workers: _Workers) -> None:
    """Solve states that lead to solved ones only."""
    for played, examined in zip(rounds, workers.examine(rounds, solution.values), strict=True):
        payoffs = _payoffs(played, solution.values)
        solution.values[played.state] = tuple(
            mean(examined.ways, examined.denominator, worth) for worth in zip(*payoffs, strict=True)
        )
        solution.comparisons += examined.comparisons


def _solve_cycle(rounds: Sequence[_Round], solution: Solution, workers: _Workers) -> None:
    """Solve a component in which play can return to a state.

    Raises:
        ConvergenceError: strategy iteration did not settle.
    """
    values = solution.values
    seats = players_of(rounds[0].state)
    total = payoff_total(workers.rules, seats)
    values |= {played.state: (Fraction(total, seats),) * seats for played in rounds}
    for _ in range(SWEEPS if seats > 2 else 0):
        swept = workers.sweep(rounds, values)
        values |= {played.state: near for played, near in zip(rounds, swept, strict=True)}
    examined: list[Examined] = []
    exactly = seats > 2
    for step in range(MOST_STEPS):
        certain = exactly and step > 0
        before, examined = examined, workers.examine(rounds, values, certain=certain)
        if [law.ways for law in before] == [law.ways for law in examined]:
            if exactly:
                solution.comparisons += sum((law.comparisons for law in examined), Comparisons())
                return
            exactly = True
        solution.steps += 1
        values |= _play_for_ever(rounds, examined, values, total, exactly)
    where = format_state(rounds[0].state)
    raise ConvergenceError(f"no equilibrium at {where} after {MOST_STEPS} strategy iterations")


def _play_for_ever(
    rounds: Sequence[_Round],
    examined: Sequence[Examined],
    values: Mapping[Table, Values],
    total: int,
    exactly: bool,
) -> dict[Table, Values]:
    """The values of states when their rounds always have these laws: exact, or near.

    A seat's value is the mean over continuations of a payoff that is known, or of an unknown
    value in the next state. Unknown are the values of all seats but the last, whose value is
    what the others leave of the total.
    """
    seats = players_of(rounds[0].state)
    unknown: dict[tuple[Table | None, int | None], int] = {
        (played.state, seat): place * (seats - 1) + seat
        for place, played in enumerate(rounds)
        for seat in range(seats - 1)
    }
    matrix = [[0] * len(unknown) for _ in unknown]
    right: list[Fraction] = []
    for played, law in zip(rounds, examined, strict=True):
        payoffs = _payoffs(played, values)
        for seat in range(seats - 1):
            row = matrix[len(right)]
            row[len(right)] += law.denominator
            known = [Fraction(0)] * len(payoffs)
            for number, then in enumerate(played.continuations):
                if (then.state, 0) not in unknown:
                    known[number] = payoffs[number][seat]
                elif (then.state, then.seats[seat]) in unknown:
                    row[unknown[then.state, then.seats[seat]]] -= law.ways[number]
                else:
                    known[number] = Fraction(total)
                    for other in range(seats - 1):
                        row[unknown[then.state, other]] += law.ways[number]
            right.append(mean(law.ways, 1, known))
    if exactly:
        solved = solve_linear(matrix, right)
    else:
        near = np.linalg.solve(np.array(matrix, dtype=float), np.array(right, dtype=float))
        solved = [Fraction(value) for value in near.tolist()]
    found: dict[Table, Values] = {}
    for place, played in enumerate(rounds):
        others = solved[place * (seats - 1) : (place + 1) * (seats - 1)]
        found[played.state] = (*others, total - sum(others, Fraction(0)))
    return found


def _parts(rules: Rules, players: int) -> Iterator[tuple[list[_Round], bool]]:
    """The game's rounds in the order of solving, and whether they are one cyclic component.

    States of a layer that do not lead to each other are taken together by number of seats.
    """
    graph = build_graph(rules, all_states(rules, players))
    for layer in solving_layers(graph):
        unrelated: dict[int, list[_Round]] = {}
        for component in layer:
            rounds = [_round_in(rules, state) for state in component]
            if len(component) > 1 or graph.has_edge(component[0], component[0]):
                yield rounds, True
            else:
                unrelated.setdefault(players_of(component[0]), []).extend(rounds)
        for rounds in unrelated.values():
            yield rounds, False


def solve_exactly(
    rules: Rules,
    players: int,
    known: Mapping[Table, Values] | None = None,
    report: Report | None = None,
    jobs: int = 1,
    *,
    prefer_last: bool = False,
) -> Solution:
    """Solve a game and prove its values.

    Args:
        rules: what is played.
        players: 2 to 8; see ``docs/scaling.md`` for what that takes.
        known: values solved before, from which to go on.
        report: called after every part; the solution holds what is known by then.
        jobs: threads to work with; the result does not depend on it.
        prefer_last: turn the preference among equal keeps round. With two players that
            changes no value; with more it shows what the selection of an equilibrium matters.

    Raises:
        ConvergenceError: strategy iteration did not settle.
    """
    solution = Solution(dict(known or {}))
    with Parallel(n_jobs=jobs, prefer="threads") as parallel:
        workers = _Workers(rules, parallel, prefer_last)
        for rounds, cyclic in _parts(rules, players):
            if all(played.state in solution.values for played in rounds):
                continue
            (_solve_cycle if cyclic else _solve_unrelated)(rounds, solution, workers)
            if report is not None:
                report(solution)
    return solution
