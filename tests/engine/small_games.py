"""Small games solved a third way: exact strategy iteration, for any number of players.

A round is played on arrays over full lists of hands; what players know is not merged. The
laws of its outcome are whole numbers of 64 bits, and payoffs rational.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import lcm

import flint
import numpy as np

from solver.engine.continuation import Continuation, continue_after
from solver.engine.rounds import Values
from solver.game.dice import ALL_DICE, HANDS, KEEPS, KEEPS_OF, WAYS, WEIGHTS
from solver.game.legality import all_states
from solver.game.presets import find_rules
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Outcome,
    RoundKind,
    Table,
    max_rolls,
    players_of,
    round_kind,
)

Solved = Mapping[Table, Values]
Preference = Callable[[np.ndarray], np.ndarray]


def _law_of_hands(rules: Rules, kind: RoundKind, hands: tuple[int, ...]) -> list[Outcome]:
    """The outcomes of full hands, equally likely."""
    strength = rank_hands(rules).strength
    best, lowest = (pick(hands, key=strength.__getitem__) for pick in (max, min))
    losers = [seat for seat, hand in enumerate(hands) if hand == lowest]
    winners = [seat for seat, hand in enumerate(hands) if hand == best]
    jetons = 0
    if kind.jetons != "none":
        jetons = jetons_at_stake(rules, best, lowest, decharge=kind.jetons == "decharge")
    if not kind.names_winner:
        return [Outcome(None, loser, jetons) for loser in losers]
    pairs = permutations(losers, 2) if best == lowest else product(winners, losers)
    return [Outcome(winner, loser, jetons) for winner, loser in pairs]


@lru_cache(maxsize=8)
def _endings(rules: Rules, players: int, kind: RoundKind) -> tuple[tuple[Outcome, ...], np.ndarray]:
    """The outcomes, and for each list of hands their weights, of 6 in all."""
    lists = product(range(len(HANDS)), repeat=players)
    laws = [_law_of_hands(rules, kind, hands) for hands in lists]
    numbers: dict[Outcome, int] = {}
    for law in laws:
        for outcome in law:
            numbers.setdefault(outcome, len(numbers))
    weights = np.zeros((len(laws), len(numbers)), dtype=np.int64)
    for row, law in zip(weights, laws, strict=True):
        for outcome in law:
            row[numbers[outcome]] = 6 // len(law)
    return tuple(numbers), weights.reshape(*[len(HANDS)] * players, len(numbers))


_THROW = np.zeros((len(KEEPS), len(HANDS)), dtype=np.int64)
for _keep, _row in enumerate(WEIGHTS):
    for _hand, _ways in _row:
        _THROW[_keep, _hand] = _ways


def first_best(worth: np.ndarray) -> np.ndarray:
    """Return the place of the best option, the preferred one of equals."""
    places: np.ndarray = worth.argmax(axis=-1)
    return places


def last_best(worth: np.ndarray) -> np.ndarray:
    """Return the place of the best option, the least preferred one of equals."""
    places: np.ndarray = worth.shape[-1] - 1 - worth[..., ::-1].argmax(axis=-1)
    return places


class _Greedy:
    """How a round ends when everyone is greedy for given integer payoffs [outcome, seat]."""

    def __init__(self, rules: Rules, state: Table, payoffs: np.ndarray, among: Preference) -> None:
        self.rolls, self.players = max_rolls(rules, state), players_of(state)
        # 6 * 216**7 fits 64 bits, 6 * 216**8 does not.
        assert self.rolls * self.players <= 7, "too large for this twin"
        self.payoffs, self.among = payoffs, among
        self.exactly = rules.followers == "exactly"
        self.endings = _endings(rules, self.players, round_kind(rules, state))[1]

    def law(self) -> np.ndarray:
        """Weights of the outcomes; their sum is 6 * 216**(rolls * players)."""
        stops = []
        for limit in range(1, self.rolls + 1):
            made = self.endings
            for seat in range(self.players - 1, 0, -1):
                for _ in range(limit - 1):
                    made = self._choose(seat, made, made)
                made = _THROW[ALL_DICE] @ made
            stops.append(made * WAYS ** ((self.rolls - limit) * (self.players - 1)))
        ahead = stops.pop()
        for rolled, stop in enumerate(reversed(stops)):
            ahead = self._choose(0, stop * WAYS**rolled, ahead)
        law: np.ndarray = _THROW[ALL_DICE] @ ahead
        return law

    def _choose(self, seat: int, stop: np.ndarray, ahead: np.ndarray) -> np.ndarray:
        keeps = _THROW @ ahead
        keeps[..., : len(HANDS), :] = WAYS * stop
        worth = keeps.astype(object) @ self.payoffs[:, seat]
        chosen = []
        for options in KEEPS_OF:
            allowed = np.array(options[1:] if seat and self.exactly else options)
            pick = allowed[self.among(worth[..., allowed])][..., None, None]
            chosen.append(np.take_along_axis(keeps, pick, axis=-2))
        return np.concatenate(chosen, axis=-2)


def _evaluate(laws: Mapping[Table, list[tuple[Continuation, Fraction]]]) -> Solved:
    """The payoffs of playing the given laws for ever, from one linear system."""
    unknowns = [(state, seat) for state in laws for seat in range(players_of(state))]
    index = {unknown: place for place, unknown in enumerate(unknowns)}
    matrix = flint.fmpq_mat(len(unknowns), len(unknowns))
    known = flint.fmpq_mat(len(unknowns), 1)
    for (state, seat), row in index.items():
        matrix[row, row] += 1
        for then, chance in laws[state]:
            weight = flint.fmpq(chance.numerator, chance.denominator)
            after = then.seats[seat]
            if then.state is not None and after is not None:
                matrix[row, index[then.state, after]] -= weight
            settled = then.settled[seat]
            known[row, 0] += weight * flint.fmpq(settled.numerator, settled.denominator)
    found = [Fraction(int(x.p), int(x.q)) for x in matrix.solve(known).entries()]
    return {
        state: tuple(found[index[state, seat]] for seat in range(players_of(state)))
        for state in laws
    }


@lru_cache(maxsize=32)
def solve_small(text: str, players: int, among: Preference = first_best) -> Solved:
    """Return a game's values: be greedy for them, evaluate, until nothing changes."""
    rules = find_rules(text)
    states = list(all_states(rules, players))
    values: Solved = {state: (Fraction(1, 2),) * players_of(state) for state in states}
    for _ in range(20):
        laws = {}
        for state in states:
            kind = round_kind(rules, state)
            outcomes, _ = _endings(rules, players_of(state), kind)
            after = [continue_after(rules, state, outcome) for outcome in outcomes]
            payoffs = [then.payoffs(values.__getitem__) for then in after]
            common = lcm(*(x.denominator for row in payoffs for x in row))
            integers = np.array([[int(x * common) for x in row] for row in payoffs], dtype=object)
            law = _Greedy(rules, state, integers, among).law()
            chances = [Fraction(int(weight), int(law.sum())) for weight in law]
            laws[state] = list(zip(after, chances, strict=True))
        before, values = values, _evaluate(laws)
        if values == before:
            return values
    raise AssertionError("strategy iteration does not settle")
