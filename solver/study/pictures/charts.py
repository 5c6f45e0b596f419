"""What a picture shows, in exact numbers and in words; how it is drawn is another matter."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from solver.game.dice import HANDS, KEEPS, THROWN
from solver.language import _


@dataclass(frozen=True)
class Series:
    """A number for each place along a chart.

    Attributes:
        key: what programs call it.
        label: what people call it.
        mark: the letter that it is drawn with where there are only letters.
        values: probabilities, one for each label of the chart.
    """

    key: str
    label: str
    mark: str
    values: tuple[Fraction, ...]


@dataclass(frozen=True)
class Chart:
    """One to three series over the same places.

    Attributes:
        title: what is shown.
        subtitle: what it holds under.
        across: what the places are.
        up: what the numbers are; they are probabilities.
        key: what programs call a place.
        labels: the name of each place.
        series: what is drawn, the most important first.
        form: lines, where one place leads to the next; or bars, those of two series back to back.
        named: the places whose labels are written.
    """

    title: str
    subtitle: str
    across: str
    up: str
    key: str
    labels: tuple[str | int, ...]
    series: tuple[Series, ...]
    form: Literal["lines", "bars"]
    named: tuple[int, ...]


@dataclass(frozen=True)
class HeatMap:
    """What to keep of each hand rolled, against each hand to beat.

    Attributes:
        title: what is shown.
        subtitle: what it holds under.
        hands: the hands along both sides, best first.
        named: the places of hands whose labels are written.
        keeps: ``keeps[roll][beaten]``, indices of keeps, in the order of ``hands``.
    """

    title: str
    subtitle: str
    hands: tuple[str, ...]
    named: tuple[int, ...]
    keeps: tuple[tuple[int, ...], ...]


KIND_MARKS = ".21x6#"
"""One letter for each kind of keep, in the order of `kind_labels`."""

_ACE, _SIX = KEEPS.index((1,)), KEEPS.index((6,))
_OTHER_DIE, _NOTHING = 3, 5


def kind_labels() -> tuple[str, ...]:
    """Return what the kinds of keep are called, from all dice kept to none."""
    return (
        _("stop"),
        _("keep two dice"),
        _("keep the ace"),
        _("keep another die"),
        _("keep the six"),
        _("throw all"),
    )


def kind_of(keep: int) -> int:
    """Return the kind of a keep, as an index of `kind_labels`.

    >>> [KIND_MARKS[kind_of(keep)] for keep in (0, 60, _ACE, _SIX, 80, 83)]
    ['.', '2', '1', '6', 'x', '#']
    """
    if keep < len(HANDS):
        return 0
    if THROWN[keep] == 1:
        return 1
    return {_ACE: 2, _SIX: 4, KEEPS.index(()): _NOTHING}.get(keep, _OTHER_DIE)
