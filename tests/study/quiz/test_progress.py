"""Progress: it adds up, is read back as it was written, and is refused when it is damaged."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.errors import DataError
from solver.game.notation import format_position, parse_position
from solver.game.state import players_of
from solver.study.quiz.progress import (
    MOST_MISSED,
    UNIT,
    Progress,
    Tally,
    progress_file,
    read_progress,
    write_progress,
)
from solver.study.quiz.questions import Error, Question, Theme, question_at
from solver.study.quiz.sitting import Sitting
from tests.checks import one_line

MISSED = "jetons: round 2 | seen 653 in 2 | roll 641 left 1"
OTHER = "jetons: round 2 | roll 622 left 2"


def question(text: str) -> Question:
    found = question_at(text)
    assert found is not None
    return found


def answered(progress: Progress, text: str, place: int) -> Progress:
    """The progress after an answer: the keep of a place in the order of `advise`."""
    asked = question(text)
    return progress.plus(asked, asked.mark(asked.choices[place].keep))


def test_answers_are_counted_by_theme_and_by_error() -> None:
    progress = answered(answered(Progress(), MISSED, 2), OTHER, 0)
    loss = question(MISSED).choices[2].loss
    assert loss == Fraction(1, 9)
    assert progress.themes[Theme.AGAINST_POINTS] == Tally(1, 0, round(loss * UNIT))
    assert progress.themes[Theme.OPENING_FIRST] == Tally(1, 1, 0)
    assert progress.errors == {Error.ROLLED_ON: 0, Error.STOPPED: 0, Error.OTHER_DICE: 1}
    assert progress.to_practise() == [Theme.AGAINST_POINTS]
    assert abs(progress.themes[Theme.AGAINST_POINTS].mean_loss() - loss) < Fraction(1, UNIT)


def test_what_is_missed_stays_until_it_is_answered_rightly() -> None:
    progress = answered(answered(Progress(), MISSED, 2), OTHER, 1)
    assert progress.missed == (MISSED, OTHER)
    assert answered(progress, MISSED, 3).missed == (OTHER, MISSED)
    assert answered(progress, MISSED, 1).missed == (OTHER,)  # as good as the best


def test_the_oldest_of_many_missed_are_forgotten() -> None:
    full = Progress(missed=tuple(f"position {number}" for number in range(MOST_MISSED)))
    missed = answered(full, MISSED, 2).missed
    assert (len(missed), missed[0], missed[-1]) == (MOST_MISSED, "position 1", MISSED)


def test_themes_that_go_wrong_weigh_more() -> None:
    wrong = answered(Progress(), MISSED, 2).weights()
    right = answered(Progress(), MISSED, 0).weights()
    assert wrong[Theme.AGAINST_POINTS] == Fraction(2, 3)
    assert right[Theme.AGAINST_POINTS] == Fraction(1, 3)
    assert wrong[Theme.OPENING_FIRST] == right[Theme.OPENING_FIRST] == Fraction(1, 2)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "quiz.json"
    assert read_progress(path) == Progress()
    progress = answered(answered(Progress(), MISSED, 2), OTHER, 1)
    write_progress(path, progress)
    assert read_progress(path) == progress
    assert [file.name for file in path.parent.iterdir()] == ["quiz.json"]


def _set(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda content: content.__setitem__(name, value)


def _tally(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["themes"]["against-points"].__setitem__(name, value)


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (_set("quiz", 2), ".quiz"),
        (_set("extra", 1), "no 'extra'"),
        (lambda content: content.pop("errors"), "errors"),
        (_set("missed", ["a"] * (MOST_MISSED + 1)), ".missed"),
        (_set("missed", [1]), ".missed[0]"),
        (_set("themes", {}), ".themes"),
        (_tally("asked", -1), ".asked"),
        (_tally("asked", 1.5), "1.5"),
        (_tally("right", 2), ".right"),
        (_tally("lost", 2 * UNIT), ".lost"),
        (_tally("lost", True), ".lost"),
    ],
)
def test_damage_is_refused(
    damage: Callable[[dict[str, Any]], None], fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "quiz.json"
    write_progress(path, answered(Progress(), MISSED, 2))
    content = json.loads(path.read_text("utf-8"))
    damage(content)
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(DataError, match="is damaged; move it away") as caught:
        read_progress(path)
    assert fault in one_line(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b" " * 1_000_001])
def test_what_is_no_json_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    path.write_bytes(content)
    with pytest.raises(DataError, match="is damaged; move it away"):
        read_progress(path)
    assert path.read_bytes() == content


def sit(text: str, path: Path, seed: int = 1) -> Sitting:
    return Sitting(parse_position(text), Random(seed), path)


def test_a_sitting_adds_up_exactly_and_keeps_every_answer(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    held = sit("round 2", path)
    lost = Fraction(0)
    for number, asked in enumerate(held.questions(9), start=1):
        choice = asked.choices[number % 3]
        held.answer(asked, choice.keep)
        lost += choice.loss
        assert (held.asked, held.lost) == (number, lost)
        assert read_progress(path) == held.progress
    assert held.asked == sum(tally.asked for tally in held.progress.themes.values()) == 9
    assert held.right == sum(tally.right for tally in held.progress.themes.values())


def test_what_was_missed_comes_first_and_one_in_three_at_most(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    first = sit("round 2", path)
    for asked in first.questions(9):
        first.answer(asked, asked.choices[-1].keep)
    missed = first.progress.missed
    assert len(missed) == 9
    again = [format_position(asked.position) for asked in sit("round 2", path, 2).questions(9)]
    assert tuple(again[:3]) == missed[:3]
    assert len(set(again)) == 9
    elsewhere = sit("jambes: start 2", path).questions(9)
    assert all(format_position(asked.position) not in missed for asked in elsewhere)
    other_rules = sit("comptoir: round 2", path).questions(9)
    assert all(asked.position.rules.name == "comptoir" for asked in other_rules)


def test_a_game_of_two_asks_nothing_that_was_missed_among_three(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    three = sit("jambes: start 3", path)
    for asked in three.questions(12):
        three.answer(asked, asked.choices[-1].keep)
    assert {players_of(parse_position(text).state) for text in three.progress.missed} == {2, 3}
    for asked in sit("jambes: start 2", path).questions(9):
        assert players_of(asked.position.state) == 2


def test_two_sittings_at_once_undo_nothing(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    one, other = (sit("round 2", path, seed) for seed in (1, 2))
    for held in (one, other, one):
        asked = next(held.questions(1))
        held.answer(asked, asked.best.keep)
    assert sum(tally.asked for tally in read_progress(path).themes.values()) == 3


def test_progress_that_cannot_be_kept_is_no_reason_to_stop(tmp_path: Path) -> None:
    held = sit("round 2", tmp_path / "quiz.json")
    (tmp_path / "quiz.json").mkdir()
    for asked in held.questions(2):
        held.answer(asked, asked.best.keep)
    assert held.asked == sum(tally.asked for tally in held.progress.themes.values()) == 2
    assert "quiz.json" in held.fault


def test_a_file_that_is_damaged_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    held = sit("round 2", path)
    for asked in held.questions(2):
        path.write_bytes(b"mine")
        held.answer(asked, asked.best.keep)
    assert "move it away to begin anew" in held.fault
    assert path.read_bytes() == b"mine"
    assert held.asked == sum(tally.asked for tally in held.progress.themes.values()) == 2


def test_progress_lies_in_the_folder_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FOUR21_USER", str(tmp_path / "mine"))
    assert progress_file() == tmp_path / "mine" / "quiz.json"
