"""Two players: optimal values of every state, as fractions, with their proof.

The game is zero-sum: the two payoffs sum to 1, and every state has one value. In a component
of the graph (`solver.engine.graph`) the values V solve the optimality equations

    V[s] = value of the round in s, when each outcome is worth the V of the state it leads to.

They are found by strategy iteration, which is Newton's method on the equations: floats find
strategies of both players that are best for the present V, and V becomes the exact value of
playing these for ever: the laws of the rounds are whole numbers, and the linear system is
solved in rationals. When floats see no change any more, every choice at every decision is
compared exactly with the chosen one (`improve_exactly`); if one is better it is taken and the
system solved again. When none is, V satisfies the equations exactly. They have one solution,
since play ends almost surely whatever the strategies (each hand has a chance of at least
(1/216)**3 of being the last one), so V is the value.

Newton's method need not converge for games, though it always has for these rules; so the
iterations are bounded, and a run that does not settle says so.

Reference: A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management
Science 12 (1966); L. S. Shapley, Stochastic games, PNAS 39 (1953).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from solver.engine.batch import BatchRound, Strategies
from solver.engine.continuation import continue_after
from solver.engine.exact import mean, solve_linear
from solver.engine.graph import build_graph, solving_layers
from solver.engine.law import exact_law
from solver.engine.optimality import Check, improve_exactly
from solver.engine.rounds import Values, information_of
from solver.errors import ConvergenceError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, all_states, max_rolls

MOST_STEPS = 50
"""Strategy iterations before giving up; the shipped games need at most 10."""

Report = Callable[["Solution"], None]
"""Told of every part of the graph that is solved and proved."""

_EVEN = (Fraction(1, 2), Fraction(1, 2))
_NOTHING = (Fraction(0), Fraction(1))


@dataclass
class Solution:
    """What is known of a game's states, and what it took.

    Attributes:
        values: for each state the values of its seats, opener first.
        steps: strategy iterations in floats, over all cyclic components.
        check: the comparisons that proved the values.
    """

    values: dict[Table, Values] = field(default_factory=dict)
    steps: int = 0
    check: Check = field(default_factory=Check)


class _Part:
    """States that are solved together: one cyclic component, or unrelated states of one kind."""

    def __init__(self, rules: Rules, states: Sequence[Table], *, cyclic: bool) -> None:
        information = information_of(rules, states[0])
        rolls = max_rolls(rules, states[0])
        self.states = states
        self.cyclic = cyclic
        self.index = {state: place for place, state in enumerate(states)}
        self.batch = BatchRound(information, rolls, exactly=rules.followers == "exactly")
        self.continuations = [
            [continue_after(rules, state, outcome) for outcome in information.outcomes]
            for state in states
        ]

    def payoffs(self, values: Mapping[Table, Values]) -> list[list[Values]]:
        """Return what the outcomes are worth, ``[position][outcome][player]``."""
        return [[then.payoffs(values.__getitem__) for then in row] for row in self.continuations]

    def best_strategies(self, payoffs: list[list[Values]]) -> Strategies:
        """Return strategies that are best for the payoffs, as far as floats can tell."""
        strategies = Strategies(self.batch, len(self.states))
        rounded = np.array(payoffs, dtype=np.float64)
        self.batch.play(np.moveaxis(rounded, -1, 0), strategies.record)
        return strategies

    def evaluate(self, strategies: Strategies, values: dict[Table, Values]) -> None:
        """Set the values of this part's states to those of playing the strategies for ever.

        The opener's value x in a state is the mean, over outcomes, of a payoff known already,
        of the x of the next state where he opens again, or of 1 - x where the other does.
        """
        law = exact_law(strategies)
        denominator = self.batch.denominator
        values |= dict.fromkeys(self.states, _NOTHING)
        rest = [
            mean(ways, denominator, [payoff[0] for payoff in row])
            for ways, row in zip(law, self.payoffs(values), strict=True)
        ]
        if self.cyclic:
            matrix = [[0] * len(self.states) for _ in self.states]
            for place, (ways, row) in enumerate(zip(law, self.continuations, strict=True)):
                matrix[place][place] += denominator
                for weight, then in zip(ways, row, strict=True):
                    if then.state in self.index:
                        opens_again = then.seats[0] == 0
                        matrix[place][self.index[then.state]] -= weight if opens_again else -weight
            rest = solve_linear(matrix, [denominator * known for known in rest])
        values |= {s: (x, 1 - x) for s, x in zip(self.states, rest, strict=True)}


def _solve_part(part: _Part, solution: Solution) -> None:
    """Find and prove the values of one part, those that it leads to being known."""
    values = solution.values
    if part.cyclic:
        values |= dict.fromkeys(part.states, _EVEN)
    strategies = part.best_strategies(part.payoffs(values))
    for _ in range(MOST_STEPS):
        part.evaluate(strategies, values)
        payoffs = part.payoffs(values)
        if part.cyclic:
            better = part.best_strategies(payoffs)
            solution.steps += 1
            if better != strategies:
                strategies = better
                continue
        check = improve_exactly(strategies, payoffs)
        if check.improved == 0:
            solution.check += check
            return
    where = format_state(part.states[0])
    raise ConvergenceError(f"strategy iteration did not settle in {MOST_STEPS} steps at {where}")


def _parts(rules: Rules) -> list[_Part]:
    """The game in the order of solving; unrelated states of one kind are taken together."""
    graph = build_graph(rules, all_states(rules, 2))
    parts = []
    for layer in solving_layers(graph):
        single: dict[type[Table], list[Table]] = {}
        for component in layer:
            if len(component) > 1 or graph.has_edge(component[0], component[0]):
                parts.append(_Part(rules, component, cyclic=True))
            else:
                single.setdefault(type(component[0]), []).append(component[0])
        parts.extend(_Part(rules, states, cyclic=False) for states in single.values())
    return parts


def solve_duel(
    rules: Rules, known: Mapping[Table, Values] | None = None, report: Report | None = None
) -> Solution:
    """Solve the game of two players under the rules, and prove it.

    Args:
        rules: what is played.
        known: values solved before, from which to go on.
        report: called after every part; the solution holds what is known by then.

    Raises:
        ConvergenceError: strategy iteration did not settle.
    """
    solution = Solution(dict(known or {}))
    for part in _parts(rules):
        if any(state not in solution.values for state in part.states):
            _solve_part(part, solution)
            if report is not None:
                report(solution)
    return solution
