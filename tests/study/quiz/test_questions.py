"""What is asked is what people get wrong; what is answered is worth what advise says."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import HandError, RulesError
from solver.game.dice import ALL_DICE, KEEP_INDEX, KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.notation import format_position, parse_position
from solver.game.state import Charge, Decharge, Legs, Round
from solver.study.advice import advise
from solver.study.odds import best_odds
from solver.study.quiz.questions import (
    Error,
    Question,
    Theme,
    ask_about,
    draw_questions,
    question_at,
    theme_names,
    theme_of,
)
from solver.study.typed import read_keep

EVEN = dict.fromkeys(Theme, Fraction(1))


def drawn(text: str, number: int, seed: int = 1) -> list[Question]:
    return list(islice(draw_questions(parse_position(text), Random(seed), EVEN), number))


def chased(question: Question) -> int:
    """What chases a 421, told from the odds of 421."""
    plan = best_odds(question.position.rules, "421", question.position.left + 1).plan
    return plan[0].keeps[question.roll]


@pytest.mark.parametrize("text", ["round 2", "round 3", "jetons: start 2", "jambes: start 3"])
def test_every_question_is_close_or_tempts_whoever_chases_a_421(text: str) -> None:
    for question in drawn(text, 60):
        choices = advise(question.position).choices
        assert question.choices == choices
        losses = {choice.keep: choice.loss for choice in choices}
        least = min(filter(None, losses.values()))
        assert least <= Fraction(3, 100) or losses[chased(question)] > 0


def test_what_is_neither_is_not_asked() -> None:
    assert ask_about(parse_position("round 2 | roll 421 left 2")) is None
    tied = ask_about(parse_position("round 2 | seen 421 in 2 | roll 666 left 0"))
    assert tied is None


def test_questions_repeat_themselves_with_the_seed() -> None:
    assert drawn("round 2", 20) == drawn("round 2", 20)
    assert drawn("round 2", 20) != drawn("round 2", 20, seed=2)


def test_all_themes_come_and_those_of_no_weight_do_not() -> None:
    counts = Counter(question.theme for question in drawn("round 2", 200))
    assert set(counts) == set(Theme) == set(theme_names())
    weights = EVEN | {Theme.OPENING_FIRST: Fraction(0), Theme.AGAINST_POINTS: Fraction(0)}
    questions = draw_questions(parse_position("round 2"), Random(1), weights)
    assert {question.theme for question in islice(questions, 50)} == {
        *(Theme.OPENING_SECOND, Theme.AGAINST_BETTER)
    }


def test_a_start_asks_about_the_whole_game_and_a_state_about_itself() -> None:
    states = {type(question.position.state) for question in drawn("jetons: start 2", 40)}
    assert states == {Charge, Decharge}
    standing = {question.position.state for question in drawn("jambes: start 3", 40)}
    assert {len(state.legs) for state in standing if isinstance(state, Legs)} == {2, 3}
    assert {question.position.state for question in drawn("round 4", 5)} == {Round(4)}
    (question,) = drawn("charge 5 10,6", 1)
    assert question.position.state == Charge(5, (10, 6))


def test_where_nothing_is_decided_nothing_is_asked() -> None:
    with pytest.raises(RulesError, match="nothing that people get wrong"):
        drawn("jetons{max_rolls=1}: round 2", 1)


@pytest.mark.parametrize(
    ("text", "theme"),
    [
        ("round 2 | roll 641 left 2", Theme.OPENING_FIRST),
        ("round 2 | roll 641 left 1", Theme.OPENING_SECOND),
        ("jetons{max_rolls=2}: round 2 | roll 641 left 1", Theme.OPENING_FIRST),
        ("round 2 | seen 221 in 3 | roll 641 left 2", Theme.AGAINST_POINTS),
        ("round 3 | seen 421,665 in 2 | roll 641 left 1", Theme.AGAINST_POINTS),
        ("round 3 | seen 421,321 in 2 | roll 641 left 1", Theme.AGAINST_BETTER),
        ("jetons{suites=off}: round 2 | seen 321 in 2 | roll 641 left 1", Theme.AGAINST_POINTS),
    ],
)
def test_a_theme_is_what_the_decision_is_about(text: str, theme: Theme) -> None:
    assert theme_of(parse_position(text)) is theme


def test_answers_lose_what_advise_says_and_are_wrong_in_three_ways() -> None:
    ways = Counter[Error | None]()
    for question in drawn("jetons: start 2", 40):
        for choice in question.choices:
            mark = question.mark(choice.keep)
            assert mark.given == choice
            assert (mark.error is None) == (choice.loss == 0)
            if mark.error is Error.STOPPED:
                assert not THROWN[choice.keep]
            if mark.error is Error.ROLLED_ON:
                assert THROWN[choice.keep]
                assert not THROWN[question.best.keep]
            if mark.error is Error.OTHER_DICE:
                assert THROWN[choice.keep]
                assert THROWN[question.best.keep]
            ways[mark.error] += 1
    assert set(ways) == {None, *Error}


def test_a_question_comes_back_from_its_text() -> None:
    (question,) = drawn("jetons: start 2", 1)
    assert question_at(format_position(question.position)) == question
    for other in ("round 2", "nonsense", "no-such-rules.toml: round 2 | roll 641 left 2"):
        assert question_at(other) is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *(("61", "61"), ("1 6", "61"), ("16", "61"), ("641", "641"), ("4-1-6", "641")),
        *(("stop", "641"), ("S", "641"), ("rester", "641"), ("all", "641")),
        *(("none", ""), ("-", ""), ("0", ""), ("rien", ""), ("Tout", "641")),
    ],
)
def test_a_keep_is_typed_in_many_ways(typed: str, kept: str) -> None:
    roll = parse_hand("641")
    assert format_keep(read_keep(typed, roll, KEEPS_OF[roll])) == kept


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "type the dice to keep"),
        ("five", "not 'five'"),
        ("6411", "not '6411'"),
        ("66", "66 cannot be kept of 641"),
        ("5", "5 cannot be kept of 641"),
    ],
)
def test_what_cannot_be_kept_is_refused(typed: str, fault: str) -> None:
    roll = parse_hand("641")
    with pytest.raises(HandError, match=fault):
        read_keep(typed, roll, KEEPS_OF[roll])


@given(st.text(alphabet="123456 -,[]stopNONE²é"), st.sampled_from(range(56)))
def test_whatever_is_typed_is_a_keep_of_the_roll_or_refused(typed: str, roll: int) -> None:
    try:
        keep = read_keep(typed, roll, KEEPS_OF[roll])
    except HandError:
        return
    assert keep in KEEPS_OF[roll]
    if dice := "".join(sorted((die for die in typed if die in "123456"), reverse=True)):
        assert dice == format_keep(keep)


def test_who_must_roll_on_cannot_stop() -> None:
    roll = parse_hand("421")
    for typed in ("stop", "421"):
        with pytest.raises(HandError, match="at least one die"):
            read_keep(typed, roll, KEEPS_OF[roll][1:])
    assert read_keep("none", roll, KEEPS_OF[roll][1:]) == ALL_DICE
    assert read_keep("42", roll, KEEPS_OF[roll][1:]) == KEEP_INDEX[4, 2]
