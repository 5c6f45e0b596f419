"""What becomes of a game when everybody plays best, from rounds by brute force.

The law of a round rides along with the payoffs that decide it: one indicator an outcome.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from solver.game.rules import Rules
from tests.twins.games import Leads, Position, lead, naive_round
from tests.twins.hands import ALL_HANDS, Outcome, outcome_law
from tests.twins.rounds import Vector


@dataclass(frozen=True)
class Way:
    """One outcome of a round: its chance, and where it leads."""

    chance: Fraction
    outcome: Outcome
    leads: Leads


class NaiveChain:
    """Play from any position on, given the values of all positions to their seats."""

    def __init__(self, rules: Rules, values: Callable[[Position], Vector]) -> None:
        self.rules = rules
        self.values = values
        self.ways = cache(self._ways)
        self.exactly = cache(self._exactly)
        self.whole_pot = cache(self._whole_pot)
        self.taken = cache(self._taken)

    def _ways(self, position: Position) -> list[Way]:
        """The outcomes of a position's round, those that best play can have."""
        rules, players = self.rules, len(position.counts)
        phase = position.phase if position.phase != "legs" else "none"
        names_winner = phase == "decharge" or (phase == "charge" and rules.opener == "winner")
        outcomes = list(
            dict.fromkeys(
                outcome
                for hands in product(ALL_HANDS, repeat=players)
                for outcome in outcome_law(rules, phase, names_winner, hands)
            )
        )

        def payoffs(outcome: Outcome) -> Vector:
            leads = lead(rules, position, outcome)
            later = self.values(leads.position) if leads.position else ()
            worth = (
                final if seat is None else later[seat]
                for seat, final in zip(leads.seats, leads.payoffs, strict=True)
            )
            return (*worth, *(Fraction(outcome == other) for other in outcomes))

        law = naive_round(rules, position, payoffs).start()[players:]
        return [
            Way(chance, outcome, lead(rules, position, outcome))
            for chance, outcome in zip(law, outcomes, strict=True)
            if chance
        ]

    def positions(self, start: Position) -> list[Position]:
        """Every position that play can come to."""
        found = [start]
        for position in found:
            for way in self.ways(position):
                if way.leads.position is not None and way.leads.position not in found:
                    found.append(way.leads.position)
        return found

    def mean(self, position: Position, worth: Callable[[Position | None], Fraction]) -> Fraction:
        """Return what the next position, or the end, is worth on average."""
        ways = self.ways(position)
        return sum((way.chance * worth(way.leads.position) for way in ways), Fraction(0))

    def _exactly(self, position: Position | None, rounds: int) -> Fraction:
        """The chance that exactly so many rounds are played until all is over."""
        if position is None or not rounds:
            return Fraction(position is None and not rounds)
        return self.mean(position, lambda then: self.exactly(then, rounds - 1))

    def _in_charge(
        self, position: Position, seat: int, here: Callable[[Way], int], after: str
    ) -> Fraction:
        """Sum what counts for a seat's player over the rounds of the charge that are left."""
        total = Fraction(0)
        for way in self.ways(position):
            total += way.chance * here(way)
            then = way.leads.position
            if then is not None and then.phase == "charge":
                later = way.leads.seats[seat]
                total += way.chance * getattr(self, after)(then, later)
        return total

    def _whole_pot(self, position: Position, seat: int) -> Fraction:
        """The chance that a player holds everything when the pot is empty."""
        others = sum(position.counts) - position.counts[seat]

        def has_all(way: Way) -> int:
            _, loser, jetons = way.outcome
            return loser == seat and jetons >= position.pot and others == 0

        return self._in_charge(position, seat, has_all, "whole_pot")

    def _taken(self, position: Position, seat: int) -> Fraction:
        """How many jetons a player takes from the pot, on average."""

        def takes(way: Way) -> int:
            _, loser, jetons = way.outcome
            return min(jetons, position.pot) if loser == seat else 0

        return self._in_charge(position, seat, takes, "taken")
