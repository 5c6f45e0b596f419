"""The opener's stopping table: as `advise` says, and not an up-set."""

from solver.game.dice import HANDS, THROWN
from solver.game.dice_notation import format_keep
from solver.game.presets import find_rules
from solver.game.ranking import rank_hands
from solver.study.advice import advise
from solver.study.opening import opening_markdown, opening_table

JETONS = find_rules("jetons")


def _stops(rolled: int) -> set[str]:
    return {
        format_keep(row.hand) for row in opening_table(JETONS) if THROWN[row.keeps[rolled - 1]] == 0
    }


def test_the_table_is_what_advise_says() -> None:
    rows = opening_table(JETONS)
    assert [row.hand for row in rows] == list(rank_hands(JETONS).order)
    for row in rows:
        for keep, left in zip(row.keeps, (2, 1), strict=True):
            advice = advise(f"round 2 | roll {format_keep(row.hand)} left {left}")
            assert advice.choices[0].keep == keep


def test_622_stops_and_631_does_not() -> None:
    assert "622" in _stops(1)
    assert "631" not in _stops(1)


def test_after_two_rolls_the_opener_stops_from_642_up() -> None:
    order = [format_keep(hand) for hand in rank_hands(JETONS).order]
    assert _stops(2) == set(order[: order.index("642") + 1])


def test_markdown_has_a_line_for_every_hand_and_a_column_for_every_roll() -> None:
    for rolls in (1, 2, 3):
        text = opening_markdown(find_rules("jetons", [f"max_rolls={rolls}"]))
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        assert len(rows) == 1 + len(HANDS)
        assert all(row.count("|") == rolls + 1 for row in rows)
