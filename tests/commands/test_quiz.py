"""``421 quiz``, driven through a terminal as a person drives it, in every language."""

import json
import os
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.study.quiz.progress import read_progress
from solver.study.quiz.questions import Question, question_at
from tests.commands.conversing import LANG, Talk, talk_again, talking, transcript
from tests.commands.running import ROOT, ask, start

SAID = {
    "en": {
        "right": "Right.",
        "loses": "That loses",
        "score": "1 of 2 answers were right;",
        "practise": "To practise most:",
        "help": "You can:",
        "nothing": "Nothing was answered.",
    },
    "fr": {
        "right": "Juste.",
        "loses": "Cela coûte",
        "score": "Réponses justes : 1 sur 2 ;",
        "practise": "À travailler surtout :",
        "help": "Vous pouvez :",
        "nothing": "Il n’y a eu aucune réponse.",
    },
}
"""By language what the quiz says."""

each_language = pytest.mark.parametrize("language", SAID)


def typed(keep: int) -> str:
    """What a person types to keep these dice."""
    return format_keep(keep) or "none"


def next_question(talk: Talk, number: int, most: int) -> Question:
    """Read the position of a question from the screen, up to the prompt."""
    position = talk.hear_match(rf"{number}/{most}  ([^\r\n]+)\r\n")[1]
    talk.hear("> ")
    question = question_at(position)
    assert question is not None, position
    return question


def exact(loss: Fraction) -> str:
    return f"{loss.numerator}/{loss.denominator}"


def test_the_page_shows_a_real_talk() -> None:
    shown = transcript(ROOT / "docs/quiz.md")
    assert talk_again(shown) == shown


def test_every_language_is_driven() -> None:
    assert set(SAID) == set(LANG)


@each_language
def test_a_quiz_from_beginning_to_end(language: str, tmp_path: Path) -> None:
    said, user = SAID[language], str(tmp_path)
    with talking("quiz", "--questions", "3", language=language, FOUR21_USER=user) as talk:
        missed = next_question(talk, 1, 3)
        talk.type("?")
        talk.hear(said["help"])
        talk.hear("> ")
        talk.type("six")
        talk.hear("'six'")
        talk.hear("> ")
        assert said["right"] not in talk.shown
        worst = missed.choices[-1]
        talk.type(typed(worst.keep))
        talk.hear(said["loses"])
        talk.hear(exact(worst.loss))
        right = next_question(talk, 2, 3)
        talk.type("stop" if not THROWN[right.best.keep] else typed(right.best.keep))
        talk.hear(said["right"])
        next_question(talk, 3, 3)
        talk.interrupt()
        talk.hear(said["score"])
        talk.hear(exact(worst.loss))
        talk.hear(said["practise"])
        assert talk.code() == 0
        assert "\x1b" not in talk.shown
        assert "Traceback" not in talk.shown
    progress = read_progress(tmp_path / "quiz.json")
    assert sum(tally.asked for tally in progress.themes.values()) == 2
    assert len(progress.missed) == 1

    with talking("quiz", "--questions", "3", language=language, FOUR21_USER=user) as talk:
        again = next_question(talk, 1, 3)
        assert again == missed
        talk.type(typed(again.best.keep))
        talk.hear(said["right"])
        next_question(talk, 2, 3)
        talk.end()
        assert talk.code() == 0
    progress = read_progress(tmp_path / "quiz.json")
    assert sum(tally.asked for tally in progress.themes.values()) == 3
    assert progress.missed == ()


@each_language
def test_a_quiz_can_be_left_at_once(language: str) -> None:
    with talking("quiz", "jetons: start 2", "--seed", "3", language=language) as talk:
        next_question(talk, 1, 10)
        talk.type("q")
        talk.hear(SAID[language]["nothing"])
        assert talk.code() == 0


def test_the_answer_is_hidden_until_one_is_given() -> None:
    """The help lists the choices, but not the best one first."""
    done = start("quiz", "--seed", "421", stdin=b"?\nq\n")
    assert done.code == 0
    (line,) = (line for line in done.out.splitlines() if "You can:" in line)
    names = line.partition("You can: ")[2].partition(". Type")[0].split(", ")
    by_number = ["stop with 532", "keep 53", "keep 52", "keep 32", "keep 5", "keep 3", "keep 2"]
    assert names == [*by_number, "throw all three dice"]
    assert "Best is" not in done.out


def test_input_that_ends_ends_the_quiz() -> None:
    done = start("quiz", "--seed", "421", stdin=b"none\n\xff\n")
    assert (done.code, done.err) == (0, "")
    assert "1 of 1 answer was right; 0.00 points were lost, exactly 0/1." in done.out


def test_a_damaged_file_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "quiz.json").write_text(json.dumps({"quiz": 1}), "utf-8")
    done = start("quiz", FOUR21_USER=str(tmp_path), stdin=b"q\n")
    assert (done.code, done.out.count("\n")) == (2, 0)
    assert "quiz.json" in done.err
    assert "move it away to begin anew" in done.err


def test_a_folder_that_cannot_be_written_is_told_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "user").write_text("no folder", "utf-8")
    done = start("quiz", FOUR21_USER=str(tmp_path / "user"), stdin=b"none\n")
    assert done.code == 1
    assert "Not a directory" in done.err


@pytest.mark.skipif(os.name == "nt", reason="makes a symbolic link")
def test_answers_that_cannot_be_kept_are_counted_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "user"
    link.symlink_to(tmp_path / "away")
    monkeypatch.setenv("FOUR21_USER", str(link))
    monkeypatch.setattr("sys.stdin", StringIO("none\n"))
    done = ask("quiz", "--questions", "1", "--seed", "1")
    assert done.code == 0
    assert done.err == f"421: progress could not be kept: File exists '{link / 'quiz.json'}'\n"
    assert " of 1 answer was right; " in done.out


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (("quiz", "--questions", "0"), 2, "from 1 to 200, not '0'"),
        (("quiz", "--seed", "x"), 2, "not 'x'"),
        (("quiz", "round 2 | roll 641 left 1"), 2, "leave out"),
        (("quiz", "jetons: start 5"), 1, "421 solve"),
        (("quiz", "--set", "max_rolls=1"), 2, "nothing that people get wrong"),
        (("quiz", "--rules", "poker"), 2, "'poker'"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(
    command: tuple[str, ...], code: int, words: str
) -> None:
    done = ask(*command)
    assert done.code == code
    assert words in done.err
    assert done.err.count("\n") == 1
