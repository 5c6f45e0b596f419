"""Explanations: their numbers are counted again, and every claim of a sentence is held to them."""

import random
from collections.abc import Iterator

import pytest

from solver.errors import PositionError
from solver.game.dice import HANDS, THROWN
from solver.game.dice_notation import parse_keep
from solver.game.notation import Position, parse_position
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Round, Start
from solver.study.advice import advise
from solver.study.analysis.walk import Analyst
from solver.study.explain import explain
from solver.study.game_log import LoggedGame
from solver.study.prospect import Prospect, compare
from solver.study.record.model import record_of
from solver.study.sentences import sentences
from solver.study.simulate import simulate_games
from solver.study.strategies import find_strategy
from tests.checks import one_line
from tests.study.claims import Checker, players_to_come
from tests.twins.prospects import Counted


def check(position: Position, draw: random.Random | None = None) -> set[str]:
    """Check the sentences about a position; against any other keep too, drawn if there is one."""
    found = explain(position)
    advice = advise(position)
    assert [of.keep for of in found.prospects] == list(advice.keeps)
    others: list[int | None] = [None]
    if draw is not None and len(found.prospects) > 1:
        others.append(draw.choice(found.prospects[1:]).keep)
    kinds: set[str] = set()
    checker = Checker(position, advice, found.best.keep, None)
    for instead in others:
        checker.other = instead
        if instead is None and found.next_best is not None:
            checker.other = found.next_best.keep
        said = sentences(found, instead)
        kinds.update(map(checker.check, said))
        assert len(said) == len(set(said))
    for prospect in found.prospects:
        if (counted := checker.counted.get(prospect.keep)) is not None:
            same(prospect, counted)
    return kinds


def same(prospect: Prospect, counted: Counted) -> None:
    """Hold a prospect to what is counted."""
    for name in ("value", "above", "level", "below", "lost", "value_lost", "taken", "passed"):
        assert getattr(prospect, name) == getattr(counted, name), name
    assert {hand: of for hand, of in enumerate(prospect.ends) if of} == {
        hand: of for hand, of in counted.ends.items() if of
    }


def round_decisions() -> Iterator[Position]:
    """Every position of one round between two in which there is something to choose."""
    rules = find_rules("jetons")
    for left in (1, 2):
        for hand in range(len(HANDS)):
            yield Position(rules, Round(2), roll=hand, left=left)
    for seen in range(len(HANDS)):
        for limit in (2, 3):
            for left in range(1, limit):
                for hand in range(len(HANDS)):
                    yield Position(rules, Round(2), (seen,), limit, hand, left)


GAMES = [*((preset, 2) for preset in PRESETS), ("jambes", 3), ("jambes", 4)]


