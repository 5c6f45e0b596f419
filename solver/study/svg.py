"""Drawings as SVG, written by hand: colours are classes, which the page defines.

What reads no style sheet draws in the colour of the text.
"""

from collections.abc import Sequence
from html import escape


def drawing(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    """Return a drawing of so many units; ``label`` is read out instead of it."""
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    """Return a text at a place; ``anchor`` is start, middle or end."""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a line from one place to another."""
    places = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{kind}" stroke="currentColor" {places}/>'


def polyline(kind: str, places: Sequence[tuple[float, float]]) -> str:
    """Return a line through places."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline class="{kind}" fill="none" stroke="currentColor" points="{points}"/>'
