"""Tables are what was stored, found where they are looked for."""

import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from solver import __version__
from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import Values
from solver.errors import TableError, UnsolvedError
from solver.files import cache_folder, data_folder
from solver.game.legality import all_states
from solver.game.presets import PRESETS, find_rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Table,
    opening,
)
from solver.study.solve import solve_game
from solver.tables.store import (
    find_table,
    load_table,
    load_table_of,
    read_table,
    table_name,
    write_table,
)
from solver.tables.values import Enclosing, Known, ValueTable
from tests.tables.small import RULES, body_of, sign, solved, stored

GAMES = [
    "jambes",
    "jambes{legs=3,max_rolls=1,ends=first_out}",
    "jetons{pot=1}",
    "jetons{pot=5,opener=rotate}",
    "comptoir{pot=4}",
    "deux-phases{pot=5,decharge_each=2}",
]


def _exact(table: ValueTable) -> dict[Table, Values]:
    return {state: table.values(state) for state, _ in table.items()}


@pytest.mark.parametrize("name", GAMES)
def test_values_come_back_as_they_were_stored(name: str, tmp_path: Path) -> None:
    rules = find_rules(name)
    table = read_table(stored(tmp_path, name), rules, 2)
    exactly = [(state, Known(solved(name)[state], Fraction(0))) for state in all_states(rules, 2)]
    assert list(table.items()) == exactly
    assert {state: table.values(state) for state in solved(name)} == solved(name)


def test_three_players_share_what_their_mode_pays(tmp_path: Path) -> None:
    """The last seat's value is not written: it is what the others leave of the total."""
    rules = find_rules("jambes{legs=1,ends=first_out}")
    values: dict[Table, Values] = {
        Legs((1, 1, 1)): (Fraction(7, 10), Fraction(2, 3), 2 - Fraction(7, 10) - Fraction(2, 3))
    }
    path = tmp_path / table_name(rules, 3)
    write_table(path, rules, 3, values)
    assert _exact(read_table(path, rules, 3)) == values


def test_a_file_is_text_that_a_person_can_read(tmp_path: Path) -> None:
    rules = find_rules("jetons{pot=3,max_rolls=1}")
    path = stored(tmp_path, rules.name)
    head, _, states = body_of(path).decode().partition("\n\n")
    assert head.splitlines() == [
        "rules jetons{max_rolls=1,pot=3}",
        f"digest {rules.digest}",
        "players 2",
        f"solver {__version__}",
        "states 8",
        "complete yes",
    ]
    lines = dict(line.split("\t") for line in states.splitlines())
    assert list(lines) == [
        *("decharge 1,2", "decharge 2,1", "charge 1 0,2", "charge 1 1,1", "charge 1 2,0"),
        *("charge 2 0,1", "charge 2 1,0", "charge 3 0,0"),
    ]
    assert lines["charge 1 1,1"] == lines["charge 3 0,0"] == "1/2"
    value = solved(rules.name)[Decharge((1, 2))][0]
    assert lines["decharge 1,2"] == f"{value.numerator:x}/{value.denominator:x}"


def test_values_may_be_enclosed_but_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / table_name(RULES, 2)
    within, start = Fraction(1, 2**40), opening(RULES, 2)
    rounds = {state: Fraction(number, 3) for number, state in enumerate(solved(), start=1)}
    write_table(path, RULES, 2, solved(), Enclosing(within, rounds, {start}))
    assert b"complete yes\nwithin 2^-40\n\n" in body_of(path)
    table = read_table(path, RULES, 2)
    assert len(table.lines) == len(solved())
    for state, known in table.items():
        bound = table.rounds(state)
        assert bound is not None
        assert 0 <= bound - rounds[state] < Fraction(1, 2**32)
        for middle, value in zip(known.values, solved()[state], strict=True):
            assert abs(middle - value) <= Fraction(1, 2**129)
        if state == start:
            assert known == Known(solved()[state], Fraction(0))
        else:
            assert known.radius == within
            with pytest.raises(TableError, match="only encloses the values of '"):
                table.values(state)


def test_exact_tables_bound_no_rounds(tmp_path: Path) -> None:
    table = read_table(stored(tmp_path), RULES, 2)
    assert {table.rounds(state) for state in solved()} == {None}


