"""Words as people type them and messages quote them; names of hands in the players' French."""

import pytest

from solver.errors import HandError
from solver.game.dice import HANDS, WEIGHTS
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.names import find_named_hand, name_hand, read_hand
from solver.game.presets import find_rules
from solver.game.ranking import HandClass, classify
from solver.game.rules import parse_setting
from solver.game.words import MAX_QUOTED, SEED_DIGITS, fold, one_line, parse_count, quote

FRENCH = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}

NAMED = {
    "brelan d'as": "111",
    "trois as": "111",
    "nenette": "221",
    **{f"fiche de {name}": f"{face}11" for face, name in FRENCH.items()},
    **{f"brelan de {name}": f"{face}{face}{face}" for face, name in FRENCH.items()},
}


@pytest.mark.parametrize(("name", "dice"), NAMED.items())
def test_hands_by_name(name: str, dice: str) -> None:
    hand = parse_hand(dice)
    for typed in (name, name.upper(), f" {name} ", name.replace(" ", "-").replace("'", "’")):
        assert find_named_hand(typed) == read_hand(typed) == hand
    assert read_hand(dice) == hand


@pytest.mark.parametrize("name", ["brelan", "fiche d'as", "brelan de sept", "421 ou presque", ""])
def test_names_of_no_hand(name: str) -> None:
    assert find_named_hand(name) is None
    with pytest.raises(HandError):
        read_hand(name)


def test_every_hand_has_the_name_of_its_class() -> None:
    named = {dice: name for name, dice in NAMED.items() if name not in ("trois as", "nenette")}
    suites = {"654", "543", "432", "321"}
    for hand in range(len(HANDS)):
        dice = format_keep(hand)
        expected = named.get(dice, "suite" if dice in suites else "points")
        expected = {"421": "421", "221": "nénette"}.get(dice, expected)
        assert name_hand(find_rules("jetons"), hand) == expected


def test_classes_are_called_so_in_answers() -> None:
    found = {str(classify(find_rules("jetons"), hand)) for hand in range(len(HANDS))}
    assert found == {"421", "111", "fiche", "brelan", "suite", "points", "nenette"}
    assert found == {kind.value for kind in HandClass}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *((word, True) for word in ("on", "yes", "oui", "true", "ON", " Oui ")),
        *((word, False) for word in ("off", "no", "non", "false", "OFF", " Non ")),
    ],
)
def test_switches(word: str, value: bool) -> None:
    assert parse_setting(f"suites={word}") == ("suites", value)


@pytest.mark.parametrize(
    ("text", "count"),
    [("0", 0), ("7", 7), ("0007", 7), ("9999", 9999), ("10000", None), ("99999", None)]
    + [(text, None) for text in ("", " 7", "7 ", "-1", "+1", "1_0", "1.0", "٣", "²", "４", "x")],  # noqa: RUF001
)
def test_counts(text: str, count: int | None) -> None:
    assert parse_count(text) == count


def test_seeds_have_up_to_fifteen_digits() -> None:
    assert parse_count(15 * "9", SEED_DIGITS) == 10**15 - 1
    assert parse_count(16 * "1", SEED_DIGITS) is None


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("  Décharge ", "decharge"),
        ("BRELAN D’AS", "brelan d'as"),
        ("le-bon", "le bon"),
        ("first_out", "first out"),
        ("a - _ b", "a b"),
        ("Straße", "strasse"),
        ("４", "４"),  # noqa: RUF001 - a full-width digit is not what it looks like
    ],
)
def test_folding(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize("length", [1, MAX_QUOTED - 1, MAX_QUOTED])
def test_what_is_short_enough_is_quoted_whole(length: int) -> None:
    assert quote("x" * length) == repr("x" * length)
    assert quote(int("1" * length)) == "1" * length


@pytest.mark.parametrize("length", [MAX_QUOTED + 1, 5 * MAX_QUOTED])
def test_what_is_longer_is_cut_to_fit(length: int) -> None:
    assert quote("x" * length) == repr("x" * (MAX_QUOTED - 3) + "…")
    assert quote(int("1" * length)) == "1" * (MAX_QUOTED - 3) + "…"
    assert quote(" x" * length + "  ").startswith("'x x")


def test_a_quote_is_cut_after_sixty_signs() -> None:
    assert quote("x" * 60) == f"'{60 * 'x'}'"
    assert quote("x" * 61) == f"'{57 * 'x'}…'"


@pytest.mark.parametrize("sign", ["\udcff", "\0", "\U000e0001"])
def test_signs_that_are_not_printed_take_no_more_room(sign: str) -> None:
    assert quote(5 * sign) == repr(5 * sign)
    assert quote(MAX_QUOTED * sign) == repr(
        (2 * MAX_QUOTED - 2) // len(repr(sign)[1:-1]) * sign + "…"
    )
    assert quote("a" + 1000 * sign) == repr(
        "a" + (2 * MAX_QUOTED - 3) // len(repr(sign)[1:-1]) * sign + "…"
    )


def test_signs_that_are_not_printed_may_take_just_that_room() -> None:
    fits = "ab" + 29 * "\0"
    assert len(repr(fits)) == 2 * MAX_QUOTED
    assert quote(fits) == repr(fits)
    assert quote(fits + "\0") == repr(fits + "…")
    assert quote("ab" + 1000 * "\0") == repr(fits + "…")


def test_a_message_is_one_line_of_800_signs_at_most() -> None:
    assert one_line(" no\n\thand\x1b[31m\0 674 ") == "no hand [31m 674"
    long = 400 * "a" + "b" + 399 * "c"
    assert one_line(long) == long
    assert one_line(long + "d") == 400 * "a" + " … " + 199 * "c" + "d"


def test_weights_are_whole_numbers() -> None:
    """Equal floats would compare as well, and lose exactness later."""
    assert {type(ways) for row in WEIGHTS for _, ways in row} == {int}
