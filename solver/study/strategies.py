"""Strategies: what a player keeps, given what he knows.

The built-in ones are described in ``docs/strategies.md``. Where several keeps serve a
strategy's purpose equally well it takes the preferred one (`solver.game.dice`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from solver.engine.rounds import ExactRound, information_of
from solver.engine.turn import ROLL_ON, decide
from solver.errors import StrategyError
from solver.game.dice import HAND_WAYS, HANDS, KEEPS, KEEPS_OF, WAYS
from solver.game.ranking import HAND_421, rank_hands
from solver.game.rules import Rules
from solver.game.state import Round, Table, max_rolls, players_of
from solver.game.words import fold, quote
from solver.language import _
from solver.study.remembered import Remembered
from solver.study.stored import exact_round, later_values

if TYPE_CHECKING:
    from solver.engine.fast import BestKeeps

MOST_REMEMBERED = 1 << 30
"""Bytes of best keeps; all rounds of a game of three with 21 jetons take 0.7 GB."""

Mix = tuple[tuple[int, Fraction], ...]
"""Keeps with the probabilities of choosing them, which sum to 1."""

Mixes = Sequence[Mix]
"""One mix for each of the 56 hands."""

PURE: tuple[Mix, ...] = tuple(((keep, Fraction(1)),) for keep in range(len(KEEPS)))
"""For each keep the mix that always chooses it."""


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

    def allowed(self) -> Sequence[Sequence[int]]:
        """Return for each hand the keeps that may be chosen, preferred first."""
        return ROLL_ON if self.seen and self.rules.followers == "exactly" else KEEPS_OF


class Strategy(Protocol):
    """What one player does in every round that he may come to play."""

    @property
    def name(self) -> str:
        """What the strategy is called where it is named in answers."""

    def mixes(self, spot: Spot) -> Mixes:
        """Return for each of the 56 hands which keeps to choose, and how likely each.

        Raises:
            UnsolvedError, TableError: the strategy needs a game's table, which is not there.
        """


@dataclass(frozen=True)
class Habit:
    """A strategy that is a function of the spot."""

    name: str
    habit: Callable[[Spot], Mixes]

    def mixes(self, spot: Spot) -> Mixes:
        """Return what the habit is; see `Strategy`."""
        return self.habit(spot)


def always(choice: Sequence[int]) -> Mixes:
    """Return the mixes that choose one keep for each of the 56 hands."""
    return tuple(PURE[keep] for keep in choice)


_KEPT: Remembered[tuple[Rules, Table], "BestKeeps"] = Remembered(MOST_REMEMBERED)


def _best_keeps(rules: Rules, state: Table) -> "BestKeeps":
    found = _KEPT.find((rules, state))
    if found is None:
        from solver.engine.continuation import round_in
        from solver.engine.fast import fast_round

        played = round_in(rules, state)
        value_of = later_values(rules, state)
        payoffs = [then.payoffs(value_of) for then in played.continuations]
        found = fast_round(rules, state).best_keeps(state, played.numbers, payoffs)
        _KEPT.keep((rules, state), found, found.nbytes)
    return found


def _best_in(rules: Rules, state: Table, spot: Spot) -> Mixes:
    known = information_of(rules, state).after(spot.seen)
    return always(_best_keeps(rules, state).at(len(spot.seen), (spot.limit, known, spot.left)))


def _alone(spot: Spot, **changes: str) -> tuple[Rules, Round]:
    """The round with nothing else at stake, of as many rolls as in the spot's state."""
    rolls = max_rolls(spot.rules, spot.state)
    fields = {"max_rolls": rolls, "charge_rolls": 0, "decharge_rolls": 0} | changes
    return replace(spot.rules, **fields), Round(players_of(spot.state))  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 16)
def _optimal(spot: Spot) -> Mixes:
    return _best_in(spot.rules, spot.state, spot)


@lru_cache(maxsize=1 << 16)
def _round_optimal(spot: Spot) -> Mixes:
    return _best_in(*_alone(spot), spot)


@lru_cache(maxsize=64)
def _all_rolls_taken(rules: Rules, state: Table) -> ExactRound:
    return exact_round(rules, state)


