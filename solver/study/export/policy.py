"""The optimal policy as a table: one row for each decision of a round, or of a whole game.

Rows are what `solver.study.policy_files` reads. Of all histories that come to the same
(`solver.engine.information`) one stands for all. They are worked out round by round, so a game
of any length is written in the memory that one round takes.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Literal

from solver.engine.plan import turns_of
from solver.engine.rounds import ExactRound, Moment, information_of
from solver.engine.turn import ROLL_ON
from solver.errors import PositionError
from solver.game.dice import HANDS, KEEPS_OF
from solver.game.dice_notation import format_keep
from solver.game.legality import all_states
from solver.game.notation import Position, format_position
from solver.game.rules import Rules
from solver.game.state import (
    Start,
    Table,
    max_rolls,
    resolve,
    without_the_saved,
)
from solver.language import _
from solver.study.export.dataset import (
    RULES,
    Dataset,
    Field,
    Row,
    chance_fields,
    exact,
)
from solver.study.stored import exact_round

Numbers = Literal["exact", "float"]
"""Whether fractions stand beside the doubles, or the doubles alone."""

_DECISION = (
    RULES,
    Field("position", "string", "what the player knows, but for the roll; docs/positions.md"),
    Field("seat", "integer", "the seat that decides: 0 for the opener, then round the table"),
    Field("roll", "string", "the dice on the table, highest first"),
    Field("left", "integer", "rolls that may still follow", "rolls"),
    Field("keep", "string", "the dice that lie still: all to stop, none to throw all"),
)
_VALUE = chance_fields("value", "expected payoff of the seat under optimal play")
_LOSS = chance_fields("loss", "what the best keep loses of those that are not best; empty if none")
_TIES = Field("ties", "integer", "keeps worth as much as the best, itself included", "keeps")


def export_policy(position: Position, numbers: Numbers = "exact") -> Dataset:
    """Return the decisions of the round played in a position; of ``start N``, of the game.

    Raises:
        PositionError: the position is within a round.
        UnsolvedError, TableError: the game's table is not there.
    """
    if position.seen or position.roll is not None or position.player is not None:
        raise PositionError(
            _(
                "a policy is exported for whole rounds: leave out what follows '|' in '{position}'"
            ).format(position=format_position(position))
        )
    rules, state = position.rules, position.state
    if isinstance(state, Start):
        states = list(all_states(rules, state.players))
    else:
        states = [without_the_saved(resolve(rules, state))]
    play = lru_cache(maxsize=1)(partial(exact_round, rules))
    play(states[0])  # what is missing is told before anything is written
    pairs = (_VALUE, _LOSS)
    told = [pair if numbers == "exact" else pair[:1] for pair in pairs]
    return Dataset(
        name="policy",
        title=f"Optimal policy: {format_position(position)}",
        rules=rules,
        fields=(*_DECISION, *told[0], *told[1], _TIES),
        key=("position", "roll", "left"),
        rows=(row for state in states for row in _rows(rules, state, play(state), numbers)),
        count=sum(len(HANDS) * _turns(rules, state) for state in states),
    )


def _turns(rules: Rules, state: Table) -> int:
    layers, rolls = information_of(rules, state).following, max_rolls(rules, state)
    return sum(len(turns_of(rolls, seat, len(layer))) for seat, layer in enumerate(layers))


def _rows(rules: Rules, state: Table, played: ExactRound, numbers: Numbers) -> Iterator[Row]:
    information = played.information
    last = information.players - 1
    for seat in range(information.players):
        histories = information.histories(seat)
        told: dict[tuple[int, int, int], list[Row]] = {}
        for limit, known, left in turns_of(max_rolls(rules, state), seat, len(histories)):
            seen = histories[known]
            # The last seat's choices depend on the rolls left to him, not on the limit.
            turn = (0 if seat == last else limit, known, left)
            if turn not in told:
                moment = played.follower(seen, limit, left) if seat else played.opener(left)
                allowed = ROLL_ON if seat and rules.followers == "exactly" else KEEPS_OF
                told[turn] = list(
                    _decisions(moment, seat, left, allowed, numbers, bool(played.radius))
                )
            text = format_position(Position(rules, state, seen, limit))
            for row in told[turn]:
                yield (rules.name, text, *row)


def _decisions(
    moment: Moment,
    seat: int,
    left: int,
    allowed: Sequence[Sequence[int]],
    numbers: Numbers,
    near: bool,
) -> Iterator[Row]:
    """For each hand the cells from ``seat`` on; values that are only ``near`` have no fraction."""
    assert moment.decision is not None, "a turn has a roll left"
    worth, choice = moment.decision.keeps[seat], moment.decision.choice
    # Hands that keep the same dice share their values, and long fractions take time to write.
    tell = lru_cache(maxsize=None)(
        partial(_tell, denominator=moment.denominator, numbers=numbers, near=near)
    )
    for hand in range(len(HANDS)):
        values = [worth[keep] for keep in allowed[hand]]
        best = worth[choice[hand]]
        second = max((value for value in values if value < best), default=None)
        loss = None if second is None else best - second
        yield (
            seat,
            format_keep(hand),
            left,
            format_keep(choice[hand]),
            *tell(best),
            *tell(loss),
            values.count(best),
        )


def _tell(numerator: int | None, denominator: int, numbers: Numbers, near: bool) -> Row:
    if numbers == "float":
        return (None if numerator is None else numerator / denominator,)
    if numerator is None:
        return None, None
    value = Fraction(numerator, denominator)
    return float(value), None if near else exact(value)
