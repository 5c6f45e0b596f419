"""Exact values of quantities, in the words in which other programs claim them.

    odds TARGET in K                    the best chance of a hand, class or bound in K rolls
    hand HAND after K by STRATEGY       the chance that the opener's turn, of at most K rolls,
                                        ends with a hand
    value "POSITION"                    the payoff of the player to act, or of ``player P``
    rounds "POSITION"                   how many more rounds the game takes, played optimally

The quotation marks may be left out.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from solver.engine.profile import turn_total, turn_ways
from solver.errors import DataError
from solver.game.dice import HAND_WAYS, WAYS
from solver.game.names import read_hand
from solver.game.notation import Position, format_position, parse_position
from solver.game.rules import Rules
from solver.game.state import Round, players_of
from solver.game.words import quote
from solver.language import _
from solver.study.advice import evaluate
from solver.study.numbers import Length, game_numbers
from solver.study.odds import MAX_ROLLS, best_odds
from solver.study.plans import plan_of
from solver.study.strategies import find_strategy

_ODDS = re.compile(r"odds (.+) in ([1-9])(?: rolls?)?", re.IGNORECASE)
_HAND = re.compile(r"hand (.+) after ([1-9])(?: rolls?)? by (.+)", re.IGNORECASE)
_POSITION = re.compile(r"(value|rounds) \"?([^\"]+)\"?", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """An exact number that something random has as its mean.

    Attributes:
        text: the quantity in its words.
        exact: the mean.
        shares: a draw may be any number from 0 to 1; otherwise it is 0 or 1.
        variance: of a number of rounds; None where draws are from 0 to 1.
    """

    text: str
    exact: Fraction
    shares: bool = False
    variance: Fraction | None = None


def rolls_of(text: str) -> int:
    """Return a number of rolls.

    Raises:
        DataError: not 1, 2 or 3.
    """
    if text not in ("1", "2", "3"):
        raise DataError(
            _("a turn has 1 to {most} rolls, not {text}").format(most=MAX_ROLLS, text=quote(text))
        )
    return int(text)


def exact_quantity(text: str, rules: Rules) -> Quantity:
    """Return what the words of a quantity stand for; ``rules`` hold where they name none.

    Raises:
        DataError: no such quantity.
        SolverError: its parts are refused, or the game is not solved.

    >>> exact_quantity("odds 421 in 2", Rules()).exact
    Fraction(299, 2592)
    """
    words = " ".join(text.split())
    if found := _ODDS.fullmatch(words):
        target, rolls = found.groups()
        return Quantity(words, best_odds(rules, target, rolls_of(rolls)).value)
    if found := _HAND.fullmatch(words):
        hand, rolls, strategy = found.groups()
        return Quantity(words, final_hands(rules, strategy, rolls_of(rolls))[read_hand(hand)])
    if found := _POSITION.fullmatch(words):
        word, position = found.groups()
        if word.lower() == "value":
            return Quantity(words, *_value(parse_position(position)))
        length = _rounds(parse_position(position))
        return Quantity(words, length.mean, variance=length.variance)
    raise DataError(
        _(
            "a quantity is 'odds TARGET in K', 'hand HAND after K by STRATEGY', "
            "'value POSITION' or 'rounds POSITION', not {text}"
        ).format(text=quote(text))
    )


def _value(position: Position) -> tuple[Fraction, bool]:
    seat = position.player if position.player is not None else (position.actor() or 0)
    (value,) = (of.value for of in evaluate(position) if of.seat == seat)
    return value, may_share(position.rules, players_of(position.state))


def _rounds(position: Position) -> Length:
    numbers = game_numbers(position)
    if numbers.depends:
        raise DataError(
            _(
                "{position!r} has more than one best way to play, "
                "and they do not all take as many rounds"
            ).format(position=format_position(position))
        )
    return numbers.rounds


def may_share(rules: Rules, players: int) -> bool:
    """Return whether a win may be shared, so that payoffs are not only 0 and 1."""
    if rules.mode == "legs":
        return False
    return rules.phases == "separate" or (rules.objective == "first_empty_wins" and players > 2)


def final_hands(rules: Rules, strategy: str, rolls: int) -> tuple[Fraction, ...]:
    """Return the law of the hand that an opener makes in at most ``rolls`` rolls, by hand.

    He opens a round of two players with nothing else at stake, under the rules with
    ``max_rolls`` set to ``rolls``. With one roll no strategy is asked.

    Raises:
        StrategyError: there is no such strategy.
        RulesError: the rules do not go with so many rolls.
    """
    if rolls == 1:
        return tuple(Fraction(ways, WAYS) for ways in HAND_WAYS)
    limited = rules.override({"max_rolls": rolls})
    plan = plan_of(find_strategy(strategy), limited, Round(2), 0)
    total = turn_total(plan, rolls)
    return tuple(Fraction(sum(ways), total) for ways in zip(*turn_ways(plan, rolls), strict=True))
