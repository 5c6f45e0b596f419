"""Every command in each of its forms: JSON by its schema, CSV equal to it, a table for people."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from solver import __version__
from solver.game.notation import format_position, parse_position
from solver.game.presets import find_rules
from tests.commands.running import ask, ask_csv, ask_json
from tests.schemas import OF_THE_SERVER, SCHEMAS, validator

ANSWERS = [
    ("advise", ("advise", "6", "1", "4")),
    ("advise", ("advise", "614", "--seen", "322", "--in", "2", "--set", "followers=exactly")),
    ("advise", ("advise", "round 3 | seen 322,653 in 1 | roll 641 left 0")),
    ("advise", ("advise", "614", "--state", "charge 5 10,6", "--seen", "322", "--in", "2")),
    ("explain", ("explain", "6", "1", "4")),
    ("explain", ("explain", "charge 5 10,6 | seen 322 in 2 | roll 641 left 1")),
    ("explain", ("explain", "legs 2,0,2 | roll 641 left 0")),
    ("value", ("value", "round 2")),
    ("value", ("value", "jetons: start 2")),
    ("value", ("value", "comptoir: round 3 | seen 322,221 in 1")),
    ("value", ("value", "round 2 | player 1")),
    ("value", ("value", "jetons{pot=11}: start 4")),
    ("numbers", ("numbers", "--rules", "jambes")),
    ("numbers", ("numbers", "deux-phases: decharge 10,10", "--rounds", "3")),
    ("odds", ("odds", "brelan")),
    ("odds", ("odds", "nénette", "--rolls", "1")),
    ("odds", ("odds", ">=666", "--rules", "comptoir", "--rolls", "2")),
    ("hands", ("hands",)),
    ("hands", ("hands", "643", "554")),
    ("hands", ("hands", "6-4-3", "4 3 6")),
    ("simulate", ("simulate", "start 3", "--strategy", "random", "--games", "50")),
    ("simulate", ("simulate", "round 2", "--strategy", "chase-421", "--rounds", "50")),
    ("simulate", ("simulate", "decharge 9,12", "--strategy", "random", "--rounds", "50")),
    ("validate", ("validate", "data/examples/claims.csv")),
    ("validate", ("validate", "data/examples/counts.csv", "--stream")),
    ("evaluate", ("evaluate", "beat-or-stop", "random", "--state", "round 2")),
    ("evaluate", ("evaluate", "random", "optimal", "--state", "legs 1,1", "--show", "rolls")),
    ("evaluate", ("evaluate", *["never-reroll"] * 3, "--rules", "jambes", "--show", "hands")),
    ("evaluate", ("evaluate", *["random"] * 2, "--set", "pot=1", "--show", "outcomes")),
    ("exploit", ("exploit", "chase-421", "--state", "round 2")),
    ("plot", ("plot", "decharge")),
    ("plot", ("plot", "keeps", "charge 5 10,6", "--left", "2")),
    ("plot", ("plot", "roll", "--set", "max_rolls=2")),
    ("plot", ("plot", "hands", "optimal", "chase-421")),
    ("plot", ("plot", "rounds", "--rules", "jambes")),
    ("analyse", ("analyse", "data/examples/game.txt")),
    ("analyse", ("analyse", "data/examples/game.txt", "--show", "rolls")),
    ("analyse", ("analyse", "data/examples/evening.txt", "--show", "players")),
    ("analyse", ("analyse", "data/examples/evening.txt")),
    ("rules-list", ("rules", "list")),
    ("rules-show", ("rules", "show", "comptoir")),
    ("rules-show", ("rules", "show", "--set", "suites=off")),
    ("rules-diff", ("rules", "diff", "jetons", "comptoir")),
    ("rules-diff", ("rules", "diff", "jetons", "tokens")),
    ("rules-check", ("rules", "check", "deux-phases")),
]
each_answer = pytest.mark.parametrize(("schema", "command"), ANSWERS, ids=lambda part: str(part))


def test_every_schema_is_sound_and_used() -> None:
    assert set(SCHEMAS) == {name for name, _ in ANSWERS} | {"common", *OF_THE_SERVER}
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


@each_answer
def test_json_keeps_to_its_schema(schema: str, command: tuple[str, ...]) -> None:
    document = ask_json(*command)
    validator(schema).validate(document)
    assert document["version"] == __version__
    if schema != "rules-list":
        rules = find_rules(document["rules"]["name"])
        assert rules.digest == document["rules"]["digest"]


def test_a_schema_refuses_what_is_wrong() -> None:
    document = ask_json("value", "round 2")
    of_value = validator("value")
    assert of_value.is_valid(document)
    for wrong in ({"exact": "3/5"}, {"exact": 0.6, "float": 0.6}, {"exact": "1", "float": 1.0}):
        document["players"][0]["value"] = wrong
        assert not of_value.is_valid(document)


def _as_csv(item: dict[str, Any]) -> dict[str, str]:
    row: dict[str, str] = {}
    for name, cell in item.items():
        if isinstance(cell, dict):
            row |= {name: cell["exact"] or "", f"{name}_float": repr(cell["float"])}
        elif isinstance(cell, bool):
            row[name] = str(cell).lower()
        elif isinstance(cell, list):
            row[name] = " ".join(cell)
        else:
            row[name] = "" if cell is None else str(cell)
    return row


@each_answer
def test_csv_says_what_json_says(schema: str, command: tuple[str, ...]) -> None:
    document = ask_json(*command)
    items = document.pop(list(document)[-1])
    if schema == "rules-show":
        items = [{"field": field, **entry} for field, entry in items.items()]
    rules = document.pop("rules", None)
    shared = _as_csv(
        document | ({"rules": rules["name"], "digest": rules["digest"]} if rules else {})
    )
    assert ask_csv(*command) == [shared | _as_csv(item) for item in items]


@each_answer
def test_table_is_aligned_plain_text(schema: str, command: tuple[str, ...]) -> None:
    done = ask(*command)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert done.out.endswith("\n")
    assert all(line == line.rstrip() for line in done.out.splitlines())
    if schema != "rules-list":
        digest = ask_json(*command)["rules"]["digest"]
        assert f"digest {digest}" in done.out


@pytest.mark.parametrize(
    "command", [command for _, command in ANSWERS if command[0] in ("advise", "value")]
)
def test_position_printed_asks_the_same_again(command: tuple[str, ...]) -> None:
    document = ask_json(*command)
    assert ask_json(command[0], document["position"]) == document
    assert format_position(parse_position(document["position"])) == document["position"]
    assert ask(*command).out.splitlines()[0] == document["position"]


def test_csv_without_rows_keeps_its_header() -> None:
    header, *rows = ask("rules", "diff", "jetons", "tokens", "--format", "csv").out.splitlines()
    assert header.startswith("field,value,other_value,")
    assert rows == []


def test_json_is_short_for_format_json() -> None:
    assert ask("hands", "--json") == ask("hands", "--format", "json")
