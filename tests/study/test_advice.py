"""Advice in a lone round: every keep of every decision, against brute force."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from solver.errors import PositionError
from solver.game.dice import HANDS, KEEPS
from solver.game.dice_notation import parse_hand
from solver.game.notation import Position, parse_position
from solver.game.presets import find_rules
from solver.game.state import Round
from solver.study.advice import Advice, advise, evaluate
from tests.twins.games import naive_round, position_of
from tests.twins.rounds import NaiveRound, NaiveTurn, not_losing

GOLDENS = json.loads(Path(__file__).parents[1].joinpath("goldens.json").read_text("utf-8"))
OPENER_SURVIVES = Fraction(GOLDENS["round_two_players_at_most_opener_survives"])
RULES = ["jetons", "jetons{followers=exactly}", "jetons{max_rolls=2}", "comptoir"]


@cache
def _twin(rules: str, players: int) -> NaiveRound:
    return naive_round(find_rules(rules), position_of(Round(players)), not_losing(players))


def _assert_advice_is(advice: Advice, turn: NaiveTurn, left: int) -> None:
    assert advice.position.roll is not None
    dice = HANDS[advice.position.roll]
    options = turn.options(dice, left)
    worth = {kept: values[turn.player] for kept, values in options.items()}
    best = max(worth.values())
    assert advice.value == best
    assert {KEEPS[choice.keep]: choice.everyone for choice in advice.choices} == options
    assert {KEEPS[choice.keep]: choice.value for choice in advice.choices} == worth
    assert all(choice.loss == best - choice.value for choice in advice.choices)
    losses = [choice.loss for choice in advice.choices]
    assert losses == sorted(losses)
    ties = {KEEPS[choice.keep] for choice in advice.choices if not choice.loss}
    assert ties == {kept for kept, value in worth.items() if value == best}
    assert KEEPS[advice.choices[0].keep] == turn.choice(dice, left)


@pytest.mark.parametrize("rules", ["jetons", "jetons{followers=exactly}"])
@pytest.mark.parametrize("left", [1, 2])
def test_followers_advice_is_brute_forces_for_all_hands_and_rolls(rules: str, left: int) -> None:
    house = find_rules(rules)
    for seen, dice in enumerate(HANDS):
        turn = _twin(rules, 2).follower((dice,), left + 1)
        for roll in range(len(HANDS)):
            position = Position(house, Round(2), (seen,), left + 1, roll, left)
            _assert_advice_is(advise(position), turn, left)


@pytest.mark.parametrize("rules", RULES)
def test_openers_advice_is_brute_forces_for_all_rolls(rules: str) -> None:
    house = find_rules(rules)
    turn = _twin(rules, 2).opener()
    for left in range(1, house.max_rolls):
        for roll in range(len(HANDS)):
            _assert_advice_is(advise(Position(house, Round(2), roll=roll, left=left)), turn, left)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("jetons: round 3 | seen 322 in 2 | roll 641 left 1", [(3, 2, 2)]),
        ("jetons: round 3 | seen 641,641 in 3 | roll 221 left 2", [(6, 4, 1), (6, 4, 1)]),
        ("jetons: round 4 | seen 322,641 in 2 | roll 611 left 1", [(3, 2, 2), (6, 4, 1)]),
        ("comptoir: round 3 | seen 611,666 in 3 | roll 421 left 2", [(6, 1, 1), (6, 6, 6)]),
    ],
)
def test_several_hands_seen(text: str, seen: list[tuple[int, ...]]) -> None:
    position = parse_position(text)
    assert isinstance(position.state, Round)
    twin = _twin(position.rules.name, position.state.players)
    turn = twin.follower(tuple(seen), position.limit)
    _assert_advice_is(advise(text), turn, position.left)


def test_the_opener_of_two_survives_as_often_as_the_golden_number_says() -> None:
    assert [seat.value for seat in evaluate("round 2")] == [OPENER_SURVIVES, 1 - OPENER_SURVIVES]
    assert _twin("jetons", 2).start() == (OPENER_SURVIVES, 1 - OPENER_SURVIVES)


@pytest.mark.parametrize("rules", RULES)
def test_a_round_of_two_is_worth_what_brute_force_finds(rules: str) -> None:
    values = tuple(seat.value for seat in evaluate(f"{rules}: round 2"))
    assert values == _twin(rules, 2).start()


@pytest.mark.parametrize("rules", RULES)
def test_every_moment_of_a_round_is_worth_what_brute_force_finds(rules: str) -> None:
    twin = _twin(rules, 2)
    rolls = find_rules(rules).max_rolls
    seen, roll = (6, 4, 1), (5, 5, 2)
    for left in range(rolls):
        values = evaluate(f"{rules}: round 2 | roll 552 left {left}")
        assert tuple(seat.value for seat in values) == twin.opener().showing(roll, left)
    for limit in range(1, rolls + 1):
        before = f"{rules}: round 2 | seen 641 in {limit}"
        assert tuple(seat.value for seat in evaluate(before)) == twin.before((seen,), limit)
        for left in range(limit):
            values = evaluate(f"{before} | roll 552 left {left}")
            turn = twin.follower((seen,), limit)
            assert tuple(seat.value for seat in values) == turn.showing(roll, left)


def test_a_finished_round_is_its_law() -> None:
    assert [s.value for s in evaluate("round 3 | seen 322,641,322 in 2")] == [
        Fraction(1, 2),
        1,
        Fraction(1, 2),
    ]


def test_the_answer_may_be_wanted_for_one_seat() -> None:
    (only,) = evaluate("round 2 | player 1")
    assert (only.seat, only.value) == (1, 1 - OPENER_SURVIVES)


def test_the_openers_stopping_hands_are_not_an_up_set() -> None:
    """After one roll 622 stops, and 631, which beats it, does not."""

    def stops(hand: str) -> bool:
        (first, *_) = advise(f"jetons: round 2 | roll {hand} left 2").choices
        return first.keep == parse_hand(hand)

    assert evaluate("jetons: round 2 | seen 622,631 in 1")[1].value == 1
    assert stops("622")
    assert not stops("631")


def test_stopping_short_costs_what_stopping_costs() -> None:
    """Stopping on 665 against 666 loses, with two rolls left as with one."""
    for left in (1, 2):
        advice = advise(f"round 2 | seen 666 in {left + 1} | roll 665 left {left}")
        (stop,) = [choice for choice in advice.choices if len(KEEPS[choice.keep]) == 3]
        assert stop.value == 0
        assert stop.loss == advice.value > 0


def test_a_bound_follower_is_not_offered_to_stop() -> None:
    advice = advise("comptoir: round 2 | seen 666 in 2 | roll 421 left 1")
    assert all(len(KEEPS[choice.keep]) < 3 for choice in advice.choices)
    assert advice.value < 1


@pytest.mark.parametrize("rules", ["jetons", "comptoir"])
def test_with_no_roll_left_there_is_one_choice(rules: str) -> None:
    advice = advise(f"{rules}: round 2 | seen 322 in 2 | roll 421 left 0")
    (choice,) = advice.choices
    assert choice.keep == parse_hand("421")
    assert choice.value == 1
    assert choice.loss == 0


def test_where_all_is_lost_or_won_stopping_is_preferred_and_everything_ties() -> None:
    advice = advise("round 3 | seen 221,322 in 2 | roll 641 left 1")
    won = [choice for choice in advice.choices if not choice.loss]
    assert won[0].keep == parse_hand("641")
    assert len(won) > 1
    assert [choice.keep for choice in won] == sorted(choice.keep for choice in won)


def test_advice_needs_dice_and_the_player_to_act() -> None:
    with pytest.raises(PositionError, match="needs the dice on the table"):
        advise("round 2 | seen 322 in 2")
    with pytest.raises(PositionError, match="'player 0' does not roll now; seat 1 does"):
        advise("round 2 | seen 322 in 2 | roll 641 left 1 | player 0")
