"""Who rolls in a round, in which order and how often; seatings are numbered as they are met."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table
from solver.study.simulation_choices import Choices
from solver.study.simulation_table import Bools, Ints, Tables, with_row


class Seating(NamedTuple):
    """How a table is played, whichever of the players sit at it.

    Attributes:
        table: what those in play have, opener first.
        order: the players in the order of play.
        rolls: how many rolls the opener has.
        winner_matters: whether it matters who of several best hands wins.
    """

    table: Table
    order: tuple[int, ...]
    rolls: int
    winner_matters: bool


def seat_round(rules: Rules, players: int) -> Seating:
    """Return how a single round is played, player 0 opening."""
    return Seating(Round(players), tuple(range(players)), rules.max_rolls, winner_matters=False)


def seat_table(rules: Rules, pot: int, held: tuple[int, ...], opener: int) -> Seating:
    """Return how a round of a game is played when the players have this."""
    players = len(held)
    round_the_table = [(opener + turn) % players for turn in range(players)]
    order = tuple(player for player in round_the_table if pot or held[player])
    counts = tuple(held[player] for player in order)
    if rules.mode == "legs":
        return Seating(Legs(counts), order, rules.max_rolls, winner_matters=False)
    if pot:
        rolls = rules.charge_rolls or rules.max_rolls
        return Seating(Charge(pot, counts), order, rolls, rules.opener == "winner")
    rolls = rules.decharge_rolls or rules.max_rolls
    return Seating(Decharge(counts), order, rolls, winner_matters=True)


class Seats:
    """The seatings that have been met, as arrays by their numbers."""

    def __init__(self, choices: Choices, players: int) -> None:
        self.choices = choices
        self._numbers: dict[tuple[int, ...], int] = {}
        self._count = 0
        self._order = np.full((1, players), -1)
        self._places = np.full((1, players), -1)
        self._rest = np.zeros((1, 3), dtype=np.int64)

    def add(self, seating: Seating) -> int:
        """Return a new number for a seating."""
        number = self._count
        self._count += 1
        self._order = with_row(self._order, number, -1)
        self._places = with_row(self._places, number, -1)
        self._rest = with_row(self._rest, number, 0)
        in_play = len(seating.order)
        self._order[number, :in_play] = seating.order
        self._places[number, :in_play] = [
            self.choices.place(seating.table, seat, player, seating.rolls)
            for seat, player in enumerate(seating.order)
        ]
        self._rest[number] = in_play, seating.rolls, seating.winner_matters
        return number

    def of(self, numbers: Ints) -> "Sitting":
        """Return how each of many games is played, by the numbers of their seatings."""
        count, rolls, winner_matters = self._rest[numbers].T
        return Sitting(
            self._order[numbers], self._places[numbers], count, rolls, winner_matters > 0
        )

    def at(self, rules: Rules, tables: Tables) -> "Sitting":
        """Return how the next round of each of many games is played."""
        codes, inverse = np.unique(_codes(tables), return_inverse=True)
        one_of = np.empty(len(codes), dtype=np.int64)
        one_of[inverse] = np.arange(len(inverse))
        rows = np.column_stack([tables.pot, tables.opener, tables.held])[one_of].tolist()
        for row in rows:
            if tuple(row) not in self._numbers:
                pot, opener, *held = row
                seating = seat_table(rules, pot, tuple(held), opener)
                self._numbers[tuple(row)] = self.add(seating)
        return self.of(np.array([self._numbers[tuple(row)] for row in rows])[inverse])


def _codes(tables: Tables) -> Ints:
    """A number for each game that is equal where the whole table is."""
    codes, span = np.zeros_like(tables.opener), 1
    for column in (tables.opener, tables.pot, *tables.held.T):
        base = int(column.max()) + 1
        if span * base > 1 << 62:
            codes = np.unique(codes, return_inverse=True)[1]
            span = len(codes)
        codes = codes * base + column
        span *= base
    return codes


@dataclass(frozen=True)
class Sitting:
    """How each of many games is played next.

    Attributes:
        order: the players in the order of play, ``[game, seat]``; -1 after the last.
        places: the number of each seat's place (`Choices.place`), ``[game, seat]``.
        count: how many players are in play, ``[game]``.
        rolls: how many rolls the opener has, ``[game]``.
        winner_matters: whether it matters who wins, ``[game]``.
    """

    order: Ints
    places: Ints
    count: Ints
    rolls: Ints
    winner_matters: Bools
