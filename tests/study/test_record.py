"""Records: what is written is read back, logs are converted both ways, faults have a place."""

import io
from dataclasses import replace
from fractions import Fraction

import pytest

from solver.errors import DataError
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import Decharge, Start, State
from solver.study.game_log import LoggedGame
from solver.study.record.model import Record, log_of, record_of
from solver.study.record.read import read_records
from solver.study.record.write import format_record
from solver.study.simulate import simulate_games
from solver.study.strategies import find_strategy
from solver.study.validate.replay import replay
from tests.checks import one_line

GAME = """\
game 7
rules jetons{pot=11}
players Anne, Bob
seed 421
date 2026-11-30

Anne 641 > 41 > 421
Bob 655 > - > 641
Bob takes 10

Bob 332
Anne 332
barrage lowest Bob 211, Anne 653
Anne takes 1

Anne 665
Bob 663
Bob takes 1 from Anne

result Anne 1, Bob 0
"""


def read(text: str) -> list[Record]:
    return [record for _, record in read_records(io.BytesIO(text.encode()))]


def read_one(text: str) -> Record:
    (record,) = read(text)
    return record


def simulated(rules: Rules, state: State, players: int, games: int = 12) -> list[LoggedGame]:
    log: list[LoggedGame] = []
    simulate_games(rules, state, [find_strategy("random")] * players, games, 421, log=log.append)
    return log


def test_a_whole_game_is_read_and_written() -> None:
    record = read_one(GAME)
    assert record.players == ("Anne", "Bob")
    assert (record.number, record.seed, record.date) == (7, 421, "2026-11-30")
    assert record.payoffs == (Fraction(1), Fraction(0))
    assert format_record(record) == GAME
    game = log_of(record)
    assert replay(1, game, record.rules) is None
    assert replace(record_of(game, record.rules), players=record.players, seed=421) == replace(
        record, date=""
    )


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("preset", [*PRESETS, "jetons{opener=winner,pot=11}"])
def test_logs_and_records_are_converted_both_ways(preset: str, players: int) -> None:
    rules = find_rules(preset)
    games = simulated(rules, Start(players), players)
    if rules.phases == "separate":
        each = rules.pot // players
        games += simulated(rules, Decharge((each,) * players), players)
    records = [record_of(game, rules) for game in games]
    assert [log_of(record) for record in records] == games
    assert read("\n".join(map(format_record, records))) == records


@pytest.mark.parametrize("preset", PRESETS)
def test_what_follows_from_the_rules_may_be_left_out(preset: str) -> None:
    for game in simulated(find_rules(preset), Start(3), 3):
        record = record_of(game, find_rules(preset))
        lines = format_record(record).splitlines()
        told = [line for line in lines if not any(w in line for w in ("takes", "loses", "result"))]
        typed = [line.replace(" > ", ">").replace(",", "") for line in told if line]
        assert read_one("\n".join(typed)) == record


def test_a_game_may_still_go_on() -> None:
    begun = GAME.partition("\nBob 332")[0]
    record = read_one(begun)
    assert record.payoffs is None
    assert format_record(record) == begun
    with pytest.raises(DataError, match="the game is not over"):
        log_of(record)


def test_comments_order_of_dice_and_line_ends_do_not_matter() -> None:
    typed = "\ufeff# ours\r\n" + GAME.replace("641 > 41", "164  >14 #!").replace("\n", "\r\n")
    typed = typed.replace(" #! > 421", "> 214 # so!")
    assert read_one(typed) == read_one(GAME)


def test_several_games_in_one_file() -> None:
    again = GAME.replace("game 7", "game 8").replace("Anne", "Zoé")
    first, second = read(GAME + again)
    assert (first.number, second.number) == (7, 8)
    assert second.players == ("Zoé", "Bob")


