"""Exact numbers as people read them: rounded, but never to what they are not."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, log10

from solver.language import decimal

_PLACES = 2
_MOST_PLACES = 12


def percent(value: Fraction) -> str:
    """Return a probability in percent, to two places; only 0 and 1 print as 0 and 100.

    >>> percent(Fraction(1, 36)), percent(Fraction(1, 10**6)), percent(Fraction(0))
    ('2.78 %', '< 0.01 %', '0.00 %')
    """
    hundredths = round(value * 10_000)
    if hundredths == 0 and value:
        return decimal("< 0.01 %")
    if hundredths == 10_000 and value != 1:
        return decimal("> 99.99 %")
    return f"{_rounded(value * 100, _PLACES)} %"


def percents(a: Fraction, b: Fraction) -> tuple[str, str]:
    """Return two probabilities in percent, with as many places as it takes to tell them apart.

    Only 0 and 1 print as 0 and 100.

    >>> percents(Fraction(1, 3), Fraction(1, 4)), percents(Fraction(1, 3), Fraction(33333, 10**5))
    (('33.33 %', '25.00 %'), ('33.3333 %', '33.3330 %'))
    >>> percents(Fraction(1, 4), Fraction(99999, 10**5)), percents(Fraction(0), Fraction(1))
    (('25.000 %', '99.999 %'), ('0.00 %', '100.00 %'))
    """
    first, second = _apart(a * 100, b * 100, (0, 100))
    return f"{first} %", f"{second} %"


def points(value: Fraction) -> str:
    """Return a difference of probabilities in points of a percent, with its sign if negative.

    >>> points(Fraction(1, 9)), points(Fraction(-1, 10**6)), points(Fraction(1, 10**6))
    ('11.11', '−0.0001', '0.0001')
    """
    return _rounded(value * 100, _places(value * 100))


def signed(value: Fraction) -> str:
    """Return the same with its sign also where the difference is positive.

    >>> signed(Fraction(1, 9)), signed(Fraction(0)), signed(Fraction(-1, 9))
    ('+11.11', '0.00', '−11.11')
    """
    return f"+{points(value)}" if value > 0 else points(value)


def amount(value: Fraction) -> str:
    """Return a mean number of jetons, to two places, or more if that were 0 and it is not."""
    return _rounded(value, _places(value))


def amounts(a: Fraction, b: Fraction) -> tuple[str, str]:
    """Return two mean numbers with as many places as it takes to tell them apart."""
    return _apart(a, b, (0,))


def _places(value: Fraction) -> int:
    """Places that show of a number that it is not 0."""
    shown = (places for places in range(_PLACES, _MOST_PLACES) if round(value * 10**places))
    return next(shown, _PLACES if not value else _MOST_PLACES)


def _apart(a: Fraction, b: Fraction, ends: Sequence[int]) -> tuple[str, str]:
    """Two numbers that look alike, or like one of the ends, only where they are."""
    pairs = [(a, b), *((value, Fraction(end)) for value in (a, b) for end in ends)]
    places = _PLACES
    while places < _MOST_PLACES and any(
        x != y and round(x * 10**places) == round(y * 10**places) for x, y in pairs
    ):
        places += 1
    return _rounded(a, places), _rounded(b, places)


def _rounded(value: Fraction, places: int) -> str:
    units = round(abs(value) * 10**places)
    sign = "−" if value < 0 and units else ""
    return decimal(f"{sign}{units // 10**places}.{units % 10**places:0{places}}")


def scientific(value: Fraction) -> str:
    """Return a small number to two places, rounded up.

    >>> scientific(Fraction(1, 2**45))
    '2.9e-14'
    """
    exponent = floor(log10(value)) - 1
    return decimal(f"{ceil(value / Fraction(10) ** exponent) / 10}e{exponent + 1}")
