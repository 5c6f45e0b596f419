"""Numbers of games: jambes counted out, jetons by brute force, and what must add up."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from solver.engine.equilibrium import solve_exactly
from solver.engine.rounds import Values
from solver.errors import PositionError, RefutedError, UnsolvedError
from solver.game.notation import parse_position
from solver.game.state import Legs, Table, players_of, resolve
from solver.study.evaluate import evaluate_profile
from solver.study.numbers import GameNumbers, game_numbers
from solver.study.solve import solve_game
from solver.study.strategies import find_strategy
from tests.checks import one_line
from tests.twins.chains import NaiveChain
from tests.twins.games import Position, position_of

OPENER_SURVIVES = Fraction(1692791176921, 2821109907456)
"""The golden chance of a round between two."""


@cache
def _values(text: str) -> dict[Table, Values]:
    position = parse_position(text)
    players = players_of(resolve(position.rules, position.state))
    return solve_exactly(position.rules, players).values


def _numbers(text: str, most: int = 20) -> GameNumbers:
    return game_numbers(parse_position(text), _values(text).__getitem__, most=most)


def _games_of_legs(legs: int) -> list[tuple[Fraction, int, bool]]:
    """Every course of a game of two: its chance, its rounds, and whether seat 0 wins."""
    found = []
    # Each round has a loser; one course of losers for all rounds that there may be.
    for losers in product((0, 1), repeat=2 * legs - 1):
        left, opener, chance, rounds = [legs, legs], 0, Fraction(1), 0
        for loser in losers:
            if not all(left):
                # The rest is not played: only one of the courses that differ there counts.
                chance *= loser == 0
                continue
            chance *= 1 - OPENER_SURVIVES if loser == opener else OPENER_SURVIVES
            left[loser] -= 1
            opener = loser
            rounds += 1
        found.append((chance, rounds, left[0] > 0))
    return found


@pytest.mark.parametrize("legs", [1, 2, 3, 4, 5])
def test_jambes_counted_out(legs: int) -> None:
    games = _games_of_legs(legs)
    assert sum(chance for chance, _, _ in games) == 1
    found = _numbers(f"jambes{{legs={legs}}}: start 2")
    mean = sum(chance * rounds for chance, rounds, _ in games)
    assert found.rounds.mean == mean
    assert found.rounds.variance == sum(
        chance * (rounds - mean) ** 2 for chance, rounds, _ in games
    )
    wins = sum(chance for chance, _, wins in games if wins)
    assert [of.value for of in found.seats] == [wins, 1 - wins]
    assert found.opening == 2 * wins - 1
    within = [
        sum(chance for chance, rounds, _ in games if rounds <= most) for most in range(1, 2 * legs)
    ]
    assert list(found.within) == within
    for level, rounds in found.quantiles:
        assert within[rounds - 1] * 100 >= level
        assert rounds == 1 or within[rounds - 2] * 100 < level
    assert (found.charge, found.decharge, found.decharge_chance) == (None, None, None)


@cache
def _naive(text: str) -> tuple[NaiveChain, Position]:
    values = {position_of(state): found for state, found in _values(text).items()}
    position = parse_position(text)
    start = position_of(resolve(position.rules, position.state))
    return NaiveChain(position.rules, values.__getitem__), start


@pytest.mark.parametrize(
    "text",
    [
        "jetons{pot=3,max_rolls=2}: start 2",
        "jetons{pot=3,max_rolls=2}: charge 1 0,2",
        "deux-phases{pot=4,max_rolls=1}: start 2",
        pytest.param("jetons{pot=3,max_rolls=1}: start 3", marks=pytest.mark.slow),
        pytest.param("comptoir{pot=4}: start 2", marks=pytest.mark.slow),
    ],
)
def test_jetons_by_brute_force(text: str) -> None:
    found, (naive, start) = _numbers(text), _naive(text)
    for of in found.seats:
        assert of.value == naive.values(start)[of.seat]
        assert of.taken == naive.taken(start, of.seat)
        assert of.whole_pot == naive.whole_pot(start, of.seat)
    assert list(found.within) == [
        sum(naive.exactly(start, k) for k in range(1, most + 1))
        for most in range(1, len(found.within) + 1)
    ]


JOINED = ["jetons{pot=7}: start 2", "comptoir{pot=6}: start 2", "jetons{pot=7}: charge 3 4,0"]


@pytest.mark.parametrize("text", JOINED)
def test_what_adds_up(text: str) -> None:
    found = _numbers(text)
    position = parse_position(text)
    assert found.charge is not None
    assert found.decharge is not None
    assert found.decharge_chance is not None
    assert found.charge.rounds.mean + found.decharge.rounds.mean == found.rounds.mean
    start = resolve(position.rules, position.state)
    pot = position_of(start).pot
    assert found.charge.jetons == sum(of.taken for of in found.seats) == pot
    # Of two, either one holds everything after the charge, or they play on.
    assert found.decharge_chance + sum(of.whole_pot for of in found.seats) == 1
    assert 1 <= found.charge.rounds.mean <= pot


def test_two_games_instead_of_phases() -> None:
    """A charge alone is a game as well, and rounds in it are all its rounds."""
    alone = _numbers("deux-phases{pot=5}: start 2")
    assert alone.charge is not None
    assert alone.charge.rounds == alone.rounds
    assert (alone.decharge, alone.decharge_chance) == (None, None)
    after = _numbers("deux-phases{pot=5}: decharge 2,2")
    assert after.decharge is not None
    assert after.decharge.rounds == after.rounds
    assert after.charge is None
    assert after.decharge_chance == 1


@pytest.mark.parametrize("text", ["jetons{pot=4}: start 2", "jambes: start 2"])
def test_rounds_as_strategies_evaluated_exactly(text: str) -> None:
    position = parse_position(text)
    solve_game(position.rules, 2)
    optimal = find_strategy("optimal")
    start = resolve(position.rules, position.state)
    evaluated = evaluate_profile(position.rules, start, [optimal, optimal])
    found = game_numbers(position)
    assert evaluated.rounds == found.rounds.mean
    assert evaluated.values == tuple(of.value for of in found.seats)


def test_three_players() -> None:
    found = _numbers("jambes: start 3")
    values = _values("jambes: start 3")
    assert [of.seat for of in found.seats] == [0, 1, 2]
    assert tuple(of.value for of in found.seats) == values[Legs((2, 2, 2))]
    assert found.opening == found.seats[0].value - found.seats[2].value
    # Two of three lose both their legs, and the third may lose one.
    assert found.within[2] == 0
    assert found.within[3] > 0
    assert found.within[4:] == (Fraction(1),)


def test_seats_that_are_out_are_left_out() -> None:
    found = _numbers("jambes: legs 2,0,1")
    alone = _numbers("jambes: legs 2,1")
    assert [of.seat for of in found.seats] == [0, 2]
    assert [of.value for of in found.seats] == [of.value for of in alone.seats]
    assert found.rounds == alone.rounds


def test_opening_compares_with_the_next_seat_opening() -> None:
    values = _values("jambes: start 2")
    for counts in product((1, 2), repeat=2):
        found = _numbers(f"jambes: legs {counts[0]},{counts[1]}")
        assert found.opening == values[Legs(counts)][0] - values[Legs(counts[::-1])][1] > 0
    found = _numbers("jetons{pot=5}: charge 2 3,0")
    other = _numbers("jetons{pot=5}: charge 2 0,3")
    assert found.opening == found.seats[0].value - other.seats[1].value
    assert _numbers("jambes{max_rolls=1}: start 2").opening == 0


def test_golden_numbers_of_the_preset_itself() -> None:
    found = game_numbers(parse_position("jetons: start 2"))
    assert float(found.seats[0].value) == pytest.approx(0.51173028806, abs=1e-11)
    assert found.seats[0].value + found.seats[1].value == 1
    assert found.opening == found.seats[0].value - found.seats[1].value
    assert found.states == len(_reached(21))
    assert found.generating is None


def _reached(pot: int) -> list[tuple[int, int]]:
    """(jetons of seat 0, jetons of seat 1) in a game: in the charge the loser opens, with some."""
    charge = [(one, held - one) for held in range(pot) for one in range(min(1, held), held + 1)]
    return [*charge, *((one, pot - one) for one in range(1, pot))]


def test_as_many_chances_as_wanted() -> None:
    text = "jetons{pot=5}: start 2"
    few, many = _numbers(text, most=2), _numbers(text, most=60)
    assert (len(few.within), len(many.within)) == (2, 60)
    assert many.within[:2] == few.within
    assert few.quantiles == many.quantiles
    assert [level for level, _ in few.quantiles] == [50, 90, 99]
    for level, rounds in few.quantiles:
        assert 100 * many.within[rounds - 1] >= level > 100 * many.within[rounds - 2]


def test_generating_functions_of_small_games_only() -> None:
    small, large = _numbers("jetons{pot=7}: start 2"), _numbers("jetons{pot=8}: start 2")
    assert small.generating is not None
    assert large.generating is None
    assert small.states <= 30 < large.states


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("round 2", "'round 2'"),
        ("jambes: legs 2,1 | seen 421 in 1", "seen 421 in 1"),
        ("jambes: legs 2,1 | roll 421 left 1", "roll 421 left 1"),
        ("jambes: legs 2,1 | player 1", "player 1"),
    ],
)
def test_refused_where_no_round_of_a_game_begins(text: str, quoted: str) -> None:
    with pytest.raises(PositionError) as error:
        game_numbers(parse_position(text))
    assert quoted in one_line(error.value)


def test_unsolved_and_wrong_tables() -> None:
    with pytest.raises(UnsolvedError):
        game_numbers(parse_position("jetons{pot=6}: start 2"))
    values = {state: value[::-1] for state, value in _values("jambes: start 2").items()}
    with pytest.raises(RefutedError, match="jambes"):
        game_numbers(parse_position("jambes: start 2"), values.__getitem__)
