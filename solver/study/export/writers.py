"""Formats of datasets. Every writer takes the rows as they come and keeps few of them."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TextIO

from solver.errors import SolverError
from solver.language import _
from solver.study.export.dataset import Dataset, Row

ROWS_AT_ONCE = 20_000
"""Rows that Parquet keeps together: some 40 MB of the longest fractions."""

_SQLITE_TYPES = {"string": "TEXT", "integer": "INTEGER", "number": "REAL"}


@contextmanager
def _as_text(file: BinaryIO) -> Iterator[TextIO]:
    """UTF-8 with plain line ends on top of a file, which stays open."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        yield text
    finally:
        text.detach()


def write_csv(dataset: Dataset, file: BinaryIO) -> None:
    """Write a header and one line a row."""
    with _as_text(file) as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(field.name for field in dataset.fields)
        writer.writerows(dataset.rows)


def write_jsonl(dataset: Dataset, file: BinaryIO) -> None:
    """Write one JSON object a line."""
    names = [field.name for field in dataset.fields]
    with _as_text(file) as text:
        for row in dataset.rows:
            record = dict(zip(names, row, strict=True))
            text.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")


def write_parquet(dataset: Dataset, file: BinaryIO) -> None:
    """Write a Parquet file.

    Raises:
        SolverError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise SolverError(_("Parquet needs pyarrow: pip install 'solver-421[export]'")) from None
    types = {"string": pa.string(), "integer": pa.int64(), "number": pa.float64()}
    schema = pa.schema([(field.name, types[field.kind]) for field in dataset.fields])
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for rows in _batches(dataset):
            columns = [
                pa.array(column, kind.type)
                for column, kind in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.table(columns, schema=schema))


def _batches(dataset: Dataset) -> Iterator[list[Row]]:
    rows = iter(dataset.rows)
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        yield batch


def write_sqlite(dataset: Dataset, path: Path) -> None:
    """Write a database with one table, named after the dataset, in one transaction.

    Raises:
        SolverError: SQLite cannot write there.
    """
    columns = [f'"{field.name}" {_SQLITE_TYPES[field.kind]}' for field in dataset.fields]
    key = ", ".join(f'"{name}"' for name in dataset.key)
    places = ", ".join("?" * len(columns))
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # The file gets its name when it is whole, so a journal would protect nothing.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN")
        connection.execute(
            f'CREATE TABLE "{dataset.name}" ({", ".join(columns)}, PRIMARY KEY ({key}))'
        )
        connection.executemany(f'INSERT INTO "{dataset.name}" VALUES ({places})', dataset.rows)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise SolverError(
            _("SQLite cannot write {name!r}: {error}").format(name=path.name, error=error)
        ) from None
    finally:
        connection.close()


STREAMS: dict[str, Callable[[Dataset, BinaryIO], None]] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}
"""Formats of datasets that can go anywhere; SQLite needs a file."""
