"""Whole games by brute force: small pots and few legs, every position from the prose alone.

A position lists the players in play, opener first. Charge and legs only run down, so they
are solved by recursion. In a décharge between two, jetons come back; there strategies are
improved until they are best against the values that they bring, which proves those values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from solver.errors import PositionError
from solver.game.legality import decharge_each
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table
from tests.twins.hands import Outcome
from tests.twins.rounds import NaiveRound, Vector


@dataclass(frozen=True)
class Position:
    """``counts`` are legs or jetons, opener first; in a lone round they mean nothing.

    ``phase`` is round, legs, charge or decharge.
    """

    phase: str
    counts: tuple[int, ...]
    pot: int = 0


def position_of(state: Table) -> Position:
    """Return a state in the words of this module."""
    match state:
        case Round(players):
            return Position("round", (1,) * players)
        case Legs(counts):
            return Position("legs", counts)
        case Charge(pot, counts):
            return Position("charge", counts, pot)
        case Decharge(counts):
            return Position("decharge", counts)


def _holdings(total: int, players: int) -> list[tuple[int, ...]]:
    if players == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(total + 1)
        for rest in _holdings(total - first, players - 1)
    ]


def all_in_play(rules: Rules, players: int) -> list[Table]:
    """Return every state of a game in which everybody is in play."""
    if rules.mode == "legs":
        return [Legs(legs) for legs in product(range(1, rules.legs + 1), repeat=players)]
    charges: list[Table] = [
        Charge(pot, held)
        for pot in range(1, rules.pot + 1)
        for held in _holdings(rules.pot - pot, players)
    ]
    jetons = rules.pot
    if rules.phases == "separate":
        try:
            jetons = decharge_each(rules, players) * players
        except PositionError:  # not a jeton for everyone: there is no décharge to play
            return charges
    return charges + [Decharge(held) for held in _holdings(jetons, players) if all(held)]


@dataclass(frozen=True)
class Leads:
    """What an outcome leads to: each player's seat in ``position``, or his final payoff."""

    position: Position | None
    seats: tuple[int | None, ...]
    payoffs: Vector


def _over(payoffs: list[Fraction]) -> Leads:
    return Leads(None, (None,) * len(payoffs), tuple(payoffs))


def _share(winners: list[int], players: int) -> Leads:
    share = Fraction(1, len(winners))
    return _over([share if seat in winners else Fraction(0) for seat in range(players)])


def _all_but(losers: list[int], players: int) -> Leads:
    return _over([Fraction(seat not in losers) for seat in range(players)])


def _goes_on(position: Position, opener: int, leavers_get: int) -> Leads:
    """The next round: whoever has nothing has left, and the table is read from the opener."""
    players = len(position.counts)
    everyone_stays = position.phase == "charge"
    order = [(opener + turn) % players for turn in range(players)]
    order = [seat for seat in order if position.counts[seat] or everyone_stays]
    seats = tuple(order.index(seat) if seat in order else None for seat in range(players))
    left = tuple(Fraction(leavers_get if seat is None else 0) for seat in seats)
    counts = tuple(position.counts[seat] for seat in order)
    return Leads(Position(position.phase, counts, position.pot), seats, left)


def _opener(rules: Rules, outcome: Outcome) -> int:
    winner, loser, _ = outcome
    if rules.mode == "tokens" and rules.opener == "rotate":
        return 1
    if rules.mode == "tokens" and rules.opener == "winner":
        assert winner is not None
        return winner
    return loser


