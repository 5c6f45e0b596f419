"""Rational numbers in bulk: over one common denominator, and as solutions of linear systems."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from flint import fmpz_mat


def over_common_denominator(values: Iterable[Fraction]) -> tuple[list[int], int]:
    """Return numerators over one denominator, and that denominator.

    >>> over_common_denominator([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    """
    values = list(values)
    common = lcm(*(value.denominator for value in values))
    return [value.numerator * (common // value.denominator) for value in values], common


def mean(weights: Sequence[int], total: int, values: Sequence[Fraction]) -> Fraction:
    """Return the sum of weights times values, over ``total``."""
    numerators, common = over_common_denominator(values)
    return Fraction(sum(map(int.__mul__, weights, numerators)), total * common)


def solve_linear(matrix: Sequence[Sequence[int]], right: Sequence[Fraction]) -> list[Fraction]:
    """Return x with ``matrix @ x == right``, exactly.

    Raises:
        ZeroDivisionError: the matrix is singular.
    """
    numerators, common = over_common_denominator(right)
    solution = fmpz_mat([list(row) for row in matrix]).solve(fmpz_mat([[n] for n in numerators]))
    return [
        Fraction(int(solution[i, 0].p), int(solution[i, 0].q) * common) for i in range(len(right))
    ]


def chain_means(
    totals: Sequence[int],
    moves: Sequence[Iterable[tuple[int, int]]],
    means: Sequence[Fraction],
) -> list[Fraction]:
    """Return what is expected in each state of a Markov chain that is left almost surely.

    Args:
        totals: for each state the number of ways in which it is followed.
        moves: for each state pairs (next state, ways) to states of the chain.
        means: for each state what is expected of its next step itself, and of what lies
            outside the chain.
    """
    matrix = [[0] * len(totals) for _ in totals]
    for place, (total, row) in enumerate(zip(totals, moves, strict=True)):
        matrix[place][place] += total
        for following, ways in row:
            matrix[place][following] -= ways
    return solve_linear(matrix, [n * x for n, x in zip(totals, means, strict=True)])
