"""The rounds that given players may come to play, and what follows from how they play them.

A table is a state with the players at its seats. Every round turns the table to its next
opener and may see players leave, so the tables that can be reached form a finite graph, as the
states do (`solver.engine.graph`). An expectation x over the rest of the game, such as a
player's payoff, satisfies

    x[table] = sum over outcomes of the round of P(outcome) (reward + x[table after it]),

a linear system for each strongly connected component, whose solution is unique since play
ends almost surely whatever the strategies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from solver.engine.continuation import continue_after
from solver.engine.exact import chain_means, mean
from solver.engine.profile import RoundLaw
from solver.engine.rounds import information_of
from solver.errors import SolverError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table
from solver.language import _

MOST_STATES = 1_000_000
"""States of knowledge, over all seats of all tables, that are worked through: minutes."""


@dataclass(frozen=True)
class Seated:
    """A state with the player who sits at each of its seats, opener first."""

    state: Table
    players: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """What an outcome leads to: the next table, and the payoffs of the players who leave."""

    table: Seated | None
    settled: tuple[tuple[int, Fraction], ...]


class Match:
    """The tables that can be reached from some, and their order of solving.

    Attributes:
        steps: for every table the step that each outcome of its round leads to.
        components: tables that lead to each other, each after those that it leads to.
    """

    def __init__(self, rules: Rules, starts: Sequence[Seated]) -> None:
        """Raise SolverError if there are too many to work through."""
        self.rules = rules
        self.steps: dict[Seated, list[Step]] = {}
        graph: nx.DiGraph[Seated] = nx.DiGraph()
        waiting = list(starts)
        first = waiting[0]
        states = 0
        while waiting:
            table = waiting.pop()
            if table in self.steps:
                continue
            states += sum(map(len, information_of(rules, table.state).following))
            if states > MOST_STATES:
                raise SolverError(
                    _(
                        "{state} leads to too many positions to be evaluated exactly "
                        "with {players} players; "
                        "421 simulate plays them"
                    ).format(state=format_state(first.state), players=len(first.players))
                )
            self.steps[table] = self._steps(table)
            graph.add_node(table)
            for step in self.steps[table]:
                if step.table is not None:
                    graph.add_edge(table, step.table)
                    waiting.append(step.table)
        condensed = nx.condensation(graph)
        self.components: list[list[Seated]] = [
            list(condensed.nodes[number]["members"])
            for number in reversed(list(nx.topological_sort(condensed)))
        ]

    def _steps(self, table: Seated) -> list[Step]:
        steps = []
        for outcome in information_of(self.rules, table.state).outcomes:
            then = continue_after(self.rules, table.state, outcome)
            placed = zip(then.seats, then.settled, table.players, strict=True)
            staying, leaving = {}, []
            for seat, payoff, player in placed:
                if seat is None:
                    leaving.append((player, payoff))
                else:
                    staying[seat] = player
            players = tuple(staying[seat] for seat in range(len(staying)))
            after = Seated(then.state, players) if then.state is not None else None
            steps.append(Step(after, tuple(leaving)))
        return steps

    def is_cyclic(self, component: Sequence[Seated]) -> bool:
        """Return whether a table of the component can be played at again."""
        (first, *others) = component
        return bool(others) or any(step.table == first for step in self.steps[first])

    def expect(
        self,
        component: Sequence[Seated],
        laws: Mapping[Seated, RoundLaw],
        ahead: Mapping[Seated, Sequence[Fraction]],
    ) -> list[Fraction]:
        """Return the expectation at each table of a component.

        ``ahead`` has for each outcome its reward and what the table after it is worth; where
        that table is in the component, the reward alone.
        """
        ways = [[ways for _, ways in laws[table].outcomes] for table in component]
        totals = [laws[table].total for table in component]
        known = [
            mean(row, total, ahead[table])
            for row, total, table in zip(ways, totals, component, strict=True)
        ]
        if not self.is_cyclic(component):
            return known
        index = {table: place for place, table in enumerate(component)}
        moves = [
            [
                (index[step.table], weight)
                for step, weight in zip(self.steps[table], row, strict=True)
                if step.table in index
            ]
            for table, row in zip(component, ways, strict=True)
        ]
        return chain_means(totals, moves, known)
