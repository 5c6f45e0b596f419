"""Strategies: what a player keeps, given what he knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from solver.game.rules import Rules
from solver.game.state import Table

Mix = tuple[tuple[int, Fraction], ...]
"""Keeps with the probabilities of choosing them, which sum to 1."""


@dataclass(frozen=True)
class Spot:
    """Where a player decides, but for the hand that he sees.

    Attributes:
        rules: what is played.
        state: what the players have, opener first; every seat is in play.
        seen: the hands made before him, in the order of play. Of histories that no hands to
            come can tell apart (`solver.engine.information`) one stands for all.
        limit: rolls in which the opener made his hand; 0 while the opener decides himself.
        left: rolls that may still follow, at least 1.
    """

    rules: Rules
    state: Table
    seen: tuple[int, ...]
    limit: int
    left: int


class Strategy(Protocol):
    """What one player does in every round that he may come to play."""

    @property
    def name(self) -> str:
        """What the strategy is called where it is named in answers."""

    def mixes(self, spot: Spot) -> Sequence[Mix]:
        """Return for each of the 56 hands which keeps to choose, and how likely each."""
