"""Files of exports: whole or not there, and described so that Frictionless agrees."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import frictionless
import pyarrow.parquet as pq
import pytest

from solver import __version__
from solver.errors import SolverError
from solver.game.notation import parse_position
from solver.game.presets import find_rules
from solver.study.export.cheatsheet import export_cheatsheet
from solver.study.export.dataset import Dataset, Export, Row
from solver.study.export.extensive import export_efg
from solver.study.export.graph import export_graph
from solver.study.export.model_forms import export_model
from solver.study.export.odds import export_odds
from solver.study.export.package import SUFFIX, save_export
from solver.study.export.policy import export_policy
from solver.study.export.values import export_values

JETONS, JAMBES = find_rules("jetons"), find_rules("jambes")
ROUND = parse_position("jambes{max_rolls=2}: round 2")


def describe(export: Export, form: str, folder: Path) -> tuple[Path, dict[str, object]]:
    path = folder / f"file.{form}"
    save_export(export, form, path)
    package = json.loads(path.with_name(path.name + SUFFIX).read_text("utf-8"))
    assert package["version"] == __version__
    assert package["rules"] == {"name": export.rules.name, "digest": export.rules.digest}
    (resource,) = package["resources"]
    assert resource["hash"] == f"sha256:{sha256(path.read_bytes()).hexdigest()}"
    assert resource["bytes"] == path.stat().st_size
    return path, resource


def faults(path: Path) -> list[list[str]]:
    """What the tool says of a file by its description; nothing if all is well."""
    report = frictionless.validate(str(path.with_name(path.name + SUFFIX)))
    found: list[list[str]] = report.flatten(["type"])
    assert report.valid == (not found)
    return found


@pytest.mark.parametrize(
    "export",
    [
        export_policy(ROUND),
        export_policy(ROUND, "float"),
        export_values(JAMBES, 2),
        export_odds(JETONS),
    ],
    ids=lambda export: export.name,
)
def test_tables_validate(export: Dataset, tmp_path: Path) -> None:
    path, resource = describe(export, "csv", tmp_path)
    assert resource["type"] == "table"
    assert faults(path) == []
    path.write_text(path.read_text("utf-8").replace("1", "2", 1), "utf-8")
    assert ["hash-count"] in faults(path)


def test_a_table_that_is_not_what_it_says_is_found(tmp_path: Path) -> None:
    path, _ = describe(export_odds(JETONS), "csv", tmp_path)
    text = path.read_text("utf-8")
    for wrong, kind in (
        (text.replace(",0.75,", ",most,"), "type-error"),
        (text * 2, "primary-key"),
    ):
        path.write_text(wrong, "utf-8")
        assert [kind] in faults(path)


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_other_formats_have_the_rows_of_their_schema(form: str, tmp_path: Path) -> None:
    """Frictionless reads these formats with plugins; here it is given the rows."""
    path, resource = describe(export_policy(ROUND), form, tmp_path)
    if form == "jsonl":
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    else:
        rows = pq.read_table(path).to_pylist()
    for changed, valid in ((rows, True), ([rows[0] | {"seat": "opener"}, *rows[1:]], False)):
        table = {"name": "policy", "data": changed, "schema": resource["schema"]}
        assert frictionless.Resource.from_descriptor(table).validate().valid == valid


@pytest.mark.parametrize(
    ("export", "form"),
    [
        (export_policy(ROUND), "sqlite"),
        (export_cheatsheet(JETONS), "md"),
        (export_graph(JAMBES, 3, "graphml"), "graphml"),
        (export_graph(JAMBES, 3, "dot"), "dot"),
        (export_model(ROUND, "drn", 1), "drn"),
        (export_model(ROUND, "prism", 1), "prism"),
        (export_efg(parse_position("round 2 | seen 322 in 2")), "efg"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_other_files_validate(export: Export, form: str, tmp_path: Path) -> None:
    path, resource = describe(export, form, tmp_path)
    assert resource.get("type", "file") == "file"
    assert faults(path) == []
    with path.open("ab") as file:
        file.write(b" ")
    assert sorted(faults(path)) == [["byte-count"], ["hash-count"]]


def test_fields_have_units() -> None:
    for export in (export_policy(ROUND), export_values(JAMBES, 2), export_odds(JETONS)):
        for field in export.fields:
            assert field.description
            assert field.kind == "string" or field.unit or field.name == "seat"


def _breaks_off(export: Dataset) -> Dataset:
    def rows() -> Iterator[Row]:
        yield from list(export.rows)[:5]
        raise SolverError("the power went")

    return replace(export, rows=rows())


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_an_export_that_breaks_off_leaves_the_old_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "odds"
    save_export(export_odds(JETONS), form, path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(before) == {"odds", "odds.datapackage.json"}
    with pytest.raises(SolverError, match="the power went"):
        save_export(_breaks_off(export_odds(JAMBES)), form, path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_a_database_refuses_is_told(tmp_path: Path) -> None:
    """Here a key that stands twice."""
    twice = export_odds(JETONS)
    rows = list(twice.rows)
    with pytest.raises(SolverError, match=r"^SQLite cannot write .*: UNIQUE constraint failed"):
        save_export(replace(twice, rows=iter(rows[:1] * 2)), "sqlite", tmp_path / "odds.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_without_pyarrow_parquet_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SolverError, match=r"pip install 'solver-421\[export\]'"):
        save_export(export_odds(JETONS), "parquet", tmp_path / "odds.parquet")
    assert list(tmp_path.iterdir()) == []
