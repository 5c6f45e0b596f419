"""The certificate accepts what small games are worth, and nothing else."""

from fractions import Fraction

import pytest

from solver.engine.aftermath import Values
from solver.engine.certificate import Proof, prove
from solver.engine.continuation import continue_after
from solver.engine.rounds import ExactRound, information_of
from solver.errors import PositionError, RefutedError
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Table,
    max_rolls,
    players_of,
)
from tests.engine.small_games import Solved, last_best, solve_small

GAMES = [
    ("jambes", 2),
    ("jambes{legs=1,followers=exactly}", 2),
    ("jambes{legs=3,max_rolls=2,ends=first_out}", 2),
    ("jetons{pot=3}", 2),
    ("jetons{pot=4,suites=off,max_rolls=2}", 2),
    ("jetons{pot=3,opener=winner}", 2),
    ("jetons{pot=3,opener=rotate,points=ace_high}", 2),
    ("jetons{pot=4,nenette_penalty=add,decharge_transfer=one,max_rolls=2}", 2),
    ("jetons{pot=6,max_rolls=1,objective=first_empty_wins}", 2),
    ("jetons{pot=3,charge_rolls=1}", 2),
    ("comptoir{pot=3}", 2),
    ("comptoir-le-bon{pot=3}", 2),
    ("deux-phases{pot=4}", 2),
    ("deux-phases{pot=1,decharge_each=2,max_rolls=2}", 2),
    ("jambes{max_rolls=1}", 3),
    ("jambes{legs=1,max_rolls=2}", 3),
    ("jetons{pot=2,max_rolls=1}", 3),
]
SLOW_GAMES = [
    ("jambes{max_rolls=1,ends=first_out}", 3),
    ("jetons{pot=3,max_rolls=1,opener=winner}", 3),
    ("jetons{pot=2,max_rolls=2,nenette_penalty=replace}", 3),
    ("jetons{pot=3,max_rolls=2,charge_rolls=1,objective=first_empty_wins,followers=exactly}", 3),
]
EVERY_GAME = GAMES + [pytest.param(*game, marks=pytest.mark.slow) for game in SLOW_GAMES]


def _refusal(rules: Rules, players: int, values: Solved) -> str:
    """The position that a refusal names."""
    with pytest.raises(RefutedError) as refused:
        prove(rules, players, values)
    position, _, why = str(refused.value).partition(": ")
    assert why
    assert "\n" not in why
    return position


def _one_more(value: Fraction) -> Fraction:
    """The next fraction over the same denominator."""
    return value + Fraction(1, value.denominator)


def _decisions(rules: Rules, state: Table) -> int:
    """How many decisions a round has, where the last seat's longest turn holds the others."""
    after_opener = information_of(rules, state).following[1:]
    rolls = max_rolls(rules, state)
    decisions = (rolls - 1) * 56
    for seat, known in enumerate(after_opener, start=1):
        is_last = seat == len(after_opener)
        turns = rolls - 1 if is_last else sum(limit - 1 for limit in range(1, rolls + 1))
        decisions += len(known) * turns * 56
    return decisions


@pytest.mark.parametrize(("text", "players"), EVERY_GAME)
def test_the_values_of_a_game_are_proved(text: str, players: int) -> None:
    rules, values = find_rules(text), solve_small(text, players)
    told: list[tuple[int, int]] = []
    proof = prove(rules, players, values, lambda *done: told.append(done))
    assert proof.positions == len(values)
    assert proof.decisions == sum(_decisions(rules, state) for state in values)
    assert told == [(done, len(values)) for done in range(1, len(values) + 1)]


@pytest.mark.parametrize(("text", "players"), GAMES)
def test_one_more_in_any_numerator_is_refused(text: str, players: int) -> None:
    rules, values = find_rules(text), solve_small(text, players)
    names = {format_state(state) for state in values}
    for state, seats in values.items():
        for seat, value in enumerate(seats):
            wrong = (*seats[:seat], _one_more(value), *seats[seat + 1 :])
            assert _refusal(rules, players, {**values, state: wrong}) in names


@pytest.mark.parametrize(("text", "players"), [game for game in GAMES if game[1] == 2])
def test_what_one_seat_is_given_and_the_other_loses_is_refused(text: str, players: int) -> None:
    rules, values = find_rules(text), solve_small(text, players)
    names = {format_state(state) for state in values}
    for state, (value, _) in values.items():
        wrong = (_one_more(value), 1 - _one_more(value))
        assert _refusal(rules, players, {**values, state: wrong}) in names


