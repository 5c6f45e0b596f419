"""Proves a table of values from the rules alone, sharing nothing with what solved it.

A table gives each position of a game one value for each seat. It is proved by three checks,
all exact:

* the positions are those that the game can reach from its starts, no more and no fewer;
* at every position, when each player picks the choice that is best for himself in every
  situation of the round, and the preferred one of equals, each seat's expected payoff by the
  values of the positions after the round is the value in the table;
* the payoffs of finished games are those of the rules.

Why that is a proof. Whatever the players do, any list of hands comes up with a chance of at
least 216**-9 a player, as every throw after the first may repeat the faces it picked up. So
each outcome of each round has a chance bounded away from 0, and play ends with probability 1
at a geometric rate whatever the strategies: a round of legs takes one, a round of the charge
empties the pot by at least 1, and if one and the same player loses every round of the
décharge, the others give him a jeton or more each time until they are out.

So for the strategies that the table picks the values are the payoffs, as these are the only
solution of their linear equations. And with the other players' strategies fixed, each player
faces a decision problem which ends whatever he does; its optimality equation has only one
solution too, and the table holds it: no deviation, of any length, gains anything. The
strategies are a Markov perfect equilibrium. With two players somebody's win is the other's
loss, so the values are those of the game, and the only ones that pass the checks. With more,
another equilibrium may have other values; the one proved here is where a player who is
indifferent stops, or else throws the fewest dice, or keeps the highest.

All numbers are integers in one unit, small enough that each division by 6 below is exact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import lcm
from operator import itemgetter

from solver.errors import RefutedError
from solver.game.dice import ADDED, ALL_DICE, FACES, HANDS, KEEPS_OF, WAYS
from solver.game.notation import format_state
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Decharge,
    End,
    Outcome,
    RoundKind,
    Table,
    after_round,
    check_state,
    decharge_each,
    max_rolls,
    opening,
    payoff_when_out,
    players_of,
    round_kind,
    seats_in_play,
    without_the_saved,
)

Values = tuple[Fraction, ...]
"""One value for each seat in play, opener first."""


@dataclass(frozen=True)
class Proof:
    """What was proved.

    Attributes:
        positions: at which the optimality equations hold exactly: all that play can reach.
        decisions: situations with dice on the table and a roll left, over all positions, in
            which every keep was compared; those that the hands to come cannot tell apart
            count once.
    """

    positions: int
    decisions: int


def prove(
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    progress: Callable[[int, int], None] | None = None,
) -> Proof:
    """Prove that ``values`` are those of the whole game among ``players``.

    Args:
        rules: what is played; its starts are the opening and, where the phases are separate
            games, the start of the décharge.
        players: seats at the start.
        values: by position, without the seats that have left, opener first.
        progress: told the positions done and their total, after each.

    Raises:
        RefutedError: names the first position that has no value, that cannot be reached, or
            whose value is not what the values after its round give.
        PositionError: no such game can start.
    """
    positions = _reachable(rules, players)
    for state in positions:
        if len(values.get(state, ())) != len(seats_in_play(state)):
            raise RefutedError(f"{format_state(state)}: needs one value for each seat in play")
    for state in values:
        if state not in positions:
            raise RefutedError(f"{format_state(state)}: has a value, but play cannot reach it")
    decisions = 0
    for done, state in enumerate(positions, start=1):
        equations = _Equations(rules, state, values)
        for seat, (found, claimed) in enumerate(zip(equations.start(), values[state], strict=True)):
            if found * claimed.denominator != claimed.numerator * equations.unit:
                raise RefutedError(
                    f"{format_state(state)}: the value of seat {seat} is not what best play "
                    "and the values after the round give him"
                )
        decisions += equations.decisions
        if progress is not None:
            progress(done, len(positions))
    return Proof(len(positions), decisions)


def _reachable(rules: Rules, players: int) -> dict[Table, None]:
    """Every position that play can reach, nearest to the starts first."""
    starts = [opening(rules, players)]
    if rules.phases == "separate":
        starts.append(Decharge((decharge_each(rules, players),) * players))
    for start in starts:
        check_state(rules, start)
    positions = dict.fromkeys(starts)
    found = list(positions)
    for state in found:
        for outcome in _hands_of(rules, state).outcomes():
            step = after_round(rules, state, outcome)
            after = None if isinstance(step, End) else without_the_saved(step.state)
            if after is not None and after not in positions:
                positions[after] = None
                found.append(after)
    return positions


def _payoffs(
    rules: Rules, state: Table, outcome: Outcome, values: Mapping[Table, Values]
) -> Values:
    """What an outcome is worth to each seat that was in the round."""
    step = after_round(rules, state, outcome)
    if isinstance(step, End):
        return step.payoffs
    players = players_of(state)
    payoffs = [payoff_when_out(rules)] * players
    still_in = seats_in_play(step.state)
    for seat, value in zip(still_in, values[without_the_saved(step.state)], strict=True):
        payoffs[(seat + step.turned) % players] = value
    return tuple(payoffs)


_Seen = tuple[int | None, ...]
"""The hand of each seat that has made one; None where it can no longer matter."""

_Ending = tuple[Outcome, ...]
"""Outcomes that are equally likely once all hands are made: barrages choose among them."""


class _Hands:
    """Where the hands of a round lead, from the full list of them.

    After the same hands to come, many lists of hands made lead to the same ending. Such
    lists share one number, which counts among the lists of the same length.

    Attributes:
        after: for each seat the ways to begin its turn; each is, by the hand that the seat
            makes, the number of the next seat's way, or of an ending after the last seat.
        endings: by number.
    """

    def __init__(self, rules: Rules, players: int, kind: RoundKind) -> None:
        self._rules, self._kind = rules, kind
        self._strength = rank_hands(rules).strength
        self._known: dict[_Seen, int] = {}
        self._ways: list[dict[tuple[int, ...], int]] = [{} for _ in range(players)]
        self._endings: dict[_Ending, int] = {}
        self._number(())
        self._known.clear()
        self.after = tuple(tuple(ways) for ways in self._ways)
        self.endings = tuple(self._endings)

    def outcomes(self) -> Iterator[Outcome]:
        """Every outcome that the round can have; each is possible whatever the players do."""
        return iter(dict.fromkeys(outcome for ending in self.endings for outcome in ending))

    def _number(self, seen: _Seen) -> int:
        seen = self._what_matters(seen)
        if seen not in self._known:
            if len(seen) == len(self._ways):
                ending = self._ending(seen)
                self._known[seen] = self._endings.setdefault(ending, len(self._endings))
            else:
                way = tuple(self._number((*seen, hand)) for hand in range(len(HANDS)))
                ways = self._ways[len(seen)]
                self._known[seen] = ways.setdefault(way, len(ways))
        return self._known[seen]

    def _extremes(self, seen: _Seen) -> tuple[int, int]:
        """The best and the lowest of some hands."""
        hands = [hand for hand in seen if hand is not None]
        strength = self._strength.__getitem__
        return max(hands, key=strength), min(hands, key=strength)

    def _what_matters(self, seen: _Seen) -> _Seen:
        """The same list without the hands that can be neither best nor lowest in the end."""
        if not seen:
            return seen
        best, lowest = self._extremes(seen)
        if not self._kind.names_winner and self._kind.jetons == "none":
            best = lowest
        return tuple(hand if hand in (best, lowest) else None for hand in seen)

    def _ending(self, seen: _Seen) -> _Ending:
        kind = self._kind
        best, lowest = self._extremes(seen)
        winners = [seat for seat, hand in enumerate(seen) if hand == best]
        losers = [seat for seat, hand in enumerate(seen) if hand == lowest]
        jetons = 0
        if kind.jetons != "none":
            decharge = kind.jetons == "decharge"
            jetons = jetons_at_stake(self._rules, best, lowest, decharge=decharge)
        if not kind.names_winner:
            return tuple(Outcome(None, loser, jetons) for loser in losers)
        pairs = permutations(losers, 2) if best == lowest else product(winners, losers)
        return tuple(Outcome(winner, loser, jetons) for winner, loser in pairs)


@lru_cache(maxsize=32)
def _hands(rules: Rules, players: int, kind: RoundKind) -> _Hands:
    return _Hands(rules, players, kind)


def _hands_of(rules: Rules, state: Table) -> _Hands:
    return _hands(rules, players_of(state), round_kind(rules, state))


_ROLL_ON = tuple(keeps[1:] for keeps in KEEPS_OF)
_ONE_DIE_MORE = [itemgetter(*longer) for longer in ADDED if longer]

_Seats = tuple[int, ...]
"""Each seat's worth of one situation."""

