"""The server answers with the bytes that the command line writes, and refuses in its words."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from solver.game.notation import format_position, parse_position
from solver.game.presets import PRESETS
from solver.study.quiz.progress import Progress
from solver.study.quiz.questions import draw_questions
from solver.tables.store import load_table
from solver.web.questions import QUESTIONS as QUESTIONS_ASKED
from solver.web.questions import Question
from tests.commands import running
from tests.schemas import validator
from tests.web.asking import ask, get

POSITIONS = [
    "round 2 | roll 641 left 2",
    "round 2 | seen 653 in 2 | roll 641 left 1",
    "manche 3 | vu 3-2-2,653 en 1 | lancer 1 4 6 reste 0",
    "jetons{followers=exactly}: round 2 | seen 322 in 2 | roll 641 left 1",
    "jetons: charge 5 10,6 | seen 322 in 2 | roll 641 left 1",
    "jetons: decharge 10,0,11 | roll 665 left 2",
    "jetons{pot=11}: charge 3 4,2,2 | seen 421,322 in 2 | roll 221 left 1",
    "jambes: legs 2,0,1 | seen 421 in 3 | roll 551 left 1 | player 2",
    "deux-phases: decharge 10,10 | roll 654 left 0",
]
"""Moments of the kinds that there are; those of whole games are drawn besides."""


def drawn(rules: str) -> list[str]:
    """Some decisions of a game of two."""
    start = parse_position(f"{rules}: start 2")
    questions = draw_questions(start, Random(421), Progress().weights())
    return [format_position(question.position) for question in islice(questions, 4)]


MOMENTS = [*POSITIONS, *(position for rules in PRESETS for position in drawn(rules))]

Asked = tuple[str, Mapping[str, object], tuple[str, ...]]

QUESTIONS: list[Asked] = [
    *(
        (name, {"position": position}, (name, position))
        for position in MOMENTS
        for name in ("advise", "value", "explain")
    ),
    ("value", {"position": "jetons: start 2"}, ("value", "jetons: start 2")),
    ("value", {"position": "jetons: charge 5 16,0,0"}, ("value", "jetons: charge 5 16,0,0")),
    ("value", {"position": "jetons{pot=11}: start 4"}, ("value", "jetons{pot=11}: start 4")),
    (
        "explain",
        {"position": POSITIONS[1], "instead": ""},
        ("explain", POSITIONS[1], "--instead", ""),
    ),
    (
        "explain",
        {"position": POSITIONS[1], "instead": "64"},
        ("explain", POSITIONS[1], "--instead", "64"),
    ),
    ("odds", {"target": "421"}, ("odds", "421")),
    ("odds", {"target": "Brelan", "rolls": 2}, ("odds", "Brelan", "--rolls", "2")),
    (
        "odds",
        {"target": ">=666", "rules": "comptoir"},
        ("odds", ">=666", "--rules", "comptoir"),
    ),
    ("hands", {}, ("hands",)),
    ("hands", {"rules": "comptoir"}, ("hands", "--rules", "comptoir")),
    ("hands", {"first": "643", "second": "5 5 4"}, ("hands", "643", "5 5 4")),
    ("hands", {"first": "nénette", "second": "221"}, ("hands", "nénette", "221")),
    ("rules", {}, ("rules", "list")),
    ("rules", {"rules": "comptoir"}, ("rules", "show", "comptoir")),
    ("rules", {"rules": "jetons{pot=11}"}, ("rules", "show", "jetons{pot=11}")),
]

SCHEMA = {"rules": "rules-list"}


@pytest.mark.parametrize(("name", "parameters", "command"), QUESTIONS, ids=str)
def test_answers_are_those_of_the_command_line(
    name: str, parameters: Mapping[str, object], command: tuple[str, ...]
) -> None:
    got = ask(name, **parameters)
    told = running.ask(*command, "--json")
    assert (got.status, told.code) == (200, 0)
    assert got.body == told.out.encode()
    schema = "rules-show" if parameters and name == "rules" else SCHEMA.get(name, name)
    validator(schema).validate(got.json())


def test_explanations_are_told_in_the_language_asked_for() -> None:
    for language in ("en", "fr"):
        got = ask("explain", position=POSITIONS[1], lang=language)
        told = running.ask("--lang", language, "explain", POSITIONS[1], "--json")
        assert got.body == told.out.encode()
    french = ask("advise", position=POSITIONS[0], lang="fr")
    assert french.body == ask("advise", position=POSITIONS[0]).body


WRONG: list[Asked] = [
    *(
        (name, {"position": position}, (name, position))
        for name in ("advise", "explain")
        for position in ("round 2", "round 2 | roll 641 left 2 | player 1")
    ),
    *(
        (name, {"position": position}, (name, position))
        for name in ("advise", "value", "explain")
        for position in (
            "round 9 | roll 641 left 2",
            "round 2 | roll 647 left 2",
            "round 2 | roll 641 left 3",
            "round 2 | roll 641 left 2 | roll 641 left 2",
            "charge 5 10,7 | roll 641 left 2",
            "legs 2,0 | roll 641 left 2",
            "jetons{pot=100}: round 2 | roll 641 left 2",
            "jetons{pot=11: round 2",
            "jambes: charge 5 10,6",
            "round 2 \n| roll 641 left 2",
            "\x1b[31mround 2",
            "x" * 5001,
        )
    ),
    (
        "explain",
        {"position": POSITIONS[1], "instead": "65"},
        ("explain", POSITIONS[1], "--instead", "65"),
    ),
    ("odds", {"target": "12"}, ("odds", "12")),
    (
        "odds",
        {"target": "suite", "rules": "jetons{suites=off}"},
        ("odds", "suite", "--rules", "jetons{suites=off}"),
    ),
    ("hands", {"rules": "jetons{}x"}, ("hands", "--rules", "jetons{}x")),
    ("hands", {"first": "643", "second": "777"}, ("hands", "643", "777")),
    ("rules", {"rules": "jetons{pots=11}"}, ("rules", "show", "jetons{pots=11}")),
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("name", "parameters", "command"), WRONG, ids=repr)
def test_what_is_wrong_is_said_as_on_the_command_line(
    name: str, parameters: Mapping[str, object], command: tuple[str, ...], language: str
) -> None:
    got = ask(name, **parameters, lang=language)
    told = running.ask("--lang", language, *command)
    assert (got.status, told.code) == (400, 2)
    assert told.err == f"421: {got.json()['error']}\n"
    validator("error").validate(got.json())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_without_a_table_is_not_solved_but_named(language: str) -> None:
    position = "comptoir: start 3 | roll 641 left 2"
    got = ask("advise", position=position, lang=language)
    told = running.ask("--lang", language, "advise", position)
    assert (got.status, told.code) == (404, 1)
    assert told.err == f"421: {got.json()['error']}\n"
    assert "421 solve 'comptoir' --players 3" in got.json()["error"]
    # This one the command line would solve at once.
    quick = ask("value", position="jetons{pot=3}: start 2")
    assert quick.status == 404
    assert "421 solve 'jetons{pot=3}' --players 2" in quick.json()["error"]


def test_a_table_of_the_users_own_answers() -> None:
    position = "jetons{pot=3}: start 2"
    assert running.ask("solve", "jetons{pot=3}").code == 0
    told = running.ask("value", position, "--json")
    assert ask("value", position=position).body == told.out.encode()


@pytest.mark.parametrize("place", ["position", "rules", "state"])
def test_no_file_of_rules_is_opened(place: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[fields]\npot = 11\n", "utf-8")
    names = [
        str(path),
        f"{path}{{pot=12}}",
        f"../{path.name}",
        "/etc/passwd",
        "data/rules/jetons.toml",
    ]
    for name in names:
        match place:
            case "position":
                got = ask("value", position=f"{name}: round 2")
            case "rules":
                got = ask("rules", rules=name)
            case _:
                got = ask("quiz", state=f"{name}: round 2", seed=1, n=1)
        assert got.status == 400
        assert got.json()["error"].startswith("no rules '")
        assert "TOML" not in got.json()["error"]
    # The command line opens it, before and after.
    assert running.ask("rules", "show", str(path)).code == 0


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("advise", "the parameter position is missing"),
        ("advise?lang=fr", "il manque le paramètre position"),
        ("advise?pos=1", "no parameter 'pos'; there are position, lang"),
        ("games?x=1", "no parameter 'x'; there are lang"),
        ("hands?first=643", "two hands to compare, first and second, or none"),
        ("odds?target=421&rolls=4", "rolls must be a whole number from 1 to 3, not '4'"),
        ("odds?target=421&rolls=%C2%B2", "rolls must be a whole number from 1 to 3, not '²'"),
        ("odds?target=421&target=421", "a parameter stands twice in 'target=421&target=421'"),
        ("odds?target=421&lang=de", "lang must be en or fr, not 'de'"),
        ("odds?target", "a query is NAME=VALUE&NAME=VALUE in UTF-8, percent-encoded, not 'target'"),
        (
            "odds?target=%FF",
            "a query is NAME=VALUE&NAME=VALUE in UTF-8, percent-encoded, not 'target=%FF'",
        ),
        (
            "quiz?state=round+3&players=3",
            "state says how many players there are; leave out players",
        ),
        ("quiz?seed=-1", "a whole number of at most 15 digits, not '-1'"),
        ("quiz?n=21", "n must be a whole number from 1 to 20, not '21'"),
        ("quiz?players=9", "players must be a whole number from 2 to 8, not '9'"),
        ("quiz?rules=jetons{max_rolls=1}", "under the rules jetons{max_rolls=1} nothing that"),
    ],
)
def test_wrong_parameters_are_named(target: str, said: str) -> None:
    got = get(f"/api/v1/{target}")
    assert got.status == 400
    assert got.json()["error"].startswith(said)


def test_too_many_parameters_are_not_read() -> None:
    many = "&".join(f"p{number}=1" for number in range(1000))
    assert get(f"/api/v1/odds?{many}").status == 400


def test_what_is_not_foreseen_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_fields: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setitem(QUESTIONS_ASKED, "games", Question(fail))  # type: ignore[arg-type]
    got = ask("games")
    assert got.status == 500
    assert got.json() == {"error": "a fault of the solver, ZeroDivisionError"}
    assert got.headers["cache-control"] == "no-store"


def test_a_fault_is_shown_in_full_to_developers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_fields: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setitem(QUESTIONS_ASKED, "games", Question(fail))  # type: ignore[arg-type]
    monkeypatch.setattr("solver.web.questions.sys.flags", type("Flags", (), {"dev_mode": True}))
    with pytest.raises(ZeroDivisionError):
        ask("games")


def test_a_damaged_table_is_not_answered_from(tmp_path: Path) -> None:
    assert running.ask("solve", "jetons{pot=3}").code == 0
    (table,) = tmp_path.rglob("*.table")
    table.write_bytes(table.read_bytes()[:-2])
    load_table.cache_clear()
    got = ask("value", position="jetons{pot=3}: start 2")
    assert got.status == 500
    assert got.json()["error"].endswith("its checksum is wrong; solve the game again")
