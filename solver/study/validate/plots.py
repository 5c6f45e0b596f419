"""Plots as SVG, written by hand: intervals around exact values, and e-values as they grew.

Colours are classes, which the page defines; texts are escaped here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log, log10

from solver.language import _, decimal
from solver.study.validate.checks import Course

_LABEL, _WIDTH, _ROW, _FOOT = 330, 420, 16, 34
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


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    width = _LABEL + _WIDTH + 20
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


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
        _line("axis", x(0), 0, x(0), foot),
        *(
            _text(x(off), foot + 14, decimal(f"{off:+.2g}") if off else _("exact"))
            for off in (-rim, 0.0, rim)
        ),
    ]
    for row, bar in enumerate(bars):
        y = _ROW * row + _ROW / 2
        kind = "wrong" if bar.wrong else "right"
        parts += [
            _text(_LABEL - 8, y + 4, _cut(bar.label), "end"),
            _line(kind, x(bar.low), y, x(bar.high), y),
            f'<circle class="{kind}" cx="{x(bar.middle):.1f}" cy="{y:.1f}" r="3.2"/>',
        ]
    return _svg(height, _("how far each value is off"), parts)


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
    line = threshold / log(10)
    top = max(line, *(power for _, power in powers)) + 0.5
    bottom = min(0.0, *(power for _, power in powers)) - 0.5
    last = max(draws for draws, _ in powers) or 1

    def x(draws: float) -> float:
        return _LABEL + _WIDTH * draws / last

    def y(power: float) -> float:
        return foot * (top - power) / (top - bottom)

    points = " ".join(f"{x(draws):.1f},{y(power):.1f}" for draws, power in powers)
    step = max(1, ceil((top - bottom) / 6))
    rejected = _("rejected above {value}").format(value=decimal(f"{10**line:.3g}"))
    marks = range(ceil(bottom / step) * step, ceil(top), step)
    return _svg(
        height,
        _("e-value by number of draws"),
        [
            *(_text(_LABEL - 8, y(mark) + 4, f"10^{mark}", "end") for mark in marks),
            *(_line("grid", _LABEL, y(mark), _LABEL + _WIDTH, y(mark)) for mark in marks),
            _line("wrong", _LABEL, y(line), _LABEL + _WIDTH, y(line)),
            _text(_LABEL + _WIDTH - 4, y(line) - 4, rejected, "end"),
            f'<polyline class="right" points="{points}"/>',
            _text(_LABEL, foot + 18, "0"),
            _text(_LABEL + _WIDTH, foot + 18, _("{n} draws").format(n=f"{last:.0f}"), "end"),
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
