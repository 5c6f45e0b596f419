"""Games as JSON Lines: what is written is read back, and what is no game is named."""

import io
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import DataError
from solver.files import data_folder
from solver.game.dice import HANDS, KEEPS
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Start
from solver.study.game_log import (
    LoggedBarrage,
    LoggedGame,
    LoggedRound,
    LoggedTurn,
    format_game,
    read_games,
)
from solver.study.simulate import simulate_games
from solver.study.strategies import find_strategy
from solver.study.validate.inputs import LONGEST_LINE
from solver.study.validate.replay import replay
from tests.checks import one_line

LINE = (
    '{"game": 1, "rules": "jetons", "players": 2, "rounds": [{"turns": [{"player": 0, "rolls": '
    '["641", "421"], "kept": ["41"]}, {"player": 1, "rolls": ["655"], "kept": []}], "barrages": '
    '[{"for": "lowest", "rolls": [[0, "651"], [1, "322"]]}], "best": 0, "lowest": 1, "jetons": '
    '10, "from": "pot"}], "payoffs": ["0/1", "1/1"]}'
)


def read(data: str | bytes) -> list[tuple[int, LoggedGame]]:
    return list(read_games(io.BytesIO(data.encode() if isinstance(data, str) else data)))


def test_the_format_is_the_documented_one() -> None:
    ((line, game),) = read(LINE)
    assert line == 1
    assert format_game(game) == LINE
    (played,) = game.rounds
    assert (game.rules, game.players, game.payoffs) == ("jetons", 2, (Fraction(0), Fraction(1)))
    assert (played.best, played.lowest, played.jetons, played.giver) == (0, 1, 10, "pot")
    assert played.turns[0].kept == (KEEPS.index((4, 1)),)
    assert played.barrages[0].rolls == (
        (0, HANDS.index((6, 5, 1))),
        (1, HANDS.index((3, 2, 2))),
    )


hands, players = st.integers(0, len(HANDS) - 1), st.integers(0, 7)


@st.composite
def turns(draw: st.DrawFn) -> LoggedTurn:
    rolls = tuple(draw(st.lists(hands, min_size=1, max_size=4)))
    keeps = st.integers(0, len(KEEPS) - 1)
    kept = draw(st.lists(keeps, min_size=len(rolls) - 1, max_size=len(rolls) - 1))
    return LoggedTurn(draw(players), rolls, tuple(kept))


barrages = st.builds(
    LoggedBarrage,
    st.sampled_from(["lowest", "best"]),
    st.lists(st.tuples(players, hands), min_size=2, max_size=8).map(tuple),
)
rounds = st.builds(
    LoggedRound,
    st.lists(turns(), min_size=2, max_size=8).map(tuple),
    st.lists(barrages, max_size=3).map(tuple),
    st.none() | players,
    players,
    st.integers(0, 999),
    st.sampled_from(["pot", "legs"]) | players,
)
payoffs = st.tuples(*[st.fractions(0, 1, max_denominator=8)] * 8)
games = st.builds(
    LoggedGame,
    st.integers(0, 10**9),
    st.text(min_size=1).filter(str.strip),
    st.just(8),
    st.lists(rounds, min_size=1, max_size=3).map(tuple),
    payoffs,
)


@given(st.lists(games, min_size=1, max_size=3))
def test_what_is_written_is_read_back(written: list[LoggedGame]) -> None:
    lines = "".join(f"{format_game(game)}\n" for game in written)
    assert read(lines) == list(enumerate(written, 1))


def test_marks_ends_and_blank_lines_do_not_matter() -> None:
    ((_, game),) = read(LINE)
    assert read(b"\xef\xbb\xbf" + f"{LINE}\r\n\r\n{LINE}".encode()) == [(1, game), (3, game)]


Change = Callable[[dict[str, Any]], object]


def _in_round(name: str, value: object) -> Change:
    return lambda game: game["rounds"][0].update({name: value})


def _in_turn(name: str, value: object) -> Change:
    return lambda game: game["rounds"][0]["turns"][1].update({name: value})


