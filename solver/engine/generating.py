"""The generating function of the number of rounds that are left in a solved game.

With P(k) the chance that play takes exactly k rounds, G(z) = sum of P(k) z**k. From each state

    G[s](z) = z * sum over steps of P(step) G[state after it](z),    1 where play is over,

a linear system over the polynomials in z, solved by elimination without fractions; so G is a
rational function. G(1) = 1, G'(1) is the mean, and its series holds all chances at once.
"""

from dataclasses import dataclass

from solver.engine.chain import Chain


@dataclass(frozen=True)
class RationalFunction:
    """A quotient of two polynomials in lowest terms.

    Attributes:
        numerator: whole coefficients, constant term first.
        denominator: likewise; its constant term is positive.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def __str__(self) -> str:
        """Return the function of z as Python and sympy read it.

        >>> str(RationalFunction((0, 0, 1), (6, -1)))
        '(1*z**2)/(6 - 1*z)'
        """
        return f"({_format(self.numerator)})/({_format(self.denominator)})"


def _format(coefficients: tuple[int, ...]) -> str:
    powers = ("", "*z", *(f"*z**{power}" for power in range(2, len(coefficients))))
    terms = [
        f"{number}{power}" for number, power in zip(coefficients, powers, strict=False) if number
    ]
    return " + ".join(terms).replace("+ -", "- ")


def generating_function(chain: Chain) -> RationalFunction:
    """Return the generating function of the number of rounds from the chain's start on.

    It takes a second for some 25 states, and grows with about the fourth power.
    """
    from sympy import ZZ  # here, because most commands do without sympy
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.rings import ring

    polynomials, z = ring("z", ZZ)
    index = {state: place for place, state in enumerate(chain.laws)}
    size = len(index)
    left = [[polynomials.zero] * size for _ in index]
    right = [[polynomials.zero] for _ in index]
    for state, place in index.items():
        law = chain.laws[state]
        left[place][place] += law.total
        for step, ways in zip(law.steps, law.ways, strict=True):
            if step.then.state is None:
                right[place][0] += ways * z
            else:
                left[place][index[step.then.state]] -= ways * z
    domain = polynomials.to_domain()
    over, under = DomainMatrix(left, (size, size), domain).solve_den(
        DomainMatrix(right, (size, 1), domain)
    )
    numerator, denominator = over.to_list()[index[chain.start]][0].cancel(under)
    sign = 1 if denominator.coeff(1) > 0 else -1
    return RationalFunction(
        *(
            tuple(int(sign * part.coeff(z**power)) for power in range(part.degree() + 1))
            for part in (numerator, denominator)
        )
    )
