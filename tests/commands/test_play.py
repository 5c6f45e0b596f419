"""``421 play``, driven through a terminal as a person drives it, in every language."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from solver.game.dice import ALL_DICE, KEEP_INDEX
from solver.game.dice_notation import format_keep
from solver.game.presets import find_rules
from solver.game.state import opening
from solver.study.advice import advise
from solver.study.play.chance import Chance
from solver.study.play.game import Barrage, Choose, Game, Over, Throw
from solver.study.record.model import Record
from solver.study.record.read import read_records
from solver.study.record.write import format_turn
from solver.study.referee import Standing
from solver.study.strategies import find_strategy
from tests.commands.conversing import LANG, talk_again, talking, transcript
from tests.commands.running import ROOT, ask, start

SAID = {
    "en": {
        "back": "Taken back.",
        "nothing back": "There is nothing to take back.",
        "hint": "Best is “",
        "over": "The game is over: ",
        "not over": "The game is not over.",
        "written": "is written into",
        "a leg": "is lowest and loses a leg.",
        "barrage": "Level for lowest, a barrage decides: A 211, B 322.",
    },
    "fr": {
        "back": "Coup repris.",
        "nothing back": "Il n’y a rien à reprendre.",
        "hint": "Le mieux est « ",
        "over": "La partie est finie : ",
        "not over": "La partie n’est pas finie.",
        "written": "dans ",
        "a leg": "a la plus faible main et perd une jambe.",
        "barrage": "Égalité pour la plus faible main, un barrage décide : A 211, B 322.",
    },
}
"""By language what is said at the table."""

SEED_OF_A_TIE = 29

each_language = pytest.mark.parametrize("language", SAID)


def read(path: Path) -> list[Record]:
    with path.open("rb") as file:
        return [record for _, record in read_records(file)]


def expected(rules: str, seed: int, against: str) -> Iterator[Game]:
    """The game of a seed in which A stops at once and B follows a strategy, step by step."""
    of, other, chance = find_rules(rules), find_strategy(against), Chance(seed)
    game = Game(of, Standing(opening(of, 2), (0, 1)))
    while True:
        throws = game.throws()
        match game.due():
            case Throw(_, keep):
                game = game.throw(chance.hand(throws, keep))
            case Choose(0):
                game = game.keep(game.rolls[-1])
            case Choose(_, position):
                game = game.keep(chance.choice(throws, other, position))
            case Barrage(_, players):
                hands = [chance.hand(throws + n, ALL_DICE) for n in range(len(players))]
                game = game.barrage(dict(zip(players, hands, strict=True)))
            case Over():
                return
        yield game


def test_the_page_shows_a_real_talk() -> None:
    shown = transcript(ROOT / "docs/play.md")
    assert talk_again(shown) == shown


def test_every_language_is_driven() -> None:
    assert set(SAID) == set(LANG)


@each_language
def test_a_game_against_a_strategy(language: str, tmp_path: Path) -> None:
    said, path = SAID[language], tmp_path / "games.txt"
    arguments = ("--rules", "jambes", "--seed", "12", "--against", "chase-421")
    with talking("play", *arguments, "--record", str(path), language=language) as talk:
        talk.hear("jambes: start 2")
        talk.hear("> ")
        talk.type("u")
        talk.hear(said["nothing back"])
        talk.hear("> ")
        talk.type("h")
        talk.hear(said["hint"])
        talk.hear("> ")
        talk.type("none")
        talk.hear("> ")
        talk.type("u")
        talk.hear(said["back"])
        *_, last = expected("jambes", 12, "chase-421")
        for played in last.rounds:
            talk.hear("> ")
            talk.type("stop")
            for turn in played.turns:
                talk.hear(f"{'AB'[turn.player]} {format_turn(turn)}\r\n")
            talk.hear(said["a leg"])
        talk.hear(said["over"])
        assert last.payoffs is not None
        talk.hear(", ".join(f"{n} {of}" for n, of in zip("AB", last.payoffs, strict=True)))
        assert talk.code() == 0
        assert "\x1b" not in talk.shown
    (record,) = read(path)
    assert (record.rounds, record.payoffs, record.seed) == (last.rounds, last.payoffs, 12)
    assert record.players == ("A", "B")


@each_language
def test_advice_at_a_real_table(language: str, tmp_path: Path) -> None:
    said, path = SAID[language], tmp_path / "games.txt"
    path.write_text("players Anne, Bob\nAnne 421\nBob 221\nBob takes 10\n", "utf-8")
    with talking("play", "--typed", "--record", str(path), language=language) as talk:
        talk.hear("> ")
        talk.type("64")
        talk.hear("'64'")
        talk.hear("> ")
        talk.type("1 4 2")
        talk.hear(said["hint"])
        talk.hear("> ")
        talk.type("66")
        talk.hear("421")
        talk.hear("> ")
        talk.type("")  # the best, which is to stop
        talk.hear("A 421\r\n")
        talk.hear("> ")
        talk.type("421")  # the opener took one roll, so that is B's only one
        talk.hear("> ")
        talk.type("322")
        talk.hear("> ")
        talk.type("u")
        talk.hear(said["back"])
        talk.hear("> ")
        talk.type("421")
        talk.hear("> ")
        talk.type("211")
        talk.hear("> ")
        talk.type("322")
        talk.hear(said["barrage"])
        talk.hear("> ")
        talk.type("665 > 66 > 666 > stop")
        talk.hear("B 665 > 66 > 666\r\n")
        talk.hear("> ")
        talk.interrupt()
        talk.hear(said["not over"])
        talk.hear(said["written"])
        assert talk.code() == 0
    first, second = read(path)
    assert first.players == ("Anne", "Bob")
    assert (second.number, second.seed, second.payoffs) == (2, None, None)
    (played,) = second.rounds
    assert (played.lowest, played.jetons) == (1, 10)


@each_language
def test_a_game_can_be_left_at_once(language: str) -> None:
    with talking("play", "round 3", language=language) as talk:
        talk.hear("> ")
        talk.end()
        talk.hear(SAID[language]["not over"])
        assert talk.code() == 0


def test_the_best_choices_cost_nothing_and_others_their_exact_loss() -> None:
    done = start("play", "round 2", "--typed", stdin=b"641\n\n653\n")
    assert (done.code, done.err) == (0, "")
    assert "Of your choices 1 mattered; 0.00 points were lost, exactly 0/1." in done.out
    done = start("play", "round 2", "--typed", stdin=b"641\n61\n61\ns\n653\ns\n")
    (loss,) = (
        c.loss for c in advise("round 2 | roll 641 left 2").choices if c.keep == KEEP_INDEX[6, 1]
    )
    assert f"exactly {loss.numerator}/{loss.denominator}." in done.out


def test_barrages_are_thrown_where_dice_are() -> None:
    """With this seed both throw the same, and then the next two throws of it decide."""
    chance = Chance(SEED_OF_A_TIE)
    one, other, *barrage = (format_keep(chance.hand(throw, ALL_DICE)) for throw in range(4))
    assert one == other
    arguments = ("--seed", str(SEED_OF_A_TIE), "--against", "never-reroll")
    done = start("play", "round 2", *arguments, stdin=b"stop\n")
    assert (done.code, done.err) == (0, "")
    assert "Level for lowest, a barrage decides: A {}, B {}.".format(*barrage) in done.out


def test_who_is_best_is_decided_too() -> None:
    typed = b"421\ns\n421\n321\n654\n321\n"
    done = start("play", "jetons: decharge 7,7,7", "--typed", stdin=typed)
    assert (done.code, done.err) == (0, "")
    assert "Level for best, a barrage decides: A 654, B 321.\n" in done.out
    assert "\nC is lowest and takes 7 jetons from A.\n" in done.out


def test_a_round_taken_back_is_taken_out_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    before = "players Anne, Bob\nAnne 421\nBob 221\nBob takes 10\n"
    path.write_text(before, "utf-8")
    arguments = ("--rules", "jambes", "--typed", "--record", str(path))
    played = b"641\ns\n653\n"
    assert start("play", *arguments, stdin=played).code == 0
    assert len(read(path)) == 2
    path.write_text(before, "utf-8")
    done = start("play", *arguments, stdin=played + b"u\nq\n")
    assert (done.code, done.err) == (0, "")
    assert path.read_text("utf-8") == before


def test_who_sits_elsewhere_waits_for_the_opener() -> None:
    done = start("play", "round 2", "--seat", "1", "--seed", "5", stdin=b"q\n")
    assert done.code == 0
    lines = done.out.splitlines()
    assert any(line.startswith("A ") and ">" not in line.split()[1] for line in lines)
    assert "You are B; the others play: A optimal." in done.out


def test_players_have_names_in_the_talk_and_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    arguments = ("--names", "Anne,Bob", "--record", str(path), "--rules", "jambes")
    done = start("play", *arguments, "--typed", stdin=b"641\ns\n653\n")
    assert done.code == 0
    assert "You are Anne; round the table sit Anne, Bob, and Anne opens." in done.out
    assert "Anne is lowest and loses a leg." in done.out
    assert read(path)[0].players == ("Anne", "Bob")


def test_a_record_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    path = tmp_path / "file" / "games.txt"
    done = start(
        "play", "--rules", "jambes", "--typed", "--record", str(path), stdin=b"641\ns\n653\n"
    )
    assert done.code == 0
    assert "the record could not be written" in done.err
    assert "0 rounds are written" in done.out


TYPED = (
    *("641", "421", "221", "655", "66", "6", "1", "41", "stop", "none", "-", "", "u", "h", "?"),
    *("641 > 41 > 421", "332 > - > 611 > s", "7", "> > >", "é", "0", "q"),
)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "command",
    [
        ("play", "--typed", "start 2", "--rules", "jambes"),
        ("play", "--typed", "round 3", "--set", "followers=exactly", "--seat", "2"),
        ("play", "start 2", "--rules", "comptoir", "--seed", "3", "--against", "random"),
        ("quiz", "--seed", "3"),
    ],
)
def test_whatever_is_typed_the_talk_goes_on_and_ends_well(
    command: tuple[str, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    lines = rng.choices(TYPED if seed % 2 else TYPED[:-1], k=60)  # half of them without q
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
    done = ask(*command)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (("play", "--seat", "2"), 2, "nobody plays at seat 2; there are 0, 1"),
        (("play", "jetons: decharge 20,0,1", "--seat", "1"), 2, "nobody plays at seat 1"),
        (("play", "--typed", "--seed", "0"), 2, "--typed goes with neither"),
        (("play", "--typed", "--against", "random"), 2, "--typed goes with neither"),
        (("play", "--against", "random", "--against", "optimal"), 2, "2 strategies, but 1 others"),
        (("play", "--against", "sleepy"), 2, "no strategy 'sleepy'"),
        (("play", "--names", "Anne,Bob,Cid"), 2, "3 names, but there are 2 players"),
        (("play", "--names", "Anne,Anne"), 2, "'Anne' stands twice"),
        (("play", "--names", "Anne,barrage"), 2, "begins with a letter, not 'barrage'"),
        (("play", "round 2", "--record", "x.txt"), 2, "begin at 'start N'"),
        (("play", "round 2 | roll 641 left 1"), 2, "leave out"),
        (("play", "start 5"), 1, "421 solve"),
        (("play", "--record", "README.md"), 2, "README.md: line 3, column 1"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(
    command: tuple[str, ...], code: int, words: str
) -> None:
    done = ask(*command)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert done.err.count("\n") == 1
