"""What a strategy does at one seat of one round, asked once and turned into whole weights."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from solver.engine.information import build_information
from solver.engine.plan import Plan, turns_of
from solver.engine.turn import Mixes as Weights
from solver.errors import StrategyError
from solver.game.dice import KEEPS
from solver.game.dice_notation import format_keep
from solver.game.notation import format_state
from solver.game.rules import Rules
from solver.game.state import RoundKind, Table, max_rolls, players_of, round_kind
from solver.language import _, either
from solver.study.strategies import PURE, Mixes, Spot, Strategy

MOST_BITS = 4000
"""Of the common denominator of a seat's probabilities in one round."""

_ALWAYS = tuple(((keep, 1),) for keep in range(len(KEEPS)))


@lru_cache(maxsize=32)
def _histories(rules: Rules, seats: int, kind: RoundKind, seat: int) -> Sequence[tuple[int, ...]]:
    return build_information(rules, seats, kind).histories(seat)


def plan_of(strategy: Strategy, rules: Rules, state: Table, seat: int) -> Plan:
    """Return what a strategy does at a seat of the round played in ``state``.

    Raises:
        StrategyError: it chooses what the rules forbid, or its probabilities do not sum to 1
            or have no common denominator of a reasonable size.
    """
    histories = _histories(rules, players_of(state), round_kind(rules, state), seat)
    asked = {
        turn: Spot(rules, state, histories[turn[1]], turn[0], turn[2])
        for turn in turns_of(max_rolls(rules, state), seat, len(histories))
    }
    told = {turn: strategy.mixes(spot) for turn, spot in asked.items()}
    # Many strategies answer with the same mixes at many turns.
    distinct = {id(mixes): turn for turn, mixes in told.items()}
    total = 1
    for turn in distinct.values():
        try:
            total = lcm(total, _denominator(told[turn], asked[turn].allowed()))
        except StrategyError as error:
            raise StrategyError(
                _("{name} at {state} with {left} to roll: {fault}").format(
                    name=strategy.name, state=format_state(state), left=turn[2], fault=error
                )
            ) from None
        if total.bit_length() > MOST_BITS:
            raise StrategyError(
                _(
                    "{name}: the common denominator of its probabilities in one round "
                    "has more than {most} bits; "
                    "write them with fewer different denominators"
                ).format(name=strategy.name, most=MOST_BITS)
            )
    weights = {name: _weights(told[turn], total) for name, turn in distinct.items()}
    return Plan(total, {turn: weights[id(mixes)] for turn, mixes in told.items()})


def _denominator(mixes: Mixes, allowed: Sequence[Sequence[int]]) -> int:
    """The common denominator of mixes that the rules allow."""
    denominator = 1
    for hand, (mix, options) in enumerate(zip(mixes, allowed, strict=True)):
        if any(keep not in options for keep, _chance in mix):
            kept = either(format_keep(keep) or _("nothing") for keep, _chance in mix)
            raise StrategyError(
                _("{kept} cannot be kept of {hand}").format(kept=kept, hand=format_keep(hand))
            )
        if mix and mix is PURE[mix[0][0]]:
            continue
        total = sum((p for _keep, p in mix), Fraction(0))
        if total != 1 or any(p < 0 for _keep, p in mix):
            raise StrategyError(
                _("the probabilities of {hand} sum to {total}").format(
                    hand=format_keep(hand), total=total
                )
            )
        denominator = lcm(denominator, *(p.denominator for _keep, p in mix))
    return denominator


def _weights(mixes: Mixes, total: int) -> Weights:
    if total == 1:
        return [_ALWAYS[mix[0][0]] for mix in mixes]
    return [[(keep, p.numerator * (total // p.denominator)) for keep, p in mix] for mix in mixes]
