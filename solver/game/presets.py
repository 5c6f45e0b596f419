"""The registry of rules: presets in ``data/rules``, files of the user's, and overrides.

A rules file is TOML with a table ``fields``; each entry is a plain value, or a table with
``value``, ``why`` and ``source``. Fields that it leaves out are at their defaults.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from solver.errors import RulesError
from solver.files import data_folder, why_refused
from solver.game.rules import (
    ALLOWED,
    Rules,
    Value,
    format_value,
    no_such_field,
    parse_setting,
)
from solver.game.words import fold, quote
from solver.language import _

PRESETS = ("jambes", "jetons", "comptoir", "comptoir-le-bon", "deux-phases")
MAX_FILE_BYTES = 20_000

_files_are_read = ContextVar("files_are_read", default=True)


@contextmanager
def presets_alone() -> Iterator[None]:
    """Refuse files of rules inside: whoever asks from elsewhere must not open any here."""
    token = _files_are_read.set(False)
    try:
        yield
    finally:
        _files_are_read.reset(token)


@dataclass(frozen=True)
class Reason:
    """Why a field holds its value, and the text or choice that it comes from."""

    why: str
    source: str


@dataclass(frozen=True)
class RulesFile:
    """Rules with what their file says about them: ``reasons`` by field name."""

    rules: Rules
    title: str
    about: str
    aliases: tuple[str, ...]
    source: str
    reasons: Mapping[str, Reason]


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise RulesError(_("{key} must be a text, not {value}").format(key=key, value=quote(value)))
    return value


def _read_field(name: str, entry: object) -> tuple[Value, Reason]:
    if name not in ALLOWED:
        raise no_such_field(name)
    table: dict[str, Any] = entry if isinstance(entry, dict) else {"value": entry}
    unknown = set(table) - {"value", "why", "source"}
    if unknown or "value" not in table:
        raise RulesError(
            _("{name} must be a value, or a table of value, why and source, not {entry}").format(
                name=name, entry=quote(entry)
            )
        )
    value: Value = table["value"]  # of any type still; `Rules` checks it
    if isinstance(value, str) and ALLOWED[name][0] is True:
        # A person who writes suites = "off" means what the command line means.
        value = parse_setting(f"{name}={value}")[1]
    return value, Reason(_text(table, "why"), _text(table, "source"))


def parse_rules_file(text: str, name: str) -> RulesFile:
    """Return the rules that a TOML text holds, under the given name.

    Raises:
        RulesError: not TOML, an unknown key or field, or rules that `Rules` refuses.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number may be too long to be read
        raise RulesError(
            _("{name}: not a TOML file: {error}").format(name=name, error=error)
        ) from None
    try:
        return _read_document(document, name)
    except RulesError as error:
        raise RulesError(_("{name}: {fault}").format(name=name, fault=error)) from None


def _read_document(document: Mapping[str, Any], name: str) -> RulesFile:
    unknown = sorted(set(document) - {"title", "about", "aliases", "source", "fields"})
    if unknown:
        raise RulesError(
            _("unknown key {unknown}; house rules go under [fields]").format(
                unknown=quote(unknown[0])
            )
        )
    table = document.get("fields", {})
    aliases = document.get("aliases", [])
    if not isinstance(table, dict):
        raise RulesError(_("fields must be a table, not {table}").format(table=quote(table)))
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise RulesError(
            _("aliases must be a list of texts, not {aliases}").format(aliases=quote(aliases))
        )
    fields = {key: _read_field(key, entry) for key, entry in table.items()}
    values = {key: value for key, (value, _reason) in fields.items()}
    return RulesFile(
        rules=Rules(name=name, **values),  # type: ignore[arg-type]
        title=_text(document, "title"),
        about=_text(document, "about"),
        aliases=tuple(aliases),
        source=_text(document, "source"),
        reasons={key: reason for key, (_value, reason) in fields.items()},
    )


@cache
def load_preset(name: str) -> RulesFile:
    """Return one of `PRESETS` with its reasons."""
    path = data_folder() / "rules" / f"{name}.toml"
    return parse_rules_file(path.read_text(encoding="utf-8"), name)


@cache
def _aliases() -> dict[str, str]:
    return {fold(alias): name for name in PRESETS for alias in (name, *load_preset(name).aliases)}


def load_rules_file(name: str) -> RulesFile:
    """Return the rules that a preset's name, one of its aliases, or a file's path stands for.

    Raises:
        RulesError: neither a preset nor a readable rules file.
    """
    if name in PRESETS:  # the usual case reads one file instead of five
        return load_preset(name)
    if preset := _aliases().get(fold(name)):
        return load_preset(preset)
    if not _files_are_read.get():
        raise RulesError(
            _("no rules {name}; presets: {names}").format(
                name=quote(name), names=", ".join(PRESETS)
            )
        )
    path = Path(name)
    try:
        if not path.is_file():
            raise RulesError(
                _("no rules {name}; presets: {names}, or a TOML file").format(
                    name=quote(name), names=", ".join(PRESETS)
                )
            )
        if path.stat().st_size > MAX_FILE_BYTES:
            raise RulesError(
                _("{name} is larger than {most} bytes: no rules file").format(
                    name=quote(name), most=MAX_FILE_BYTES
                )
            )
        if not name.isprintable() or set(name) & set("|{}"):
            # Answers would name the rules in a position that cannot be read back.
            raise RulesError(
                _("move {name} to a path of printable signs without | and {{}}").format(
                    name=quote(name)
                )
            )
        return parse_rules_file(path.read_text(encoding="utf-8"), name)
    except (OSError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        reason = why_refused(error) if isinstance(error, OSError) else error
        raise RulesError(
            _("cannot read the rules file {name}: {reason}").format(name=quote(name), reason=reason)
        ) from None


def find_rules(text: str, settings: Iterable[str] = ()) -> Rules:
    """Return the rules that ``text`` names: ``jetons``, ``house.toml``, ``jetons{pot=11}``.

    ``settings`` are further overrides of the form ``FIELD=VALUE``; the last one wins.

    Raises:
        RulesError: an unknown name, a malformed override, or rules that make no sense.
    """
    name, brace, inside = text.strip().partition("{")
    overrides = list(settings)
    if brace:
        if not inside.endswith("}"):
            raise RulesError(
                _("overrides are written NAME{{FIELD=VALUE,…}}, not {text}").format(
                    text=quote(text)
                )
            )
        overrides = [part for part in inside[:-1].split(",") if part.strip()] + overrides
    base = load_rules_file(name.strip()).rules
    return base.override(dict(map(parse_setting, overrides))) if overrides else base


def differences(ours: Rules, theirs: Rules) -> list[tuple[str, str, str]]:
    """Return (field, value in ours, value in theirs) for every field that differs."""
    return [
        (name, format_value(value), format_value(getattr(theirs, name)))
        for name, value in ours.settings().items()
        if value != getattr(theirs, name)
    ]
