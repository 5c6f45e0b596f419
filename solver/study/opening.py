"""When the opener of a round should stop, as a table for the documentation."""

from dataclasses import dataclass

from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.game.state import Round
from solver.study.stored import exact_round


@dataclass(frozen=True)
class OpeningRow:
    """What the opener keeps of a hand: one keep for each of his rolls but the last."""

    hand: int
    keeps: tuple[int, ...]


def opening_table(rules: Rules, players: int = 2) -> tuple[OpeningRow, ...]:
    """Return the opener's best keeps in one round with nothing else at stake, best hand first.

    Where keeps are equal it is the preferred one (`solver.game.dice`), stopping before all.
    """
    played = exact_round(rules, Round(players))
    decisions = [played.opener(left).decision for left in range(rules.max_rolls - 1, 0, -1)]
    return tuple(
        OpeningRow(hand, tuple(decision.choice[hand] for decision in decisions if decision))
        for hand in rank_hands(rules).order
    )


def opening_markdown(rules: Rules) -> str:
    """Return the table of two players in Markdown, with a line that says under which rules."""
    titles = ["hand", *(f"after roll {roll}" for roll in range(1, rules.max_rolls))]
    lines = [
        f"One round of two players under `{rules.name}` (digest `{rules.digest}`).",
        "",
        _line(titles),
        "|---" * len(titles) + "|",
        *(_line([format_keep(row.hand), *map(_cell, row.keeps)]) for row in opening_table(rules)),
    ]
    return "\n".join(lines) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(keep: int) -> str:
    if THROWN[keep] == 0:
        return "**stop**"
    return f"keep {format_keep(keep)}" if THROWN[keep] < 3 else "throw all"
