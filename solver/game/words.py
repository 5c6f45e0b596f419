"""Words as people type them, and as messages quote them.

In names accents, case and spacing do not matter; French is accepted.
"""

import unicodedata
from functools import lru_cache

MAX_QUOTED = 60

SEED_DIGITS = 15
"""The most that a seed of dice is written with."""

LONGEST_LINE = 800
"""Characters of a line that says what is wrong."""


@lru_cache(maxsize=256)
def fold(text: str) -> str:
    """Return ``text`` in lower case, without accents, spaces and hyphens alike.

    Compatibility forms (full-width digits and the like) are kept apart on purpose: they are
    not what a player types, and must be refused where a digit is expected.

    >>> fold("  Décharge ")
    'decharge'
    >>> fold("Brelan d’as")
    "brelan d'as"
    """
    decomposed = unicodedata.normalize("NFD", text.replace("’", "'").casefold())
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(plain.replace("-", " ").replace("_", " ").split())


def parse_count(text: str, digits: int = 4) -> int | None:
    """Return the whole number that ``text`` writes in ASCII digits, or None.

    Nothing in the game has more than four digits, and a longer number is a mistake.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def quote(value: object) -> str:
    """Return what a message says it found: one line, cut where that would be too long.

    >>> quote(" 674 ")
    "'674'"
    """
    if isinstance(value, str):
        text = value.strip()
        if len(text) <= MAX_QUOTED and len(repr(text)) <= 2 * MAX_QUOTED:
            return repr(text)
        text = text[: MAX_QUOTED - 3]
        while len(repr(text)) > 2 * MAX_QUOTED:  # signs that are not printed take up to ten
            text = text[:-1]
        return repr(text + "…")
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep; a number of too many digits
        return f"<{type(value).__name__}>"
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 3] + "…"


def one_line(message: str) -> str:
    """Return a message as one line of signs that can be printed, without its middle if too long.

    >>> one_line("no hand\\n 674")
    'no hand 674'
    """
    printable = "".join(char if char.isprintable() else " " for char in message)
    line = " ".join(printable.split())
    if len(line) <= LONGEST_LINE:
        return line
    return f"{line[: LONGEST_LINE // 2]} … {line[-LONGEST_LINE // 4 :]}"
