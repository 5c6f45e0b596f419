"""Proves a table of values from the rules alone, sharing no code with what solved it.

A table gives each position of a game a value for each seat in play. Checked in exact integers:

* the positions are all those that the rules allow, and no others;
* if in every situation of the round everyone picks the keep that is best for himself, and
  among equals the preferred one, what each seat can expect by the values of the positions
  after the round, or the payoffs of a finished game, is its value in the table.

Why that is a proof. Whatever the players do, each list of hands comes up with a chance of at
least 216**-3 for every player, as a throw may show again the faces that it picked up. So the
chance of each outcome of a round has a bound above 0, and play ends almost surely, at a
geometric rate, under any strategies: a round takes a leg; in the charge it takes jetons from
the pot; and in the décharge, if one and the same player lost every round, the others would
give him at least a jeton each time until they are out.

So the values are what the strategies that they select pay: linear equations hold which have
one solution. If all players but one keep to them, he faces decisions that end almost surely;
their optimality equation has one solution too, and it is his value: no deviation, of any
length, gains anything. That is a Markov perfect equilibrium. With two players one's win is
the other's loss, so no equilibrium has other values: they are the game's. With more, another
may; the one proved is where a player who is indifferent stops, else throws the fewest dice,
else keeps the highest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm

from solver.engine.aftermath import Hands, Values, payoffs_after
from solver.errors import RefutedError
from solver.game.dice import ADDED, HAND_WAYS, HANDS, KEEPS_OF, WAYS
from solver.game.legality import all_states, check_state
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import (
    Table,
    max_rolls,
    opening,
    players_of,
    round_kind,
    seats_in_play,
)
from solver.language import _


@dataclass(frozen=True)
class Proof:
    """What was proved.

    Attributes:
        positions: all that the rules allow; the optimality equations hold at each.
        decisions: situations within their rounds in which all keeps were compared; those that
            no hands to come can tell apart count once.
    """

    positions: int
    decisions: int


def prove(
    rules: Rules,
    players: int,
    values: Mapping[Table, Values],
    progress: Callable[[int, int], None] | None = None,
    run: Callable[[Callable[[Table], int], Iterable[Table]], Iterable[int]] = map,
) -> Proof:
    """Prove that ``values`` are those of the whole game among ``players``.

    Args:
        rules: what is played.
        players: seats at the start of the game.
        values: by position without the seats that have left, opener first.
        progress: told the positions done and their total, after each.
        run: who checks the positions, which do not depend on each other; in their order.

    Raises:
        RefutedError: names the first position without values, that does not belong to the
            game, or where an equation fails.
        PositionError: so many players cannot start the game.
    """
    check_state(rules, opening(rules, players))
    positions = dict.fromkeys(all_states(rules, players))
    for state in positions:
        if len(values.get(state, ())) != len(seats_in_play(state)):
            raise RefutedError(
                _("{state}: lacks a value for each seat in play").format(state=format_state(state))
            )
    for state in values:
        if state not in positions:
            raise RefutedError(
                _("{state}: has values, but no game gets there").format(state=format_state(state))
            )
    decisions = 0
    checked = run(partial(_check, rules, values), positions)
    for done, compared in enumerate(checked, start=1):
        decisions += compared
        if progress is not None:
            progress(done, len(positions))
    return Proof(len(positions), decisions)


def _check(rules: Rules, values: Mapping[Table, Values], state: Table) -> int:
    """Check the equations of a position; return how many decisions they hold for."""
    equations = _Equations(rules, state, values)
    if equations.start() != values[state]:
        raise RefutedError(
            _("{state}: the values are not those of best play").format(state=format_state(state))
        )
    return equations.decisions


_hands = lru_cache(maxsize=32)(Hands)


def _hands_of(rules: Rules, state: Table) -> Hands:
    return _hands(rules, players_of(state), round_kind(rules, state))


_ROLL_ON = tuple(keeps[1:] for keeps in KEEPS_OF)
_ONE_DIE_MORE = ADDED[len(HANDS) :]

_Row = list[int]
"""A seat's worth of each of the 56 hands of the player to act, or of his 84 keeps."""


def _throw(row: _Row) -> int:
    """A seat's worth of throwing all dice."""
    return sum(ways * hand for ways, hand in zip(HAND_WAYS, row, strict=True)) // WAYS


