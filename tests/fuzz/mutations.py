"""Texts like those that are read, damaged: from examples, by edits that readers tend to miss."""

from collections.abc import Callable, Sequence
from random import Random

TOKENS = (
    *("４２１", "⅙", "²", "٣", "½", "0", "-1", "1e9", "1/0", "0x10", "9" * 5000, "NaN", "∞"),  # noqa: RUF001
    *("\0", "\n", "\r\n", "\r", "\t", "\x1b[31m", "\x1b]0;title\x07", "\ufeff", "\u2028", "\u202e"),
    *("../../etc/passwd", "/dev/zero", "~", "C:\\", "file://x", "-", "--", "--help", "$HOME", "%s"),
    *("{", "}", "[" * 2000, "]", '"', "'", ",", ";", ":", "|", "=", "\\", "x" * 20_000, "{}{0}"),
    *(
        "641",
        "421",
        "in",
        "left",
        "seen",
        "round 2",
        "jetons",
        "pot=11",
        "true",
        "null",
        "[fields]",
    ),
    "\udcff",
)

Edit = Callable[[Random, bytes, Sequence[bytes]], bytes]


def _cut(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + data[end:]


def _short(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.randint(1, 4) :]


def _end(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _byte(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _insert(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    token = chance.choice(TOKENS).encode("utf-8", "surrogateescape")
    return data[:place] + token + data[place + chance.choice((0, 1, 3)) :]


def _repeat(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[end:]


def _splice(chance: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _digit(chance: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    places = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if not places:
        return data
    place = chance.choice(places)
    return data[:place] + str(chance.randrange(10)).encode() + data[place + 1 :]


EDITS: tuple[Edit, ...] = (_short, _short, _cut, _end, _byte, _insert, _repeat, _splice, _digit)
LONGEST = 100_000


def damaged(chance: Random, seeds: Sequence[bytes]) -> bytes:
    """Return one of the examples after one edit, or a few."""
    data = chance.choice(seeds)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        data = chance.choice(EDITS)(chance, data, seeds)
    return data[:LONGEST]
