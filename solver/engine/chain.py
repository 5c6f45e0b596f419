"""The Markov chain that a solved game is when everybody plays best.

Best for the exact values of later states (`FastRound.examine`), every round has an exact law:
whole numbers of ways, over a total, for each step that it can lead to. An expectation over the
rest of the game then satisfies

    x[s] = sum over steps of P(step) (reward of the step + x[state after it]),

one linear system in rationals for each component of the graph of states, solved after those it
leads to; the solution is unique, since play ends almost surely. For the square of a sum R of
rewards r the same equation serves, with reward r (r + 2 E[R after the step]). Chances of play
being over within k rounds come from following the ways forwards, as whole numbers over D**k,
where D is a common total of all laws.

A law found here must give its state the value that it is said to have, or the values are
refused. Since nothing better was found for anybody at any decision, that proves them.

Where a player is indifferent, his choice may make a difference to these numbers though not to
his value: they hold for the keep that is preferred (`solver.game.dice`). Every law is found for
the opposite preference as well, and ``Chain.depends`` says whether any comes out differently.

Reference: J. G. Kemeny and J. L. Snell, Finite Markov Chains (1960), chapter 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from solver.engine.continuation import Continuation, continue_after
from solver.engine.exact import chain_means, mean
from solver.engine.fast import fast_round
from solver.engine.graph import Component, build_graph, solving_layers
from solver.engine.rounds import Values, information_of
from solver.errors import RefutedError
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Outcome, Table, players_of
from solver.language import _


@dataclass(frozen=True)
class Step:
    """What a round leads to.

    Attributes:
        then: the next state, and what is settled.
        loser: the seat that lost the round.
        jetons: how many he took, as far as there were; 0 in a game of legs.
    """

    then: Continuation
    loser: int
    jetons: int


@dataclass(frozen=True)
class Law:
    """The steps that a round can lead to, with the ways of each, and the sum of all ways.

    The ways have no divisor in common, so that equal laws are equal.
    """

    steps: tuple[Step, ...]
    ways: tuple[int, ...]
    total: int


Reward = Callable[[Table, Step], Fraction | int]
"""What a step from a state counts for."""

SeatReward = Callable[[Table, Step, int], Fraction | int]
"""What a step from a state counts for, to the player who has a given seat before it."""

_Node = tuple[Table | None, int | None]
"""A state with one of its seats; None where play is over, or the player has left it."""


@dataclass(frozen=True)
class Chain:
    """The states that play can come to from ``start``, and the law of each one's round.

    Attributes:
        start: a state whose seats are all in play.
        laws: for every state the law of its round.
        components: the states, those together that lead to each other, the last ones first.
        depends: whether the opposite preference among equal keeps leads to other laws.
    """

    start: Table
    laws: Mapping[Table, Law]
    components: Sequence[Component]
    depends: bool

    def expect(self, reward: Reward) -> dict[Table, Fraction]:
        """Return for every state the expected sum of rewards from there on."""
        found: dict[_Node, Fraction] = {}
        for component in self.components:
            nodes = [(state, 0) for state in component]
            found |= self._solve(
                nodes, found, lambda state, step, _: (reward(state, step), (step.then.state, 0))
            )
        return {state: found[state, 0] for state in self.laws}

    def expect_for_seats(self, reward: SeatReward) -> dict[Table, Values]:
        """Return for every state the expected sums of rewards of the players at its seats."""

        def follow(state: Table, step: Step, seat: int) -> tuple[Fraction | int, _Node]:
            return reward(state, step, seat), (step.then.state, step.then.seats[seat])

        found: dict[_Node, Fraction] = {}
        for component in self.components:
            nodes = [(state, seat) for state in component for seat in range(players_of(state))]
            found |= self._solve(nodes, found, follow)
        return {
            state: tuple(found[state, seat] for seat in range(players_of(state)))
            for state in self.laws
        }

    def variance(self, reward: Reward, means: Mapping[Table, Fraction]) -> Fraction:
        """Return the variance of the sum of rewards from the start on, given all its means."""

        def square(state: Table, step: Step) -> Fraction:
            own, after = Fraction(reward(state, step)), step.then.state
            return own * own if after is None else own * (own + 2 * means[after])

        return self.expect(square)[self.start] - means[self.start] ** 2

    def over_within(self) -> Iterator[tuple[int, int]]:
        """Yield for k = 1, 2, … the ways that play is over within k rounds, and all ways."""
        common = self.common_total()
        over, total = 0, 1
        here = {self.start: 1}
        while True:
            over, total = over * common, total * common
            after: dict[Table, int] = {}
            for state, count in here.items():
                law = self.laws[state]
                each = count * (common // law.total)
                for step, ways in zip(law.steps, law.ways, strict=True):
                    if step.then.state is None:
                        over += each * ways
                    else:
                        after[step.then.state] = after.get(step.then.state, 0) + each * ways
            here = after
            yield over, total

    def common_total(self) -> int:
        """Return the least number that the total of every law divides."""
        return lcm(*(law.total for law in self.laws.values()))

    def _solve(
        self,
        nodes: Sequence[tuple[Table, int]],
        found: Mapping[_Node, Fraction],
        follow: Callable[[Table, Step, int], tuple[Fraction | int, _Node]],
    ) -> dict[_Node, Fraction]:
        """Expectations at the nodes of a component; ``follow`` has a step's reward and next node.

        A node that is neither of these nor in ``found`` is worth nothing.
        """
        index: dict[_Node, int] = {node: place for place, node in enumerate(nodes)}
        moves: list[list[tuple[int, int]]] = []
        means: list[Fraction] = []
        for state, seat in nodes:
            law = self.laws[state]
            known = []
            moves.append([])
            for step, ways in zip(law.steps, law.ways, strict=True):
                reward, after = follow(state, step, seat)
                known.append(reward + found.get(after, Fraction(0)))
                if after in index:
                    moves[-1].append((index[after], ways))
            means.append(mean(law.ways, law.total, known))
        if any(moves) and any(means):
            means = chain_means([self.laws[state].total for state, _ in nodes], moves, means)
        return dict(zip(index, means, strict=True))


def build_chain(rules: Rules, start: Table, value_of: Callable[[Table], Values]) -> Chain:
    """Return the chain of best play from ``start`` on, which proves the values of its states.

    Args:
        rules: what is played.
        start: a state whose seats are all in play.
        value_of: the exact values of states to their seats.

    Raises:
        RefutedError: the values are not those of best play.
    """
    graph = build_graph(rules, [start])
    components = [component for layer in solving_layers(graph) for component in layer]
    laws = {}
    depends = False
    for state in (state for component in components for state in component):
        laws[state], opposite = _best_laws(rules, state, value_of)
        depends = depends or laws[state] != opposite
    return Chain(start, laws, components, depends)


def _best_laws(rules: Rules, state: Table, value_of: Callable[[Table], Values]) -> tuple[Law, Law]:
    """The law of a round by the preferred of equal keeps, and by the opposite preference."""
    led_to = [_step(rules, state, outcome) for outcome in information_of(rules, state).outcomes]
    steps = tuple(dict.fromkeys(led_to))
    numbers = [steps.index(step) for step in led_to]
    payoffs = [step.then.payoffs(value_of) for step in steps]

    def law(prefer_last: bool) -> Law:
        played = fast_round(rules, state)
        examined = played.examine(state, numbers, payoffs, prefer_last=prefer_last)
        common = gcd(examined.denominator, *examined.ways)
        ways = tuple(count // common for count in examined.ways)
        return Law(steps, ways, examined.denominator // common)

    best = law(prefer_last=False)
    found = tuple(mean(best.ways, best.total, worth) for worth in zip(*payoffs, strict=True))
    if found != value_of(state):
        raise RefutedError(
            _("the values of {name} are not those of best play at {state!r}").format(
                name=rules.name, state=format_state(state)
            )
        )
    return best, law(prefer_last=True)


def _step(rules: Rules, state: Table, outcome: Outcome) -> Step:
    match state:
        case Charge(pot, _):
            taken = min(outcome.jetons, pot)
        case Decharge(held):
            assert outcome.winner is not None, "the best hand gives in the décharge"
            taken = min(outcome.jetons, held[outcome.winner])
        case _:
            taken = 0
    return Step(continue_after(rules, state, outcome), outcome.loser, taken)