def test_a_log_that_breaks_the_rules_is_no_record() -> None:
    game = log_of(read_one(GAME))
    wrong = replace(game, rounds=(replace(game.rounds[0], jetons=9), *game.rounds[1:]))
    with pytest.raises(DataError, match="round 1: 9 move from the pot, instead of 10"):
        record_of(wrong, find_rules(game.rules))
    with pytest.raises(DataError, match="the game: stops after 1 rounds"):
        record_of(replace(game, rounds=game.rounds[:1]), find_rules(game.rules))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("game 7", "game seven", "line 1, column 6: a whole number of at most 15 digits"),
        ("game 7", "game", "line 1, column 5: the number of the game is missing"),
        ("game 7", "game 7 8", "line 1, column 8: nothing more is expected here, not '8'"),
        ("jetons{pot=11}", "poker", "line 2, column 7: no rules 'poker'"),
        ("rules jetons{pot=11}", "rules", "line 2, column 6: the rules are missing"),
        ("rules jetons{pot=11}", "game 7", "line 2, column 1: 'game' stands twice"),
        ("seed 421", "phase decharge", r"line 4, column 7: jetons{pot=11} is one game, of which"),
        ("seed 421", "phase charge", "line 4, column 7: the only phase to be named is decharge"),
        ("seed 421", "seed -1", "line 4, column 6: a whole number"),
        ("2026-11-30", "30.11.2026", "line 5, column 6: a date is such as 2026-11-30, not '30.11"),
        ("2026-11-30", "20261130", "line 5, column 6: a date is such as"),
        ("players Anne, Bob", "players Anne", "line 3, column 13: two players or more"),
        ("players Anne, Bob", "players Anne Anne", "line 3, column 14: 'Anne' stands twice"),
        ("players Anne, Bob", "players Anne 4", "line 3, column 14: a player's name is one word"),
        (
            "players Anne, Bob",
            "players a b c d e f g h i",
            "line 3, column 25: there are at most 8",
        ),
        ("players Anne, Bob", "", "line 7, column 1: the players are named first"),
        ("Bob 655", "Rob 655", "line 8, column 1: no player 'Rob'; there is Anne, Bob"),
        ("Bob 655", "Anne 655", "line 8, column 1: Anne does not roll now; Bob does"),
        ("Anne 641 > 41 > 421", "Anne", "line 7, column 5: the dice are missing"),
        ("Anne 641", "Anne 671", "line 7, column 6: a hand is three dice from 1 to 6, .*'671'"),
        ("641 > 41", "641 = 41", "line 7, column 10: '>' stands between the dice rolled and"),
        ("641 > 41 > 421", "641 >", "line 7, column 11: the dice kept are missing"),
        ("641 > 41 > 421", "641 > 41", "line 7, column 14: the roll after it is missing"),
        ("641 > 41 > 421", "641 > 41 >", "line 7, column 16: the roll is missing"),
        ("641 > 41 > 421", "641 > 41 421", "line 7, column 15: '>' stands between the dice kept"),
        ("641 > 41 > 421", "641 > 51 > 511", "line 7, column 12: 51 cannot be kept of 641"),
        ("641 > 41 > 421", "641 > x > 511", "line 7, column 12: the dice kept are such as 41"),
        ("641 > 41 > 421", "641 > 641 > 641", "line 7, column 12: '641' keeps every die"),
        ("41 > 421", "41 > 521", "line 7, column 17: 41 was kept, but is not in 521"),
        (
            "655 > - > 641",
            "655 > - > 641 > - > 641",
            "line 8, column 19: no more than 2 rolls are allowed",
        ),
        ("barrage lowest", "barrage", "line 13, column 9: a barrage is for lowest or for best"),
        ("barrage lowest", "barrage best", "line 13, column 1: nobody is level for best"),
        ("211, Anne 653", "211", "line 13, column 23: Anne throws as well"),
        ("211, Anne 653", "211, Bob 653", "line 13, column 25: Bob, Anne throw once each"),
        (
            "barrage lowest Bob 211, Anne 653\n",
            "",
            "line 13, column 1: the round is not over: Bob, Anne are level for lowest, and throw",
        ),
        ("Anne takes 1\n", "Anne takes 2\n", "column 12: it comes to 'Anne takes 1', not '2'"),
        ("Bob takes 1 from Anne", "Bob takes 1", "line 18, column 12: the line ends early"),
        ("Bob 655", "Bob takes 10\nBob 655", "line 8, column 1: the round .*: Bob has still to"),
        ("Anne 1, Bob 0", "Anne 0, Bob 1", "line 20, column 13: it comes to 'result Anne 1"),
        ("\nBob 332", "result Anne 1, Bob 0\nBob 332", "line 10, column 1: the game is not over"),
        ("result Anne 1, Bob 0", "Bob 421", "line 20, column 1: the game is over; the next one"),
        ("\nBob 332", "seed 4\nBob 332", "line 10, column 1: 'seed' stands before the first turn"),
    ],
)
def test_a_fault_has_a_line_and_a_column(old: str, new: str, complaint: str) -> None:
    assert GAME.count(old) >= 1
    with pytest.raises(DataError, match=complaint) as error:
        read(GAME.replace(old, new, 1))
    assert one_line(error.value).startswith("line ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the file is empty"),
        ("# nothing\n\n", "the file is empty"),
        ("players A B\n", "line 1, column 12: no round is played; a turn is written"),
        ("players A B\nA 641\n", "line 2, column 6: the round is not over: B has still to roll"),
        ("players A B\nA 641\nB 641", "line 3, column 6: .* A, B are level for lowest"),
        ("players A B\nB takes 1", "line 2, column 1: nobody has rolled yet"),
        (
            "rules comptoir\nplayers A B\nA 641 > 41 > 421\nB 421",
            "line 4, column 6: the opener's 2 rolls must be taken",
        ),
        (
            "rules jetons{opener=winner}\nplayers A B C\nA 641\nB 641\nC 322\nA 641",
            "line 6, column 1: .* A, B are level for best, and throw a barrage",
        ),
        (
            "rules deux-phases{pot=2}\nphase decharge\nplayers A B C\nA 641",
            "line 4, column 1: a pot of 2 gives 3 players no jeton each",
        ),
        (b"\x89PNG", "line 1: not UTF-8"),
    ],
)
def test_what_is_no_record_is_refused(text: str | bytes, complaint: str) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(DataError, match=complaint) as error:
        list(read_records(io.BytesIO(data)))
    one_line(error.value)
