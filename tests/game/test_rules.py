"""Every field's range, what is refused and how, and the digest."""

from dataclasses import FrozenInstanceError, fields
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RulesError
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import ALLOWED, Rules, format_value, parse_setting
from tests.checks import one_line
from tests.strategies import (
    DEFAULTS,
    LEGS_ONLY,
    TOKENS_ONLY,
    VALUES,
    legal_settings,
    named_rules,
    unread_fields,
)

RANGES = {
    "worth_421": (1, 99),
    "worth_111": (1, 99),
    "worth_suite": (1, 99),
    "worth_nenette": (1, 99),
    "max_rolls": (1, 3),
    "charge_rolls": (0, 3),
    "decharge_rolls": (0, 3),
    "legs": (1, 5),
    "pot": (1, 99),
    "penalty_jetons": (1, 99),
    "decharge_each": (0, 99),
}

NEEDS: dict[str, dict[str, Any]] = {
    **{name: {"mode": "legs"} for name in LEGS_ONLY},
    "penalty_jetons": {"nenette_penalty": "add"},
    "decharge_each": {"phases": "separate"},
}
"""Settings under which a field has an effect, where the defaults are not enough."""


def test_fields_and_defaults_are_those_of_the_rules_page() -> None:
    assert [field.name for field in fields(Rules)] == ["name", *VALUES]
    assert Rules().settings() == DEFAULTS
    assert list(ALLOWED) == list(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_every_value_of_a_field_is_accepted_in_code_and_as_text(name: str) -> None:
    for value in VALUES[name]:
        assert getattr(Rules(**{**NEEDS.get(name, {}), name: value}), name) == value
        assert parse_setting(f"{name}={format_value(value)}") == (name, value)


@pytest.mark.parametrize("name", VALUES)
def test_other_values_are_refused_by_name(name: str) -> None:
    wrong: list[Any] = ["", "both", None, 1.0, float("nan"), 1 << 40_000, [], {}, b"on", -1, 100]
    wrong += [5] if name not in RANGES else [RANGES[name][0] - 1, RANGES[name][1] + 1, "2"]
    # Python counts True as 1; a switch where a number belongs is a mistake all the same.
    wrong += [0, 1, "on"] if VALUES[name] == [True, False] else [True, False]
    for value in wrong:
        with pytest.raises(RulesError, match=f"^{name} must be ") as error:
            Rules(**{**NEEDS.get(name, {}), name: value})
        message = one_line(error.value)
        assert "not " in message
        if not isinstance(value, int) or value < 1000:
            assert message.endswith(f", not {value!r}")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("pot", "'pot'"),
        ("", "''"),
        ("pots=11", "'pots'"),
        ("=11", "''"),
        ("name=mine", "'name'"),
        ("pot=", "''"),
        ("pot=0", "'0'"),
        ("pot=100", "'100'"),
        ("pot=-1", "'-1'"),
        ("pot=+5", "'+5'"),
        ("pot=1_1", "'1_1'"),
        ("pot=2.0", "'2.0'"),
        ("pot=11=12", "'11=12'"),
        ("pot=\uff11\uff11", "'\uff11\uff11'"),
        ("pot=" + "9" * 5000, "99…'"),
        ("legs=6", "'6'"),
        ("max_rolls=4", "'4'"),
        ("suites=maybe", "'maybe'"),
        ("suites=1", "'1'"),
        ("fiches=", "''"),
        ("opener=first\nlast", r"'first\nlast'"),
    ],
)
def test_settings_that_cannot_be_read_are_quoted(text: str, quoted: str) -> None:
    with pytest.raises(RulesError) as error:
        parse_setting(text)
    assert quoted in one_line(error.value)


