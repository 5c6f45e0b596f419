"""What is known of a game's states, and how it is written.

A state's line has the values of its seats but for the last, since the payoffs of all sum to a
known number. A value is an exact fraction in hexadecimal, ``1a2b/3c4d``, or the middle of an
enclosure, in units of 2**-128: ``1a2b~``. Where there are enclosures, each line ends with a
bound on the rounds that are left on average, in units of 2**-32: ``<1a2b``. With it is proved
how near the values are to what the strategies pay that they select (`solver.engine.enclosure`).
While a game is not solved to its end the bound is a fraction, ``<1a2b/4``: who goes on from a
rounded one would end with another table.

Hexadecimal is read in linear time, and Python's limit on decimal digits does not bind it.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from solver.engine.rounds import Values
from solver.errors import TableError
from solver.game.legality import all_states
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, payoff_total, players_of
from solver.language import _

VALUE_BITS, ROUNDS_BITS = 128, 32

_FRACTION = re.compile(r"(0|[1-9a-f][0-9a-f]*)/([1-9a-f][0-9a-f]*)")
_ENCLOSURE = re.compile(r"(0|[1-9a-f][0-9a-f]*)~")
_ROUNDS = re.compile(r"<([1-9a-f][0-9a-f]*)(?:/([1-9a-f][0-9a-f]*))?")


@dataclass(frozen=True)
class Enclosing:
    """How values are written that are not all exact.

    Attributes:
        within: how far they may be from what the strategies pay that they select; a power of 2.
        rounds: for each state a bound on the rounds left, on average.
        exact: states whose values are exact all the same, and written so.
        circles: the first state of each component in which what is best goes round in a circle.
    """

    within: Fraction
    rounds: Mapping[Table, Fraction]
    exact: Collection[Table] = field(default=())
    circles: Collection[Table] = field(default=())


@dataclass(frozen=True)
class Known:
    """The values of a state's seats, each true to within ``radius``; exact if that is 0."""

    values: Values
    radius: Fraction


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The values of a game's states, as they stand in a file; equal to itself alone.

    Attributes:
        rules: what they hold under.
        players: at the start of the game; where players leave, states of fewer are here too.
        within: how far the values that are only enclosed may be from the truth.
        lines: for each state the text of its values.
        circles: the states where what is best goes round in a circle, as texts.
    """

    rules: Rules
    players: int
    within: Fraction
    lines: Mapping[str, str]
    circles: Collection[str]

    def values(self, state: Table) -> Values:
        """Return the exact values of a state's seats, all of them in play, opener first.

        Raises:
            TableError: the state is not in the table, or only enclosed in it, or what stands
                there cannot be.
        """
        known = self.known(state)
        if known.radius:
            raise TableError(
                _("{table} only encloses the values of {state!r}").format(
                    table=self._name(), state=format_state(state)
                )
            )
        return known.values

    def known(self, state: Table) -> Known:
        """Return the values of a state's seats, exact or in the middle of their enclosures.

        Raises:
            TableError: the state is not in the table, or what stands there cannot be.
        """
        parts, seats = self._line(state), players_of(state)
        exact = all("/" in part for part in parts[: seats - 1])
        shown = [parse_value(part) for part in parts[: seats - 1]]
        values = [value for value in shown if value is not None]
        values.append(payoff_total(self.rules, seats) - sum(values, Fraction(0)))
        radius = Fraction(0) if exact else self.within
        rounds = [parse_rounds(part) for part in parts[seats - 1 :]]
        whole = len(values) == seats and len(rounds) <= 1 and None not in rounds
        if not (whole and all(-radius <= value <= 1 + radius for value in values)):
            raise TableError(
                _("{table} has no values of {seats} seats at {state!r}").format(
                    table=self._name(), seats=seats, state=format_state(state)
                )
            )
        return Known(tuple(values), radius)

    def rounds(self, state: Table) -> Fraction | None:
        """Return a bound on the rounds left, on average; None in a table of exact values.

        Raises:
            TableError: the state is not in the table.
        """
        return parse_rounds(self._line(state)[-1])

    def _line(self, state: Table) -> list[str]:
        text = format_state(state)
        if text not in self.lines:
            raise TableError(
                _("{table} has no state {state!r}; solve the game again").format(
                    table=self._name(), state=text
                )
            )
        return self.lines[text].split("\t")

    def _name(self) -> str:
        return _("the table of {rules} for {players} players").format(
            rules=self.rules.name, players=self.players
        )

    def items(self) -> Iterator[tuple[Table, Known]]:
        """Yield every state that is here with its values, in the order of `all_states`.

        Raises:
            TableError: there is a state that the game does not have, or impossible values.
        """
        texts = {format_state(state): state for state in all_states(self.rules, self.players)}
        if surplus := set(self.lines) - set(texts):
            raise TableError(
                _("{table} has a state {state!r} too many").format(
                    table=self._name(), state=min(surplus)
                )
            )
        for text, state in texts.items():
            if text in self.lines:
                yield state, self.known(state)


def parse_value(text: str) -> Fraction | None:
    """Return the number in lowest terms, or the middle of the enclosure, that a text writes."""
    if match := _FRACTION.fullmatch(text):
        value = Fraction(int(match[1], 16), int(match[2], 16))
        return value if f"{value.numerator:x}/{value.denominator:x}" == text else None
    if match := _ENCLOSURE.fullmatch(text):
        return Fraction(int(match[1], 16), 2**VALUE_BITS)
    return None


def parse_rounds(text: str) -> Fraction | None:
    """Return the rounds that a text writes, if it writes any."""
    match = _ROUNDS.fullmatch(text)
    if match is None:
        return None
    return Fraction(int(match[1], 16), int(match[2], 16) if match[2] else 2**ROUNDS_BITS)


def format_line(values: Values, rounds: Fraction | None, exact: bool, complete: bool) -> str:
    """Return the text of a state's values, and of the rounds left if there is a bound."""
    if exact:
        parts = [f"{value.numerator:x}/{value.denominator:x}" for value in values[:-1]]
    else:
        parts = [f"{round(value * 2**VALUE_BITS):x}~" for value in values[:-1]]
    if rounds is not None and complete:
        parts.append(f"<{ceil(rounds * 2**ROUNDS_BITS):x}")
    elif rounds is not None:
        parts.append(f"<{rounds.numerator:x}/{rounds.denominator:x}")
    return "\t".join(parts)
