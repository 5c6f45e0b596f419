"""Whatever is asked about a position: JSON by its schema, and a position that asks it again."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.dice import KEEPS_OF
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, check_position, format_position
from solver.game.presets import PRESETS, find_rules
from solver.game.state import Round, State
from tests.commands.running import ask_json
from tests.schemas import validator
from tests.strategies import hands, legal_states, named_rules, rolls_allowed, seats_that_roll

ADVISE, VALUE = validator("advise"), validator("value")


@st.composite
def answerable(draw: st.DrawFn) -> Position:
    """A position with a roll on the table that is answered at once.

    Rounds of two and three by any rules, and games of two by the presets, which have tables.
    """
    if draw(st.booleans()):
        rules = draw(named_rules())
        state: State = draw(st.sampled_from([Round(2), Round(2), Round(3)]))
    else:
        rules = find_rules(draw(st.sampled_from(PRESETS)))
        # Of more players who roll there are no tables to answer from.
        state = draw(legal_states(rules).filter(lambda state: len(seats_that_roll(state)) == 2))
    seats = seats_that_roll(state)
    rolls = rolls_allowed(rules, state)
    seen = tuple(draw(st.lists(hands, max_size=len(seats) - 1)))
    limit = draw(st.integers(1, rolls)) if seen else 0
    left = draw(st.integers(0, (limit or rolls) - 1))
    return check_position(Position(rules, state, seen, limit, draw(hands), left))


@settings(max_examples=30)
@given(answerable())
def test_advice_keeps_to_its_schema_and_asks_itself_again(position: Position) -> None:
    document = ask_json("advise", format_position(position))
    ADVISE.validate(document)
    assert document["position"] == format_position(position)
    assert ask_json("advise", document["position"]) == document
    roll = position.roll
    assert roll is not None
    losses = [Fraction(choice["loss"]["exact"]) for choice in document["choices"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    keeps = [choice["keep"] for choice in document["choices"]]
    assert len(set(keeps)) == len(keeps)
    assert set(keeps) <= {format_keep(keep) for keep in KEEPS_OF[roll]}


@settings(max_examples=15)
@given(answerable())
def test_values_keep_to_their_schema_and_ask_themselves_again(position: Position) -> None:
    document = ask_json("value", format_position(position))
    VALUE.validate(document)
    assert document["position"] == format_position(position)
    assert ask_json("value", document["position"]) == document
    advised = ask_json("advise", document["position"])["value"]["exact"]
    seats = seats_that_roll(position.state)
    worth = {player["seat"]: player["value"]["exact"] for player in document["players"]}
    assert worth[seats[len(position.seen)]] == advised
