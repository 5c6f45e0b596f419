"""What the pictures show is what the other questions answer, with ==."""

from fractions import Fraction
from itertools import accumulate, pairwise

import pytest

from solver.errors import PositionError, RulesError
from solver.game.dice import HAND_WAYS, KEEP_INDEX, WAYS
from solver.game.dice_notation import format_keep
from solver.game.notation import parse_position
from solver.game.presets import find_rules
from solver.game.ranking import rank_hands
from solver.game.state import Charge, Round, Table, opening
from solver.study.advice import advise, evaluate
from solver.study.evaluate import evaluate_profile
from solver.study.numbers import game_numbers
from solver.study.pictures.charts import KIND_MARKS, Chart, kind_labels, kind_of
from solver.study.pictures.contents import (
    decharge_values,
    final_hands,
    number_of_rounds,
    what_to_keep,
    worth_of_rolls,
)
from solver.study.strategies import find_strategy

JETONS = find_rules("jetons")
CHARGE = Charge(5, (10, 6))


@pytest.mark.parametrize(
    ("rules", "total"), [("jetons", 21), ("comptoir", 21), ("deux-phases", 20)]
)
def test_the_decharge_is_worth_what_value_says(rules: str, total: int) -> None:
    chart = decharge_values(find_rules(rules))
    opener, second = (series.values for series in chart.series)
    assert chart.labels == tuple(range(1, total))
    for place, held in enumerate(range(1, total)):
        of = evaluate(f"{rules}: decharge {held},{total - held}")
        assert (opener[place], second[total - held - 1]) == (of[0].value, of[1].value)
        assert opener[place] + second[total - held - 1] == 1


def test_the_largest_step_of_jetons_is_the_last_that_a_421_gives_away() -> None:
    opener = decharge_values(JETONS).series[0].values
    steps = {held: more - less for held, (more, less) in enumerate(pairwise(opener), start=1)}
    assert max(steps, key=steps.__getitem__) == JETONS.worth_421


def test_where_there_is_no_decharge_none_is_drawn() -> None:
    for rules in (find_rules("jambes"), find_rules("jetons", ["pot=1"])):
        with pytest.raises(RulesError, match="no décharge"):
            decharge_values(rules)


@pytest.mark.parametrize(("state", "left"), [(Round(2), 1), (Round(2), 2), (CHARGE, 1)])
def test_a_map_has_in_every_cell_what_advise_lists_first(state: Table, left: int) -> None:
    picture = what_to_keep(JETONS, state, left)
    text = "round 2" if isinstance(state, Round) else "charge 5 10,6"
    assert picture.hands == tuple(map(format_keep, rank_hands(JETONS).order))
    for number in range(0, 56 * 56, 29):
        row, column = divmod(number, 56)
        roll, beat = picture.hands[row], picture.hands[column]
        best = advise(f"{text} | seen {beat} in {left + 1} | roll {roll} left {left}").choices[0]
        assert picture.keeps[row][column] == best.keep, (roll, beat)


def test_a_map_needs_rolls_that_the_rules_allow() -> None:
    with pytest.raises(PositionError, match="2 rolls cannot be left"):
        what_to_keep(find_rules("jetons", ["max_rolls=2"]), Round(2), 2)


def test_every_keep_is_of_one_kind() -> None:
    assert len(KIND_MARKS) == len(set(KIND_MARKS)) == len(kind_labels())
    shown = "".join(KIND_MARKS[kind_of(keep)] for keep in range(84))
    assert shown == "." * 56 + "2" * 21 + "6xxxx1" + "#"
    assert KIND_MARKS[kind_of(KEEP_INDEX[1,])] == "1"


@pytest.mark.parametrize("rules", ["jetons", "jetons{followers=exactly}", "jetons{max_rolls=2}"])
def test_rolls_are_worth_what_value_says(rules: str) -> None:
    of = find_rules(rules)
    chart = worth_of_rolls(of, Round(2))
    assert [series.key for series in chart.series] == [
        f"rolls_{rolls}" for rolls in range(of.max_rolls, 0, -1)
    ]
    for series in chart.series:
        rolls = series.key.removeprefix("rolls_")
        for beat, value in zip(chart.labels, series.values, strict=True):
            assert value == evaluate(f"{rules}: round 2 | seen {beat} in {rolls}")[1].value


def test_rolls_of_a_game_are_worth_what_the_game_is() -> None:
    chart = worth_of_rolls(JETONS, CHARGE)
    assert chart.up == "value of the game"
    three = chart.series[0].values
    for beat in ("421", "322"):
        asked = evaluate(f"charge 5 10,6 | seen {beat} in 3")
        assert three[chart.labels.index(beat)] == asked[1].value


def test_more_rolls_and_worse_hands_are_never_worth_less() -> None:
    three, two, one = (series.values for series in worth_of_rolls(JETONS, Round(2)).series)
    assert all(a >= b >= c for a, b, c in zip(three, two, one, strict=True))
    assert all(list(values) == sorted(values) for values in (three, two, one))


def test_who_never_rerolls_ends_with_what_he_throws() -> None:
    never = find_strategy("never-reroll")
    chart = final_hands(JETONS, Round(2), [never, never])
    ways = tuple(Fraction(HAND_WAYS[hand], WAYS) for hand in rank_hands(JETONS).order)
    assert [series.values for series in chart.series] == [ways, ways]


@pytest.mark.parametrize("state", [Round(2), CHARGE])
def test_last_hands_are_those_of_evaluate(state: Table) -> None:
    pair = [find_strategy("optimal"), find_strategy("chase-421")]
    chart = final_hands(JETONS, state, pair)
    law = evaluate_profile(JETONS, Round(2), pair).opening
    for player, series in enumerate(chart.series):
        assert sum(series.values) == 1
        if isinstance(state, Round):
            order = rank_hands(JETONS).order
            assert series.values == tuple(
                Fraction(law.hands[player][hand], law.total) for hand in order
            )


def test_hands_are_those_of_two_players() -> None:
    with pytest.raises(PositionError, match="two players are drawn, not 3 in 'round 3'"):
        final_hands(JETONS, Round(3), [find_strategy("random")] * 2)


def _chances(chart: Chart) -> tuple[Fraction, ...]:
    (series,) = chart.series
    return series.values


def test_jambes_take_two_or_three_rounds() -> None:
    rules = find_rules("jambes")
    chances = _chances(number_of_rounds(rules, opening(rules, 2)))
    total = 2821109907456
    assert [chance * total for chance in chances] == [0, 1128318730535, 1692791176921]


def test_rounds_are_those_of_numbers_until_nearly_all_games_are_over() -> None:
    chart = number_of_rounds(find_rules("jetons{pot=11}"), Charge(11, (0, 0)))
    within = tuple(accumulate(_chances(chart)))
    asked = parse_position("jetons{pot=11}: start 2")
    assert within == game_numbers(asked, most=len(within)).within
    assert within[-2] < Fraction(999, 1000) <= within[-1]


def test_a_game_without_end_is_drawn_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_rules("jetons{pot=11}")
    whole = number_of_rounds(rules, opening(rules, 2))
    monkeypatch.setattr("solver.study.pictures.contents.MOST_ROUNDS", 5)
    part = number_of_rounds(rules, opening(rules, 2))
    assert part.labels == (1, 2, 3, 4, 5)
    assert _chances(part) == _chances(whole)[:5]


def test_a_round_alone_takes_one_round() -> None:
    with pytest.raises(PositionError, match="'round 2' is no state of a game"):
        number_of_rounds(JETONS, Round(2))
