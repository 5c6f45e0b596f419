"""``421 rules``: presets, reasons, differences, and files of the user's."""

from pathlib import Path

from solver.game.presets import PRESETS, load_preset
from solver.game.rules import ALLOWED, Rules
from tests.commands.running import ask, ask_json, start

HOUSE = (
    'title = "Chez Emma"\n[fields]\npot = 11\nsuites = { value = false, why = "So they say." }\n'
)


def test_list_has_every_preset() -> None:
    presets = ask_json("rules", "list")["presets"]
    assert [preset["name"] for preset in presets] == list(PRESETS)
    for preset in presets:
        assert preset["digest"] == load_preset(preset["name"]).rules.digest
        assert "legs" not in preset["aliases"] or preset["name"] == "jambes"


def test_show_has_every_field_with_its_reason() -> None:
    for name in PRESETS:
        document = ask_json("rules", "show", name)
        fields = document["fields"]
        assert list(fields) == list(ALLOWED)
        rules = load_preset(name).rules
        assert {field: entry["value"] for field, entry in fields.items()} == rules.settings()
        assert all(entry["why"] and entry["source"] for entry in fields.values())
        table = ask("rules", "show", name).out
        assert all(f"\n{field} " in table for field in ALLOWED)


def test_show_says_what_was_changed() -> None:
    by_option = ask_json("rules", "show", "tokens", "--set", "cagnotte=11")
    assert by_option == ask_json("rules", "show", "jetons{pot=11}")
    changed = {"value": 11, "why": "changed from 21", "source": "as asked"}
    assert by_option["fields"]["pot"] == changed
    assert by_option["rules"]["name"] == "jetons{pot=11}"


def test_diff() -> None:
    document = ask_json("rules", "diff", "comptoir", "le bon")
    assert document["differences"] == [
        {"field": "followers", "value": "exactly", "other_value": "at_most"}
    ]
    assert "differ in 1 field\n" in ask("rules", "diff", "comptoir", "le bon").out
    assert "play alike" in ask("rules", "diff", "jetons", "jetons{pot=21}").out


def test_check_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, "utf-8")
    document = ask_json("rules", "check", str(path))
    assert document["rules"]["digest"] == Rules(pot=11, suites=False).digest
    assert {entry["field"]: entry["value"] for entry in document["differences"]} == {
        "pot": "11",
        "suites": "off",
    }
    shown = ask_json("rules", "show", str(path))
    assert shown["title"] == "Chez Emma"
    assert shown["fields"]["suites"] == {"value": False, "why": "So they say.", "source": ""}
    assert shown["fields"]["mode"]["why"] == "the default"
    value = ask_json("value", "round 2", "--rules", str(path))
    assert ask_json("value", value["position"]) == value


def test_check_standard_input() -> None:
    done = start("rules", "check", "-", stdin=HOUSE.encode())
    assert (done.code, done.err) == (0, "")
    assert "2 fields differ from the defaults" in done.out
    assert "as the preset jetons" in start("rules", "check", "-", stdin=b"[fields]\n").out


def test_check_refuses_in_one_line() -> None:
    for text, quoted in [
        (b"[fields]\npot = 100\n", "100"),
        (b"[fields]\npots = 10\n", "'pots'"),
        (b'[fields]\nmode = "legs"\npot = 11\n', "pot=11"),
        (b"pot: 11", "TOML"),
    ]:
        done = start("rules", "check", "-", stdin=text)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.startswith("421: standard input: ")
        assert quoted in done.err
