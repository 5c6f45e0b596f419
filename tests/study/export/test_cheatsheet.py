"""The cheat sheet: whoever plays from its lines loses exactly nothing, and no line is idle."""

from dataclasses import replace
from fractions import Fraction

import pytest

from solver.game.dice import KEEPS_OF
from solver.game.dice_notation import parse_hand
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import Round
from solver.study.evaluate import evaluate_profile
from solver.study.exploit import exploit
from solver.study.export.cheatsheet import export_cheatsheet
from solver.study.stored import exact_round
from solver.study.strategies import OPTIMAL, Spot
from tests.study.export.reading import Sheet, read_sheet, text_of

HOUSES = (
    *PRESETS,
    "jetons{suites=off}",
    "jetons{nenette=off}",
    "jetons{fiches=above_brelans}",
    "jetons{points=ace_high}",
    "jetons{max_rolls=2}",
    "comptoir{max_rolls=2}",
    "jetons{max_rolls=1}",
)


def sheet_text(rules: Rules) -> str:
    return text_of(export_cheatsheet(rules))


def regrets(rules: Rules, sheet: Sheet) -> list[Fraction]:
    return [found.regret for found in exploit(rules, Round(2), sheet)]


@pytest.mark.parametrize("house", HOUSES)
def test_who_plays_from_the_sheet_loses_nothing(house: str) -> None:
    rules = find_rules(house)
    sheet = read_sheet(sheet_text(rules), rules.max_rolls)
    assert regrets(rules, sheet) == [0, 0]


def test_two_sheets_play_a_round_of_its_value() -> None:
    rules = find_rules("jetons")
    sheet = read_sheet(sheet_text(rules), 3)
    values = evaluate_profile(rules, Round(2), [sheet, sheet]).values
    assert values == evaluate_profile(rules, Round(2), [OPTIMAL, OPTIMAL]).values
    assert values[0] == Fraction(1692791176921, 2821109907456)


def test_a_wrong_sheet_loses() -> None:
    rules = find_rules("jetons")
    text = sheet_text(rules)
    wrong_stop = text.replace("| 1 | 421 – 632, 622 |", "| 1 | 421 – 622 |")
    wrong_keep = text.replace("| 642 | 64, 6, 1, 43, none |", "| 642 | 6, 64, 1, 43, none |")
    for wrong, seat in ((wrong_stop, 0), (wrong_keep, 1)):
        assert wrong != text
        lost = regrets(rules, read_sheet(wrong, 3))
        assert lost[seat] > 0
        assert lost[1 - seat] == 0


def lost_against(rules: Rules, sheet: Sheet, target: int) -> int:
    """What a follower with one roll left loses by the sheet, summed over the hands he may see."""
    moment = exact_round(rules, Round(2)).follower((target,), 2, 1)
    assert moment.decision is not None
    worth = moment.decision.keeps[1]
    mixes = sheet.mixes(Spot(rules, Round(2), (target,), 2, 1))
    best = (max(worth[keep] for keep in keeps) for keeps in KEEPS_OF)
    return sum(most - worth[mix[0][0]] for most, mix in zip(best, mixes, strict=True))


def test_a_line_is_wrong_for_the_next_hand_to_beat() -> None:
    """Otherwise the two lines could have been one."""
    rules = find_rules("jetons{max_rolls=2}")
    sheet = read_sheet(sheet_text(rules), 2)
    order = [parse_hand(hand) for hand in sheet.order]
    lists = [sheet.following[1, hand] for hand in sheet.order]
    assert len(set(lists)) > 20
    for place in range(1, len(order)):
        entries = sheet.following | {(1, sheet.order[place]): lists[place - 1]}
        changed = replace(sheet, following=entries)
        lost = lost_against(rules, changed, order[place])
        assert (lost > 0) == (lists[place] != lists[place - 1])
