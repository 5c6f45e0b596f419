"""Why a keep is the best one, in exact numbers; `solver.study.sentences` puts them into words.

All is expected under best play by everybody after the keep.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from solver.engine.rounds import ExactRound, Moment, Values, information_of
from solver.engine.turn import ROLL_ON, spread
from solver.errors import PositionError
from solver.game.dice import HANDS, KEEPS, KEEPS_OF, WAYS
from solver.game.notation import Position, parse_position
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Outcome, Table, resolve, without_the_saved
from solver.language import _
from solver.study.prospect import Prospect
from solver.study.stored import ValueOf, exact_round


@dataclass(frozen=True)
class Explanation:
    """Everything about the keeps of a roll that sentences are made of.

    Attributes:
        position: what it is about.
        state: what the players in play have, opener first.
        seat: who decides, counted among those in play.
        to_come: how many players roll after him.
        lowest: the lowest hand that is made already; None for the opener.
        radius: how far values may be from the truth; see `solver.study.advice.Advice`.
        prospects: every keep that may be chosen, best first; equals in order of preference.
    """

    position: Position
    state: Table
    seat: int
    to_come: int
    lowest: int | None
    radius: Fraction
    prospects: tuple[Prospect, ...]

    @property
    def best(self) -> Prospect:
        """The keep to choose."""
        return self.prospects[0]

    @property
    def ties(self) -> tuple[Prospect, ...]:
        """The keeps that are as good as the best."""
        return tuple(prospect for prospect in self.prospects[1:] if not prospect.loss)

    @property
    def next_best(self) -> Prospect | None:
        """The best of the keeps that lose something; None if none does."""
        return next((prospect for prospect in self.prospects if prospect.loss), None)

    def find(self, keep: int) -> Prospect:
        """Return what a keep leads to.

        Raises:
            PositionError: it cannot be chosen here.
        """
        for prospect in self.prospects:
            if prospect.keep == keep:
                return prospect
        dice = "".join(map(str, KEEPS[keep])) or "none"
        raise PositionError(_("{dice!r} cannot be kept here").format(dice=dice))


def explain(position: str | Position, value_of: ValueOf | None = None) -> Explanation:
    """Return what every keep for the roll of a position leads to.

    ``value_of`` gives the values of later states; by default they are read from the table.

    Raises:
        PositionError: there is no roll, or ``player P`` is not the one to act.
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.

    >>> found = explain("round 2 | seen 652 in 2 | roll 641 left 1")
    >>> KEEPS[found.best.keep], found.best.above, found.best.level
    ((6,), Fraction(17, 36), Fraction(1, 18))
    """
    asked = parse_position(position) if isinstance(position, str) else position
    if asked.roll is None:
        raise PositionError(
            _("an explanation needs the dice on the table: add '| roll 641 left 1'")
        )
    if asked.player not in (None, asked.actor()):
        raise PositionError(
            _("'player {player}' does not roll now; seat {actor} does").format(
                player=asked.player, actor=asked.actor()
            )
        )
    state = without_the_saved(resolve(asked.rules, asked.state))
    played, moments = _moments(asked.rules, state, asked.seen, asked.limit, asked.left, value_of)
    bound = asked.seen and asked.rules.followers == "exactly"
    keeps = (ROLL_ON if bound else KEEPS_OF)[asked.roll] if asked.left else (asked.roll,)
    seat = len(asked.seen)
    worth = {keep: _worth(moments[-1], keep) for keep in keeps}
    best = max(values[seat] for values in worth.values())
    prospects = [
        _prospect(keep, best, values[seat], values[-_RIDERS:], _ends(keep, moments))
        for keep, values in worth.items()
    ]
    strength = rank_hands(asked.rules).strength
    return Explanation(
        asked,
        state,
        seat,
        played.information.players - 1 - seat,
        min(asked.seen, key=strength.__getitem__, default=None),
        played.radius,
        tuple(sorted(prospects, key=lambda prospect: prospect.loss)),
    )


_RIDERS = 6


def _riders(rules: Rules, state: Table, seat: int, payoffs: Sequence[Values]) -> list[Values]:
    """For every final state of a round what `Prospect` counts, in the order of `_prospect`."""
    information = information_of(rules, state)
    moved = [Fraction(_moved(state, outcome)) for outcome in information.outcomes]
    riders: list[Values] = []
    for law in information.laws:
        lost = [(of, weight) for of, weight in law if information.outcomes[of].loser == seat]
        share = Fraction(sum(weight for _of, weight in lost), information.barrages)
        value = sum((weight * payoffs[of][seat] for of, weight in lost), _NONE)
        taken = sum((weight * moved[of] for of, weight in lost), _NONE)
        all_moved = sum((weight * moved[of] for of, weight in law), _NONE)
        means = [sums / information.barrages for sums in (value, taken, all_moved - taken)]
        riders.append((Fraction(share == 0), Fraction(0 < share < 1), share, *means))
    return riders


_NONE = Fraction(0)


def _moved(state: Table, outcome: Outcome) -> int:
    """How many jetons really move; 1 where it is a leg."""
    match state:
        case Charge(pot):
            return min(outcome.jetons, pot)
        case Decharge(held) if outcome.winner is not None:
            return min(outcome.jetons, held[outcome.winner])
        case Legs():
            return 1
        case _:
            return 0


@lru_cache(maxsize=4)
def _round(rules: Rules, state: Table, seat: int, value_of: ValueOf | None) -> ExactRound:
    plain = exact_round(rules, state, value_of)
    riders = _riders(rules, state, seat, plain.payoffs)
    return ExactRound(rules, state, plain.payoffs, radius=plain.radius, riders=riders)


@lru_cache(maxsize=256)
def _moments(
    rules: Rules,
    state: Table,
    seen: tuple[int, ...],
    limit: int,
    left: int,
    value_of: ValueOf | None,
) -> tuple[ExactRound, tuple[Moment, ...]]:
    """The round, and its moments with no roll left to the player, one, and so on to ``left``."""
    played = _round(rules, state, len(seen), value_of)
    counts = range(left + 1)
    if seen:
        return played, tuple(played.follower(seen, limit, count) for count in counts)
    return played, tuple(played.opener(count) for count in counts)


def _worth(moment: Moment, keep: int) -> Values:
    return moment.values(keep) if moment.decision is None else moment.keep_values(keep)


def _ends(keep: int, moments: Sequence[Moment]) -> tuple[Fraction, ...]:
    """The law of the last hand after a keep, chosen where the last of the moments is."""
    left = len(moments) - 1
    ended = [0] * len(HANDS)
    held = [0] * len(KEEPS)
    held[keep] = 1
    for rolls in range(left, -1, -1):
        # Who stops is not asked again; the ways that he leaves count the rolls not taken.
        for hand in range(len(HANDS)):
            ended[hand] += held[hand] * WAYS**rolls
        seen = spread([0] * len(HANDS) + held[len(HANDS) :])
        held = [0] * len(KEEPS)
        choice = _choices(moments[rolls - 1]) if rolls else ()
        for hand, ways in enumerate(seen):
            if ways:
                held[choice[hand]] += ways
    return tuple(Fraction(ways, WAYS**left) for ways in ended)


def _choices(moment: Moment) -> Sequence[int]:
    return moment.decision.choice if moment.decision is not None else range(len(HANDS))


def _prospect(
    keep: int, best: Fraction, value: Fraction, riders: Values, ends: tuple[Fraction, ...]
) -> Prospect:
    above, level, lost, value_lost, taken, passed = riders
    below = 1 - above - level
    loss = best - value
    return Prospect(keep, value, loss, above, level, below, lost, value_lost, taken, passed, ends)
