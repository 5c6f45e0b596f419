"""What a player types when he is asked which dice he keeps."""

from collections.abc import Iterable

from solver.errors import HandError
from solver.game.dice import ALL_DICE, KEEPS_OF
from solver.game.dice_notation import format_keep, parse_keep
from solver.game.words import fold, quote
from solver.language import _

_STOP = {"stop", "s", "all", "rester", "r", "tout"}
_NOTHING = {"none", "n", "0", "rien"}


def read_keep(text: str, roll: int, allowed: Iterable[int]) -> int:
    """Return the keep that a text such as ``61``, ``stop`` or ``none`` chooses of a roll.

    Raises:
        HandError: it is none, or the roll has no such dice, or the rules forbid it.

    >>> format_keep(read_keep("1 6", 0, KEEPS_OF[0]))
    Traceback (most recent call last):
    solver.errors.HandError: 61 cannot be kept of 666
    """
    word = fold(text) if text.strip() != "-" else "none"
    if word in _STOP:
        keep = roll
    elif word in _NOTHING:
        keep = ALL_DICE
    elif not text.strip():
        raise HandError(_("type the dice to keep, such as 61; stop; or none"))
    else:
        try:
            keep = parse_keep(text)
        except HandError:
            message = _("type the dice to keep, such as 61; stop; or none; not {found}")
            raise HandError(message.format(found=quote(text))) from None
    if keep not in KEEPS_OF[roll]:
        message = _("{kept} cannot be kept of {hand}")
        raise HandError(message.format(kept=format_keep(keep), hand=format_keep(roll)))
    if keep not in allowed:
        raise HandError(_("the opener's number of rolls must be taken: throw at least one die"))
    return keep
