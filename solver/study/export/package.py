"""Files of exports, each with a description beside it: a Frictionless data package.

``policy.csv`` is described by ``policy.csv.datapackage.json``: what the columns mean, in which
units, the hash of the file, and the rules and the version of the solver that it comes from.
The format is that of Data Package v1, https://specs.frictionlessdata.io/data-package/.
"""

import json
import os
from hashlib import file_digest
from pathlib import Path
from typing import BinaryIO

from solver import __version__
from solver.files import replace_file, replacing
from solver.study.export.dataset import Dataset, Document, Export, Field
from solver.study.export.writers import STREAMS, write_sqlite

SUFFIX = ".datapackage.json"

DATASET_FORMATS = (*STREAMS, "sqlite")

_MEDIA_TYPES = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz",
    "md": "text/markdown",
}
"""Of those that have one of their own; the others are plain text."""


def save_export(export: Export, form: str, path: Path) -> None:
    """Write an export into a file, and its description beside it.

    Both are written beside and renamed, so that nobody ever reads half of one.

    Raises:
        SolverError: what the format needs is not installed.
        OSError: it cannot be written.
    """
    with replacing(path) as beside:
        if isinstance(export, Dataset) and form == "sqlite":
            write_sqlite(export, beside)
        else:
            with beside.open("xb") as file:
                send_export(export, form, file)
        with beside.open("rb+") as file:
            digest = file_digest(file, "sha256").hexdigest()
            size = file.tell()
            os.fsync(file.fileno())
    package = _describe(export, form, path.name, f"sha256:{digest}", size)
    text = json.dumps(package, ensure_ascii=False, indent=2) + "\n"
    replace_file(path.with_name(path.name + SUFFIX), text.encode())


def send_export(export: Export, form: str, file: BinaryIO) -> None:
    """Write an export to an open file, such as standard output; not in SQLite's format.

    Raises:
        SolverError: what the format needs is not installed.
    """
    if isinstance(export, Document):
        for piece in export.text:
            file.write(piece.encode())
    else:
        STREAMS[form](export, file)


def _describe(export: Export, form: str, path: str, digest: str, size: int) -> dict[str, object]:
    resource: dict[str, object] = {
        "name": export.name,
        "path": path,
        "format": form,
        "mediatype": _MEDIA_TYPES.get(form, "text/plain"),
        "encoding": "utf-8",
        "hash": digest,
        "bytes": size,
    }
    if isinstance(export, Dataset):
        # A database is not a table; what the schema describes is the table in it.
        resource["type"] = "table" if form in STREAMS else "file"
        resource["schema"] = {
            "fields": [_describe_field(field) for field in export.fields],
            "primaryKey": list(export.key),
        }
    return {
        "name": f"421-{export.name}",
        "title": export.title,
        "resources": [resource],
        "rules": {"name": export.rules.name, "digest": export.rules.digest},
        "version": __version__,
    }


def _describe_field(field: Field) -> dict[str, str]:
    described = {"name": field.name, "type": field.kind, "description": field.description}
    return described | ({"unit": field.unit} if field.unit else {})