def test_a_refusal_says_what_there_is_to_choose_from() -> None:
    for text, says in {
        "pot=0": "pot must be a whole number from 1 to 99, not '0'",
        "charge_rolls=4": "charge_rolls must be a whole number from 0 to 3, not '4'",
        "suites=maybe": "suites must be on or off, not 'maybe'",
        "fiches=": "fiches must be interleaved or brelans_first or above_brelans, not ''",
        "pots=11": f"no field 'pots' in the rules; fields: {', '.join(VALUES)}",
    }.items():
        with pytest.raises(RulesError) as error:
            parse_setting(text)
        assert str(error.value) == says


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("pot=11", ("pot", 11)),
        (" Pot = 11 ", ("pot", 11)),
        ("max-rolls=2", ("max_rolls", 2)),
        ("MAX ROLLS=2", ("max_rolls", 2)),
        ("suites=off", ("suites", False)),
        ("suites=non", ("suites", False)),
        ("nénette=oui", ("nenette", True)),
        ("followers=at-most", ("followers", "at_most")),
        ("suiveurs=le bon", ("followers", "at_most")),
        ("mode=jambes", ("mode", "legs")),
        ("jambes=3", ("legs", 3)),
        ("cagnotte=41", ("pot", 41)),
        ("brelans=above brelans", ("fiches", "above_brelans")),
        ("suite=oui", ("suites", True)),
        ("lancers=2", ("max_rolls", 2)),
        ("lancers charge=2", ("charge_rolls", 2)),
        ("lancers décharge=1", ("decharge_rolls", 1)),
        ("mode=jetons", ("mode", "tokens")),
        ("suiveurs=au plus", ("followers", "at_most")),
        ("suiveurs=exactement", ("followers", "exactly")),
        ("meneur=gagnant", ("opener", "winner")),
        ("ouvreur=perdant", ("opener", "loser")),
        ("ouvreur=tour", ("opener", "rotate")),
        ("decharge_transfer=un", ("decharge_transfer", "one")),
        ("pénalité nénette=aucune", ("nenette_penalty", "none")),
        ("points=as", ("points", "ace_high")),
    ],
)
def test_settings_as_people_write_them(text: str, setting: tuple[str, object]) -> None:
    assert parse_setting(text) == setting


@given(st.text() | st.builds("{}={}".format, st.sampled_from(list(VALUES)), st.text()))
def test_any_text_is_a_setting_or_refused_in_one_line(text: str) -> None:
    try:
        name, value = parse_setting(text)
    except RulesError as error:
        one_line(error)
    else:
        assert value in VALUES[name]


def _unlike_default(name: str) -> Any:
    return next(value for value in VALUES[name] if value != DEFAULTS[name])


WITHOUT_EFFECT = [
    *[({"mode": "legs"}, name) for name in sorted(TOKENS_ONLY)],
    *[({"mode": "tokens"}, name) for name in sorted(LEGS_ONLY)],
    ({"suites": False}, "worth_suite"),
    ({"nenette": False}, "worth_nenette"),
    ({"nenette": False}, "nenette_penalty"),
    ({"nenette_penalty": "none"}, "penalty_jetons"),
    ({"phases": "joined"}, "decharge_each"),
    ({"phases": "separate"}, "objective"),
]


@pytest.mark.parametrize(("settings", "name"), WITHOUT_EFFECT)
def test_a_field_without_effect_is_refused_and_named(settings: dict[str, Any], name: str) -> None:
    reason, value = next(iter(settings.items()))
    with pytest.raises(RulesError) as error:
        Rules(**settings, **{name: _unlike_default(name)})
    message = one_line(error.value)
    assert message.startswith(f"{name}={format_value(_unlike_default(name))} has no effect with ")
    assert f"{reason}={format_value(value)};" in message
    assert message.endswith(f"leave it at {format_value(DEFAULTS[name])}")


@pytest.mark.parametrize("name", ["charge_rolls", "decharge_rolls"])
def test_a_phase_has_no_more_rolls_than_a_round(name: str) -> None:
    for most, rolls in [(1, 2), (1, 3), (2, 3)]:
        with pytest.raises(RulesError, match=f"{name}={rolls} is more than max_rolls={most}"):
            Rules(max_rolls=most, **{name: rolls})  # type: ignore[arg-type]
        assert Rules(max_rolls=rolls, **{name: most}).max_rolls == rolls  # type: ignore[arg-type]


@given(st.fixed_dictionaries({name: st.sampled_from(VALUES[name]) for name in VALUES}))
def test_rules_are_refused_exactly_when_they_make_no_sense(settings: dict[str, Any]) -> None:
    changed = {name for name, value in settings.items() if value != DEFAULTS[name]}
    makes_sense = not changed & unread_fields(settings) and settings["max_rolls"] >= max(
        settings["charge_rolls"], settings["decharge_rolls"]
    )
    try:
        Rules(**settings)
    except RulesError as error:
        message = one_line(error)
    else:
        message = ""
    assert makes_sense == (not message)
    assert makes_sense or any(f"{name}=" in message for name in changed)


