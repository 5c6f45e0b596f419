"""The schemas of the documentation, which hold every answer to its form."""

import json
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.commands.running import ROOT

SCHEMAS: dict[str, Any] = {
    path.stem: json.loads(path.read_text("utf-8")) for path in ROOT.glob("docs/schemas/*.json")
}
OF_THE_SERVER = {"map", "round", "games", "quiz", "error"}
"""Schemas of what no command answers."""

_REGISTRY: Registry[Any] = Registry().with_resources(
    (f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


def validator(name: str) -> Any:
    """What holds a document to one of the schemas."""
    return Draft202012Validator(SCHEMAS[name], registry=_REGISTRY)
