"""The formulas of ``docs/scaling.md`` against what the solver really has to do."""

import pytest

from solver.engine.fast import FastRound, fast_round
from solver.engine.information import build_information
from solver.game.dice import ALL_DICE, HANDS, KEEPS_OF
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Legs, RoundKind, Table, players_of, round_kind
from solver.study.scaling import (
    CHARGE,
    DECHARGE,
    LEGS,
    knowledge,
    law_rows,
    need,
    operations,
    outcomes,
    parts,
)

KINDS = {"legs": LEGS, "charge": CHARGE, "décharge": DECHARGE}
OTHERS = ["jetons{fiches=brelans_first}", "jetons{suites=off}", "comptoir", "jetons{worth_421=8}"]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("players", [2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_states_of_knowledge_are_counted(kind: RoundKind, players: int) -> None:
    rules = find_rules("jetons")
    information = build_information(rules, players, kind)
    counted = [knowledge(rules, kind, made) for made in range(players)]
    assert counted == [len(layer) for layer in information.following]
    assert outcomes(rules, kind, players) == len(information.outcomes)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_other_rules_may_merge_more_but_never_have_more(name: str, kind: RoundKind) -> None:
    rules = find_rules(name)
    layers = build_information(rules, 3, kind).following
    assert all(len(layer) <= knowledge(rules, kind, made) for made, layer in enumerate(layers))


def operations_of_loops(played: FastRound) -> int:
    """Additions, multiplications and comparisons of one round's values, turn by turn."""
    players, rolls = played.information.players, played.rolls
    throwing = (ALL_DICE + 1 - len(HANDS)) * 5 * players  # 28 sums of six, for everybody
    choosing = sum(map(len, KEEPS_OF))
    expecting = 2 * len(HANDS) * players
    total = (rolls - 1) * (throwing + choosing) + expecting
    for seat, layer in enumerate(played.information.following[1:], start=1):
        last = seat == players - 1
        turns = rolls - 1 if last else rolls * (rolls - 1) // 2
        total += len(layer) * (turns * (throwing + choosing) + rolls * expecting)
    return total


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("jambes", Legs((2, 2, 2, 2))),
        ("jambes{max_rolls=2}", Legs((2, 2))),
        ("jetons", Charge(21, (0, 0, 0))),
        ("jetons{max_rolls=1}", Charge(21, (0, 0, 0, 0))),
        ("jetons", Decharge((10, 11))),
        ("jetons", Decharge((7, 7, 7))),
    ],
)
def test_operations_are_those_of_the_loops(name: str, state: Table) -> None:
    rules, players = find_rules(name), players_of(state)
    counted = operations(rules, round_kind(rules, state), players, players)
    assert counted == operations_of_loops(fast_round(rules, state))


def test_a_law_has_no_more_rows_than_outcomes_and_limbs() -> None:
    rules = find_rules("jetons")
    assert law_rows(rules, DECHARGE, 3) == 3 + 48  # 6 * 216**6 is below 2**53
    assert law_rows(rules, DECHARGE, 4) == 4 + 96 * 2
    assert law_rows(rules, LEGS, 8) == 8 + 8 * 5


GAMES = [("jambes", 2), ("jambes{legs=3}", 4), ("jetons{pot=11}", 3), ("jetons{pot=9}", 5)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_positions_are_counted(name: str, players: int) -> None:
    rules = find_rules(name)
    found: dict[tuple[RoundKind, int], int] = {}
    for state in all_states(rules, players):
        part = round_kind(rules, state), players_of(state)
        found[part] = found.get(part, 0) + 1
    assert {(part.kind, part.players): part.positions for part in parts(rules, players)} == found


@pytest.mark.parametrize(("name", "players"), [("jetons", 3), ("jetons", 4), ("jambes", 6)])
def test_a_table_of_enclosures_is_no_larger(name: str, players: int) -> None:
    rules = find_rules(name)
    lines = [
        f"{format_state(state)}{(34 * (players_of(state) - 1) + 12) * ' '}\n"
        for state in all_states(rules, players)
    ]
    assert sum(map(len, lines)) <= need(rules, players).table < 1.3 * sum(map(len, lines))
