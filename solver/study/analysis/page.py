"""Analysed games as one page of HTML, with the course of every game as a graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from solver.language import _
from solver.study.analysis.model import Decision, GameAnalysis, Mark, Thresholds
from solver.study.analysis.session import Session
from solver.study.analysis.words import (
    ACCOUNT_NUMBERS,
    DECISION_NUMBERS,
    SKILL_NUMBERS,
    account_cells,
    account_head,
    decision_cells,
    decision_head,
    explain_marks,
    skill_cells,
    skill_head,
    skill_sentence,
    title,
)
from solver.study.explain import explain
from solver.study.html import heading, html_page, html_table, paragraph
from solver.study.sentences import sentences
from solver.study.svg import drawing, line, polyline, text

MOST_GAMES = 20
"""Games that a page shows one by one; of the others only the sums are there."""

_LEFT, _WIDTH, _TOP, _HEIGHT = 46, 690, 12, 220
_STYLE = """
.graph { overflow-x: auto; } .graph svg { min-width: 40rem; }
.course { fill: none; stroke-width: 2; stroke-linejoin: round; stroke: var(--line); }
.p0 { --line: #1f6f8b; } .p1 { --line: #b3261e; } .p2 { --line: #6b7d00; }
.p3 { --line: #7a4fa3; } .p4 { --line: #b8651b; } .p5 { --line: #3a7d44; }
.p6 { --line: #9c2f6b; } .p7 { --line: #555; }
.course.p1, .course.p5 { stroke-dasharray: 7 3; } .course.p2, .course.p6 { stroke-dasharray: 2 3; }
.course.p3, .course.p7 { stroke-dasharray: 9 3 2 3; }
.error { fill: var(--paper); stroke: var(--line, currentColor); stroke-width: 1.8; }
.blunder { fill: var(--line, currentColor); }
@media (prefers-color-scheme: dark) { .p0 { --line: #6cc0dd; } .p1 { --line: #ff8a80; }
  .p2 { --line: #c5d86d; } .p3 { --line: #c5a3e8; } .p4 { --line: #f0a860; }
  .p5 { --line: #8fd19e; } .p6 { --line: #f08cc0; } .p7 { --line: #bbb; } }
"""


def analysis_page(games: Sequence[GameAnalysis], session: Session) -> str:
    """Return the page of analysed games; ``games`` are at most `MOST_GAMES` of the session."""
    head = title(games[0].record) if session.games == 1 else _("A session of 421")
    parts = [paragraph(explain_marks(session.thresholds))]
    skills = session.skills()
    parts.append(html_table(skill_head(), map(skill_cells, skills), SKILL_NUMBERS))
    if session.games > 1:
        parts += [paragraph(skill_sentence(skill)) for skill in skills]
        if session.games > len(games):
            message = _("The first {shown} of {n} games:")
            parts.append(paragraph(message.format(shown=len(games), n=session.games)))
    for game in games:
        if session.games > 1:
            parts.append(heading(title(game.record)))
        parts += _game(game, session.thresholds)
    return html_page(head, parts, _STYLE)


def _game(game: GameAnalysis, thresholds: Thresholds) -> Iterator[str]:
    names = game.record.players
    accounts = game.accounts(thresholds)
    rows = [account_cells(names[account.player], account) for account in accounts]
    yield html_table(account_head(), rows, ACCOUNT_NUMBERS)
    yield f'<div class="graph">{draw_game(game, thresholds)}</div>'
    chosen = [decision for decision in game.decisions if not decision.forced]
    cells = (decision_cells(game, decision, thresholds) for decision in chosen)
    inner = html_table(decision_head(), cells, DECISION_NUMBERS)
    yield f"<details><summary>{escape(_('Every decision'))}</summary>{inner}</details>"
    for decision in chosen:
        if decision.mark(thresholds) in (Mark.ERROR, Mark.BLUNDER):
            yield _why(game, decision, thresholds)


def _why(game: GameAnalysis, decision: Decision, thresholds: Thresholds) -> str:
    """The sentences about a decision that lost much."""
    round_, name, *_rest, mark = decision_cells(game, decision, thresholds)
    message = _("Round {round}, {name}: {mark}")
    said = sentences(explain(decision.position), decision.kept)
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    head = escape(message.format(round=round_, name=name, mark=mark))
    return f"<details><summary>{head}</summary><ul>{items}</ul></details>"


@dataclass(frozen=True)
class _Frame:
    """Where events and values are drawn."""

    events: int

    def x(self, event: float) -> float:
        return _LEFT + _WIDTH * event / self.events

    def y(self, value: Fraction) -> float:
        return _TOP + _HEIGHT * float(1 - value)


def draw_game(game: GameAnalysis, thresholds: Thresholds) -> str:
    """Return the course of a game as a graph: a line for each player, errors as dots."""
    course, names = game.course(), game.record.players
    frame = _Frame(len(game.events))
    parts = [*_grid(frame), *_rounds(game, frame)]
    for player in range(len(names)):
        places = [(frame.x(event), frame.y(values[player])) for event, values in enumerate(course)]
        parts.append(polyline(f"course p{player}", places))
    for place, event in enumerate(game.events, 1):
        if isinstance(event, Decision) and (mark := event.mark(thresholds)) in _DOTS:
            x, y = frame.x(place), frame.y(course[place][event.player])
            parts.append(_dot(f"{mark} p{event.player}", x, y))
    parts += _legend(names)
    label = _("chance of each player after every roll and decision")
    return drawing(_LEFT + _WIDTH + 14, _TOP + _HEIGHT + 62, label, parts)


_DOTS = (Mark.ERROR, Mark.BLUNDER)


def _dot(kind: str, x: float, y: float) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'


def _grid(frame: _Frame) -> Iterator[str]:
    for quarter in range(5):
        y = frame.y(Fraction(quarter, 4))
        yield line("grid", _LEFT, y, _LEFT + _WIDTH, y)
        yield text(_LEFT - 6, y + 4, _("{n} %").format(n=25 * quarter), "end")


def _rounds(game: GameAnalysis, frame: _Frame) -> Iterator[str]:
    """A line before each round, and its number where there is room."""
    foot = _TOP + _HEIGHT
    numbered = float(-_ROOM)
    before = 0
    for place, event in enumerate(game.events):
        if event.round != before:
            before, x = event.round, frame.x(place)
            yield line("grid", x, _TOP, x, foot + 4)
            if x >= numbered + _ROOM:
                numbered = x
                yield text(x + 3, foot + 15, str(event.round), "start")
    yield text(_LEFT + _WIDTH / 2, foot + 30, _("round"))


_ROOM = 22
"""What the number of a round takes."""


def _legend(names: Sequence[str]) -> Iterator[str]:
    y, x = _TOP + _HEIGHT + 50, float(_LEFT)
    for player, name in enumerate(names):
        yield polyline(f"course p{player}", [(x, y - 4), (x + 26, y - 4)])
        yield text(x + 31, y, name, "start")
        x += 44 + 7 * len(name)
    for mark in _DOTS:
        yield _dot(mark, x + 5, y - 4)
        yield text(x + 14, y, _(mark), "start")
        x += 30 + 7 * len(_(mark))
