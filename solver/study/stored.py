"""Rounds of games, played for what their tables say lies ahead."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.engine.continuation import Continuation, continue_after
from solver.engine.rounds import ExactRound, Values, information_of
from solver.game.rules import Rules
from solver.game.state import Table

if TYPE_CHECKING:
    from solver.tables.values import ValueTable

ValueOf = Callable[[Table], Values]
"""Values of a state to its seats; every seat of it is in play."""


def stored_values(rules: Rules, players: int) -> ValueOf:
    """Return the exact values of a game's states, from its table.

    Raises:
        UnsolvedError: the game is not solved yet.
        TableError: the table cannot be trusted; or, on asking, it only encloses a value.
    """
    from solver.tables.store import load_table

    return load_table(rules, players).values


def exact_round(rules: Rules, state: Table, value_of: ValueOf | None = None) -> ExactRound:
    """Return the round played in a state whose seats are all in play.

    ``value_of`` gives the values of later states; by default they are read from the table,
    which may know them to within a radius only.
    """
    if value_of is None:
        return round_from(table_ahead(rules, state), rules, state)
    payoffs = [then.payoffs(value_of) for then in _continuations(rules, state)]
    return ExactRound(rules, state, payoffs)


def later_values(rules: Rules, state: Table) -> ValueOf:
    """Return what finds the values of the states that may follow one, as near as they are known.

    Raises:
        UnsolvedError, TableError: the table is not there, or cannot be trusted.
    """
    table = table_ahead(rules, state)
    return _no_later_state if table is None else lambda later: table.known(later).values


def round_from(table: "ValueTable | None", rules: Rules, state: Table) -> ExactRound:
    """Return the round played in a state, by what a table says follows; None as `table_ahead`."""
    continuations = _continuations(rules, state)
    if table is None:
        return ExactRound(rules, state, [then.payoffs(_no_later_state) for then in continuations])
    later = {then.state for then in continuations if then.state is not None}
    known = {following: table.known(following) for following in later}
    payoffs = [then.payoffs(lambda following: known[following].values) for then in continuations]
    radius = max(of_state.radius for of_state in known.values())
    return ExactRound(rules, state, payoffs, radius=radius)


def _continuations(rules: Rules, state: Table) -> list[Continuation]:
    outcomes = information_of(rules, state).outcomes
    return [continue_after(rules, state, outcome) for outcome in outcomes]


def table_ahead(rules: Rules, state: Table) -> "ValueTable | None":
    """Return the table of what may follow a state; None where the round decides everything."""
    if not _goes_on(rules, state):
        return None
    from solver.tables.store import load_table_of

    return load_table_of(rules, state)


@lru_cache(maxsize=256)
def _goes_on(rules: Rules, state: Table) -> bool:
    return any(then.state is not None for then in _continuations(rules, state))


def _no_later_state(state: Table) -> Values:
    raise AssertionError(f"a round that decides everything led to {state}")
