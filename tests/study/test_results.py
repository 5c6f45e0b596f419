"""``docs/results.md`` is what solving gives."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from solver.game.notation import parse_position
from solver.game.presets import PRESETS, find_rules
from solver.game.state import opening
from solver.study import results
from solver.tables.store import load_table
from tests.renew_results import HEAD, RESULTS, TIMES

ANEW = "python -m tests.renew_results writes it anew"


@pytest.mark.parametrize(
    "section",
    [
        results.presets_markdown,
        results.generating_markdown,
        pytest.param(results.players_markdown, marks=pytest.mark.slow),
        pytest.param(results.variants_markdown, marks=pytest.mark.slow),
        pytest.param(results.solving_markdown, marks=pytest.mark.slow),
    ],
)
def test_section_is_what_solving_gives(section: Callable[[], str]) -> None:
    assert f"\n{section()}\n" in RESULTS.read_text("utf-8"), ANEW


def test_lines_of_quick_games_are_what_solving_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every section has those of its games, in the order of the page."""
    monkeypatch.setattr(results, "PRESET_GAMES", ("jambes: start 2",))
    monkeypatch.setattr(results, "MORE_PLAYERS", (("jambes", 3), ("jetons{pot=11}", 4)))
    monkeypatch.setattr(results, "GENERATING_GAMES", ("jambes{legs=1}: start 2",))
    monkeypatch.setattr(results, "VARIANT_GAMES", ("jambes{legs=1}: start 2",))
    monkeypatch.setattr(results, "SHIPPED_GAMES", ("jambes: start 2",))
    page = iter(RESULTS.read_text("utf-8").splitlines())
    for line in results.results_markdown().splitlines():
        assert line in page, f"{line!r} is not there, or elsewhere; {ANEW}"


def test_the_page_is_its_sections() -> None:
    text = RESULTS.read_text("utf-8")
    assert text.startswith(HEAD)
    titles = [line.split()[1] for line in text.splitlines() if line.startswith("## ")]
    assert titles == ["Presets", "More", "Generating", "Variants", "Solving", "Times"]
    assert TIMES in text


def test_every_preset_and_variant_is_there() -> None:
    text = RESULTS.read_text("utf-8")
    for game in (*results.PRESET_GAMES, *results.VARIANT_GAMES, *results.SHIPPED_GAMES):
        assert f"| `{game}` |" in text
    assert {parse_position(game).rules.name for game in results.PRESET_GAMES} == set(PRESETS)


def test_the_second_seat_suffers_most_and_the_first_least() -> None:
    for name, players in results.MORE_PLAYERS:
        if (name, players) != ("jambes", 6):
            values = load_table(find_rules(name), players).known(opening(find_rules(name), players))
            assert min(values.values) == values.values[1]
            assert max(values.values) == values.values[0]


def test_one_roll_makes_opening_worth_nothing() -> None:
    rows = [line for line in RESULTS.read_text("utf-8").splitlines() if "{max_rolls=1}" in line]
    assert rows
    for row in rows:
        assert row.split(" | ")[1:4] == ["0.5", "2", "0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.33333333333333333333…"),
        (Fraction(2, 3), "0.66666666666666666666…"),
        (Fraction(-2, 3), "-0.66666666666666666666…"),
        (Fraction(1, 2), "0.5"),
        (Fraction(20), "20"),
        (Fraction(0), "0"),
        (Fraction(1, 10**20), "0.00000000000000000001"),
        (Fraction(1, 10**21), "0.00000000000000000000…"),
        (None, ""),
    ],
)
def test_digits_are_cut(value: Fraction | None, text: str) -> None:
    assert results.digits(value) == text