@pytest.mark.parametrize(("text", "players"), GAMES)
def test_a_missing_position_is_named(text: str, players: int) -> None:
    rules, values = find_rules(text), solve_small(text, players)
    for state in values:
        others = {other: seats for other, seats in values.items() if other != state}
        assert _refusal(rules, players, others) == format_state(state)
        too_few = {**values, state: values[state][1:]}
        assert _refusal(rules, players, too_few) == format_state(state)


@pytest.mark.parametrize(
    ("text", "surplus"),
    [
        ("jambes", Legs((3, 1))),
        ("jambes", Legs((1,))),
        ("jambes", Legs((2, 0, 1))),
        ("jambes", Legs((1, 1, 1))),
        ("jetons{pot=3}", Charge(0, (1, 2))),
        ("jetons{pot=3}", Charge(4, (0, 0))),
        ("jetons{pot=3}", Decharge((3, 0))),
        ("jetons{pot=3}", Decharge((2, 2))),
        ("deux-phases{pot=4}", Decharge((1, 1))),
    ],
)
def test_a_surplus_position_is_named(text: str, surplus: Table) -> None:
    values = {**solve_small(text, 2), surplus: (Fraction(1, 2),) * players_of(surplus)}
    assert _refusal(find_rules(text), 2, values) == format_state(surplus)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        # Stopping at once is a strategy; its values are consistent, but not the best.
        ("jambes{legs=1}", "jambes{legs=1,max_rolls=1}"),
        ("jetons{pot=3}", "jetons{pot=3,max_rolls=1}"),
        ("jetons{pot=3}", "jetons{pot=3,max_rolls=2}"),
        ("jetons{pot=3}", "jetons{pot=3,charge_rolls=1}"),
        ("jetons{pot=3}", "jetons{pot=3,opener=winner}"),
        ("jetons{pot=3}", "jetons{pot=3,followers=exactly}"),
        ("comptoir{pot=3}", "comptoir-le-bon{pot=3}"),
        ("comptoir{pot=3}", "comptoir{pot=3,points=six_high}"),
        ("comptoir{pot=3}", "comptoir{pot=3,nenette_penalty=none}"),
    ],
)
def test_values_of_other_rules_are_refused(text: str, others: str) -> None:
    values = solve_small(others, 2)
    assert _refusal(find_rules(text), 2, values) in {format_state(state) for state in values}


@pytest.mark.slow
def test_an_equilibrium_of_the_opposite_preference_is_refused() -> None:
    """Three players: where one is indifferent, his choice matters to the others."""
    text = "jetons{pot=2,max_rolls=2,objective=first_empty_wins}"
    assert prove(find_rules(text), 3, solve_small(text, 3)) == Proof(4, 201_376)
    opposite = solve_small(text, 3, last_best)
    assert _refusal(find_rules(text), 3, opposite) == "charge 1 1,0,0"


def test_values_after_a_round_that_differ_in_their_sum_are_refused() -> None:
    values, state = solve_small("jetons{pot=3}", 2), Decharge((2, 1))
    value, other = values[state]
    with pytest.raises(RefutedError, match=r"^decharge 1,2: the values after it differ in"):
        prove(find_rules("jetons{pot=3}"), 2, {**values, state: (_one_more(value), other)})


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("jambes", 3),
        ("jambes{followers=exactly,ends=first_out}", 3),
        ("jambes{legs=1}", 4),
        # Somebody is out of jetons when the pot is empty, so there is no décharge.
        ("jetons{pot=2,max_rolls=2,objective=first_empty_wins}", 3),
    ],
)
def test_games_that_never_turn_back_agree_with_exact_rounds(text: str, players: int) -> None:
    """Each round leads nearer to the end: `ExactRound` alone solves the game, in order."""
    rules = find_rules(text)
    values: dict[Table, Values] = {}
    for state in sorted(all_states(rules, players), key=_what_is_left):
        outcomes = information_of(rules, state).outcomes
        after = [continue_after(rules, state, outcome) for outcome in outcomes]
        payoffs = [then.payoffs(values.__getitem__) for then in after]
        values[state] = ExactRound(rules, state, payoffs).start()
    assert prove(rules, players, values).positions == len(values)


def _what_is_left(state: Table) -> int:
    assert isinstance(state, Legs | Charge)
    return sum(state.legs) if isinstance(state, Legs) else state.pot


@pytest.mark.parametrize("players", [1, 9])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_for_so_many_players_is_refused(preset: str, players: int) -> None:
    with pytest.raises(PositionError, match=f"not {players}$"):
        prove(find_rules(preset), players, {})
