"""The graph of a game: every step of it, and an order in which it can be solved."""

import networkx as nx
import pytest

from solver.engine.continuation import continue_after, round_in
from solver.engine.graph import build_graph, parts, solving_layers
from solver.engine.rounds import information_of
from solver.game.legality import all_states, starts
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Table,
    players_of,
)

GAMES = [
    ("jambes", 2),
    ("jambes", 3),
    ("jambes{ends=first_out}", 3),
    ("jetons", 2),
    ("jetons{pot=3}", 2),
    ("jetons{pot=4}", 2),
    ("jetons{pot=7,opener=winner}", 2),
    ("jetons{pot=7,opener=rotate}", 2),
    ("jetons{pot=5,decharge_transfer=one}", 3),
    ("comptoir{pot=6}", 2),
    ("comptoir{pot=5}", 3),
    ("deux-phases{pot=6}", 2),
]
each_game = pytest.mark.parametrize(("name", "players"), GAMES)


def _graph(name: str, players: int) -> tuple[Rules, "nx.DiGraph[Table]"]:
    rules = find_rules(name)
    return rules, build_graph(rules, all_states(rules, players))


def _reach(graph: "nx.DiGraph[Table]", state: Table) -> set[Table]:
    """All that play can get to from a state, itself only if it can return."""
    found: set[Table] = set()
    waiting = list(graph.successors(state))
    while waiting:
        after = waiting.pop()
        if after not in found:
            found.add(after)
            waiting.extend(graph.successors(after))
    return found


@each_game
def test_edges_are_the_steps_of_rounds(name: str, players: int) -> None:
    rules, graph = _graph(name, players)
    assert set(graph) == set(all_states(rules, players))
    for state in graph:
        outcomes = information_of(rules, state).outcomes
        after = {continue_after(rules, state, outcome).state for outcome in outcomes} - {None}
        assert set(graph.successors(state)) == after


@each_game
def test_what_is_reached_from_the_start_is_part_of_it(name: str, players: int) -> None:
    rules, graph = _graph(name, players)
    reached = build_graph(rules, starts(rules, players))
    assert set(reached) <= set(graph)
    for start in starts(rules, players):
        assert _reach(graph, start) <= set(reached)


@each_game
def test_layers_lead_to_earlier_ones_only(name: str, players: int) -> None:
    _, graph = _graph(name, players)
    layer_of = {
        state: number
        for number, layer in enumerate(solving_layers(graph))
        for component in layer
        for state in component
    }
    assert set(layer_of) == set(graph)
    component_of = {
        state: component
        for layer in solving_layers(graph)
        for component in layer
        for state in component
    }
    for component in set(component_of.values()):
        after = {later for state in component for later in graph.successors(state)}
        led_to = [layer_of[later] for later in after if later not in component]
        assert {layer_of[state] for state in component} == {1 + max(led_to, default=-1)}


@pytest.mark.parametrize(("name", "players"), [game for game in GAMES if game[0] != "jetons"])
def test_components_are_the_states_that_reach_each_other(name: str, players: int) -> None:
    _, graph = _graph(name, players)
    reach = {state: _reach(graph, state) for state in graph}
    for layer in solving_layers(graph):
        for component in layer:
            for state in component:
                together = {after for after in reach[state] if state in reach[after]} | {state}
                assert set(component) == together


@each_game
def test_parts_are_solved_after_all_that_they_lead_to(name: str, players: int) -> None:
    rules, graph = _graph(name, players)
    solved: set[Table] = set()
    for rounds, cyclic in parts(rules, players):
        together = {played.state for played in rounds}
        assert len(rounds) == len(together)
        assert not together & solved
        assert len(set(map(players_of, together))) == 1
        assert rounds == [round_in(rules, played.state) for played in rounds]
        after = {later for state in together for later in graph.successors(state)}
        assert after <= solved | (together if cyclic else set())
        assert not cyclic or all(state in _reach(graph, state) for state in together)
        solved |= together
    assert solved == set(graph)


@each_game
def test_only_the_decharge_turns_back(name: str, players: int) -> None:
    """In the charge the pot shrinks, and a leg that is lost is lost."""
    _, graph = _graph(name, players)
    for layer in solving_layers(graph):
        for component in layer:
            returns = len(component) > 1 or graph.has_edge(component[0], component[0])
            assert not returns or all(isinstance(state, Decharge) for state in component)
    for state, after in graph.edges:
        match state, after:
            case Charge(pot), Charge(smaller):
                assert smaller < pot
            case Legs(legs), Legs(fewer):
                assert sum(fewer) == sum(legs) - 1
            case Decharge(), _:
                assert isinstance(after, Decharge)


def test_the_decharge_of_two_is_one_component_but_for_one_state() -> None:
    """Who holds one jeton has not just lost a round, so as the opener he is in his first."""
    _, graph = _graph("jetons", 2)
    first, *others = solving_layers(graph)
    assert [set(component) for component in first] == [
        {Decharge((held, 21 - held)) for held in range(2, 21)}
    ]
    alone = [component for layer in others for component in layer]
    assert {len(component) for component in alone} == {1}
    assert [state for (state,) in alone if isinstance(state, Decharge)] == [Decharge((1, 20))]


def test_the_order_does_not_depend_on_that_of_the_states() -> None:
    rules = find_rules("jetons{pot=5}")
    states = list(all_states(rules, 3))
    assert solving_layers(build_graph(rules, states)) == solving_layers(
        build_graph(rules, states[::-1])
    )
