"""The best chance of making a hand, or one of several, in so many rolls."""

from dataclasses import dataclass
from fractions import Fraction

from solver.engine.turn import decide, expect
from solver.errors import HandError
from solver.game.dice import HANDS, WAYS
from solver.game.names import read_hand
from solver.game.ranking import HandClass, rank_hands
from solver.game.rules import Rules
from solver.game.words import fold
from solver.language import _

MAX_ROLLS = 3

_CLASSES: dict[str, tuple[HandClass, ...]] = {
    "brelan": (HandClass.BRELAN, HandClass.BRELAN_D_AS),
    "triple": (HandClass.BRELAN, HandClass.BRELAN_D_AS),
    "fiche": (HandClass.FICHE,),
    "suite": (HandClass.SUITE,),
    "points": (HandClass.POINTS,),
}


@dataclass(frozen=True)
class RollPlan:
    """What to keep when ``left`` more rolls are allowed: ``keeps[hand]`` for each hand seen."""

    left: int
    keeps: tuple[int, ...]


@dataclass(frozen=True)
class Odds:
    """The best chance of a target: a probability, with the plan that reaches it."""

    target: str
    hands: tuple[int, ...]
    rolls: int
    value: Fraction
    plan: tuple[RollPlan, ...]


def parse_target(rules: Rules, text: str) -> tuple[int, ...]:
    """Return the hands that a target such as ``421``, ``brelan`` or ``>=666`` stands for.

    Raises:
        HandError: neither a hand, nor a class, nor a bound; or no hand is such under the rules.
    """
    ranking = rank_hands(rules)
    stripped = text.strip()
    kinds = _CLASSES.get(fold(stripped).removesuffix("s"), _CLASSES.get(fold(stripped)))
    if kinds:
        hands = tuple(hand for hand in ranking.order if ranking.classes[hand] in kinds)
        if not hands:
            raise HandError(
                _("no hand counts as {text!r} under the rules {name}").format(
                    text=stripped, name=rules.name
                )
            )
        return hands
    if stripped.startswith((">=", "≥")):
        bound = ranking.strength[_parse_hand(stripped.lstrip(">=≥"))]
        return tuple(hand for hand in ranking.order if ranking.strength[hand] >= bound)
    return (_parse_hand(stripped),)


def _parse_hand(text: str) -> int:
    try:
        return read_hand(text)
    except HandError:
        raise HandError(
            _(
                "a target is a hand (421), a class ({names}) or a bound (>=666), not {text!r}"
            ).format(names=", ".join(_CLASSES), text=text[:60])
        ) from None


def best_odds(rules: Rules, target: str, rolls: int = MAX_ROLLS) -> Odds:
    """Return the best chance of making ``target`` in at most ``rolls`` rolls, 1 to 3.

    >>> best_odds(Rules(), "421", 2).value
    Fraction(299, 2592)
    """
    hands = parse_target(rules, target)
    chances = [[int(hand in hands) for hand in range(len(HANDS))]]
    plan: list[RollPlan] = []
    for left in range(1, rolls):
        decision = decide(chances, 0)
        plan.append(RollPlan(left, tuple(decision.choice)))
        chances = decision.hands()
    (chance,) = expect(chances)
    return Odds(target.strip(), hands, rolls, Fraction(chance, WAYS**rolls), tuple(reversed(plan)))
