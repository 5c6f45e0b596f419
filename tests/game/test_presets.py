"""The presets against docs/rules.md's table, and the rules files of other people."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RulesError, SolverError
from solver.game.presets import (
    PRESETS,
    differences,
    find_rules,
    load_preset,
    load_rules_file,
)
from solver.game.rules import Rules, format_value
from solver.game.words import fold
from tests.checks import one_line
from tests.strategies import DEFAULTS, LEGS_ONLY, TOKENS_ONLY, VALUES

FIRST, SECOND, THIRD = (
    "000_cc10a2041873b760.txt",
    "003_425c628f8cada835.txt",
    "004_c67b25188891a37d.txt",
)

TABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "jambes": (FIRST, {"mode": "legs"}),
    "jetons": (FIRST, {}),
    "comptoir": (
        SECOND,
        {
            "points": "ace_high",
            "followers": "exactly",
            "nenette_penalty": "replace",
            "objective": "first_empty_wins",
        },
    ),
    "comptoir-le-bon": (
        SECOND,
        {
            "points": "ace_high",
            "nenette_penalty": "replace",
            "objective": "first_empty_wins",
        },
    ),
    "deux-phases": (
        THIRD,
        {"followers": "exactly", "nenette_penalty": "replace", "phases": "separate"},
    ),
}
"""Preset: the text it is from, and the settings that differ from the defaults."""


def test_presets_are_those_of_the_table() -> None:
    assert set(PRESETS) == set(TABLE)
    for name, (_, changes) in TABLE.items():
        assert load_preset(name).rules == Rules(**changes)
        assert find_rules(name).settings() == DEFAULTS | changes
        assert find_rules(name).name == name


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_of_a_preset_has_a_reason_and_a_source(name: str) -> None:
    file = load_preset(name)
    assert file.source == TABLE[name][0]
    assert file.title
    assert file.about
    assert set(file.reasons) == set(VALUES)
    unread = TOKENS_ONLY if name == "jambes" else LEGS_ONLY
    for field, reason in file.reasons.items():
        assert len(reason.why) > 20
        assert reason.source in (file.source, "choice")
        # A mode's own fields say so elsewhere, where they hold their defaults for form's sake.
        if field in unread:
            assert reason.why.startswith("not read")
            assert reason.source == "choice"


def test_what_the_texts_leave_open_is_called_a_choice() -> None:
    for preset, field in [
        ("jetons", "worth_nenette"),
        ("comptoir", "opener"),
        ("deux-phases", "pot"),
        ("deux-phases", "decharge_each"),
        ("deux-phases", "decharge_transfer"),
    ]:
        assert load_preset(preset).reasons[field].source == "choice"
    assert "choice" in load_preset("comptoir").reasons["points"].why


def test_aliases_name_one_preset_each() -> None:
    names = [fold(alias) for preset in PRESETS for alias in (preset, *load_preset(preset).aliases)]
    assert len(names) == len(set(names))
    for preset in PRESETS:
        for alias in load_preset(preset).aliases:
            assert load_rules_file(alias) is load_preset(preset)


@pytest.mark.parametrize(
    ("text", "preset"),
    [
        ("jambes", "jambes"),
        (" Jambes ", "jambes"),
        ("legs", "jambes"),
        ("JETONS", "jetons"),
        ("tokens", "jetons"),
        ("classique", "jetons"),
        ("Charge décharge", "jetons"),
        ("bar", "comptoir"),
        ("Comptoir", "comptoir"),
        ("comptoir le bon", "comptoir-le-bon"),
        ("le bon", "comptoir-le-bon"),
        ("deux phases", "deux-phases"),
        ("deux_phases", "deux-phases"),
        ("Phases séparées", "deux-phases"),
        ("two phases", "deux-phases"),
    ],
)
def test_french_and_english_names_find_presets(text: str, preset: str) -> None:
    assert find_rules(text) is load_preset(preset).rules


@pytest.mark.parametrize(
    ("text", "name", "changes"),
    [
        ("jetons{pot=11}", "jetons{pot=11}", {"pot": 11}),
        ("jetons{suites=off, pot=11}", "jetons{suites=off,pot=11}", {"suites": False, "pot": 11}),
        ("jetons{pot=11,suites=off}", "jetons{suites=off,pot=11}", {"suites": False, "pot": 11}),
        (" Tokens { Pot = 11 } ", "jetons{pot=11}", {"pot": 11}),
        ("jetons{cagnotte=11}", "jetons{pot=11}", {"pot": 11}),
        ("jetons{pot=11,pot=41}", "jetons{pot=41}", {"pot": 41}),
        ("jetons{pot=21}", "jetons", {}),
        ("jetons{}", "jetons", {}),
        ("jetons{mode=legs}", "jetons{mode=legs}", {"mode": "legs"}),
    ],
)
def test_overrides(text: str, name: str, changes: dict[str, Any]) -> None:
    rules = find_rules(text)
    assert rules.name == name
    assert rules.settings() == DEFAULTS | changes
    # The printed name means the same rules, so answers can be pasted back.
    assert find_rules(rules.name) == rules
    assert find_rules(rules.name).name == name


def test_settings_are_added_to_overrides_and_win() -> None:
    rules = find_rules("jetons{pot=11,suites=off}", ["pot=41", "legs=2"])
    assert rules.name == "jetons{suites=off,pot=41}"
    assert find_rules("comptoir", ["nenette=off", "nenette_penalty=none"]).nenette is False


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("jeton5", "'jeton5'"),
        ("", "''"),
        ("{pot=11}", "''"),
        ("jetons{pot=11", "'jetons{pot=11'"),
        ("jetons{pot=11}}", "'11}'"),
        ("jetons{pot=11}{suites=off}", "'11}{suites=off'"),
        ("jetons{pot}", "'pot'"),
        ("jetons{pot=0}", "'0'"),
        ("jetons{pots=11}", "'pots'"),
        ("jetons{legs=3}", "legs=3"),
        ("jambes{pot=11}", "pot=11"),
        ("comptoir{nenette=off}", "nenette_penalty=replace"),
        ("no/such/file.toml", "'no/such/file.toml'"),
        ("\uff4aetons", "'\uff4aetons'"),
        ("a\0b", r"'a\x00b'"),
        ("a\nb", r"'a\nb'"),
        ("\udcff", r"'\udcff'"),
        ("x" * 10_000, "xxx…'"),
        ("x" * 200 + "/" + "y" * 200, "xxx…'"),
    ],
)
def test_names_that_are_refused(text: str, quoted: str) -> None:
    with pytest.raises(RulesError) as error:
        find_rules(text)
    assert quoted in one_line(error.value)


@given(st.text())
def test_any_text_is_a_name_or_refused_in_one_line(text: str) -> None:
    try:
        find_rules(text)
    except SolverError as error:
        one_line(error)


def test_differences() -> None:
    assert differences(find_rules("jetons"), find_rules("tokens")) == []
    assert differences(find_rules("comptoir"), find_rules("comptoir-le-bon")) == [
        ("followers", "exactly", "at_most")
    ]
    assert differences(find_rules("jetons"), find_rules("jetons{suites=off,pot=11}")) == [
        ("suites", "on", "off"),
        ("pot", "21", "11"),
    ]


def test_format_value_is_what_is_typed() -> None:
    assert [format_value(value) for value in (True, False, 21, "at_most")] == [
        "on",
        "off",
        "21",
        "at_most",
    ]