def test_enclosures_whose_width_is_not_said_tell_nothing(tmp_path: Path) -> None:
    path = tmp_path / table_name(RULES, 2)
    rounds = dict.fromkeys(solved(), Fraction(1))
    write_table(path, RULES, 2, solved(), Enclosing(Fraction(1, 2**40), rounds))
    sign(path, body_of(path).replace(b"within 2^-40\n", b""))
    assert {known.radius for _state, known in read_table(path, RULES, 2).items()} == {1}


def test_a_table_of_more_players_answers_for_fewer() -> None:
    rules = find_rules("jambes{legs=1,max_rolls=2}")
    pair = Legs((1, 1))
    with pytest.raises(UnsolvedError, match=r"--players 2$"):
        load_table_of(rules, pair)
    path = solve_game(rules, 3).path
    table = load_table_of(rules, pair)
    assert table.players == 3
    assert table.values(pair) == solve_exactly(rules, 2).values[pair]
    assert path.name == table_name(rules, 3)


def test_what_two_cannot_come_to_from_three_is_not_answered_from_their_table() -> None:
    """When one of three is out of it, the pot is empty."""
    rules = find_rules("jetons{pot=2,max_rolls=1}")
    solve_game(rules, 3)
    assert load_table_of(rules, Decharge((1, 1))).players == 3
    with pytest.raises(UnsolvedError, match=r"--players 2$"):
        load_table_of(rules, Charge(2, (0, 0)))


def test_a_game_has_one_file_whatever_it_is_called() -> None:
    renamed = replace(RULES, name="house rules")
    assert table_name(renamed, 2) == table_name(RULES, 2)
    assert table_name(RULES, 3) != table_name(RULES, 2)
    assert table_name(find_rules("jetons{pot=5}"), 2) != table_name(RULES, 2)


def test_an_unfinished_table_is_read_only_where_it_may_be(tmp_path: Path) -> None:
    some: dict[Table, Values] = {
        state: value for state, value in solved().items() if isinstance(state, Decharge)
    }
    path = tmp_path / table_name(RULES, 2)
    write_table(path, RULES, 2, some)
    with pytest.raises(TableError, match="has complete 'no' instead of 'yes'"):
        read_table(path, RULES, 2)
    part = read_table(path, RULES, 2, complete=False)
    assert _exact(part) == some
    with pytest.raises(TableError, match="has no state 'charge 4 0,0'; solve"):
        part.values(Charge(4, (0, 0)))


def test_a_write_that_fails_leaves_the_old_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path)
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_table(path, RULES, 2, {})
    assert (list(tmp_path.iterdir()), path.read_bytes()) == ([path], before)


@pytest.mark.parametrize("name", [*PRESETS, "jetons{pot=11}", "jetons{pot=41}"])
def test_tables_that_are_shipped_are_found(name: str) -> None:
    rules = find_rules(name)
    assert find_table(rules, 2) == data_folder() / "tables" / table_name(rules, 2)
    table = load_table(rules, 2)
    assert load_table(rules, 2) is table
    assert len(table.lines) == sum(1 for _ in all_states(rules, 2))


def test_a_table_in_the_cache_is_found() -> None:
    assert find_table(RULES, 2) is None
    path = stored(cache_folder() / "tables")
    assert find_table(RULES, 2) == path
    load_table.cache_clear()
    assert _exact(load_table(RULES, 2)) == solved()
    load_table.cache_clear()


def test_a_game_without_a_table_is_told_how_to_get_one() -> None:
    with pytest.raises(UnsolvedError) as unsolved:
        load_table(find_rules("jambes{legs=5,suites=off}"), 3)
    assert str(unsolved.value) == (
        "jambes{suites=off,legs=5} for 3 players is not solved yet; "
        "run: 421 solve 'jambes{suites=off,legs=5}' --players 3"
    )


def test_a_damaged_table_in_the_cache_is_not_answered_from() -> None:
    path = stored(cache_folder() / "tables")
    sign(path, body_of(path).replace(b"complete yes", b"complete no"))
    load_table.cache_clear()
    with pytest.raises(TableError, match="solve the game again"):
        load_table(RULES, 2)
