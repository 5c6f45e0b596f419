"""Games of small pots: the solver's round agrees with brute force in every position."""

import pytest

from solver.engine.rounds import Values
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Table
from solver.study.stored import exact_round
from tests.twins.games import NaiveGame, all_in_play, position_of


def _disagreements(rules: Rules, players: int) -> list[Table]:
    game = NaiveGame(rules)

    def value_of(state: Table) -> Values:
        return game.values(position_of(state))

    states = all_in_play(rules, players)
    assert states
    return [
        state for state in states if exact_round(rules, state, value_of).start() != value_of(state)
    ]


TWO = [
    "jambes",
    "jambes{ends=first_out,max_rolls=2,legs=3}",
    "jetons{pot=2}",
    "jetons{pot=3,max_rolls=2}",
    "comptoir{pot=3,max_rolls=2}",
    "comptoir-le-bon{pot=2,max_rolls=2}",
    "deux-phases{pot=3,max_rolls=2}",
    "deux-phases{pot=1,max_rolls=2,decharge_each=2,decharge_transfer=one}",
    "jetons{pot=2,opener=winner,nenette_penalty=add,max_rolls=2}",
    "jetons{pot=3,opener=rotate,decharge_transfer=one,max_rolls=2,charge_rolls=1}",
]


@pytest.mark.parametrize("name", TWO)
def test_two_players_every_position_is_worth_what_brute_force_finds(name: str) -> None:
    assert _disagreements(find_rules(name), 2) == []


SLOW = [
    (2, "jetons{pot=3}"),
    (2, "comptoir{pot=3}"),
    (2, "comptoir-le-bon{pot=3}"),
    (2, "deux-phases{pot=3}"),
    (2, "deux-phases{pot=3,decharge_each=2}"),
    (3, "jambes{max_rolls=2}"),
    (3, "jetons{pot=2,max_rolls=2}"),
    (3, "comptoir{pot=3,max_rolls=2}"),
    (3, "comptoir-le-bon{pot=2,max_rolls=2}"),
    (3, "deux-phases{pot=3,max_rolls=2}"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "name"), SLOW)
def test_every_position_is_worth_what_brute_force_finds(players: int, name: str) -> None:
    assert _disagreements(find_rules(name), players) == []
