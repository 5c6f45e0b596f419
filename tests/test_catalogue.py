"""The catalogues are complete: every text for people is in them, translated, and compiled."""

import string

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

import cli
from solver.language import LANGUAGES
from tests.renew_catalogue import (
    Text,
    catalogue_file,
    click_texts,
    command_texts,
    our_texts,
    read_catalogue,
    translations,
)

HOW = "python -m tests.renew_catalogue collects the texts; translate what is new, and run it again"


def _text(message: Message) -> Text:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def _messages(catalog: Catalog) -> dict[Text, Message]:
    return {_text(message): message for message in catalog if message.id}


def _spoken(catalog: Catalog) -> dict[Text, tuple[str, ...]]:
    return {text: translations(message) for text, message in _messages(catalog).items()}


def _places(text: str) -> set[str]:
    """The named places of a text, whatever their form; of ``%`` the whole sign."""
    fields = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return fields | {f"%({name.partition(')')[0]})" for name in text.split("%(")[1:]}


@pytest.fixture(params=LANGUAGES[1:], name="catalog")
def _catalog(request: pytest.FixtureRequest) -> Catalog:
    return read_catalogue(request.param)


def test_every_text_is_in_the_catalogue_and_nothing_else(catalog: Catalog) -> None:
    ours, known = set(our_texts()), set(_messages(catalog))
    assert ours - known == set(), HOW
    from_click = {
        text for text, message in _messages(catalog).items() if message.locations[0][0] == "click"
    }
    assert known - ours == from_click, HOW
    assert from_click & click_texts(), "those of another click, but of click"
    assert not catalog.obsolete


def test_every_text_is_translated_with_the_same_places(catalog: Catalog) -> None:
    for text, message in _messages(catalog).items():
        forms = (text,) if isinstance(text, str) else text
        assert not message.fuzzy, text
        translated = translations(message)
        assert len(translated) == len(forms), text
        for form in translated:
            said, expected = _places(form), [_places(of) for of in forms]
            # Of one thing the number may be left out.
            assert said in expected or (len(forms) > 1 and said | {"n"} == expected[0]), text


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_compiled_catalogue_is_that_of_the_texts(language: str) -> None:
    with catalogue_file(language, ".mo").open("rb") as file:
        assert _spoken(read_mo(file)) == _spoken(read_catalogue(language)), HOW


def test_what_stands_for_a_value_is_called_the_same_in_the_text_above(catalog: Catalog) -> None:
    words = {"POSITION", "TARGET", "STRATEGY", "STRATEGIES", "RULES", "FILE"}
    spoken, seen = _spoken(catalog), set()
    for _, text in command_texts(cli.group, "421"):
        for word in words & set(text.replace(",", " ").split()):
            seen.add(word)
            assert spoken[word][0] in spoken[text][0], text
    assert seen == words


def test_places_are_found() -> None:
    assert _places("%(prog)s and {name!r} of {n:.2f} {{x}}") == {"%(prog)", "name", "n"}
