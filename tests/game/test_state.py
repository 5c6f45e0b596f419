"""Positions between rounds: what they are, and named examples of what follows a round."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PositionError
from solver.game.legality import all_states, check_state, decharge_each
from solver.game.notation import parse_state
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    End,
    Legs,
    Next,
    Outcome,
    Round,
    Start,
    State,
    Table,
    after_round,
    max_rolls,
    opening,
    payoff_total,
    payoff_when_out,
    resolve,
    round_kind,
    seats_in_play,
    without_the_saved,
)
from tests.strategies import legal_states, named_rules, rolls_allowed, seats_that_roll


@given(named_rules(), st.data())
def test_legal_states_are_accepted_and_described(rules: Rules, data: st.DataObject) -> None:
    state = data.draw(legal_states(rules))
    check_state(rules, state)
    assert list(seats_in_play(resolve(rules, state))) == seats_that_roll(state)
    assert max_rolls(rules, state) == rolls_allowed(rules, state)


def _accepted(rules: Rules, state: Table) -> bool:
    try:
        check_state(rules, state)
    except PositionError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("jambes", 2),
        ("jambes{ends=first_out}", 2),
        ("jetons{pot=5}", 5),
        ("comptoir{pot=5}", 5),
        ("deux-phases{pot=5}", 5),
        ("deux-phases{pot=5,decharge_each=2}", 8),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_states_are_those_accepted_without_the_saved(
    name: str, most: int, players: int
) -> None:
    rules = find_rules(name)
    candidates: list[Table] = []
    for counts in product(range(most + 1), repeat=players):
        candidates += [Legs(counts), Decharge(counts)]
        candidates += [Charge(pot, counts) for pot in range(most + 1)]
    expected = {without_the_saved(state) for state in candidates if _accepted(rules, state)}
    found = list(all_states(rules, players))
    assert len(found) == len(set(found))
    assert set(found) == expected


@given(named_rules(), st.integers(2, 8))
def test_a_game_opens_as_the_rules_say(rules: Rules, players: int) -> None:
    expected: Table = Charge(rules.pot, (0,) * players)
    if rules.mode == "legs":
        expected = Legs((rules.legs,) * players)
    assert opening(rules, players) == resolve(rules, Start(players)) == expected
    check_state(rules, Start(players))
    check_state(rules, expected)


def test_a_round_alone() -> None:
    for players in range(2, 9):
        for loser in range(players):
            after = after_round(Rules(), Round(players), Outcome(None, loser, 0))
            payoffs = tuple(Fraction(seat != loser) for seat in range(players))
            assert after == End(payoffs)


# Rules, state, winner, loser, jetons at stake, what follows: a state and the seat that opens it,
# or payoffs.
EXAMPLES: list[tuple[str, str, int | None, int, int, tuple[str, int] | str]] = [
    ("jetons", "charge 21 0,0", None, 1, 10, ("charge 11 10,0", 1)),
    ("jetons", "charge 21 0,0", None, 0, 10, ("charge 11 10,0", 0)),
    ("jetons", "charge 4 10,7", None, 1, 10, ("decharge 11,10", 1)),
    ("jetons", "charge 4 0,17", None, 1, 4, "1 0"),
    ("jetons", "charge 4 0,17,0", None, 1, 9, "1 0 1"),
    ("jetons", "charge 4 0,7,10", None, 1, 4, ("decharge 11,10,0", 1)),
    ("jetons", "decharge 10,11", 0, 1, 2, ("decharge 13,8", 1)),
    ("jetons", "decharge 10,11", 0, 1, 10, "1 0"),
    ("jetons", "decharge 3,11,7", 0, 1, 6, ("decharge 14,7,0", 1)),
    ("jetons{opener=winner}", "decharge 3,11,7", 0, 1, 6, ("decharge 14,7,0", 1)),
    ("jetons{opener=winner}", "decharge 3,11,7", 0, 1, 2, ("decharge 1,13,7", 0)),
    ("jetons{opener=winner}", "charge 4 0,7,10", 0, 1, 4, ("decharge 11,10,0", 1)),
    ("jetons{opener=winner}", "charge 5 0,7,9", 0, 1, 4, ("charge 1 0,11,9", 0)),
    ("jetons{opener=rotate}", "decharge 3,11,7", 1, 0, 6, ("decharge 5,7,9", 1)),
    ("jetons{opener=rotate}", "decharge 3,5,13", 1, 0, 5, ("decharge 13,8,0", 2)),
    ("jetons{opener=rotate}", "charge 5 0,7,9", None, 0, 4, ("charge 1 7,9,4", 1)),
    ("jetons{opener=rotate}", "charge 4 8,0,9", None, 0, 4, ("decharge 9,12,0", 2)),
    ("comptoir", "charge 4 0,17", None, 1, 4, "1 0"),
    ("comptoir", "charge 4 0,17,0", None, 1, 4, "1/2 0 1/2"),
    ("comptoir", "charge 4 0,7,10", None, 1, 4, "1 0 0"),
    ("comptoir", "charge 4 1,7,9", None, 1, 4, ("decharge 11,9,1", 1)),
    ("comptoir", "decharge 3,11,7", 0, 1, 6, "1 0 0"),
    ("deux-phases", "charge 1 10,10", None, 1, 1, "1 0"),
    ("deux-phases", "charge 3 6,6,6", None, 1, 3, "1/2 0 1/2"),
    ("deux-phases", "charge 3 9,6,3", None, 2, 5, "0 1/2 1/2"),
    ("deux-phases", "charge 3 6,3,9", None, 1, 10, "1/2 1/2 0"),
    ("deux-phases", "decharge 10,10", 1, 0, 10, "0 1"),
    ("deux-phases", "decharge 10,10", 1, 0, 7, ("decharge 17,3", 0)),
    ("jambes", "legs 2,2", None, 0, 0, ("legs 1,2", 0)),
    ("jambes", "legs 2,2", None, 1, 0, ("legs 1,2", 1)),
    ("jambes", "legs 1,2", None, 0, 0, "0 1"),
    ("jambes", "legs 1,2,2", None, 0, 0, ("legs 2,2,0", 1)),
    ("jambes", "legs 1,0,2", None, 0, 0, "0 0 1"),
    ("jambes", "legs 2,0,1,1", None, 3, 0, ("legs 2,0,1,0", 0)),
    ("jambes{ends=first_out}", "legs 1,2,2", None, 0, 0, "0 1 1"),
]


@pytest.mark.parametrize(("name", "text", "winner", "loser", "jetons", "after"), EXAMPLES)
def test_examples(
    name: str,
    text: str,
    winner: int | None,
    loser: int,
    jetons: int,
    after: tuple[str, int] | str,
) -> None:
    state = parse_state(text)
    assert not isinstance(state, Start)
    expected: Next | End
    if isinstance(after, str):
        expected = End(tuple(map(Fraction, after.split())))
    else:
        following = parse_state(after[0])
        assert not isinstance(following, Start)
        expected = Next(following, after[1])
    assert after_round(find_rules(name), state, Outcome(winner, loser, jetons)) == expected


def test_jetons_of_a_decharge_alone() -> None:
    rules = find_rules("deux-phases")
    assert [decharge_each(rules, players) for players in range(2, 9)] == [10, 7, 5, 4, 3, 3, 2]
    assert decharge_each(find_rules("deux-phases{decharge_each=4}"), 8) == 4
    with pytest.raises(PositionError, match="a pot of 3 gives 4 players no jeton each; set dech"):
        decharge_each(find_rules("deux-phases{pot=3}"), 4)


def test_what_a_round_decides() -> None:
    rules = find_rules("jetons")
    for text, names_winner, jetons in [
        ("round 2", False, "none"),
        ("charge 5 10,6", False, "charge"),
        ("decharge 10,11", True, "decharge"),
    ]:
        kind = round_kind(rules, resolve(rules, parse_state(text)))
        assert (kind.names_winner, kind.jetons) == (names_winner, jetons)
    assert round_kind(find_rules("jetons{opener=winner}"), Charge(21, (0, 0))).names_winner
    assert round_kind(find_rules("jambes"), Legs((2, 2))).jetons == "none"


def test_each_phase_has_its_rolls() -> None:
    states: list[State] = [Charge(21, (0, 0)), Start(2), Decharge((10, 11)), Round(2)]
    for name, rolls in {
        "jetons": [3, 3, 3, 3],
        "jetons{charge_rolls=1}": [1, 1, 3, 3],
        "jetons{decharge_rolls=2}": [3, 3, 2, 3],
    }.items():
        assert [max_rolls(find_rules(name), state) for state in states] == rolls


def test_what_payoffs_sum_to() -> None:
    """One win is shared; or all but one win, and who is out has won already."""
    for name, total, when_out in [
        ("jambes", 1, 0),
        ("jambes{ends=first_out}", 3, 0),
        ("jetons", 3, 1),
        ("comptoir{objective=first_empty_wins}", 1, 1),
        ("deux-phases", 1, 1),
    ]:
        rules = find_rules(name)
        assert (payoff_total(rules, 4), payoff_when_out(rules)) == (total, Fraction(when_out))


def test_seats_and_the_saved() -> None:
    assert seats_in_play(Legs((2, 0, 1, 0))) == (0, 2)
    assert seats_in_play(Decharge((5, 0, 16))) == (0, 2)
    assert seats_in_play(Charge(5, (0, 0, 16))) == (0, 1, 2)
    assert without_the_saved(Legs((2, 0, 1, 0))) == Legs((2, 1))
    assert without_the_saved(Decharge((5, 0, 16))) == Decharge((5, 16))
    assert without_the_saved(Charge(5, (0, 0, 16))) == Charge(5, (0, 0, 16))
    assert without_the_saved(Round(3)) == Round(3)