def _throws(row: _Row) -> _Row:
    """A seat's worth of the keeps that throw dice, one die after the other."""
    worth = row[:]
    for a, b, c, d, e, f in _ONE_DIE_MORE:
        worth.append((worth[a] + worth[b] + worth[c] + worth[d] + worth[e] + worth[f]) // 6)
    return worth[len(HANDS) :]


class _Equations:
    """The optimality equations of one position.

    All payoffs of a round add up to the same, which is checked. So the opener's are not
    carried along: he wants the others to have as little as possible together.

    In the integers here 1 is ``_unit``: a multiple of all denominators and numbers of ties,
    with a factor 6 for each die thrown. So every division below is exact.
    """

    def __init__(self, rules: Rules, state: Table, values: Mapping[Table, Values]) -> None:
        hands = _hands_of(rules, state)
        self._after, self._rolls, seats = hands.after, max_rolls(rules, state), players_of(state)
        self._follow = _ROLL_ON if rules.followers == "exactly" else KEEPS_OF
        self.decisions = 0
        payoffs = {
            outcome: payoffs_after(rules, state, outcome, values) for outcome in hands.outcomes
        }
        denominators = {value.denominator for row in payoffs.values() for value in row}
        ties = map(len, hands.endings)
        self._unit = lcm(*denominators) * lcm(*ties) * WAYS ** (self._rolls * seats)
        worth = {o: [int(value * self._unit) for value in row] for o, row in payoffs.items()}
        endings = [
            [sum(tied) // len(tied) for tied in zip(*map(worth.__getitem__, ending), strict=True)]
            for ending in hands.endings
        ]
        self._total, *different = {sum(ending) for ending in endings}
        if different:
            raise RefutedError(
                _("{state}: the values after it differ in their sum").format(
                    state=format_state(state)
                )
            )
        self._endings = [ending[1:] for ending in endings]

    def start(self) -> Values:
        """Return what each seat can expect before the first roll."""
        stops = [self._made(0, worth)[0] for worth in self._opener_made()]
        others = self._turn(0, stops)[-1]
        return tuple(Fraction(x, self._unit) for x in (self._total - sum(others), *others))

    def _opener_made(self) -> list[list[list[int]]]:
        """By the opener's number of rolls, the worth of each list of his hand."""
        *earlier, last = range(1, len(self._after))
        # The last seat's hands are worth the same whatever the number of rolls allowed, so
        # his longest turn holds all the shorter ones.
        turns = [self._turn(last, [made] * self._rolls) for made in self._made(last, self._endings)]
        by_limit = [list(turn) for turn in zip(*turns, strict=True)]
        for seat in reversed(earlier):
            by_limit = [
                [self._turn(seat, [made] * limit)[-1] for made in self._made(seat, worth)]
                for limit, worth in enumerate(by_limit, start=1)
            ]
        return by_limit

    def _made(self, seat: int, worth: Sequence[list[int]]) -> list[list[_Row]]:
        """For each list before the turn of ``seat``, every player's worth of the hands it makes."""
        return [
            [list(row) for row in zip(*map(worth.__getitem__, numbers), strict=True)]
            for numbers in self._after[seat]
        ]

    def _turn(self, seat: int, stops: Sequence[list[_Row]]) -> list[list[int]]:
        """What everyone can expect of a turn with one roll, with two, and so on to all.

        ``stops`` holds for each roll, the first one first, the worth of the hands if the turn
        ends with it; a turn of fewer rolls has the last ones.
        """
        *earlier, ahead = stops
        turns = [[_throw(row) for row in ahead]]
        for stop in reversed(earlier):
            keeps = [now + _throws(row) for now, row in zip(stop, ahead, strict=True)]
            ahead = self._choose(seat, keeps)
            turns.append([_throw(row) for row in ahead])
        return turns

    def _choose(self, seat: int, keeps: list[_Row]) -> list[_Row]:
        """Everyone's worth of the hands, where ``seat`` sees them and picks its best keep."""
        self.decisions += len(HANDS)
        own = keeps[seat - 1] if seat else [-sum(others) for others in zip(*keeps, strict=True)]
        # A hand's keeps stand in order of preference, and max takes the first of equals.
        options = self._follow if seat else KEEPS_OF
        choice = [max(option, key=own.__getitem__) for option in options]
        return [[row[keep] for keep in choice] for row in keeps]