def _in_game(name: str, value: object) -> Change:
    return lambda game: game.update({name: value})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_in_game("game", "1"), "game must be a whole number from 0"),
        (_in_game("game", True), "game must be a whole number"),
        (_in_game("game", -1), "not -1"),
        (_in_game("rules", ""), "rules must be a text, not ''"),
        (_in_game("rules", 5), "rules must be a text, not 5"),
        (_in_game("players", 9), "players must be a whole number from 2 to 8, not 9"),
        (_in_game("players", 1), "players must be a whole number from 2 to 8, not 1"),
        (_in_game("players", 3), "payoffs must be a list of 3 payoffs"),
        (_in_game("rounds", []), r"rounds must be a list of rounds, not \[\]"),
        (_in_game("rounds", None), "rounds must be a list of rounds, not null"),
        (_in_game("payoffs", ["0/1", "1"]), r"payoffs\[1\] must be a payoff such as 1/2, not '1'"),
        (_in_game("payoffs", ["0/1", "1/0"]), r"payoffs\[1\] must be a payoff"),
        (_in_game("payoffs", ["0/1", 1]), r"payoffs\[1\] must be a text, not 1"),
        (_in_game("payoffs", ["0/1"] * 3), "payoffs must be a list of 2 payoffs"),
        (_in_game("seed", 3), "a game must be an object with game, rules, .* and no 'seed'"),
        (lambda game: game.pop("rules"), "a game must be an object with 'rules'"),
        (_in_round("best", 2), r"rounds\[0\].best must be a whole number from 0 to 1, not 2"),
        (_in_round("lowest", None), r"rounds\[0\].lowest must be a whole number"),
        (_in_round("jetons", -3), r"rounds\[0\].jetons must be a whole number"),
        (_in_round("from", "bank"), r"rounds\[0\].from must be 'pot', 'legs' or the number"),
        (_in_round("from", [1]), r"rounds\[0\].from must be"),
        (_in_round("from", True), r"rounds\[0\].from must be"),
        (_in_round("turns", {}), r"rounds\[0\].turns must be a list of two turns or more"),
        (_in_round("barrages", None), r"rounds\[0\].barrages must be a list of throws"),
        (_in_round("barrages", [{"for": "third", "rolls": []}]), "must be lowest or best"),
        (_in_round("barrages", [{"for": [], "rolls": []}]), "must be lowest or best"),
        (
            _in_round("barrages", [{"for": "best", "rolls": [[0, "641"], [1]]}]),
            r"rounds\[0\].barrages\[0\].rolls\[1\] must be a player and his hand",
        ),
        (
            _in_round("barrages", [{"for": "best", "rolls": [[0, "641"], [1, "641", 2]]}]),
            r"rolls\[1\] must be a player and his hand",
        ),
        (_in_turn("player", 2), r"rounds\[0\].turns\[1\].player must be"),
        (_in_turn("rolls", []), r"rounds\[0\].turns\[1\].rolls must be a list of hands"),
        (_in_turn("rolls", ["65"]), r"turns\[1\].rolls\[0\] must be three dice .*, not '65'"),
        (_in_turn("rolls", ["567"]), r"rolls\[0\] must be three dice"),
        (_in_turn("rolls", ["556"]), r"rolls\[0\] must be three dice from 1 to 6, highest first"),
        (_in_turn("rolls", [655]), r"rolls\[0\] must be three dice"),
        (_in_turn("kept", ["6"]), r"turns\[1\].kept must be a list of keeps, .* first: 0, not"),
        (_in_turn("kept", [6]), r"turns\[1\].kept"),
    ],
)
def test_a_wrong_field_is_named(change: Change, complaint: str) -> None:
    game = json.loads(LINE)
    change(game)
    with pytest.raises(DataError, match=complaint) as error:
        read(f"{LINE}\n{json.dumps(game)}")
    assert one_line(error.value).startswith("line 2: ")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "the file is empty"),
        (b"\n\n", "the file is empty"),
        (
            b"hand,count\n",
            "line 1: a game must be one JSON object, but breaks at character 1: 'hand,count'",
        ),
        (LINE.encode()[:-1], "line 1: a game must be one JSON object, but"),
        (LINE.encode() * 2, "line 1: a game must be one JSON object, but"),
        (b"[1, 2]", r"line 1: a game must be an object with game, rules, .*, not \[1, 2\]"),
        (b"\x89PNG\r\n\x1a\n\x00", "line 1: not UTF-8"),
        (b"{}\x00", "line 1: not a text file"),
        (b"[" * 100_000, "line 1: a game is not nested so deeply"),
        (b'{"game": NaN}', "line 1: a game has no such number: 'NaN'"),
        (b'{"game": 1.5}', "line 1: a game has no such number: '1.5'"),
        (b'{"game": ' + b"9" * 100_000 + b"}", "line 1: a game has no such number: '9999"),
        (b'{"game": 1, "game": 2}', "line 1: a game has the field 'game' twice"),
        (b" " * (LONGEST_LINE + 1), "line 1 is longer than"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(data: bytes, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint) as error:
        read(data)
    one_line(error.value)


def test_games_before_a_broken_line_are_read() -> None:
    lines = read_games(io.BytesIO(f"{LINE}\n{{}}".encode()))
    assert next(lines)[0] == 1
    with pytest.raises(DataError, match="line 2: a game must be an object with 'game'"):
        next(lines)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_log_of_the_simulator_reads_back(preset: str) -> None:
    rules = find_rules(preset)
    games: list[LoggedGame] = []
    simulate_games(rules, Start(3), [find_strategy("random")] * 3, 50, 4, log=games.append)
    lines = "\n".join(map(format_game, games))
    assert [game for _, game in read(lines)] == games


def test_the_example_holds_games_by_the_rules() -> None:
    example: Path = data_folder() / "examples" / "games.jsonl"
    with example.open("rb") as file:
        games = list(read_games(file))
    assert len(games) >= 10
    for line, game in games:
        assert replay(line, game, find_rules(game.rules)) is None
