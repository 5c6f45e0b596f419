"""A game of two as a Markov decision process, for outside solvers such as Storm and PRISM.

One player's strategy is fixed to an optimal one and becomes chance; the other player is free.
A best response to an optimal strategy is worth what optimal play is worth, so the greatest
chance of reaching the state ``win`` is the value of the game to the free player, and an
outside solver that finds it has checked ours. (With both free it would be a stochastic game,
which few solvers read.)

Every table (a state of the game with its players) has a block of consecutive states, whose
size is known beforehand; so a model is written without ever being held in memory. In a block
the free player's turn is

    throwing(left, keep): one more die is thrown, six faces alike; in the end seen(left, hand)
    seen(left, hand): his choice, to stop or to go to throwing(left - 1, keep)

and a finished hand leads by chance to the first states of other blocks. Where he follows, his
turn stands in the block once for each state of knowledge; as he is the last to roll, it does
not depend on the rolls that the opener took, only on those left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from solver.engine.information import Information
from solver.engine.profile import turn_total, turn_ways
from solver.engine.rounds import information_of
from solver.engine.turn import ROLL_ON
from solver.errors import PositionError, SolverError
from solver.game.dice import ADDED, ALL_DICE, FACES, HANDS, KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Table, max_rolls, players_of
from solver.language import _
from solver.study.exploit import FIXED, FREE
from solver.study.match import Match, Seated, Step
from solver.study.plans import plan_of
from solver.study.strategies import OPTIMAL

MOST_TABLES = 100
"""The décharge of 21 jetons has 40, of which those where the free player follows are large:
some 11,000 states each."""

_HANDS, _THROWS = len(HANDS), ALL_DICE + 1 - len(HANDS)
_FACE = Fraction(1, len(FACES))
_SURE = Fraction(1)

Law = tuple[tuple[Fraction, int], ...]
"""Probabilities, which sum to 1, of going to states."""

Choices = tuple[tuple[str, Law], ...]
"""Names of what can be done in a state, and where it leads; one alone is no choice."""


@dataclass(frozen=True)
class _Turn:
    """The free player's turn in states numbered from 0: its beginning is 0."""

    rolls: int
    allowed: Sequence[Sequence[int]]

    @property
    def size(self) -> int:
        return _THROWS * self.rolls + _HANDS * (self.rolls - 1)

    @property
    def choices(self) -> int:
        """Choices in all states together."""
        return _THROWS * self.rolls + sum(map(len, self.allowed)) * (self.rolls - 1)

    def throwing(self, left: int, keep: int) -> int:
        return _THROWS * (self.rolls - 1 - left) + ALL_DICE - keep

    def seen(self, left: int, hand: int) -> int:
        return _THROWS * self.rolls + _HANDS * (self.rolls - 1 - left) + hand

    def states(self, base: int, made: Callable[[int, int], int]) -> Iterator[Choices]:
        """Yield its states, numbered from ``base``; ``made(left, hand)`` ends the turn."""
        for left in range(self.rolls - 1, -1, -1):
            for keep in range(ALL_DICE, _HANDS - 1, -1):
                faces = [(_FACE, self._after(base, left, k, made)) for k in ADDED[keep]]
                yield (("throw", _law(faces)),)
        for left in range(self.rolls - 1, 0, -1):
            for hand in range(_HANDS):
                yield tuple(self._choice(base, left, k, made) for k in self.allowed[hand])

    def _after(self, base: int, left: int, keep: int, made: Callable[[int, int], int]) -> int:
        if THROWN[keep]:
            return base + self.throwing(left, keep)
        return base + self.seen(left, keep) if left else made(0, keep)

    def _choice(
        self, base: int, left: int, keep: int, made: Callable[[int, int], int]
    ) -> tuple[str, Law]:
        if THROWN[keep] == 0:
            return "stop", ((_SURE, made(left, keep)),)
        name = f"keep_{format_keep(keep) or 'none'}"
        return name, ((_SURE, base + self.throwing(left - 1, keep)),)


