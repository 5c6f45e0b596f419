"""``421 evaluate`` and ``421 exploit``: what they answer, from policy files too, and refuse."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands.running import ask, ask_csv, ask_json, start


def chances(document: dict[str, object], items: str) -> list[Fraction]:
    listed = document[items]
    assert isinstance(listed, list)
    return [Fraction(item["value"]["exact"]) for item in listed]


def test_optimal_play_of_a_round_is_the_value_of_the_round() -> None:
    document = ask_json("evaluate", "optimal", "optimal", "--state", "round 2")
    value = ask_json("value", "round 2")
    assert chances(document, "players") == chances(value, "players")
    assert document["position"] == value["position"] == "jetons: round 2"
    assert document["strategies"] == ["optimal", "optimal"]
    assert document["rounds"]["exact"] == "1/1"


def test_the_default_is_a_whole_game() -> None:
    document = ask_json("evaluate", "never-reroll", "never-reroll", "--rules", "jambes")
    assert document["position"] == "jambes: start 2"
    assert chances(document, "players") == [Fraction(1, 2)] * 2
    assert document["rounds"]["exact"] == "5/2"


def test_seats_that_are_out_do_not_play() -> None:
    state = ("--state", "jambes: legs 1,0,1")
    assert len(ask_json("evaluate", "random", "random", *state)["players"]) == 2
    done = ask("evaluate", "random", "random", "random", *state)
    assert (done.code, done.out) == (2, "")
    assert "3 strategies, but 2 players in 'legs 1,1'" in done.err


@pytest.mark.parametrize(
    ("show", "sums"), [("hands", 2), ("rolls", 2), ("outcomes", 1), ("players", 1)]
)
def test_chances_add_up(show: str, sums: int) -> None:
    command = ("evaluate", "beat-or-stop", "random", "--set", "pot=2", "--show", show)
    assert sum(chances(ask_json(*command), show)) == sums
    assert sum(Fraction(row["value"]) for row in ask_csv(*command)) == sums


def test_exploit_of_optimal_play_is_nothing_and_of_another_something() -> None:
    for seat in ask_json("exploit", "optimal", "--set", "pot=2")["seats"]:
        assert seat["regret"]["exact"] == "0/1"
        assert seat["response"] == seat["equilibrium"]
    for seat in ask_json("exploit", "chasse au 421", "--set", "pot=2")["seats"]:
        gained = Fraction(seat["response"]["exact"]) - Fraction(seat["equilibrium"]["exact"])
        assert gained == Fraction(seat["regret"]["exact"]) > 0
        assert Fraction(seat["value"]["exact"]) + Fraction(seat["response"]["exact"]) == 1


def test_people_read_the_regret() -> None:
    done = start("exploit", "chase-421", "--state", "round 2")
    assert (done.code, done.err) == (0, "")
    assert "26.88 %  2021900353727/7522959753216" in done.out


def test_an_exported_policy_comes_to_what_its_values_say(tmp_path: Path) -> None:
    path = str(tmp_path / "policy.csv")
    assert ask("export", "policy", "round 2", "--rules", "comptoir", "--out", path).code == 0
    both = ask_json("evaluate", path, path, "--state", "comptoir: round 2")
    assert chances(both, "players") == chances(ask_json("value", "comptoir: round 2"), "players")
    for seat in ask_json("exploit", path, "--state", "comptoir: round 2")["seats"]:
        assert seat["regret"]["exact"] == "0/1"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("evaluate",), "Missing argument"),
        (("evaluate", "random"), "2 to 8 strategies, one for each player, not 1"),
        (("evaluate", *["random"] * 9), "not 9"),
        (("evaluate", "random", "best"), "no strategy 'best'"),
        (("evaluate", "random", "random", "--state", "round 3"), "2 strategies, but 3 players"),
        (("evaluate", "random", "random", "--state", "round 2 | seen 641"), "before the first"),
        (("evaluate", "random", "random", "--state", "round 2 | player 1"), "before the first"),
        (("evaluate", "random", "random", "--show", "all"), "'all'"),
        (("exploit", "random", "random"), "unexpected extra argument"),
        (("exploit", "random", "--state", "round 3"), "for two players, not in 'round 3'"),
        (("exploit", "."), "no strategy '.'"),
    ],
)
def test_bad_input_is_one_line(command: tuple[str, ...], said: str) -> None:
    done = ask(*command)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_bad_policy_file_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "policy.csv"
    path.write_text("position,roll,left,keep\nround 2,641,1,65\n")
    done = ask("evaluate", "random", str(path), "--state", "round 2")
    assert (done.code, done.out) == (2, "")
    assert "'policy.csv', line 2: '65' cannot be kept of 641" in done.err


def test_what_would_take_too_long_is_refused() -> None:
    done = ask("evaluate", *["random"] * 5)
    assert (done.code, done.out) == (1, "")
    assert "charge 21 0,0,0,0,0 leads to too many positions" in done.err


@pytest.mark.parametrize("command", ["evaluate", "exploit"])
def test_help_has_examples(command: str) -> None:
    done = ask(command, "--help")
    assert done.code == 0
    assert f"421 {command} " in done.out.partition("Examples:")[2]
