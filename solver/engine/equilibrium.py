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

0. begin with what value iteration finds in floats (`solver.engine.value_iteration`), of which a
   sweep costs far less than a step;
1. take what is best for the present V, with the exact law of every round;
2. let V become the value of playing that for ever, a linear system, solved in rationals.

When the laws do not change any more, the equations hold exactly. For every choice has then been
compared with the chosen one, exactly where floats could not tell (`FastRound.examine`), and V is
the exact value of the choices. Newton's method need not converge for games. With two players it
always has; with more, what is best can go round in a circle, since an equilibrium may take
chance moves: so it does for three players with 7 jetons. Laws that come back, though not at once,
end the run, which says so.

Reference: A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management
Science 12 (1966); L. S. Shapley, Stochastic games, PNAS 39 (1953).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from solver.engine.continuation import Played
from solver.engine.exact import mean, solve_linear
from solver.engine.fast import Comparisons, Examined
from solver.engine.graph import parts
from solver.engine.rounds import Values
from solver.engine.value_iteration import settle
from solver.engine.workers import Run, Workers, one_by_one
from solver.errors import ConvergenceError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    Table,
    payoff_total,
    players_of,
)
from solver.language import _

MOST_STEPS = 50
"""Strategy iterations before giving up; the shipped games need one or two, and a circle a few."""

Report = Callable[["Solution"], None]
"""Told whenever states are solved and proved: one, or all of a cycle."""


@dataclass
class Solution:
    """What is known of a game's states, and what it took.

    Attributes:
        values: for each state the values of its seats, opener first.
        steps: strategy iterations in cyclic components.
        comparisons: those that prove the values.
    """

    values: dict[Table, Values]
    steps: int = 0
    comparisons: Comparisons = field(default_factory=Comparisons)


def _solve_unrelated(
    rounds: Sequence[Played], solution: Solution, workers: Workers, report: Report
) -> None:
    """Solve states that lead to solved ones only."""
    values = solution.values
    for played, examined in zip(rounds, workers.examine(rounds, values), strict=True):
        values[played.state] = tuple(
            mean(examined.ways, examined.denominator, worth)
            for worth in zip(*played.payoffs(values), strict=True)
        )
        solution.comparisons += examined.comparisons
        report(solution)


def _solve_cycle(
    rounds: Sequence[Played], solution: Solution, workers: Workers, report: Report
) -> None:
    """Solve a component in which play can return to a state.

    Raises:
        ConvergenceError: strategy iteration did not settle.
    """
    values = solution.values
    values |= _near_values(rounds, values, workers)
    chosen: list[list[list[int]]] = []
    while len(chosen) < MOST_STEPS:
        examined = list(workers.examine(rounds, values, certain=bool(chosen)))
        laws = [law.ways for law in examined]
        if laws in chosen[-1:]:
            solution.comparisons += sum((law.comparisons for law in examined), Comparisons())
            report(solution)
            return
        if laws in chosen:
            break
        chosen.append(laws)
        solution.steps += 1
        values |= _play_for_ever(workers.rules, rounds, examined, values)
    for played in rounds:
        del values[played.state]
    raise ConvergenceError(
        _("what is best does not settle at {where}: no equilibrium found").format(
            where=format_state(rounds[0].state)
        )
    )


def _near_values(
    rounds: Sequence[Played], values: Mapping[Table, Values], workers: Workers
) -> dict[Table, Values]:
    """What value iteration finds, for strategy iteration to begin with."""
    known = {then.state for played in rounds for then in played.continuations} & values.keys()
    near = {state: (*map(float, values[state]), 0.0) for state in known if state}
    settle(rounds, near, workers)
    return {played.state: tuple(map(Fraction, near[played.state][:-1])) for played in rounds}


def _play_for_ever(
    rules: Rules,
    rounds: Sequence[Played],
    examined: Sequence[Examined],
    values: Mapping[Table, Values],
) -> dict[Table, Values]:
    """The values of states when their rounds always have these laws.

    A seat's value is the mean over continuations of a payoff that is known, or of an unknown
    value in the next state. Unknown are the values of all seats but the last, whose value is
    what the others leave of the total.
    """
    seats = players_of(rounds[0].state)
    total = payoff_total(rules, seats)
    unknown: dict[tuple[Table | None, int | None], int] = {
        (played.state, seat): place * (seats - 1) + seat
        for place, played in enumerate(rounds)
        for seat in range(seats - 1)
    }
    matrix = [[0] * len(unknown) for _ in unknown]
    right: list[Fraction] = []
    for played, law in zip(rounds, examined, strict=True):
        payoffs = played.payoffs(values)
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
    solved = solve_linear(matrix, right)
    found: dict[Table, Values] = {}
    for place, played in enumerate(rounds):
        others = solved[place * (seats - 1) : (place + 1) * (seats - 1)]
        found[played.state] = (*others, total - sum(others, Fraction(0)))
    return found


def _tell_nobody(_: Solution) -> None:
    pass


def solve_exactly(
    rules: Rules,
    players: int,
    known: Mapping[Table, Values] | None = None,
    report: Report = _tell_nobody,
    run: Run = one_by_one,
    *,
    prefer_last: bool = False,
) -> Solution:
    """Solve a game and prove its values.

    Args:
        rules: what is played.
        players: 2 to 8; see ``docs/scaling.md`` for what that takes.
        known: values solved before, from which to go on.
        report: called whenever values are solved; the solution holds all that are by then.
        run: who examines the rounds (`solver.engine.workers`); the result does not depend on it.
        prefer_last: turn the preference among equal keeps round. With two players that
            changes no value; with more it shows what the selection of an equilibrium matters.

    Raises:
        ConvergenceError: strategy iteration did not settle.
    """
    solution = Solution(dict(known or {}))
    workers = Workers(rules, run, prefer_last)
    for rounds, cyclic in parts(rules, players):
        unsolved = [played for played in rounds if played.state not in solution.values]
        if unsolved and cyclic:
            _solve_cycle(rounds, solution, workers, report)
        elif unsolved:
            _solve_unrelated(unsolved, solution, workers, report)
    return solution
