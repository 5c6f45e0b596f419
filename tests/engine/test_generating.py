"""Generating functions against linear algebra, chances followed forwards, and sympy's reading."""

from fractions import Fraction
from itertools import islice, pairwise

import pytest
import sympy

from solver.engine.chain import Chain, build_chain
from solver.engine.equilibrium import solve_exactly
from solver.engine.generating import RationalFunction, generating_function
from solver.game.notation import parse_state
from solver.game.presets import find_rules
from solver.game.state import resolve

GAMES = [
    *((f"jambes{{legs={legs}}}", "start 2") for legs in range(1, 6)),
    ("jambes{legs=5}", "legs 2,5"),
    ("jetons{pot=2}", "start 2"),
    ("jetons{pot=4}", "start 2"),
    ("jetons{pot=6,opener=rotate}", "start 2"),
    ("jetons{pot=6}", "decharge 2,4"),
    ("comptoir{pot=5}", "start 2"),
    ("deux-phases{pot=11,max_rolls=2}", "decharge 5,5"),
]
each_game = pytest.mark.parametrize(("rules", "start"), GAMES)
SERIES = 25


def _chain(text: str, start: str) -> Chain:
    rules = find_rules(text)
    values = solve_exactly(rules, 2).values
    return build_chain(rules, resolve(rules, parse_state(start)), values.__getitem__)


def _one(*_: object) -> int:
    return 1


def _series(function: RationalFunction, terms: int) -> list[Fraction]:
    """The coefficients of a power series: of numerator = denominator times series."""
    under = [*function.denominator, *[0] * terms]
    over = [*function.numerator, *[0] * terms]
    found: list[Fraction] = []
    for power in range(terms):
        known = sum((under[power - n] * found[n] for n in range(power)), Fraction(0))
        found.append((over[power] - known) / under[0])
    return found


@each_game
def test_derivatives_at_1(rules: str, start: str) -> None:
    chain = _chain(rules, start)
    z = sympy.Symbol("z")
    over, under = (
        sympy.Poly.from_list(part[::-1], z)
        for function in [generating_function(chain)]
        for part in (function.numerator, function.denominator)
    )
    # Of G = N / D: D G' = N' - G D', and D G'' = N'' - 2 G' D' - G D''.
    bottom = under.eval(1)
    value = over.eval(1) / bottom
    first = (over.diff().eval(1) - value * under.diff().eval(1)) / bottom
    second = (
        over.diff().diff().eval(1)
        - 2 * first * under.diff().eval(1)
        - value * under.diff().diff().eval(1)
    ) / bottom
    means = chain.expect(_one)
    variance = chain.variance(_one, means)
    assert value == 1
    assert first == sympy.Rational(*means[chain.start].as_integer_ratio())
    assert second + first - first**2 == sympy.Rational(*variance.as_integer_ratio())


@each_game
def test_series_is_the_chances(rules: str, start: str) -> None:
    chain = _chain(rules, start)
    within = [Fraction(0), *(Fraction(*ways) for ways in islice(chain.over_within(), SERIES))]
    exactly = [Fraction(0), *(later - earlier for earlier, later in pairwise(within))]
    assert _series(generating_function(chain), SERIES + 1) == exactly


@each_game
def test_lowest_terms_and_text(rules: str, start: str) -> None:
    function = generating_function(_chain(rules, start))
    assert function.denominator[0] > 0
    assert function.numerator[-1] != 0 != function.denominator[-1]
    z = sympy.Symbol("z")
    over, under = (
        sympy.Poly.from_list(part[::-1], z) for part in (function.numerator, function.denominator)
    )
    assert sympy.gcd(over, under) == 1
    read = sympy.sympify(str(function))
    assert sympy.cancel(read - over.as_expr() / under.as_expr()) == 0


def test_a_cycle_has_poles() -> None:
    """Play that may go on for ever gives no polynomial; legs, which run down, give one."""
    assert len(generating_function(_chain("jetons{pot=4}", "start 2")).denominator) > 1
    assert len(generating_function(_chain("jambes", "start 2")).denominator) == 1
