"""Games played again: right ones pass, and every breach is named with its line."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from solver.game.dice_notation import format_keep
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Start
from solver.study.game_log import LoggedGame, format_game, read_games
from solver.study.simulate import simulate_games
from solver.study.strategies import find_strategy
from solver.study.validate.breaches import Breach, Fault
from solver.study.validate.game_evidence import thrown_dice
from solver.study.validate.replay import replay
from tests.study.validate.simulators import Simulator

SETTINGS = (
    "jambes",
    "jambes{ends=first_out}",
    "jetons",
    "jetons{pot=5,opener=winner}",
    "jetons{opener=rotate,decharge_transfer=one,nenette_penalty=add}",
    "jetons{charge_rolls=1,objective=first_empty_wins}",
    "comptoir",
    "comptoir-le-bon",
    "deux-phases",
)


def faults_in(text: str) -> list[Fault]:
    games = read_games(io.BytesIO(text.encode()))
    found = (replay(line, game, find_rules(game.rules)) for line, game in games)
    return [fault for fault in found if fault is not None]


@pytest.mark.parametrize("rules", SETTINGS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_of_the_reference_simulator_keep_the_rules(rules: str, players: int) -> None:
    games: list[LoggedGame] = []
    names = ["chase-421", "random", "beat-or-stop", "never-reroll", "chase-421"][:players]
    asked: Rules = find_rules(rules)
    simulate_games(
        asked, Start(players), [find_strategy(name) for name in names], 60, 1, log=games.append
    )
    assert len(games) == 60
    assert [replay(line, game, asked) for line, game in enumerate(games)] == [None] * 60


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_another_right_simulator_keep_the_rules(players: int) -> None:
    assert faults_in(Simulator(players, players).lines(80)) == []


def turn(player: int, rolls: str, kept: str = "") -> dict[str, Any]:
    return {"player": player, "rolls": rolls.split(), "kept": kept.split() if kept else []}


def played(*turns: dict[str, Any], **fields: object) -> dict[str, Any]:
    plain: dict[str, object] = {
        "barrages": [],
        "best": None,
        "lowest": 1,
        "jetons": 10,
        "from": "pot",
    }
    return {"turns": list(turns)} | plain | fields


def game() -> dict[str, Any]:
    """Two rounds of charge take a pot of 11; then player 0 has nothing, and is saved."""
    return {
        "game": 7,
        "rules": "jetons{pot=11}",
        "players": 2,
        "rounds": [
            played(turn(0, "641 421", "41"), turn(1, "655")),
            played(turn(1, "322"), turn(0, "643"), jetons=1),
        ],
        "payoffs": ["1/1", "0/1"],
    }


def tied() -> dict[str, Any]:
    """Three players, two of them tied for lowest, in a pot that they empty."""
    return {
        "game": 1,
        "rules": "jetons{pot=6,objective=first_empty_wins}",
        "players": 3,
        "rounds": [
            played(
                turn(0, "641"), turn(1, "666"), turn(2, "641"),
                barrages=[
                    {"for": "lowest", "rolls": [[0, "544"], [2, "544"]]},
                    {"for": "lowest", "rolls": [[2, "111"], [0, "332"]]},
                ],
                lowest=0, jetons=6,
            )
        ],
        "payoffs": ["0/1", "1/2", "1/2"],
    }  # fmt: skip


def decharge() -> dict[str, Any]:
    """The décharge of two phases played apart: all three tie, and both ends are settled."""
    return {
        "game": 1,
        "rules": "deux-phases{decharge_each=2}",
        "players": 3,
        "rounds": [
            played(
                turn(0, "611"), turn(1, "611"), turn(2, "611"),
                barrages=[
                    {"for": "lowest", "rolls": [[0, "544"], [1, "655"], [2, "643"]]},
                    {"for": "best", "rolls": [[1, "421"], [2, "421"]]},
                    {"for": "best", "rolls": [[1, "421"], [2, "331"]]},
                ],
                best=1, lowest=0, jetons=2, **{"from": 1},
            )
        ],
        "payoffs": ["0/1", "1/1", "0/1"],
    }  # fmt: skip


def thrown(document: dict[str, Any]) -> list[tuple[str, ...]]:
    ((_line, logged),) = read_games(io.BytesIO(json.dumps(document).encode()))
    return [tuple(map(format_keep, throw)) for throw in thrown_dice(logged)]


def checked(document: dict[str, Any]) -> Fault | None:
    found = faults_in(json.dumps(document))
    assert len(found) <= 1
    return found[0] if found else None


def test_the_examples_keep_the_rules() -> None:
    assert [checked(document) for document in (game(), tied(), decharge())] == [None] * 3


Change = Callable[[dict[str, Any]], object]


def put(value: object, *path: str | int) -> Change:
    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


FIRST = ("rounds", 0)

BREACHES: list[tuple[Callable[[], dict[str, Any]], Change, Breach, str]] = [
    (game, put(turn(1, "421"), *FIRST, "turns", 1), Breach.BARRAGE, "tied for lowest"),
    (game, put(0, *FIRST, "turns", 1, "player"), Breach.ORDER, "players 0, 0 roll"),
    (game, put(0, "rounds", 1, "turns", 0, "player"), Breach.ORDER, "player 0 opens, instead of 1"),
    (game, put(turn(1, "655 651", "65"), "rounds", 1, "turns", 0), Breach.LOSER, "0: 643"),
    (game, put(turn(1, "655 655 655", "65 65"), *FIRST, "turns", 1), Breach.ROLLS, "3 rolls"),
    (
        game,
        put(turn(0, "641 641 641 421", "41 41 41"), *FIRST, "turns", 0),
        Breach.ROLLS,
        "the opener rolls 4 times, but 3 are allowed",
    ),
    (game, put(["42"], *FIRST, "turns", 0, "kept"), Breach.KEPT, "keeps 42 of 641"),
    (game, put(["64"], *FIRST, "turns", 0, "kept"), Breach.KEPT, "a kept die changed"),
    (
        game,
        put(turn(0, "421 421", "421"), *FIRST, "turns", 0),
        Breach.KEPT,
        "keeps 421 and throws no die",
    ),
    (game, put(0, *FIRST, "lowest"), Breach.LOSER, "player 0 is said to lose"),
    (game, put(1, *FIRST, "best"), Breach.WINNER, "player 1 is said to win"),
    (game, put(9, *FIRST, "jetons"), Breach.TRANSFER, "9 move from the pot, instead of 10"),
    (game, put(12, *FIRST, "jetons"), Breach.TRANSFER, "only 11: it does not add up"),
    (game, put(0, *FIRST, "from"), Breach.TRANSFER, "come from 0, instead of the pot"),
    (game, lambda g: g["rounds"].pop(), Breach.END, "stops after 1 rounds, but is not over"),
    (game, lambda g: g["rounds"].append(g["rounds"][1]), Breach.END, "over after round 2"),
    (game, put(["0/1", "1/1"], "payoffs"), Breach.PAYOFFS, "player 1 gets 1, but is due 0"),
    (game, put("comptoir{pot=11}", "rules"), Breach.ROLLS, "exactly 2"),
    (game, put("jetons{pot=10}", "rules"), Breach.END, "goes on, but it is over after round 1"),
    (game, put("jetons{pot=9}", "rules"), Breach.TRANSFER, "10 jetons move"),
    (
        game,
        put([{"for": "lowest", "rolls": [[0, "666"], [1, "322"]]}], *FIRST, "barrages"),
        Breach.BARRAGE,
        "a barrage for lowest that settles nothing",
    ),
    (tied, put([], *FIRST, "barrages"), Breach.BARRAGE, "players 0, 2 are tied for lowest"),
    (tied, lambda g: g["rounds"][0]["barrages"].pop(), Breach.BARRAGE, "no barrage ends it"),
    (
        tied,
        put([[0, "544"], [1, "544"]], *FIRST, "barrages", 0, "rolls"),
        Breach.BARRAGE,
        "among players 0, 1, but 0, 2 are tied",
    ),
    (tied, put("best", *FIRST, "barrages", 0, "for"), Breach.BARRAGE, "settles nothing"),
    (tied, put(2, *FIRST, "lowest"), Breach.LOSER, "player 2 is said to lose"),
    (tied, put(["0/1", "1/1", "1/1"], "payoffs"), Breach.PAYOFFS, "due 1/2"),
    (decharge, put(None, *FIRST, "best"), Breach.WINNER, "player None is said to win"),
    (decharge, put(2, *FIRST, "from"), Breach.TRANSFER, "instead of player 1"),
    (decharge, put(6, *FIRST, "jetons"), Breach.TRANSFER, "player 1 has only 2"),
    (
        decharge,
        put([[0, "421"], [1, "421"]], *FIRST, "barrages", 1, "rolls"),
        Breach.BARRAGE,
        "among players 0, 1, but 1, 2 are tied",
    ),
]


@pytest.mark.parametrize(("example", "change", "breach", "message"), BREACHES)
def test_breaches_are_named(
    example: Callable[[], dict[str, Any]], change: Change, breach: Breach, message: str
) -> None:
    document = example()
    change(document)
    fault = checked(document)
    assert fault is not None
    assert fault.breach is breach
    assert message in str(fault)
    assert str(fault).startswith("line 1, game ")


def test_the_winner_may_be_named_where_it_does_not_matter() -> None:
    document = game()
    document["rounds"][0]["best"] = 0
    assert checked(document) is None


def test_throws_that_no_dice_could_make_say_nothing_of_the_dice() -> None:
    document = game()
    assert thrown(document) == [("641", "41", "421")]
    document["rounds"][0]["turns"][0]["kept"] = ["42"]
    assert thrown(document) == []


def test_every_kind_of_breach_has_its_example() -> None:
    assert {breach for _, _, breach, _ in BREACHES} == set(Breach)


def test_the_line_is_named_and_only_the_first_breach_of_a_game() -> None:
    wrong = game()
    put(9, *FIRST, "jetons")(wrong)
    put(9, "rounds", 1, "jetons")(wrong)
    lines = [json.dumps(document) for document in (game(), wrong, game())]
    (fault,) = faults_in("\n".join(lines))
    assert (fault.line, fault.game, fault.round) == (2, 7, 1)


def test_the_log_is_what_the_simulator_writes() -> None:
    """Both simulators write one format."""
    (line, logged), *_ = read_games(io.BytesIO(Simulator(1).lines(1).encode()))
    assert json.loads(format_game(logged)) == json.loads(Simulator(1).lines(1))
    assert line == 1
