"""``421 export``: where it writes, in which form, and what it refuses."""

import csv
import io
import json
import sqlite3
import subprocess
from pathlib import Path

import pytest

from solver.files import CACHE_VARIABLE
from tests.commands.running import COMMAND, ask, start, start_on_terminal


def fields(text: str) -> list[str]:
    return next(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (("odds",), "rules,target,hands,rolls,value,value_exact\n"),
        (("values", "--rules", "jambes"), "rules,position,seat,value,value_exact\n"),
        (("policy", "round", "2", "--set", "max_rolls=2"), "rules,position,seat,roll,left,keep,"),
        (("cheatsheet", "--rules", "comptoir"), "# 421 on one page\n"),
        (("graph", "--rules", "jambes", "--format", "dot"), "digraph states {\n"),
        (("graph", "--rules", "jambes"), "<?xml"),
        (("model", "jambes: legs 1,1"), "@type: MDP\n"),
        (("model", "jambes: legs 1,1", "--format", "prism"), "mdp\n"),
        (("model", "round 2 | seen 322 in 2", "--format", "efg"), "EFG 2 R "),
    ],
)
def test_a_file_holds_what_standard_output_shows(
    arguments: tuple[str, ...], begins: str, tmp_path: Path
) -> None:
    shown = ask("export", *arguments)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(begins)
    path = tmp_path / "new" / "file"
    done = ask("export", *arguments, "--out", str(path))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert path.read_text("utf-8") == shown.out
    package = json.loads(path.with_name("file.datapackage.json").read_text("utf-8"))
    assert package["resources"][0]["path"] == "file"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "sqlite"])
def test_the_form_is_what_the_file_ends_in(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"odds.{suffix}"
    assert ask("export", "odds", "--out", str(path)).code == 0
    begins = {"csv": b"rules,", "jsonl": b'{"rules": ', "parquet": b"PAR1", "sqlite": b"SQLite"}
    assert path.read_bytes().startswith(begins[suffix])
    assert ask("export", "odds", "--out", str(path), "--format", "jsonl").code == 0
    assert path.read_bytes().startswith(b'{"rules": ')


def test_the_database_is_queried(tmp_path: Path) -> None:
    path = tmp_path / "odds.sqlite"
    assert ask("export", "odds", "--out", str(path)).code == 0
    connection = sqlite3.connect(path)
    found = connection.execute(
        "SELECT value_exact FROM odds WHERE target = '421' ORDER BY rolls"
    ).fetchall()
    connection.close()
    assert found == [("1/36",), ("299/2592",), ("42571/186624",)]


def test_doubles_alone() -> None:
    whole, short = (
        ask("export", "policy", "round 2", "--set", "max_rolls=2", "--values", numbers).out
        for numbers in ("exact", "float")
    )
    assert set(fields(whole)) - set(fields(short)) == {"value_exact", "loss_exact"}


def test_parquet_goes_through_a_pipe() -> None:
    piped = subprocess.run(
        [*COMMAND, "export", "odds", "--format", "parquet"], capture_output=True, check=True
    )
    assert (piped.stdout[:4], piped.stdout[-4:], piped.stderr) == (b"PAR1", b"PAR1", b"")


def test_a_small_game_is_solved_first() -> None:
    done = ask("export", "values", "--set", "pot=3")
    assert done.code == 0
    assert len(done.out.splitlines()) == 1 + 2 * 8
    assert ask("export", "policy", "jetons{pot=3}: charge 1 1,1").code == 0


def test_a_game_whose_table_cannot_be_kept_is_not_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    done = ask("export", "values", "--set", "pot=2")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.startswith("421: the table could not be kept: Not a directory ")
    assert str(blocked) in done.err


def test_a_person_is_shown_the_sheet_and_nothing_else() -> None:
    shown = start_on_terminal([*COMMAND, "export", "cheatsheet"])
    assert shown.replace("\r\n", "\n") == ask("export", "cheatsheet").out


@pytest.mark.parametrize(
    ("arguments", "code", "quoted"),
    [
        (("policy", "round 2 | seen 322"), 2, "'jetons: round 2 | seen 322 in 3'"),
        (("policy", "round two"), 2, "'two'"),
        (("policy",), 2, "POSITION"),
        (("policy", "round 2", "--values", "hex"), 2, "'hex'"),
        (("policy", "round 2", "--format", "xlsx"), 2, "'xlsx'"),
        (("policy", "round 2", "--format", "sqlite"), 2, "--out"),
        (("values", "--players", "9"), 2, "'9'"),
        (("values", "--set", "pots=3"), 2, "'pots'"),
        (("values", "--players", "4"), 1, "421 solve 'jetons' --players 4"),
        (("model", "jambes: legs 1,1", "--fix", "2"), 2, "'2'"),
        (("model", "jambes: legs 1,1,1"), 2, "'legs 1,1,1'"),
        (("model", "round 2", "--format", "efg"), 1, "'jetons: round 2'"),
        (("model", "jetons: charge 21 0,0"), 1, "'charge 21 0,0'"),
        (("sheet",), 2, "'sheet'"),
        (("odds", "--out", "/dev/null/odds.csv"), 1, "'/dev/null"),
    ],
)
def test_refusals(arguments: tuple[str, ...], code: int, quoted: str) -> None:
    done = ask("export", *arguments)
    assert done.code == code
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert quoted in done.err


def test_the_group_lists_its_exports() -> None:
    done = start("export", "--help")
    assert done.code == 0
    for name in ("policy", "values", "odds", "cheatsheet", "graph", "model"):
        assert f"  {name} " in done.out