def lead(rules: Rules, position: Position, outcome: Outcome) -> Leads:
    """Return where an outcome of a position's round leads."""
    winner, loser, jetons = outcome
    players, counts, pot = len(position.counts), list(position.counts), position.pot
    opener = _opener(rules, outcome)
    if position.phase == "legs":
        counts[loser] -= 1
        if counts[loser] == 0 and rules.ends == "first_out":
            return _all_but([loser], players)
        if counts[loser] == 0 and players == 2:
            return _share([1 - loser], players)
        return _goes_on(Position("legs", tuple(counts)), opener, 0)
    if position.phase == "charge":
        taken = min(jetons, pot)
        counts[loser] += taken
        pot -= taken
        if pot:
            return _goes_on(Position("charge", tuple(counts), pot), opener, 0)
        if rules.phases == "separate":
            least = min(counts)
            return _share([s for s in range(players) if counts[s] == least], players)
    else:
        assert winner is not None
        given = min(jetons, counts[winner])
        counts[winner] -= given
        counts[loser] += given
    empty = [seat for seat in range(players) if counts[seat] == 0]
    if empty and (rules.objective == "first_empty_wins" or rules.phases == "separate"):
        return _share(empty, players)
    if len(empty) == players - 1:
        return _all_but([s for s in range(players) if s not in empty], players)
    return _goes_on(Position("decharge", tuple(counts)), opener, 1)


def naive_round(
    rules: Rules, position: Position, payoffs: Callable[[Outcome], Vector]
) -> NaiveRound:
    """Return the round that is played in a position."""
    special = {"charge": rules.charge_rolls, "decharge": rules.decharge_rolls}
    phase = position.phase if position.phase in special else "none"
    return NaiveRound(
        rules,
        len(position.counts),
        cache(payoffs),
        phase=phase,
        names_winner=phase == "decharge" or (phase == "charge" and rules.opener == "winner"),
        rolls=special.get(phase, 0) or rules.max_rolls,
    )


class NaiveGame:
    """Every player's value in every position of a game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.values = cache(self._values)
        self._duel = cache(self._solve_duel)

    def _values(self, position: Position) -> Vector:
        if position.phase == "decharge" and len(position.counts) == 2:
            return self._duel(sum(position.counts))[position]
        return naive_round(
            self.rules, position, lambda outcome: self._worth(position, outcome)
        ).start()

    def _worth(self, position: Position, outcome: Outcome) -> Vector:
        leads = lead(self.rules, position, outcome)
        if leads.position is None:
            return leads.payoffs
        later = self.values(leads.position)
        return tuple(
            final if seat is None else later[seat]
            for seat, final in zip(leads.seats, leads.payoffs, strict=True)
        )

    def _solve_duel(self, jetons: int) -> dict[Position, Vector]:
        """Solve the décharge between two players who hold so many jetons together."""
        places = [Position("decharge", (held, jetons - held)) for held in range(1, jetons)]
        even: Vector = (Fraction(1, 2), Fraction(1, 2))
        values = dict.fromkeys(places, even)
        while True:
            laws = {place: self._best_play(place, values) for place in places}
            if all(laws[place][:2] == values[place] for place in places):
                return values
            values = _solve(places, laws)

    def _best_play(self, place: Position, values: dict[Position, Vector]) -> Vector:
        """Play a round for given values; the law of what follows rides along with it.

        Returns both players' values; the constant of the opener's equation; then for each
        place its coefficient. An old opener who does not open there has 1 less its value.
        """
        places = list(values)

        def payoffs(outcome: Outcome) -> Vector:
            leads = lead(self.rules, place, outcome)
            row = [Fraction(0)] * len(places)
            if leads.position is None:
                return (*leads.payoffs, leads.payoffs[0], *row)
            opens = leads.seats[0] == 0
            row[places.index(leads.position)] = Fraction(1 if opens else -1)
            first = values[leads.position][0 if opens else 1]
            return (first, 1 - first, Fraction(not opens), *row)

        return naive_round(self.rules, place, payoffs).start()


def _solve(places: list[Position], laws: dict[Position, Vector]) -> dict[Position, Vector]:
    """Solve value = constant + coefficients times values, by Gauss and Jordan."""
    size = len(places)
    rows = [
        [Fraction(i == j) - laws[place][3 + j] for j in range(size)] + [laws[place][2]]
        for i, place in enumerate(places)
    ]
    for column in range(size):
        swap = next(i for i in range(column, size) if rows[i][column])
        rows[column], rows[swap] = rows[swap], rows[column]
        pivot = rows[column][column]
        rows[column] = [entry / pivot for entry in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return {place: (rows[i][-1], 1 - rows[i][-1]) for i, place in enumerate(places)}
