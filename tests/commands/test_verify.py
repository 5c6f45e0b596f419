"""``421 verify``: a sentence for each table, and exit code 3 where one is wrong."""

from pathlib import Path

import pytest

from solver.engine.certificate import prove
from solver.files import cache_folder, data_folder
from solver.game.presets import find_rules
from solver.game.state import Decharge
from solver.study.solve import solve_game
from solver.study.verify import shipped_tables
from solver.tables.store import load_table, table_name, write_table
from tests.commands.running import ask, ask_csv, ask_json

SMALL = find_rules("jetons{pot=3}")


def _wrong_table() -> Path:
    """A table in the cache of which one value is off by as little as can be."""
    solved = solve_game(SMALL, 2)
    values = dict(solved.values)
    value, other = values[Decharge((2, 1))]
    off = type(value)(1, 10**300)
    values[Decharge((2, 1))] = value + off, other - off
    write_table(solved.path, SMALL, 2, values)
    return solved.path


def test_the_tables_that_are_shipped_are_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [find_rules(name) for name in ("jambes", "jetons{pot=11}")]
    few = [data_folder() / "tables" / table_name(game, 2) for game in rules]
    assert set(few) < set(shipped_tables())
    monkeypatch.setattr("solver.commands.verify.shipped_tables", lambda: few)
    tables = ask_json("verify")["tables"]
    for game, path, table in zip(rules, few, tables, strict=True):
        values = load_table(game, 2)
        proof = prove(game, 2, {state: values.values(state) for state, _ in values.items()})
        assert table == {
            "file": str(path),
            "rules": game.name,
            "digest": game.digest,
            "players": 2,
            "proved": True,
            "positions": proof.positions,
            "decisions": proof.decisions,
            "within": None,
            "regret": None,
            "fault": None,
        }


@pytest.mark.slow
def test_every_table_that_is_shipped_is_proved() -> None:
    tables = ask_json("verify")["tables"]
    assert [Path(table["file"]) for table in tables] == shipped_tables()
    assert all(table["proved"] for table in tables)


def test_one_sentence_a_table() -> None:
    done = ask("verify", "jambes{legs=1}", "jetons{pot=11}")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "421: there is no table of jambes{legs=1}; run: 421 solve 'jambes{legs=1}'\n"
    )
    solve_game(find_rules("jambes{legs=1}"), 2)
    solve_game(find_rules("jambes{legs=1}"), 3)
    two, three = ask("verify", "jambes{legs=1}").out.splitlines()
    assert two == (
        "jambes{legs=1} for 2 players: proved: the values satisfy the optimality equations at "
        "all 1 position of the game, with no better keep in 6384 situations within the rounds"
    )
    assert three.startswith("jambes{legs=1} for 3 players: proved: ")


def test_a_wrong_value_is_found_and_its_position_named() -> None:
    path = _wrong_table()
    done = ask("verify", "jetons{pot=3}")
    assert (done.code, done.err) == (3, "")
    assert done.out.startswith("jetons{pot=3} for 2 players: not proved: decharge ")
    (row,) = ask_csv_failing("verify", "jetons{pot=3}")
    assert (row["file"], row["proved"], row["positions"]) == (str(path), "false", "")
    assert row["fault"].startswith("decharge ")


def ask_csv_failing(*arguments: str) -> list[dict[str, str]]:
    """The rows of a command that disproves something."""
    import csv

    done = ask(*arguments, "--format", "csv")
    assert (done.code, done.err) == (3, "")
    return list(csv.DictReader(done.out.splitlines()))


def test_a_table_that_is_refused_does_not_hide_the_others() -> None:
    path = _wrong_table()
    path.write_bytes(path.read_bytes()[:-1])
    solve_game(find_rules("jambes{legs=1}"), 2)
    done = ask("verify", "jetons{pot=3}", "jambes{legs=1}")
    assert done.code == 3
    refused, proved = done.out.splitlines()
    assert "its checksum is wrong" in refused
    assert proved.startswith("jambes{legs=1} for 2 players: proved")
    path.write_bytes(b"")
    (row,) = ask_csv_failing("verify", "jetons{pot=3}")
    assert "is no table" in row["fault"]


def test_a_file_that_names_no_rules_is_refused_by_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "no.table"
    path.write_bytes(b"nothing\n")
    monkeypatch.setattr("solver.commands.verify.shipped_tables", lambda: [path])
    done = ask("verify")
    assert (done.code, done.err) == (3, "")
    assert done.out == (
        f"{path}: refused: no.table is no table: its head names no rules and players\n"
    )
    (row,) = ask_csv_failing("verify")
    assert (row["rules"], row["players"], row["proved"]) == ("", "0", "false")


def test_rules_that_do_not_exist_are_bad_input() -> None:
    done = ask("verify", "jetonz")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "'jetonz'" in done.err


def test_the_rows_of_the_csv() -> None:
    solve_game(find_rules("jambes{legs=1}"), 2)
    assert cache_folder().exists()
    (row,) = ask_csv("verify", "jambes{legs=1}")
    assert (row["rules"], row["proved"], row["fault"]) == ("jambes{legs=1}", "true", "")