@given(legal_settings())
def test_rules_that_make_sense_are_accepted(settings: dict[str, Any]) -> None:
    assert Rules(**settings).settings() == settings


VARIANTS: dict[str, dict[str, list[Any]]] = {
    "jetons": {
        "suites": [False],
        "nenette": [False],
        "max_rolls": [1, 2],
        "pot": [11, 41],
        "worth_421": [8, 11],
    },
    "jambes": {
        "suites": [False],
        "nenette": [False],
        "max_rolls": [1, 2],
        "legs": [1, 2, 3, 4, 5],
        "ends": ["first_out"],
    },
}
"""What the texts list as variants, each one a field."""


@pytest.mark.parametrize("preset", VARIANTS)
def test_every_variant_of_the_texts_combines_with_every_other(preset: str) -> None:
    plain = find_rules(preset)
    choices = [[plain.settings()[name], *values] for name, values in VARIANTS[preset].items()]
    for values in product(*choices):
        settings = dict(zip(VARIANTS[preset], values, strict=True))
        texts = [f"{name}={format_value(value)}" for name, value in settings.items()]
        assert find_rules(preset, texts).settings() == plain.settings() | settings


def test_rules_are_immutable_and_equal_whatever_they_are_called() -> None:
    assert Rules().name == "custom"
    assert Rules(name="mine") == Rules(name="yours")
    assert hash(Rules(name="mine")) == hash(Rules(name="yours"))
    with pytest.raises(FrozenInstanceError):
        Rules().pot = 11  # type: ignore[misc]


DIGESTS = {
    "jambes": "bf103aca55fc32bb",
    "jetons": "e3b0c44298fc1c14",
    "comptoir": "5ac110b080aeb896",
    "comptoir-le-bon": "c1dcece4ce274ebd",
    "deux-phases": "dfa01b229d73564a",
    "jetons{pot=11}": "f6df419bee6ea29f",
    "jetons{pot=41}": "8b7d860a0cf0ba37",
}
"""Stored tables are found by these: a change that moves one makes every table useless."""


@pytest.mark.parametrize("name", DIGESTS)
def test_pinned_digests(name: str) -> None:
    assert find_rules(name).digest == DIGESTS[name]


@given(legal_settings(), st.randoms())
def test_digest_knows_neither_name_nor_order(settings: dict[str, Any], random: Any) -> None:
    shuffled = list(settings.items())
    random.shuffle(shuffled)
    assert Rules(name="one", **settings).digest == Rules(name="other", **dict(shuffled)).digest


@given(named_rules())
def test_digest_of_named_rules_is_that_of_their_settings(rules: Rules) -> None:
    settings: dict[str, Any] = rules.settings()
    assert rules.digest == Rules(**settings).digest
    assert len(rules.digest) == 16
    assert int(rules.digest, 16) >= 0


@given(legal_settings(), legal_settings())
def test_digests_are_equal_exactly_for_equal_rules(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert (Rules(**one).digest == Rules(**other).digest) == (one == other)


def test_every_change_of_one_field_has_a_digest_of_its_own() -> None:
    bases: list[dict[str, Any]] = [
        {},
        {"mode": "legs"},
        {"nenette_penalty": "add"},
        {"phases": "separate"},
    ]
    seen: dict[str, Rules] = {}
    for base in bases:
        for name, values in VALUES.items():
            for value in values:
                try:
                    rules = Rules(**{**base, name: value})
                except RulesError:
                    continue
                assert seen.setdefault(rules.digest, rules) == rules
    assert len(seen) > 1500


def test_override_names_the_difference() -> None:
    rules = Rules(name="jetons").override({"suites": False, "pot": 11, "worth_421": 10})
    assert rules.name == "jetons{suites=off,pot=11}"
    assert (rules.suites, rules.pot) == (False, 11)
    assert Rules(name="jetons").override({"pot": 21}).name == "jetons"


def test_presets_are_all_different() -> None:
    assert len({find_rules(name).digest for name in PRESETS}) == len(PRESETS)


def test_rules_that_play_alike_have_one_hash_whatever_they_are_called() -> None:
    plain, named = Rules(), Rules(name="ours")
    assert (plain, hash(plain)) == (named, hash(named))
    assert hash(plain) != hash(Rules(pot=11))
