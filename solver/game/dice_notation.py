"""Hands and keeps as text: parsing and printing, inverse of each other."""

import re

from solver.errors import HandError
from solver.game.dice import KEEP_INDEX, KEEPS
from solver.game.words import quote
from solver.language import _

_HAND = re.compile(r"(\[)?([1-6])(-|, ?| |)([1-6])\3([1-6])(?(1)\])")
_AFTER_HAND = re.compile(r"(?: ?, ?| )(?=.)|$")


def format_keep(keep: int) -> str:
    """Return the dice of a keep or hand, highest first; empty when all are thrown."""
    return "".join(map(str, KEEPS[keep]))


def parse_keep(text: str) -> int:
    """Return the index of the keep that a text such as ``61`` names; empty for none.

    Raises:
        HandError: more than three dice, or something else than dice.
    """
    dice = re.sub(r"[-, \[\]]", "", text)
    if not re.fullmatch("[1-6]{0,3}", dice):
        raise HandError(
            _("a keep is at most three dice from 1 to 6, such as 61, not {text}").format(
                text=quote(text)
            )
        )
    return KEEP_INDEX[tuple(sorted(map(int, dice), reverse=True))]


def parse_hand(text: str) -> int:
    """Return the index of the hand that a text such as ``614`` or ``[6, 1, 4]`` shows.

    Raises:
        HandError: not three dice from 1 to 6.

    >>> format_keep(parse_hand("6-1-4"))
    '641'
    """
    hands = parse_hands(text)
    if len(hands) != 1:
        raise HandError(
            _("one hand of three dice, such as 641, not {text}").format(text=quote(text))
        )
    return hands[0]


def parse_hands(text: str) -> tuple[int, ...]:
    """Return the hands of a list such as ``322,641`` or ``3-2-2, [6, 4, 1]``.

    Raises:
        HandError: names the first text that is no hand.
    """
    line = " ".join(text.split())
    hands: list[int] = []
    at = 0
    while at < len(line) or not hands:
        hand = _HAND.match(line, at)
        separator = hand and _AFTER_HAND.match(line, hand.end())
        if not hand or not separator:
            raise HandError(
                _("a hand is three dice from 1 to 6, such as 641, not {text}").format(
                    text=quote(line[at:])
                )
            )
        hands.append(KEEP_INDEX[tuple(sorted(map(int, hand.group(2, 4, 5)), reverse=True))])
        at = separator.end()
    return tuple(hands)
