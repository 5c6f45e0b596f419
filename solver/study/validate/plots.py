"""Plots as SVG, written by hand: intervals around exact values, and e-values as they grew.

Colours are classes, which the page defines; texts are escaped here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, log10

from solver.language import _, decimal
from solver.study.svg import drawing, line, polyline, text
from solver.study.validate.checks import Course

_LABEL, _WIDTH, _ROW, _FOOT = 330, 420, 16, 34
_ALL = _LABEL + _WIDTH + 20
_LONGEST_LABEL = 50
_FURTHEST_LOG = 100.0
"""Beyond this an e-value is drawn at the rim, as is one that is infinite."""


@dataclass(frozen=True)
class Bar:
    """An interval for how far a value is off, with what was observed in it."""

    label: str
    low: float
    middle: float
    high: float
    wrong: bool


def draw_bars(bars: Sequence[Bar], margin: float) -> str:
    """Return a plot of how far values are off: 0 in the middle, ± ``margin`` shaded."""
    rim = 1.05 * max([margin, *(max(abs(bar.low), abs(bar.high)) for bar in bars)])
    height = _ROW * len(bars) + _FOOT

    def x(off: float) -> float:
        return _LABEL + _WIDTH * (off / rim + 1) / 2

    foot = _ROW * len(bars) + 4
    parts = [
        f'<rect class="margin" x="{x(-margin):.1f}" y="0" '
        f'width="{x(margin) - x(-margin):.1f}" height="{foot}"/>',
        line("axis", x(0), 0, x(0), foot),
        *(
            text(x(off), foot + 14, decimal(f"{off:+.2g}") if off else _("exact"))
            for off in (-rim, 0.0, rim)
        ),
    ]
    for row, bar in enumerate(bars):
        y = _ROW * row + _ROW / 2
        kind = "wrong" if bar.wrong else "right"
        parts += [
            text(_LABEL - 8, y + 4, _cut(bar.label), "end"),
            line(kind, x(bar.low), y, x(bar.high), y),
            f'<circle class="{kind}" cx="{x(bar.middle):.1f}" cy="{y:.1f}" r="3.2"/>',
        ]
    return drawing(_ALL, height, _("how far each value is off"), parts)


def _cut(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def draw_course(course: Course, threshold: float) -> str:
    """Return a plot of an e-value over the draws, in powers of ten; rejected above a line.

    ``threshold`` is the natural logarithm of the e-value that rejects.
    """
    height, foot = 180, 150
    powers = [
        (draws, max(-_FURTHEST_LOG, min(value, _FURTHEST_LOG)) / log(10)) for draws, value in course
    ]
    rejected_at = threshold / log(10)
    top = max(rejected_at, *(power for _, power in powers)) + 0.5
    bottom = min(0.0, *(power for _, power in powers)) - 0.5
    last = max(draws for draws, _ in powers) or 1

    def x(draws: float) -> float:
        return _LABEL + _WIDTH * draws / last

    def y(power: float) -> float:
        return foot * (top - power) / (top - bottom)

    places = [(x(draws), y(power)) for draws, power in powers]
    step = max(1, ceil((top - bottom) / 6))
    rejected = _("rejected above {value}").format(value=decimal(f"{10**rejected_at:.3g}"))
    marks = range(ceil(bottom / step) * step, ceil(top), step)
    return drawing(
        _ALL,
        height,
        _("e-value by number of draws"),
        [
            *(text(_LABEL - 8, y(mark) + 4, f"10^{mark}", "end") for mark in marks),
            *(line("grid", _LABEL, y(mark), _LABEL + _WIDTH, y(mark)) for mark in marks),
            line("wrong", _LABEL, y(rejected_at), _LABEL + _WIDTH, y(rejected_at)),
            text(_LABEL + _WIDTH - 4, y(rejected_at) - 4, rejected, "end"),
            polyline("right", places),
            text(_LABEL, foot + 18, "0"),
            text(_LABEL + _WIDTH, foot + 18, _("{n} draws").format(n=f"{last:.0f}"), "end"),
        ],
    )


def power_of_ten(value: float) -> str:
    """Return a p-value in few signs.

    >>> power_of_ten(0.25), power_of_ten(3e-9), power_of_ten(0.0)
    ('0.25', '10^-8.5', '0')
    """
    if value == 0:
        return "0"
    return f"{value:.2g}" if value >= 1e-3 else f"10^{log10(value):.1f}"