class _Block:
    """The states of one table, of which the first is numbered ``first``."""

    def __init__(self, rules: Rules, table: Seated, first: int) -> None:
        self.first = first
        self.free_opens = table.players[0] == FREE
        self.rolls = max_rolls(rules, table.state)
        self.information: Information = information_of(rules, table.state)
        self.plan = plan_of(OPTIMAL, rules, table.state, 1 if self.free_opens else 0)
        on = rules.followers == "exactly" and not self.free_opens
        self.turn = _Turn(self.rolls, ROLL_ON if on else KEEPS_OF)
        # Where the free player follows: a first state, turns for what he may know, and finals.
        self.turns = 1 if self.free_opens else len(self.information.following[1])
        others = _HANDS * self.rolls if self.free_opens else 1 + len(self.information.laws)
        self.size = self.turn.size * self.turns + others
        self.choices = self.turn.choices * self.turns + others

    def states(self, follow: Callable[[Sequence[int], int], Law]) -> Iterator[Choices]:
        """Yield the states; ``follow`` makes ways of the outcomes, and their total, a law."""
        return self._opening(follow) if self.free_opens else self._following(follow)

    def _opening(self, follow: Callable[[Sequence[int], int], Law]) -> Iterator[Choices]:
        answers = self.first + self.turn.size
        last = self.rolls - 1
        yield from self.turn.states(
            self.first, lambda left, hand: answers + _HANDS * (last - left) + hand
        )
        following = self.information.following
        for limit in range(1, self.rolls + 1):
            for known in following[0][0]:
                ways = [0] * len(self.information.outcomes)
                for row in turn_ways(self.plan, limit, limit, known):
                    for count, final in zip(row, following[1][known], strict=True):
                        self._add(ways, final, count)
                total = turn_total(self.plan, limit) * self.information.barrages
                yield (("answer", follow(ways, total)),)

    def _following(self, follow: Callable[[Sequence[int], int], Law]) -> Iterator[Choices]:
        turns = self.first + 1
        finals = turns + self.turn.size * self.turns
        following = self.information.following
        begun = []
        total = turn_total(self.plan, self.rolls)
        for left, row in enumerate(turn_ways(self.plan, self.rolls)):
            for count, known in zip(row, following[0][0], strict=True):
                turn = turns + self.turn.size * known + self.turn.throwing(left, ALL_DICE)
                begun.append((Fraction(count, total), turn))
        yield (("opening", _law(begun)),)
        for known, reached in enumerate(following[1]):
            first = turns + self.turn.size * known
            yield from self.turn.states(first, partial(_final, finals, reached))
        for final in range(len(self.information.laws)):
            ways = [0] * len(self.information.outcomes)
            self._add(ways, final, 1)
            yield (("end", follow(ways, self.information.barrages)),)

    def _add(self, ways: list[int], final: int, count: int) -> None:
        for outcome, weight in self.information.laws[final]:
            ways[outcome] += count * weight


def _final(first: int, reached: Sequence[int], _left: int, hand: int) -> int:
    return first + reached[hand]


def _law(chances: Iterable[tuple[Fraction, int]]) -> Law:
    """The chances of going to each state once."""
    law: dict[int, Fraction] = {}
    for chance, state in chances:
        if chance:
            law[state] = law.get(state, Fraction(0)) + chance
    return tuple((chance, state) for state, chance in law.items())


class DuelModel:
    """The decision process of the free player, whose aim is to reach ``win``.

    Attributes:
        states: how many there are; the first is the start, the last two are win and lose.
        choices: how many all states have together.
    """

    def __init__(self, rules: Rules, state: Table, fixed: int) -> None:
        """Fix the player of seat ``fixed``, 0 or 1, of a state whose seats are all in play.

        Raises:
            PositionError: it is not a state of two players.
            SolverError: the model would be too large.
            UnsolvedError, TableError: the game's table is not there.
        """
        if players_of(state) != 2:
            raise PositionError(
                _("a model is of two players, not of {state!r}").format(state=format_state(state))
            )
        start = Seated(state, (FIXED, FREE) if fixed == 0 else (FREE, FIXED))
        self._match = Match(rules, [start])
        if len(self._match.steps) > MOST_TABLES:
            raise SolverError(
                _(
                    "from {state!r} on there are {count} tables, too many for a model of {most}; "
                    "take the décharge, or a smaller pot"
                ).format(state=format_state(state), count=len(self._match.steps), most=MOST_TABLES)
            )
        self._blocks: dict[Seated, _Block] = {}
        self.states = 0
        self.choices = 2
        for table in self._match.steps:
            block = self._blocks[table] = _Block(rules, table, self.states)
            self.states += block.size
            self.choices += block.choices
        self.win, self.lose = self.states, self.states + 1
        self.states += 2

    def first_states(self) -> dict[int, str]:
        """Return the first state of every block, with the state of the game and who opens."""
        return {
            block.first: f"{format_state(table.state)}, "
            f"the {'free' if block.free_opens else 'fixed'} player opens"
            for table, block in self._blocks.items()
        }

    def __iter__(self) -> Iterator[Choices]:
        """Yield what can be done in every state, in the order of their numbers."""
        for table, block in self._blocks.items():
            yield from block.states(partial(self._follow, self._match.steps[table]))
        for over in (self.win, self.lose):
            yield (("over", ((_SURE, over),)),)

    def _follow(self, steps: Sequence[Step], ways: Sequence[int], total: int) -> Law:
        return _law(
            (Fraction(count, total) * share, target)
            for step, count in zip(steps, ways, strict=True)
            for share, target in self._targets(step)
        )

    def _targets(self, step: Step) -> Law:
        if step.table is not None:
            return ((_SURE, self._blocks[step.table].first),)
        payoff = dict(step.settled)[FREE]
        return (payoff, self.win), (1 - payoff, self.lose)