@lru_cache(maxsize=1 << 16)
def _always_max_rolls(spot: Spot) -> Mixes:
    """The best of what can be had if everyone takes all the rolls he may, the opener too."""
    played = _all_rolls_taken(*_alone(spot, followers="exactly"))
    moment = played.follower(spot.seen, spot.limit, 0) if spot.seen else played.opener(0)
    worth, seat = moment.hands, len(spot.seen)
    for _step in range(spot.left):
        decision = decide(worth, seat, ROLL_ON)
        worth = decision.hands()
    return always(decision.choice)


@lru_cache(maxsize=1 << 12)
def _likeliest(goal: frozenset[int], left: int, may_stop: bool) -> Mixes:
    """The best chance of ending with one of some hands."""
    chances = [[int(hand in goal) for hand in range(len(HANDS))]]
    for _step in range(left):
        decision = decide(chances, 0, KEEPS_OF if may_stop else ROLL_ON)
        chances = decision.hands()
    return always(decision.choice)


def _chase_421(spot: Spot) -> Mixes:
    return _likeliest(frozenset({HAND_421}), spot.left, spot.allowed() is KEEPS_OF)


def _beat_or_stop(spot: Spot) -> Mixes:
    strength = rank_hands(spot.rules).strength
    if spot.seen:
        lowest = min(strength[hand] for hand in spot.seen)
        # Against 421 alone there is nothing better to hope for than a barrage.
        needed = min(lowest + 1, max(strength))
    else:
        needed = _median(spot.rules)
    goal = frozenset(hand for hand in range(len(HANDS)) if strength[hand] >= needed)
    return _likeliest(goal, spot.left, spot.allowed() is KEEPS_OF)


@lru_cache(maxsize=64)
def _median(rules: Rules) -> int:
    """The strength of the lowest hand that beats at least half of all single throws."""
    beaten = 0
    for hand in reversed(rank_hands(rules).order):
        if 2 * beaten >= WAYS:
            return rank_hands(rules).strength[hand]
        beaten += HAND_WAYS[hand]
    raise AssertionError("the best hand beats more than half of all throws")


def _first_choices(spot: Spot) -> Mixes:
    return _NEVER[spot.allowed() is KEEPS_OF]


def _any_choices(spot: Spot) -> Mixes:
    return _ANY[spot.allowed() is KEEPS_OF]


_NEVER = [always([keeps[0] for keeps in allowed]) for allowed in (ROLL_ON, KEEPS_OF)]
_ANY = [
    tuple(tuple((keep, Fraction(1, len(keeps))) for keep in keeps) for keeps in allowed)
    for allowed in (ROLL_ON, KEEPS_OF)
]

OPTIMAL = Habit("optimal", _optimal)

STRATEGIES: dict[str, Strategy] = {
    habit.name: habit
    for habit in (
        OPTIMAL,
        Habit("round-optimal", _round_optimal),
        Habit("chase-421", _chase_421),
        Habit("beat-or-stop", _beat_or_stop),
        Habit("always-max-rolls", _always_max_rolls),
        Habit("never-reroll", _first_choices),
        Habit("random", _any_choices),
    )
}

_FRENCH = {
    "optimale": "optimal",
    "manche optimale": "round-optimal",
    "chasse au 421": "chase-421",
    "chasse 421": "chase-421",
    "battre ou rester": "beat-or-stop",
    "tous les lancers": "always-max-rolls",
    "jamais relancer": "never-reroll",
    "ne relance jamais": "never-reroll",
    "au hasard": "random",
    "hasard": "random",
}

_NAMED = {fold(name): name for name in STRATEGIES} | _FRENCH


def find_strategy(text: str) -> Strategy:
    """Return the strategy of that name, in English or French, or of the policy file there.

    What a policy file leaves out is played optimally.

    Raises:
        StrategyError: neither a strategy nor a policy file that can be read.
        RulesError, PositionError, HandError: the file has a row of nonsense.

    >>> find_strategy("Chasse au 421").name
    'chase-421'
    """
    if name := _NAMED.get(fold(text)):
        return STRATEGIES[name]
    from solver.study.policy_files import read_policy  # here, because it imports this module

    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):  # no path at all: too long, or with a null character
        is_file = False
    if not is_file:
        names = ", ".join(STRATEGIES)
        raise StrategyError(
            _("no strategy {text}; there is {names}, or a policy file").format(
                text=quote(text), names=names
            )
        )
    return read_policy(Path(text), OPTIMAL)
