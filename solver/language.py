"""The language that people are spoken to: English, as the code has it, or a translation.

Texts for people are marked where they stand, ``_("keep {dice}").format(dice=…)``: whole
sentences with named places, never fragments, since another language orders them otherwise.
What programs read — positions, JSON, CSV, names of fields — is the same in every language.

Translations are in ``data/locale``; ``python -m tests.renew_catalogue`` collects the texts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations, translation
from pathlib import Path

DOMAIN = "421"
"""What the catalogues are called."""

LANGUAGES = ("en", "fr")
"""The first is that of the code, and needs no catalogue."""

_catalogue = ContextVar("catalogue", default=NullTranslations())  # noqa: B039 - never changed


def _(text: str) -> str:
    """Return a text in the language spoken."""
    # To catalogues the empty text is the name of their head.
    return _catalogue.get().gettext(text) if text else text


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a text that suits a number of things."""
    return _catalogue.get().ngettext(one, many, number)


def marked(text: str) -> str:
    """Return a text as it is: it is translated by `_` later, where it is shown."""
    return text


class Phrase(str):
    """A text that programs read in English, and people, by `spoken`, in their language."""

    template: str
    parts: dict[str, object]

    def __new__(cls, template: str, **parts: object) -> "Phrase":
        """Return a template with its places filled."""
        phrase = super().__new__(cls, template.format(**parts))
        phrase.template, phrase.parts = template, parts
        return phrase


def spoken(text: str) -> str:
    """Return a text in the language spoken, if it is a `Phrase`; any other as it is."""
    return _(text.template).format(**text.parts) if isinstance(text, Phrase) else text


def language() -> str:
    """Return which of `LANGUAGES` is spoken."""
    return _catalogue.get().info().get("language", LANGUAGES[0])


def either(choices: Iterable[str]) -> str:
    """Return choices as one text: ``a or b``."""
    return _(" or ").join(choices)


def decimal(number: str) -> str:
    """Return a number, written with a decimal point, as the language spoken writes it."""
    return number.replace(".", _("."))


def chosen(environment: Mapping[str, str]) -> str:
    """Return which of `LANGUAGES` the environment asks for, as gettext reads it.

    The first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set is the locale. Unless it
    is C, ``LANGUAGE`` goes before it: languages in the order in which they are liked.

    >>> chosen({"LANG": "fr_FR.UTF-8"}), chosen({"LANG": "de_DE", "LANGUAGE": "nl:fr:en"})
    ('fr', 'fr')
    >>> chosen({"LANG": "fr_FR", "LC_ALL": "C", "LANGUAGE": "fr"}), chosen({})
    ('en', 'en')
    """
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, variables)), "")
    liked = [] if locale in {"C", "POSIX"} else environment.get("LANGUAGE", "").split(":")
    for name in (*liked, locale):
        language = re.split("[-_.@]", name)[0].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def catalogues() -> Path:
    """Return the folder of the translations."""
    from solver.files import data_folder  # here, because its errors are spoken too

    return data_folder() / "locale"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak one of `LANGUAGES` inside; threads that are started there speak English."""
    if language == LANGUAGES[0]:
        catalogue = NullTranslations()
    else:
        catalogue = translation(DOMAIN, catalogues(), [language])
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)
