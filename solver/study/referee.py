"""A game played at a table: who rolls, who is level, what a round moves, who goes on.

The rules of a position are those of `solver.game`; here players keep their numbers, whoever
opens, as they do in records and logs of games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from solver.game.legality import decharge_each
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    End,
    Outcome,
    Start,
    Table,
    after_round,
    resolve,
    round_kind,
    seats_in_play,
)
from solver.study.game_log import Giver, LoggedBarrage, LoggedRound, LoggedTurn

Role = Literal["lowest", "best"]


@dataclass(frozen=True)
class Standing:
    """Where a game stands before a round.

    Attributes:
        state: what the seats have, the opener's first; seats of those who are out included.
        order: the player at each of these seats.
    """

    state: Table
    order: tuple[int, ...]

    def players(self) -> tuple[int, ...]:
        """Return the players who roll in the coming round, the opener first."""
        return tuple(self.order[seat] for seat in seats_in_play(self.state))


@dataclass(frozen=True)
class Settled:
    """What a round came to: itself, its outcome by seats, and what follows.

    ``then`` is where the game stands now; or, if it is over, every player's payoff.
    """

    played: LoggedRound
    outcome: Outcome
    then: Standing | tuple[Fraction, ...]


class Ties:
    """Which players are level for best and for lowest, while barrages are thrown."""

    def __init__(self, rules: Rules, hands: Mapping[int, int], *, names_winner: bool) -> None:
        """Take the hands that the players made; the best matters only if ``names_winner``."""
        self._strength = rank_hands(rules).strength
        self._names_winner = names_winner
        self._all_level = len(set(hands.values())) == 1
        self.best = self._ends(hands, best=True)
        self.lowest = self._ends(hands, best=False)

    def _ends(self, hands: Mapping[int, int], *, best: bool) -> list[int]:
        end = (max if best else min)(self._strength[hand] for hand in hands.values())
        return [player for player, hand in hands.items() if self._strength[hand] == end]

    def level(self, role: Role) -> tuple[int, ...]:
        """Return who must throw for a role; nobody where it is settled, or does not matter."""
        tied = self.lowest if role == "lowest" else self.best if self._names_winner else []
        return tuple(tied) if len(tied) > 1 else ()

    def due(self) -> tuple[Role, tuple[int, ...]] | None:
        """Return the barrage to be thrown next and its players; None if all is settled."""
        roles: tuple[Role, ...] = ("lowest", "best")
        return next(((role, self.level(role)) for role in roles if self.level(role)), None)

    def throw(self, role: Role, hands: Mapping[int, int]) -> None:
        """Take what the players who are level for a role threw."""
        left = self._ends(hands, best=role == "best")
        if role == "best":
            self.best = left
        else:
            self.lowest = left
        # Nobody both wins and loses: whoever is out on one side is left out on the other.
        if self._all_level and len(left) == 1:
            if role == "best":
                self.lowest = [player for player in self.lowest if player not in left]
            else:
                self.best = [player for player in self.best if player not in left]


def first_standing(
    rules: Rules, players: int, opener: int, *, decharge_alone: bool = False
) -> Standing:
    """Return where a game begins.

    ``decharge_alone``: of rules with two games played apart it is the décharge.

    Raises:
        PositionError: nobody would have a jeton in that décharge.
    """
    order = tuple((opener + seat) % players for seat in range(players))
    if decharge_alone:
        return Standing(Decharge((decharge_each(rules, players),) * players), order)
    return Standing(resolve(rules, Start(players)), order)


def ties_of(rules: Rules, standing: Standing, turns: Sequence[LoggedTurn]) -> Ties:
    """Return who is level once everybody has rolled."""
    hands = {turn.player: turn.rolls[-1] for turn in turns}
    return Ties(rules, hands, names_winner=round_kind(rules, standing.state).names_winner)


def settle(
    rules: Rules,
    standing: Standing,
    turns: Sequence[LoggedTurn],
    barrages: Sequence[LoggedBarrage] = (),
) -> Settled:
    """Return what a round came to whose turns and barrages are as the rules have them."""
    ties = ties_of(rules, standing, turns)
    for barrage in barrages:
        ties.throw(barrage.role, dict(barrage.rolls))
    state, kind = standing.state, round_kind(rules, standing.state)
    loser = ties.lowest[0]
    winner = ties.best[0] if kind.names_winner else None
    outcome = Outcome(
        None if winner is None else standing.order.index(winner),
        standing.order.index(loser),
        _jetons(rules, standing, turns),
    )
    giver: Giver
    match state:
        case Charge(pot):
            giver, moved = "pot", min(outcome.jetons, pot)
        case Decharge(held) if winner is not None and outcome.winner is not None:
            giver, moved = winner, min(outcome.jetons, held[outcome.winner])
        case _:
            giver, moved = "legs", 1
    played = LoggedRound(tuple(turns), tuple(barrages), winner, loser, moved, giver)
    return Settled(played, outcome, _then(rules, standing, outcome))


def _jetons(rules: Rules, standing: Standing, turns: Sequence[LoggedTurn]) -> int:
    """The jetons at stake, before any cap; 0 where there are none."""
    kind = round_kind(rules, standing.state)
    if kind.jetons == "none":
        return 0
    strength = rank_hands(rules).strength
    hands = sorted((turn.rolls[-1] for turn in turns), key=strength.__getitem__)
    return jetons_at_stake(rules, hands[-1], hands[0], decharge=kind.jetons == "decharge")


def _then(rules: Rules, standing: Standing, outcome: Outcome) -> Standing | tuple[Fraction, ...]:
    step = after_round(rules, standing.state, outcome)
    order = standing.order
    if isinstance(step, End):
        paid = dict(zip(order, step.payoffs, strict=True))
        return tuple(paid[player] for player in range(len(order)))
    return Standing(step.state, order[step.turned :] + order[: step.turned])
