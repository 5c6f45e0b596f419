"""The game as a graph of rounds: states reachable from a start, in an order of solving.

Nodes are states without the seats that have left. An edge leads from a state to one that an
outcome of its round can reach; every outcome has positive probability under any strategies
(each reroll may show the same faces), so edges do not depend on how one plays. Strongly
connected components are solved after all those they lead to. Components that do not lead to
each other form a layer and can be solved side by side: one layer for each size of the pot in
the charge, where a component is a single state.
"""

from collections.abc import Iterable, Iterator

import networkx as nx

from solver.engine.continuation import Played, round_in
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, players_of

Component = tuple[Table, ...]


def build_graph(rules: Rules, states: Iterable[Table]) -> "nx.DiGraph[Table]":
    """Return ``states`` and all that they lead to, with an edge for every possible step."""
    graph: nx.DiGraph[Table] = nx.DiGraph()
    waiting = list(states)
    graph.add_nodes_from(waiting)
    while waiting:
        state = waiting.pop()
        for then in round_in(rules, state).continuations:
            if then.state is None:
                continue
            if then.state not in graph:
                waiting.append(then.state)
            graph.add_edge(state, then.state)
    return graph


def solving_layers(graph: "nx.DiGraph[Table]") -> list[list[Component]]:
    """Return the strongly connected components, each layer leading only to earlier ones."""
    condensed = nx.condensation(graph)
    return [
        sorted(
            (tuple(sorted(condensed.nodes[c]["members"], key=format_state)) for c in layer),
            key=lambda component: format_state(component[0]),
        )
        for layer in nx.topological_generations(condensed.reverse(copy=False))
    ]


def parts(rules: Rules, players: int) -> Iterator[tuple[list[Played], bool]]:
    """The game's rounds in the order of solving, and whether they are one cyclic component.

    States of a layer that do not lead to each other are taken together by number of seats.
    """
    graph = build_graph(rules, all_states(rules, players))
    for layer in solving_layers(graph):
        unrelated: dict[int, list[Played]] = {}
        for component in layer:
            rounds = [round_in(rules, state) for state in component]
            if len(component) > 1 or graph.has_edge(component[0], component[0]):
                yield rounds, True
            else:
                unrelated.setdefault(players_of(component[0]), []).extend(rounds)
        for rounds in unrelated.values():
            yield rounds, False
