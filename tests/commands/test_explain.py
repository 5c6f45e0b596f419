"""``421 explain``: the numbers and the sentences of `solver.study.explain`, and what it refuses."""

from fractions import Fraction

import pytest

from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep
from solver.study.explain import explain
from solver.study.sentences import sentences
from tests.commands.running import ask, ask_json, start

POSITION = "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1"


def test_numbers_are_those_of_the_explanation() -> None:
    document, found = ask_json("explain", POSITION), explain(POSITION)
    assert (document["to_come"], document["lowest"]) == (0, "322")
    assert tuple(document["sentences"]) == sentences(found)
    for choice, prospect in zip(document["choices"], found.prospects, strict=True):
        assert choice["keep"] == format_keep(prospect.keep)
        for name in ("value", "loss", "above", "level", "below", "lost", "taken", "passed"):
            assert Fraction(choice[name]["exact"]) == getattr(prospect, name)
        ends = dict(end.split() for end in choice["ends"])
        told = {hand: Fraction(ends.get(format_keep(hand), 0)) for hand in range(len(HANDS))}
        assert tuple(told.values()) == prospect.ends


def test_values_are_those_of_advise() -> None:
    explained, advised = ask_json("explain", POSITION), ask_json("advise", POSITION)
    for ours, theirs in zip(explained["choices"], advised["choices"], strict=True):
        assert {name: ours[name] for name in ("keep", "throw", "value", "loss")} == {
            name: theirs[name] for name in ("keep", "throw", "value", "loss")
        }


def test_people_read_sentences_and_a_table() -> None:
    done = start("explain", "6", "1", "4", "--seen", "653", "--in", "2")
    assert (done.code, done.err) == (0, "")
    said, _, table = done.out.partition("\n\nkeep")
    assert said.splitlines()[0] == "jetons: round 2 | seen 653 in 2 | roll 641 left 1"
    assert "Best is “keep 6”, and just as good: keep 1." in said
    assert "Mainly because it loses the round less often: 55.56 % instead of 66.67 %." in said
    assert len(table.splitlines()) == 9


def test_another_keep_can_be_compared() -> None:
    said = ask_json("explain", POSITION, "--instead", "64")["sentences"]
    assert any("“keep 41” is worth 1.55 points more than “keep 64”." in of for of in said)
    said = ask_json("explain", POSITION, "--instead", "")["sentences"]
    assert any("more than “throw all three dice”." in of for of in said)


def test_the_round_alone_is_explained_by_chances_only() -> None:
    document = ask_json("explain", POSITION, "--objective", "round")
    assert not any("jetons" in sentence for sentence in document["sentences"])


def test_french() -> None:
    done = ask("--lang", "fr", "explain", POSITION)
    assert (done.code, done.err) == (0, "")
    assert "Le mieux est" in done.out
    assert "61,92 %" in done.out
    assert "Best" not in done.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("round 2",), "add '| roll 641 left 1'"),
        ((POSITION, "--instead", "55"), "'55' cannot be kept here"),
        ((POSITION, "--instead", "7"), "a keep is at most three dice from 1 to 6"),
        ((POSITION, "--left", "1"), "is a whole position: leave out --left"),
        (("6", "1"), "a hand is three dice"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_one_line(command: tuple[str, ...], said: str) -> None:
    done = ask("explain", *command)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_game_that_is_not_solved_names_the_command_that_solves_it() -> None:
    done = ask("explain", "jetons: charge 21 0,0,0,0 | roll 641 left 2")
    assert (done.code, done.out) == (1, "")
    assert "run: 421 solve 'jetons' --players 4" in done.err
