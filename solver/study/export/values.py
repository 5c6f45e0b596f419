"""A solved game as a table: what every state is worth to each seat."""

from collections.abc import Iterator

from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    players_of,
)
from solver.study.export.dataset import RULES, SEAT, Dataset, Field, Row, chance_fields, exact
from solver.tables.store import load_table
from solver.tables.values import ValueTable


def export_values(rules: Rules, players: int) -> Dataset:
    """Return the values of every state of a game that began with so many players.

    Where the table only encloses a value there is no fraction.

    Raises:
        UnsolvedError, TableError: the game's table is not there.
    """
    table = load_table(rules, players)
    return Dataset(
        name="values",
        title=f"Values of {rules.name}, {players} players",
        rules=rules,
        fields=(
            RULES,
            Field("position", "string", "what the players have, opener first; docs/positions.md"),
            SEAT,
            *chance_fields("value", "expected payoff of the seat under optimal play"),
        ),
        key=("position", "seat"),
        rows=_rows(table),
        count=sum(map(players_of, all_states(rules, players))),
    )


def _rows(table: ValueTable) -> Iterator[Row]:
    name = table.rules.name
    for state, known in table.items():
        text = f"{name}: {format_state(state)}"
        for seat, value in enumerate(known.values):
            # Where the table only encloses a value, it is known to far more digits than a double.
            yield name, text, seat, float(value), None if known.radius else exact(value)
