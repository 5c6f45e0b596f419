"""``421 simulate``: what it counts, the games it writes down, and what it refuses."""

from pathlib import Path

import pytest

from solver.study.game_log import read_games
from tests.commands.running import ROOT, ask, ask_json

EXAMPLE = ROOT / "data/examples/games.jsonl"


def test_games_by_two_strategies() -> None:
    command = ("simulate", "--strategy", "chase-421", "--strategy", "never-reroll")
    document = ask_json(*command, "--games", "2000", "--seed", "3")
    assert document["position"] == "jetons: start 2"
    assert (document["games"], document["seed"]) == (2000, 3)
    names = [player["strategy"] for player in document["players"]]
    assert names == ["chase-421", "never-reroll"]
    shares = [player["payoff"]["float"] for player in document["players"]]
    assert sum(shares) == 1
    assert shares[0] > 0.8  # whoever takes one roll against three has little hope
    assert document["charge_rounds"]["float"] < document["rounds"]["float"] <= document["longest"]


def test_a_round_is_counted_by_its_outcomes() -> None:
    document = ask_json(
        "simulate", "comptoir: decharge 5,16", "--strategy", "random", "--rounds=900"
    )
    assert document["strategies"] == ["random", "random"]
    assert sum(outcome["count"] for outcome in document["outcomes"]) == document["rounds"] == 900
    assert all(outcome["winner"] + outcome["loser"] == 1 for outcome in document["outcomes"])


def test_a_round_alone_needs_no_option() -> None:
    done = ask("simulate", "round 2", "--strategy", "never-reroll", "--seed", "5")
    assert done.code == 0
    assert "1000000 rounds by never-reroll, never-reroll, seed 5:" in done.out


def test_the_example_is_what_the_simulator_writes(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    done = ask("simulate", "--games", "20", "--seed", "421", "--log", str(log))
    assert done.code == 0
    assert log.read_bytes() == EXAMPLE.read_bytes()
    with log.open("rb") as file:
        assert [game.game for _, game in read_games(file)] == list(range(1, 21))


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("--games 0", "a whole number from 1 to 1000000000000, not '0'"),
        ("--rounds 1e6", "not '1e6'"),
        ("--seed -1", "a whole number of at most 15 digits, not '-1'"),
        ("--strategy fool", "no strategy 'fool'"),
        ("--rounds 5 --games 5 --strategy random", "--rounds goes with neither --games nor --log"),
        ("--rounds 5 --log x --strategy random", "--rounds goes with neither --games nor --log"),
        ("round 2 --games 5 --strategy random", "a round alone is no game"),
        ("round 2 | roll 641 left 1", "a simulation begins before the first roll"),
        ("start 3 --strategy random --strategy random", "3 players need as many strategies, not 2"),
        ("charge 5 1,1 --strategy random", "the jetons add up to 7"),
    ],
)
def test_bad_input_is_refused_in_one_line(command: str, complaint: str) -> None:
    done = ask("simulate", *command.split(" "))
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert done.err.count("\n") == 1


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file" / "games.jsonl"
    path.parent.write_text("")
    done = ask("simulate", "--strategy", "random", "--games", "1", "--log", str(path))
    assert (done.code, done.out) == (1, "")
    assert str(path.parent) in done.err


def test_a_game_that_is_not_solved_names_the_command() -> None:
    done = ask("simulate", "jetons{pot=13}: start 2", "--games", "1")
    assert (done.code, done.out) == (1, "")
    assert "421 solve" in done.err
