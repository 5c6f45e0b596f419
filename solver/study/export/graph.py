"""The graph of a game's states, for programs that draw or analyse graphs."""

from collections.abc import Iterator

import networkx as nx

from solver.engine.graph import build_graph, solving_layers
from solver.game.legality import all_states, starts
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    Table,
)
from solver.study.export.dataset import Document


def game_graph(rules: Rules, players: int) -> "nx.DiGraph[str]":
    """Return the states of a game, each with an edge to every state that its round may lead to.

    Nodes are texts of states, with the attributes ``phase``; ``reached``, whether play from
    the start can come there; ``component``, the number of the strongly connected component,
    in an order in which they can be solved; and ``layer``, how many components must be solved
    one after the other before.
    """
    states = build_graph(rules, all_states(rules, players))
    reached = _reached(states, starts(rules, players))
    graph: nx.DiGraph[str] = nx.DiGraph()
    number = 0
    for layer, components in enumerate(solving_layers(states)):
        for component in components:
            for state in component:
                graph.add_node(
                    format_state(state),
                    phase=type(state).__name__.lower(),
                    reached=state in reached,
                    component=number,
                    layer=layer,
                )
            number += 1
    graph.add_edges_from(sorted((format_state(a), format_state(b)) for a, b in states.edges))
    return graph


def _reached(states: "nx.DiGraph[Table]", begin: tuple[Table, ...]) -> set[Table]:
    return set().union(*({state} | nx.descendants(states, state) for state in begin))


def export_graph(rules: Rules, players: int, form: str) -> Document:
    """Return the graph as a text; ``form`` is ``graphml`` or ``dot``."""
    graph = game_graph(rules, players)
    return Document(
        name="graph",
        title=f"States of {rules.name}, {players} players, and the rounds between them",
        rules=rules,
        text=_lines(nx.generate_graphml(graph)) if form == "graphml" else _dot(graph),
        count=graph.number_of_nodes() + graph.number_of_edges(),
    )


def _lines(lines: Iterator[str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    for line in lines:
        yield f"{line}\n"


def _dot(graph: "nx.DiGraph[str]") -> Iterator[str]:
    yield "digraph states {\n  rankdir=LR;\n"
    for node, known in graph.nodes(data=True):
        drawn = "solid" if known["reached"] else "dashed"
        yield (
            f'  "{node}" [style={drawn}, phase={known["phase"]}, '
            f"component={known['component']}, layer={known['layer']}];\n"
        )
    for tail, head in graph.edges:
        yield f'  "{tail}" -> "{head}";\n'
    yield "}\n"
