"""Tables are proved from their files, and one wrong digit anywhere is found."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from solver.engine.enclosure import Nearness
from solver.engine.value_iteration import iterate_values
from solver.errors import UnsolvedError
from solver.files import cache_folder, data_folder
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.study.solve import solve_game
from solver.study.verify import Verified, shipped_tables, tables_of, verify_table
from solver.tables.store import read_table, table_name, write_table
from solver.tables.values import Enclosing
from tests.tables.small import RULES, body_of, sign, solved, stored

_DIGIT = re.compile(rb"[0-9a-f]")


def _wrong_digits(body: bytes, seed: int) -> Iterator[bytes]:
    """The body with one digit of a value or of the head changed, again and again."""
    chance = Random(seed)
    places = [
        match.start()
        for line in re.finditer(
            rb"(?m)^(?:.*\t(?P<value>.*)|(?:digest|players|states) (.*))$", body
        )
        for match in _DIGIT.finditer(body, *line.span("value" if line["value"] else 2))
    ]
    while True:
        place = chance.choice(places)
        digit = bytes([chance.choice(b"0123456789abcdef".replace(body[place : place + 1], b""))])
        yield body[:place] + digit + body[place + 1 :]


def _assert_found(path: Path, body: bytes, tried: int) -> None:
    """Every one of so many bodies with a wrong digit is refuted, at a position of its game."""
    wrong = _wrong_digits(body, tried)
    told = []
    for _ in range(tried):
        verified = verify_table(sign(path, next(wrong)))
        assert verified.proof is None
        told.append(verified.fault)
    found = [fault for fault in told if re.match(r"(charge|decharge|legs) [\d, ]+: ", fault)]
    assert len(found) > tried // 2, "most wrong values are such as could be"


def test_tables_that_are_shipped_are_all_of_known_rules() -> None:
    paths = shipped_tables()
    names = [*PRESETS, "jetons{pot=11}", "jetons{pot=41}"]
    assert {data_folder() / "tables" / table_name(find_rules(name), 2) for name in names} <= set(
        paths
    )
    for path in paths:
        head = body_of(path).partition(b"\n\n")[0].decode()
        rules = find_rules(head.splitlines()[0].removeprefix("rules "))
        players = int(path.stem.rpartition("-")[2])
        assert path.name == table_name(rules, players)
        assert len(read_table(path, rules, players).lines) == len(list(all_states(rules, players)))


@pytest.mark.parametrize(
    "name",
    [
        "jambes",
        "jetons{pot=11}",
        *(pytest.param(name, marks=pytest.mark.slow) for name in (*PRESETS[1:], "jetons{pot=41}")),
    ],
)
def test_a_shipped_table_is_proved(name: str) -> None:
    rules = find_rules(name)
    told: list[tuple[int, int]] = []
    path = data_folder() / "tables" / table_name(rules, 2)
    verified = verify_table(path, progress=lambda done, total: told.append((done, total)))
    assert verified.proof is not None
    assert verified == Verified(path, rules, 2, verified.proof, "")
    states = len(list(all_states(rules, 2)))
    assert verified.proof.positions == states
    assert told == [(done, states) for done in range(1, states + 1)]


@pytest.mark.parametrize(
    ("name", "tried"),
    [(RULES.name, 40), pytest.param("jetons{pot=5}", 400, marks=pytest.mark.slow)],
)
def test_a_wrong_digit_anywhere_is_found(name: str, tried: int, tmp_path: Path) -> None:
    path = stored(tmp_path, name)
    assert verify_table(path).proof is not None
    _assert_found(path, body_of(path), tried)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jetons", "comptoir", "comptoir-le-bon"])
def test_a_wrong_digit_in_a_shipped_table_is_found(name: str, tmp_path: Path) -> None:
    rules = find_rules(name)
    body = body_of(data_folder() / "tables" / table_name(rules, 2))
    _assert_found(tmp_path / table_name(rules, 2), body, 12)


def test_the_rules_may_be_said_instead_of_looked_up(tmp_path: Path) -> None:
    """Files of rules may have moved since; what is played is told by the digest."""
    house = tmp_path / "house.toml"
    house.write_text("[fields]\npot = 4\nmax_rolls = 2\n", "utf-8")
    rules = find_rules(str(house))
    assert rules.digest == RULES.digest
    path = solve_game(rules, 2).path
    house.unlink()
    assert verify_table(path, RULES).proof is not None
    verified = verify_table(path)
    assert (verified.proof, verified.rules, verified.players) == (None, None, 2)
    assert verified.fault.startswith("no rules '")


def test_a_table_under_the_name_of_another_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path)
    for name in (
        table_name(find_rules("jetons"), 2),
        table_name(RULES, 3),
        "any.table",
    ):
        verified = verify_table(path.rename(tmp_path / name))
        path = verified.path
        assert verified.proof is None
        assert table_name(RULES, 2) in verified.fault
    assert verify_table(path, find_rules("jetons")).proof is None


@pytest.mark.parametrize("data", [b"", b"\0" * 500, b"421-table 1 x\nrules jetons\nplayers 9\n\n"])
def test_what_is_no_table_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / table_name(RULES, 2)
    path.write_bytes(data)
    verified = verify_table(path)
    assert verified == Verified(path, None, 0, None, verified.fault)
    assert "is no table" in verified.fault


def _enclosed(folder: Path, within: Fraction) -> Path:
    """The table of `RULES`, with enclosures said to be so wide."""
    path = folder / table_name(RULES, 2)
    rounds = iterate_values(RULES, 2, guess=solved()).rounds
    write_table(path, RULES, 2, solved(), Enclosing(within, rounds))
    return path


def test_enclosures_are_proved_to_be_near(tmp_path: Path) -> None:
    proof = verify_table(_enclosed(tmp_path, Fraction(1, 2**40))).proof
    assert isinstance(proof, Nearness)
    assert proof.positions == len(solved())
    assert 0 < proof.radius < proof.regret < Fraction(1, 2**40)


def test_enclosures_that_say_more_than_is_proved_are_not_proved(tmp_path: Path) -> None:
    verified = verify_table(_enclosed(tmp_path, Fraction(1, 2**60)))
    assert verified.proof is None
    assert "values are only proved to within" in verified.fault


def test_tables_of_a_game_are_found_in_both_places() -> None:
    with pytest.raises(UnsolvedError, match=r"run: 421 solve 'jetons\{max_rolls=2,pot=4\}'"):
        tables_of(RULES)
    path = solve_game(RULES, 2).path
    assert tables_of(RULES) == [path]
    shipped = find_rules("comptoir")
    again = solve_game(shipped, 2).path
    assert tables_of(shipped) == [data_folder() / "tables" / again.name, again]
    assert again.parent == cache_folder() / "tables"


def test_a_state_that_is_left_out_is_named(tmp_path: Path) -> None:
    path = stored(tmp_path)
    lines = body_of(path).decode().splitlines(keepends=True)
    without = [line for line in lines if not line.startswith("charge 2 1,1\t")]
    text = "".join(without).replace("states 13\n", "states 12\n")
    verified = verify_table(sign(path, text.encode()))
    assert verified.fault == "charge 2 1,1: lacks a value for each seat in play"


def test_the_wrong_rules_are_noticed_by_the_proof_alone(tmp_path: Path) -> None:
    """If digests were forged as well, the equations would still fail."""
    other = find_rules("jetons{pot=4,max_rolls=2,suites=off}")
    path = stored(tmp_path, other.name)
    body = body_of(path).decode()
    assert _name_line(other) in body
    forged = body.replace(_name_line(other), _name_line(RULES))
    forged = forged.replace(f"digest {other.digest}", f"digest {RULES.digest}")
    verified = verify_table(sign(tmp_path / table_name(RULES, 2), forged.encode()))
    assert verified.rules == RULES
    assert verified.fault.partition(": ")[0] in map(format_state, all_states(RULES, 2))


def _name_line(rules: Rules) -> str:
    return f"rules {rules.name}\n"
