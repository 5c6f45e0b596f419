"""Rules files of a user's: read if they make sense, else refused in one line."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RulesError
from solver.game.presets import (
    MAX_FILE_BYTES,
    find_rules,
    load_rules_file,
    parse_rules_file,
    presets_alone,
)
from solver.game.rules import Rules
from tests.checks import one_line
from tests.strategies import DEFAULTS, legal_settings


def _refused(text: str, name: str = "house.toml") -> str:
    """The one line with which a rules file is refused."""
    with pytest.raises(RulesError) as error:
        parse_rules_file(text, name)
    message = one_line(error.value)
    assert message.startswith(f"{name}: ")
    return message


HOUSE = """
title = "Chez Emma"
[fields]
pot = 11
suites = false
nenette = "oui"
worth_421 = { value = 8, why = "As the landlord counts it.", source = "choice" }
"""


def test_a_file_may_say_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    changes = {"pot": 11, "suites": False, "worth_421": 8}
    for name in ("house.toml", "./house.toml", str(path)):
        file = load_rules_file(name)
        assert file.rules.settings() == DEFAULTS | changes
        assert file.rules.name == name
        assert file.title == "Chez Emma"
        assert (file.about, file.source, file.aliases) == ("", "", ())
        assert set(file.reasons) == {"pot", "suites", "nenette", "worth_421"}
        assert file.reasons["worth_421"].why == "As the landlord counts it."
        assert file.reasons["pot"].why == ""
    assert find_rules("house.toml{pot=12}").name == "house.toml{pot=12}"
    assert find_rules("house.toml{pot=12}").pot == 12


def test_an_empty_file_is_the_defaults() -> None:
    assert parse_rules_file("", "house.toml").rules == Rules()
    assert parse_rules_file("[fields]", "house.toml").rules == Rules()


@given(legal_settings(), st.randoms())
def test_a_file_in_any_order_is_read_as_written(settings: dict[str, Any], random: Any) -> None:
    entries = list(settings.items())
    random.shuffle(entries)
    lines = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for name, value in entries
    ]
    rules = parse_rules_file("\n".join(["[fields]", *lines]), "house.toml").rules
    assert rules == Rules(**settings)
    assert rules.digest == Rules(**settings).digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pot = 11", "unknown key 'pot'; house rules go under [fields]"),
        ("[field]\npot = 11", "unknown key 'field'"),
        ("fields = 3", "fields must be a table, not 3"),
        ("fields = []", "fields must be a table, not []"),
        ("[fields]\npots = 11", "no field 'pots'"),
        ("[fields]\nname = 'x'", "no field 'name'"),
        ("[fields]\npot = true", "pot must be a whole number from 1 to 99, not True"),
        ("[fields]\npot = '11'", "pot must be a whole number from 1 to 99, not '11'"),
        ("[fields]\npot = 11.0", "pot must be a whole number from 1 to 99, not 11.0"),
        ("[fields]\npot = nan", "pot must be a whole number from 1 to 99, not nan"),
        ("[fields]\npot = inf", "not inf"),
        ("[fields]\npot = 0", "not 0"),
        ("[fields]\npot = 2020-01-01", "not datetime.date(2020, 1, 1)"),
        ("[fields]\npot = []", "not []"),
        ("[fields]\npot = 0x" + "f" * 15_000, "not <int>"),
        ("[fields]\nsuites = 1", "suites must be on or off, not 1"),
        ("[fields]\nsuites = 'perhaps'", "suites must be on or off, not 'perhaps'"),
        ("[fields]\nmode = 'chess'", "mode must be tokens or legs, not 'chess'"),
        ("[fields]\nlegs = 3", "legs=3 has no effect with mode=tokens"),
        ("[fields]\npot = { worth = 11 }", "pot must be a value, or a table of value, why and"),
        ("[fields]\npot = { value = 11, because = 'x' }", "'because': 'x'"),
        ("[fields]\npot = { value = 11, why = 3 }", "why must be a text, not 3"),
        ("[fields]\npot = { value = { value = 11 } }", "not {'value': 11}"),
        ("title = 3", "title must be a text, not 3"),
        ("about = []", "about must be a text, not []"),
        ("source = true", "source must be a text, not True"),
        ("aliases = 'mine'", "aliases must be a list of texts, not 'mine'"),
        ("aliases = [1]", "aliases must be a list of texts, not [1]"),
        ("pot: 11", "not a TOML file: Expected '=' after a key in a key/value pair"),
        ("[fields", "not a TOML file: "),
        ("[fields]\npot = 1\npot = 2", "not a TOML file: "),
        ("\0", "not a TOML file: "),
        ("[fields]\npot = " + "1" * 5000, "not a TOML file: "),
        ("[fields]\npot = " + "[" * 5000, "not a TOML file: "),
        ("x = " + "[" * 200 + "]" * 200, "unknown key 'x'"),
        ("k" * 5000 + " = 1", "unknown key 'kkk"),
        ("[fields]\n" + "k" * 5000 + " = 1", "no field 'kkk"),
        ("fields.pot" + ".a" * 3000 + " = 1", "pot must be a value, or a table"),
        ("title" + ".a" * 3000 + " = 1", "title must be a text"),
        ("'a\\nb' = 1", "unknown key "),
        ('"a\\nb" = 1', r"unknown key 'a\nb'"),
    ],
)
def test_files_that_are_refused(text: str, says: str) -> None:
    assert says in _refused(text)


@given(st.text())
def test_any_text_is_a_file_or_refused_in_one_line(text: str) -> None:
    for whole in (text, f"[fields]\n{text}", f"[fields]\npot = {text}"):
        try:
            parse_rules_file(whole, "house.toml")
        except RulesError as error:
            one_line(error)


def test_paths_that_are_no_rules_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("large").write_text("#" * (MAX_FILE_BYTES + 1), encoding="ascii")
    Path("binary").write_bytes(b"\xff\xfe")
    Path("folder").mkdir()
    Path("a|b.toml").write_text("", encoding="ascii")
    presets = "presets: jambes, jetons, comptoir, comptoir-le-bon, deux-phases"
    for path, says in {
        "large": "'large' is larger than 20000 bytes: no rules file",
        "binary": "cannot read the rules file 'binary': 'utf-8' codec can't decode byte",
        "folder": f"no rules 'folder'; {presets}, or a TOML file",
        "missing.toml": f"no rules 'missing.toml'; {presets}, or a TOML file",
        "a|b.toml": "move 'a|b.toml' to a path of printable signs without | and {}",
    }.items():
        with pytest.raises(RulesError) as error:
            find_rules(path)
        assert one_line(error.value).startswith(says)
    Path("large").write_text("#" * MAX_FILE_BYTES, encoding="ascii")
    assert find_rules("large") == Rules()
    Path("XL.toml").write_text("", encoding="ascii")
    assert find_rules("XL.toml") == Rules()


def test_files_are_not_opened_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text("", encoding="ascii")
    presets = "jambes, jetons, comptoir, comptoir-le-bon, deux-phases"
    with presets_alone(), pytest.raises(RulesError) as error:
        find_rules("house.toml")
    assert str(error.value) == f"no rules 'house.toml'; presets: {presets}"
    assert find_rules("house.toml") == Rules()


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.toml"
    path.write_text("", encoding="ascii")

    def deny(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", deny)
    with pytest.raises(RulesError, match=r"cannot read the rules file .*: Permission denied$"):
        find_rules(str(path))
