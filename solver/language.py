"""The language that people are spoken to: English, as the code has it, or a translation.

Texts for people are marked where they stand, ``_("keep {dice}").format(dice=…)``: whole
sentences with named places, never fragments, since another language orders them otherwise.
What programs read — positions, JSON, CSV, names of fields — is the same in every language.
"""

from contextvars import ContextVar
from gettext import NullTranslations

_catalogue = ContextVar("catalogue", default=NullTranslations())  # noqa: B039 - never changed


def _(text: str) -> str:
    """Return a text in the language spoken."""
    return _catalogue.get().gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a text that suits a number of things."""
    return _catalogue.get().ngettext(one, many, number)
