"""Exact evaluation: what a round or a game comes to when every player follows a strategy.

The law of every round that may be played is computed forwards (`solver.engine.profile`), and
the expectations over the rest of the game from these laws (`solver.study.match`). No number is
rounded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.engine.profile import RoundLaw, round_law
from solver.errors import PositionError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, players_of
from solver.language import _
from solver.study.match import Match, Seated, Step
from solver.study.plans import plan_of
from solver.study.strategies import Strategy

Progress = Callable[[int, int], None]
"""Told how many of the tables have been worked through, and how many there are."""


_ROUNDS = -1
"""Where the expected number of rounds stands, after the expected payoff of every player."""


@dataclass(frozen=True)
class Evaluation:
    """What the strategies come to; player p is the one who follows strategy p.

    Attributes:
        values: each player's expected payoff: his chance of winning, or of not losing.
        rounds: the expected number of rounds until the game is over; 1 for a single round.
        opening: the law of the first round, in which player p has seat p.
    """

    values: tuple[Fraction, ...]
    rounds: Fraction
    opening: RoundLaw


def evaluate_profile(
    rules: Rules,
    state: Table,
    strategies: Sequence[Strategy],
    progress: Progress | None = None,
) -> Evaluation:
    """Return what the strategies come to from ``state`` on; the first player opens there.

    ``state`` is one whose seats are all in play.

    Raises:
        PositionError: there are not as many strategies as players.
        SolverError: the game has too many positions to be evaluated exactly.
        StrategyError: a strategy makes no sense.
        UnsolvedError, TableError: a strategy needs a game's table, which is not there.
    """
    if len(strategies) != players_of(state):
        raise PositionError(
            _("{count} strategies, but {players} players in {state!r}").format(
                count=len(strategies), players=players_of(state), state=format_state(state)
            )
        )
    start = Seated(state, tuple(range(len(strategies))))
    match = Match(rules, [start])
    laws: dict[Seated, RoundLaw] = {}
    worth: dict[Seated, list[Fraction]] = {}
    for component in match.components:
        for table in component:
            laws[table] = _law(rules, table, strategies)
            if progress is not None:
                progress(len(laws), len(match.steps))
        rows = {
            table: [_ahead(step, worth, len(strategies)) for step in match.steps[table]]
            for table in component
        }
        worth |= {table: [Fraction(0)] * (len(strategies) + 1) for table in component}
        # The players are the same at all tables of a component; those who have left are settled.
        for column in (*component[0].players, _ROUNDS):
            ahead = {table: [row[column] for row in rows[table]] for table in component}
            found = match.expect(component, laws, ahead)
            for table, value in zip(component, found, strict=True):
                worth[table][column] = value
    *values, rounds = worth[start]
    return Evaluation(tuple(values), rounds, laws[start])


def _ahead(step: Step, worth: Mapping[Seated, Sequence[Fraction]], players: int) -> list[Fraction]:
    """The reward of a step, and where it is known what the table after it is worth."""
    known = worth.get(step.table) if step.table is not None else None
    row = list(known) if known else [Fraction(0)] * (players + 1)
    row[_ROUNDS] += 1
    for player, payoff in step.settled:
        row[player] = payoff
    return row


def _law(rules: Rules, table: Seated, strategies: Sequence[Strategy]) -> RoundLaw:
    plans = [
        plan_of(strategies[player], rules, table.state, seat)
        for seat, player in enumerate(table.players)
    ]
    return round_law(rules, table.state, plans)
