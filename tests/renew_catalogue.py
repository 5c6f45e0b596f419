"""The catalogues of translations: ``python -m tests.renew_catalogue`` collects and compiles.

Texts come from the marked places of the source, from the help of every command, from the files
of rules, and from click. What is new is left empty in the ``.po`` files, for somebody to write;
what is translated goes into the ``.mo`` files, which the program reads.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import cli
from solver.commands.spoken import translated
from solver.game.presets import PRESETS, load_preset
from solver.language import DOMAIN, LANGUAGES, catalogues

ROOT = Path(__file__).resolve().parents[1]
MARKERS = {"_": 1, "marked": 1, "Phrase": 1, "ngettext": 2}
"""Functions with how many of their arguments are texts."""

WIDTH = 100

Text = str | tuple[str, str]
"""A text, or its forms for one thing and for many."""


def source_files() -> list[Path]:
    """The files of the program, in a fixed order."""
    return [ROOT / "cli.py", *sorted((ROOT / "solver").rglob("*.py"))]


def _marked(path: Path) -> Iterator[Text]:
    """The texts that a file marks; also those inside f-strings, which most tools overlook."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = node.args[: MARKERS.get(node.func.id, 0)]
            values = [part.value for part in given if isinstance(part, ast.Constant)]
            texts = [value for value in values if isinstance(value, str)]
            if texts and len(texts) == len(given):
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def command_texts(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Yield (command, text) for every text of a command's help, and of those below it."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    spoken = translated(command, note)
    yield from ((name.replace(" ", "-"), text) for text in texts)
    if isinstance(spoken, click.Group):
        context = click.Context(spoken)
        for below in spoken.list_commands(context):
            # Of the command itself: the copy's would be noted here, as another command's.
            found = command.get_command(context, below)  # type: ignore[attr-defined]
            yield from command_texts(found, f"{name} {below}")


def _texts() -> Iterator[tuple[str, Text]]:
    """(where it comes from, text) of all that is ours."""
    for path in source_files():
        for text in _marked(path):
            yield path.relative_to(ROOT).as_posix(), text
    yield from command_texts(cli.group, "421")
    for name in PRESETS:
        preset = load_preset(name)
        for said in (preset.about, *(reason.why for reason in preset.reasons.values())):
            yield f"data/rules/{name}.toml", said


@cache
def our_texts() -> dict[Text, str]:
    """Every text of ours, with the first place that it comes from."""
    found: dict[Text, str] = {}
    for place, text in _texts():
        found.setdefault(text, place)
    return found


def click_texts() -> set[Text]:
    """Every text of the click that is installed."""
    folder = Path(click.__file__).parent
    return {text for path in sorted(folder.glob("*.py")) for text in _marked(path)}


def template() -> Catalog:
    """A catalogue of all texts, none of them translated."""
    catalog = Catalog(domain=DOMAIN, project="solver-421", charset="utf-8")
    ours = our_texts()
    for text, place in ours.items():
        catalog.add(text, locations=[(place, 0)])
    for text in sorted(click_texts() - set(ours), key=str):
        catalog.add(text, locations=[("click", 0)])
    return catalog


def catalogue_file(language: str, suffix: str = ".po") -> Path:
    """Where the catalogue of a language lies."""
    return catalogues() / language / "LC_MESSAGES" / f"{DOMAIN}{suffix}"


def read_catalogue(language: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    path = catalogue_file(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def renew(language: str) -> int:
    """Collect the texts into a catalogue, compile it, and return how many are not translated."""
    catalog = read_catalogue(language)
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.project, catalog.version = "solver", DOMAIN
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    path = catalogue_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalog, WIDTH, include_lineno=False, ignore_obsolete=True, sort_by_file=True
        )
    with catalogue_file(language, ".mo").open("wb") as file:
        write_mo(file, catalog)
    return sum(bool(message.id) and not translations(message) for message in catalog)


def translations(message: Message) -> tuple[str, ...]:
    """The forms of a translation; none if one of them is missing."""
    string = message.string or ""
    forms = (string,) if isinstance(string, str) else tuple(string)
    return forms if all(forms) else ()


if __name__ == "__main__":
    for spoken_language in LANGUAGES[1:]:
        print(f"{spoken_language}: {renew(spoken_language)} texts are not translated")
