"""Rounds of many games at once, thrown with real dice: turns, and barrages among the tied.

Arrays have a row for each game and a column for each player, as in
`solver.study.simulation_table`; -1 stands where a player did not do something.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from solver.game.dice import ADDED, ALL_DICE, FACES, HANDS, KEEPS
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.study.simulation_choices import Choices
from solver.study.simulation_seats import Sitting
from solver.study.simulation_table import Bools, Ints

MOST_ROLLS = 3


def _completed() -> NDArray[np.uint8]:
    """The hand that each keep becomes by three faces in a row; what is not needed is unread."""
    hands = np.empty((len(KEEPS), len(FACES) ** 3), dtype=np.uint8)
    for keep in range(len(KEEPS)):
        for code, faces in enumerate(np.ndindex(6, 6, 6)):
            hand = keep
            for face in faces:
                hand = ADDED[hand][face] if ADDED[hand] else hand
            hands[keep, code] = hand
    return hands


_COMPLETED = _completed()


def throw(rng: np.random.Generator, keeps: Ints) -> Ints:
    """Return the hands made of what is kept and of dice thrown one by one."""
    faces = rng.integers(0, len(FACES), size=(3, len(keeps)), dtype=np.uint8)
    code = (faces[0] * len(FACES) + faces[1]) * len(FACES) + faces[2]
    hands: Ints = _COMPLETED[keeps, code].astype(np.int64)
    return hands


@dataclass(frozen=True)
class Throw:
    """One throw of a barrage, in some of the games.

    Attributes:
        role: what the players are tied for.
        games: the rows of the games in which it is thrown, ``[throw]``.
        hands: what the tied players throw, ``[throw, player]``; -1 for the others.
    """

    role: Literal["lowest", "best"]
    games: Ints
    hands: Ints


@dataclass(frozen=True)
class Played:
    """What happened in a round, in each of many games.

    Attributes:
        rolled: how many rolls each player took, ``[game, player]``; 0 for those not in play.
        hands: everyone's last hand, ``[game, player]``; -1 for those not in play.
        shown: the hands after each roll, ``[game, player, roll]``; -1 where there was none.
        kept: the keeps before each later roll, ``[game, player, roll - 1]``; -1 likewise.
        best_hand: ``[game]``.
        lowest_hand: ``[game]``.
        best: the winner, ``[game]``; -1 where it does not matter who it is.
        lowest: the loser, ``[game]``.
        throws: what was thrown in barrages, in that order.
    """

    rolled: Ints
    hands: Ints
    shown: NDArray[np.int8]
    kept: NDArray[np.int8]
    best_hand: Ints
    lowest_hand: Ints
    best: Ints
    lowest: Ints
    throws: tuple[Throw, ...]


def play_round(rng: np.random.Generator, choices: Choices, sitting: Sitting) -> Played:
    """Play one round in each game: everyone's turn, and what barrages are needed."""
    turns = _Turns(*sitting.order.shape)
    known = np.zeros(len(sitting.count), dtype=np.int64)
    limits = np.zeros_like(known)
    seats = int(sitting.count.max())
    for seat in range(seats):
        rows = np.flatnonzero(sitting.count > seat)
        hands = turns.take(rng, choices, sitting, seat, rows, known, limits)
        if seat == 0:
            limits = turns.rolled[rows, sitting.order[:, 0]]
        if seat < seats - 1:
            known[rows] = choices.knowledge.after(known[rows], hands)
    return _decide(rng, choices.rules, sitting, turns)


class _Turns:
    """The turns of a round while they are played; see `Played`."""

    def __init__(self, games: int, players: int) -> None:
        self.rolled = np.zeros((games, players), dtype=np.int64)
        self.hands = np.full((games, players), -1, dtype=np.int64)
        self.shown = np.full((games, players, MOST_ROLLS), -1, dtype=np.int8)
        self.kept = np.full((games, players, MOST_ROLLS - 1), -1, dtype=np.int8)

    def take(
        self,
        rng: np.random.Generator,
        choices: Choices,
        sitting: Sitting,
        seat: int,
        rows: Ints,
        known: Ints,
        limits: Ints,
    ) -> Ints:
        """Play the turn of a seat in some games, and return the hands that it makes."""
        player, places = sitting.order[rows, seat], sitting.places[rows, seat]
        most = limits[rows] if seat else sitting.rolls[rows]
        known, limits = known[rows], limits[rows]
        hands = throw(rng, np.full(len(rows), ALL_DICE))
        rolled = np.ones(len(rows), dtype=np.int64)
        self.shown[rows, player, 0] = hands
        on = np.arange(len(rows))
        for rolls in range(1, MOST_ROLLS):
            on = on[most[on] > rolls]
            keeps = choices.keeps(rng, places[on], known[on], limits[on], rolls, hands[on])
            rolling = keeps >= len(HANDS)
            on, keeps = on[rolling], keeps[rolling]
            hands[on] = throw(rng, keeps)
            rolled[on] += 1
            self.kept[rows[on], player[on], rolls - 1] = keeps
            self.shown[rows[on], player[on], rolls] = hands[on]
        self.rolled[rows, player] = rolled
        self.hands[rows, player] = hands
        return hands


def _decide(rng: np.random.Generator, rules: Rules, sitting: Sitting, turns: _Turns) -> Played:
    """Find who is lowest and, where that matters, who is best; the tied throw for it.

    Where the whole table is tied, the best of those who did not come out lowest wins.
    """
    strength = np.array(rank_hands(rules).strength)
    order = np.array(rank_hands(rules).order)
    in_play = turns.hands >= 0
    made = strength[turns.hands]
    best = np.where(in_play, made, -1).max(1)
    lowest = np.where(in_play, made, len(HANDS)).min(1)
    throws: list[Throw] = []
    loser = barrage(rng, rules, in_play & (made == lowest[:, None]), "lowest", throws)
    may_win = in_play & (made == best[:, None])
    may_win[np.arange(len(loser)), loser] = False
    may_win &= sitting.winner_matters[:, None]
    winner = barrage(rng, rules, may_win, "best", throws)
    return Played(
        rolled=turns.rolled,
        hands=turns.hands,
        shown=turns.shown,
        kept=turns.kept,
        best_hand=order[::-1][best],
        lowest_hand=order[::-1][lowest],
        best=np.where(sitting.winner_matters, winner, -1),
        lowest=loser,
        throws=tuple(throws),
    )


def barrage(
    rng: np.random.Generator,
    rules: Rules,
    tied: Bools,
    role: Literal["lowest", "best"],
    throws: list[Throw],
) -> Ints:
    """Return who of the tied players comes out lowest, or best: ``[game]``.

    They throw all dice once, and those who are then still tied for it throw again.

    Args:
        rng: the source of the dice.
        rules: for the order of the hands.
        tied: ``[game, player]``; a game with one such player needs no throw.
        role: what they are tied for.
        throws: every throw is appended.
    """
    # Only the extreme among the tied counts: one sign makes both a search for the least.
    strength = np.array(rank_hands(rules).strength) * (1 if role == "lowest" else -1)
    tied = tied.copy()
    games = np.flatnonzero(tied.sum(1) > 1)
    while len(games):
        still = tied[games]
        hands = np.full(still.shape, -1, dtype=np.int64)
        hands[still] = throw(rng, np.full(int(still.sum()), ALL_DICE))
        throws.append(Throw(role, games, hands))
        made = np.where(still, strength[hands], len(HANDS))
        still = made == made.min(1, keepdims=True)
        tied[games] = still
        games = games[still.sum(1) > 1]
    extreme: Ints = tied.argmax(1)
    return extreme
