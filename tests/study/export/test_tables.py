"""The exported values, odds and graphs against what they come from, and against the prose."""

import csv
import io
import re
from fractions import Fraction
from itertools import product

import networkx as nx
import pytest

from solver.game.legality import all_states
from solver.game.notation import format_state, parse_position
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    players_of,
)
from solver.study.advice import evaluate
from solver.study.export.graph import export_graph, game_graph
from solver.study.export.odds import export_odds
from solver.study.export.values import export_values
from solver.study.odds import best_odds
from solver.study.solve import solve_game
from solver.study.stored import stored_values
from tests.study.export.reading import text_of
from tests.twins.games import Position, lead, position_of
from tests.twins.hands import ALL_HANDS, outcome_law


@pytest.mark.parametrize("name", ["jambes", "jetons{pot=4,max_rolls=2}"])
def test_values_are_those_of_the_table(name: str) -> None:
    rules = find_rules(name)
    if rules.mode == "tokens":
        solve_game(rules, 2)
    rows = list(csv.DictReader(io.StringIO(text_of(export_values(rules, 2), "csv"))))
    table = stored_values(rules, 2)
    told = {(row["position"], int(row["seat"])): row for row in rows}
    states = list(all_states(rules, 2))
    assert len(told) == len(rows) == sum(map(players_of, states)) == export_values(rules, 2).count
    for state in states:
        for seat, value in enumerate(table(state)):
            row = told[f"{rules.name}: {format_state(state)}", seat]
            assert Fraction(row["value_exact"]) == value
            assert float(row["value"]) == float(value)
            assert evaluate(parse_position(row["position"]))[seat].value == value


@pytest.mark.parametrize("name", ["jetons", "jetons{suites=off}"])
def test_odds_are_those_asked_for_one_by_one(name: str) -> None:
    rules = find_rules(name)
    export = export_odds(rules)
    rows = list(csv.DictReader(io.StringIO(text_of(export, "csv"))))
    classes = {row["target"] for row in rows if row["target"].isalpha()}
    assert classes == {"brelan", "fiche", "points"} | ({"suite"} if rules.suites else set())
    assert len(rows) == export.count == 3 * (56 + len(classes))
    for row in rows:
        odds = best_odds(rules, row["target"], int(row["rolls"]))
        assert (Fraction(row["value_exact"]), float(row["value"])) == (
            odds.value,
            float(odds.value),
        )
        assert int(row["hands"]) == len(odds.hands)


GAMES = [
    ("jambes", 2),
    ("jambes", 3),
    ("jetons{pot=4}", 2),
    ("jetons{pot=3}", 3),
    ("comptoir{pot=4,opener=winner}", 2),
    ("deux-phases{pot=4}", 2),
]


def steps_by_the_prose(rules: Rules, position: Position) -> set[Position]:
    """Every position that some hands of all players lead to."""
    phase = position.phase if position.phase in ("charge", "decharge") else "none"
    winner = phase == "decharge" or (phase == "charge" and rules.opener == "winner")
    outcomes = {
        outcome
        # A few hands show every worth and every order of two or three of them.
        for hands in product(
            ALL_HANDS[:: 1 if len(position.counts) == 2 else 5], repeat=len(position.counts)
        )
        for outcome in outcome_law(rules, phase, winner, hands)
    }
    leads = (lead(rules, position, outcome).position for outcome in outcomes)
    return {after for after in leads if after is not None}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_graph_is_that_of_the_prose(name: str, players: int) -> None:
    rules = find_rules(name)
    graph = game_graph(rules, players)
    states = {position_of(state): format_state(state) for state in all_states(rules, players)}
    assert set(graph) == set(states.values())
    edges = {position: steps_by_the_prose(rules, position) for position in states}
    assert set(graph.edges) == {
        (states[tail], states[head]) for tail, heads in edges.items() for head in heads
    }
    reached: set[str] = set()
    waiting = _starts(rules, players)
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            waiting.extend(graph.successors(state))
    assert {state for state, known in graph.nodes(data=True) if known["reached"]} == reached


def _starts(rules: Rules, players: int) -> list[str]:
    if rules.mode == "legs":
        return ["legs " + ",".join(["2"] * players)]
    begin = [f"charge {rules.pot} " + ",".join(["0"] * players)]
    return [*begin, "decharge 2,2"] if rules.phases == "separate" else begin


@pytest.mark.parametrize(("name", "players"), GAMES[:3])
def test_components_are_numbered_in_an_order_of_solving(name: str, players: int) -> None:
    graph = game_graph(find_rules(name), players)
    for component in nx.strongly_connected_components(graph):
        assert len({graph.nodes[state]["component"] for state in component}) == 1
    number, layer = (dict(graph.nodes(data=key)) for key in ("component", "layer"))
    assert len(set(number.values())) == nx.number_strongly_connected_components(graph)
    for tail, head in graph.edges:
        assert (number[tail], layer[tail]) == (number[head], layer[head]) or (
            number[tail] > number[head] and layer[tail] > layer[head]
        )


@pytest.mark.parametrize(("name", "players"), GAMES[:3])
def test_graph_is_read_back(name: str, players: int) -> None:
    rules = find_rules(name)
    graph = game_graph(rules, players)
    read = nx.parse_graphml(text_of(export_graph(rules, players, "graphml")))
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    assert set(read.edges) == set(graph.edges)
    lines = text_of(export_graph(rules, players, "dot")).splitlines()
    assert (lines[0], lines[-1]) == ("digraph states {", "}")
    nodes = [m for m in (re.fullmatch(r'  "([^"]+)" \[style=(\w+), .*\];', x) for x in lines) if m]
    edges = [m for m in (re.fullmatch(r'  "([^"]+)" -> "([^"]+)";', x) for x in lines) if m]
    assert len(nodes) + len(edges) == len(lines) - 3
    assert {m[1]: m[2] == "solid" for m in nodes} == dict(graph.nodes(data="reached"))
    assert {(m[1], m[2]) for m in edges} == set(graph.edges)