def game_decisions(preset: str, players: int, number: int) -> list[Position]:
    """Decisions of games played anyhow, with at most one player to roll after the one asked."""
    rules = find_rules(preset)
    analyst = Analyst(rules, players)
    found: list[Position] = []

    def gather(game: LoggedGame) -> None:
        if len(found) < number:
            for decision in analyst.analyse(record_of(game, rules)).decisions:
                checker = Checker(decision.position, advise(decision.position), 0, None)
                if players_to_come(checker) < 2:
                    found.append(decision.position)

    strategies = [find_strategy("random"), find_strategy("optimal")] * players
    simulate_games(rules, Start(players), strategies[:players], number // 4 + 4, 421, log=gather)
    return found[:number]


def test_sentences_about_some_decisions_of_a_round_are_true() -> None:
    draw = random.Random(421)
    for position in draw.sample(list(round_decisions()), 60):
        check(position, draw)


@pytest.mark.slow
def test_sentences_about_every_decision_of_a_round_are_true() -> None:
    draw = random.Random(421)
    decisions = list(round_decisions())
    assert len(decisions) == 2 * 56 + 56 * 3 * 56
    for position in decisions:
        check(position, draw)


@pytest.mark.parametrize(
    ("preset", "players", "number"),
    [("jambes", 2, 30), ("jetons", 2, 10), ("comptoir", 2, 6), ("jambes", 3, 8)],
)
def test_sentences_about_some_positions_of_games_are_true(
    preset: str, players: int, number: int
) -> None:
    draw = random.Random(421)
    for position in game_decisions(preset, players, number):
        check(position, draw)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_sentences_about_positions_of_games_are_true(preset: str, players: int) -> None:
    draw = random.Random(421)
    positions = game_decisions(preset, players, 720)
    assert len(positions) == 720  # of seven games: 5040 in all
    for position in positions:
        check(position, draw)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("round 2 | roll 641 left 2", {"opener", "against the other", "ends, played on"}),
        ("round 2 | roll 641 left 0", {"no choice", "chance of the round"}),
        ("comptoir: round 2 | roll 421 left 2", {"opener of all rolls"}),
        ("round 3 | seen 653 in 2 | roll 641 left 1", {"in the middle", "against all"}),
        ("round 2 | seen 653 in 2 | roll 641 left 1", {"best of several", "against a hand"}),
        ("round 3 | seen 322,111 in 2 | roll 221 left 1", {"last", "best"}),
        ("jambes: legs 2,1,2 | seen 641 in 2 | roll 622 left 1", {"leg", "of these points"}),
        ("jetons: charge 21 0,0 | seen 651 in 3 | roll 432 left 1", {"takes"}),
        ("jetons: charge 9 5,7 | seen 111 in 3 | roll 553 left 1", {"surely takes"}),
        ("jetons: charge 21 0,0 | roll 621 left 1", {"other leaves, jetons", "loses and takes"}),
        ("jetons: charge 19 2,0 | roll 552 left 2", {"lost leaves, jetons"}),
        ("jetons: charge 1 15,5 | roll 541 left 2", {"more often"}),
        (
            "jetons{pot=11}: charge 5 3,1,2 | seen 322,643 in 2 | roll 666 left 1",
            {"takes", "other leaves, jetons"},
        ),
        pytest.param(
            "jetons{pot=11}: decharge 4,6,1 | seen 441,641 in 2 | roll 222 left 1",
            {"other leaves"},
            marks=pytest.mark.slow,
        ),
        ("deux-phases: charge 1 0,20 | seen 322 in 2 | roll 641 left 1", {"no difference"}),
    ],
)
def test_each_kind_of_sentence_is_said_where_it_is_true(text: str, kinds: set[str]) -> None:
    assert check(parse_position(text)) >= kinds


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("44.44 %", "44.45 %"),
        ("41.67 %", "41.66 %"),
        ("is “keep 6”", "is “keep 1”"),
        ("just as good: keep 1", "just as good: keep 4"),
        ("points 88.89 %, ", ""),
        ("beat is 653", "beat is 652"),
        ("11.11 points", "11.12 points"),
        ("less often: 55.56 %", "less often: 66.66 %"),
        ("0.00 %, below", "< 0.01 %, below"),
    ],
)
def test_a_sentence_that_is_not_true_is_noticed(old: str, new: str) -> None:
    position = parse_position("round 2 | seen 653 in 2 | roll 641 left 1")
    found = explain(position)
    assert found.next_best is not None
    other = found.next_best.keep
    checker = Checker(position, advise(position), found.best.keep, other)
    said = sentences(found)
    for sentence in said:
        checker.check(sentence)
    (told,) = [sentence for sentence in said if old in sentence][:1]
    with pytest.raises(AssertionError):
        checker.check(told.replace(old, new))


def test_parts_of_every_comparison_add_up() -> None:
    texts = (
        "jetons: charge 5 10,6 | roll 541 left 2",
        "comptoir: decharge 10,11 | seen 322 in 3 | roll 421 left 2",
        "jambes: legs 2,1,1 | seen 665 in 2 | roll 531 left 1",
        "round 4 | roll 641 left 1",
    )
    for text in texts:
        prospects = explain(text).prospects
        for better in prospects:
            assert sum(better.ends) == better.above + better.level + better.below == 1
            for worse in prospects:
                found = compare(better, worse)
                parts = found.often + found.losing + found.otherwise
                assert parts == found.gain == better.value - worse.value


def test_seats_that_are_out_change_nothing() -> None:
    with_one_out = explain("jambes: legs 2,0,1 | seen 665 in 2 | roll 531 left 1")
    without = explain("jambes: legs 2,1 | seen 665 in 2 | roll 531 left 1")
    assert with_one_out.prospects == without.prospects


def test_the_player_who_must_roll_on_cannot_stop() -> None:
    found = explain("comptoir: round 2 | seen 322 in 2 | roll 421 left 1")
    assert len(found.prospects) == 7
    assert all(THROWN[prospect.keep] for prospect in found.prospects)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("round 2", "needs the dice on the table"),
        ("round 2 | roll 641 left 1 | player 1", "'player 1' does not roll now; seat 0 does"),
    ],
)
def test_what_cannot_be_explained_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint) as error:
        explain(text)
    one_line(error.value)


def test_a_keep_that_is_not_there_is_refused() -> None:
    found = explain("round 2 | roll 641 left 1")
    with pytest.raises(PositionError, match="'55' cannot be kept here") as error:
        sentences(found, parse_keep("55"))
    one_line(error.value)