_Row = list[int]
"""One seat's worth of the 56 hands that the player to act may see."""


def _throws(hands: Sequence[int]) -> _Row:
    """One seat's worth of the keeps that throw dice, by its worth of the hands they make."""
    worth = list(hands)
    for longer in _ONE_DIE_MORE:
        worth.append(sum(longer(worth)) // len(FACES))
    return worth[len(HANDS) :]


def _rows(hands: Sequence[_Seats]) -> list[_Row]:
    return [list(row) for row in zip(*hands, strict=True)]


class _Equations:
    """The optimality equations of one position: what best play in its round is worth.

    Attributes:
        unit: what 1 is, in all integers here. It has a factor 6 for each die that can be
            thrown in the round, and one for every denominator and tie.
        decisions: situations in which keeps were compared.
    """

    def __init__(self, rules: Rules, state: Table, values: Mapping[Table, Values]) -> None:
        self._hands = _hands_of(rules, state)
        self._rolls = max_rolls(rules, state)
        self._players = players_of(state)
        self._follow = _ROLL_ON if rules.followers == "exactly" else KEEPS_OF
        self.decisions = 0
        payoffs = {
            outcome: _payoffs(rules, state, outcome, values) for outcome in self._hands.outcomes()
        }
        denominators = {value.denominator for row in payoffs.values() for value in row}
        self.unit = (
            lcm(*denominators)
            * lcm(*(len(ending) for ending in self._hands.endings))
            * WAYS ** (self._rolls * self._players)
        )
        self._endings = [
            tuple(
                sum(
                    value.numerator * (self.unit // (value.denominator * len(ending)))
                    for value in seat_payoffs
                )
                for seat_payoffs in zip(*(payoffs[outcome] for outcome in ending), strict=True)
            )
            for ending in self._hands.endings
        ]

    def start(self) -> _Seats:
        """Return what the round is worth to each seat before the first roll."""
        after = self._after_opener()
        (way,) = self._hands.after[0]
        stops = [_rows([worth[number] for number in way]) for worth in after]
        ahead = stops[-1]
        for stop in reversed(stops[:-1]):
            keeps = [[*now, *_throws(row)] for now, row in zip(stop, ahead, strict=True)]
            ahead = self._choose(keeps, 0, KEEPS_OF)
        return self._first_throw(ahead)

    def _after_opener(self) -> list[list[_Seats]]:
        """For each number of rolls of the opener, the worth of each way to begin seat 1's turn."""
        *earlier, last = range(1, self._players)
        # What the last seat's hands are worth no longer depends on the number of rolls, so
        # one turn of as many as possible goes through all the shorter ones.
        turns = [self._turn(last, way, self._endings) for way in self._hands.after[last]]
        after = [[turn[limit] for turn in turns] for limit in range(self._rolls)]
        for seat in reversed(earlier):
            after = [
                [self._turn(seat, way, worth)[limit] for way in self._hands.after[seat]]
                for limit, worth in enumerate(after)
            ]
        return after
