"""An explanation in words: whole sentences, each of which says what the numbers say.

Every sentence is a template of its own, so that other languages can order it as they do.
"""

from collections.abc import Iterator
from fractions import Fraction

from solver.game.dice import HANDS, THROWN
from solver.game.dice_notation import format_keep
from solver.game.ranking import HandClass, classify
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table
from solver.language import _, ngettext
from solver.study.explain import Explanation
from solver.study.figures import amount, amounts, percent, percents, points
from solver.study.prospect import Comparison, Prospect, compare


def sentences(explanation: Explanation, instead: int | None = None) -> tuple[str, ...]:
    """Return why the best keep is the best, in words.

    ``instead`` is the keep that it is compared with: by default the next best one.

    Raises:
        PositionError: ``instead`` cannot be kept here.
    """
    best = explanation.best
    other = explanation.next_best if instead is None else explanation.find(instead)
    said = [_situation(explanation), *_verdict(explanation)]
    shown = [best] if other is None or other.keep == best.keep else [best, other]
    for prospect in shown:
        said += _prospect(explanation, prospect)
    if len(shown) == 2:
        said += _comparison(explanation, compare(best, shown[1]))
    return tuple(said)


def name_choice(keep: int) -> str:
    """Return what is done who keeps these dice, in words.

    >>> from solver.game.dice_notation import parse_keep
    >>> [name_choice(parse_keep(dice)) for dice in ("641", "61", "")]
    ['stop with 641', 'keep 61', 'throw all three dice']
    """
    if not THROWN[keep]:
        return _("stop with {dice}").format(dice=format_keep(keep))
    if THROWN[keep] == len(HANDS[0]):
        return _("throw all three dice")
    return _("keep {dice}").format(dice=format_keep(keep))


def _situation(explanation: Explanation) -> str:
    n, exactly = explanation.to_come, explanation.position.rules.followers == "exactly"
    if explanation.lowest is None:
        if exactly:
            return ngettext(
                "You open: {n} player rolls after you, as many times as you do.",
                "You open: {n} players roll after you, as many times as you do.",
                n,
            ).format(n=n)
        return ngettext(
            "You open: {n} player rolls after you, at most as many times as you do.",
            "You open: {n} players roll after you, at most as many times as you do.",
            n,
        ).format(n=n)
    hand = format_keep(explanation.lowest)
    if n:
        return ngettext(
            "The lowest hand so far is {hand}, and {n} player still rolls after you.",
            "The lowest hand so far is {hand}, and {n} players still roll after you.",
            n,
        ).format(hand=hand, n=n)
    return _(
        "The hand to beat is {hand}: above it you are safe, level with it a barrage decides, "
        "below it you lose the round."
    ).format(hand=hand)


def _verdict(explanation: Explanation) -> Iterator[str]:
    if len(explanation.prospects) == 1:
        yield _("No roll is left, so there is nothing to decide.")
    elif explanation.next_best is None:
        yield _("Nothing depends on it: every choice comes to the same.")
    elif ties := explanation.ties:
        names = _(", ").join(name_choice(prospect.keep) for prospect in ties)
        message = _("Best is “{best}”, and just as good: {others}.")
        yield message.format(best=name_choice(explanation.best.keep), others=names)
    else:
        yield _("Best is “{best}”.").format(best=name_choice(explanation.best.keep))
    chance = percent(explanation.best.value)
    yield _chance(explanation.position.rules, explanation.state).format(chance=chance)


def _chance(rules: Rules, state: Table) -> str:
    """The sentence that says what a chance is one of."""
    match state:
        case Round():
            return _("The chance not to lose the round is {chance}.")
        case Charge() if rules.phases == "separate":
            return _("The chance to win the charge, shares counted, is {chance}.")
        case Decharge() if rules.phases == "separate":
            return _("The chance to win the décharge is {chance}.")
    if rules.mode == "legs" and rules.ends == "last_standing":
        return _("The chance to win the game is {chance}.")
    if rules.mode == "tokens" and rules.objective == "first_empty_wins":
        return _("The chance to win the game, shares counted, is {chance}.")
    return _("The chance not to lose the game is {chance}.")


def _prospect(explanation: Explanation, prospect: Prospect) -> Iterator[str]:
    choice = name_choice(prospect.keep)
    if THROWN[prospect.keep]:
        hands = _(", ").join(_classes(explanation.position.rules, prospect))
        if explanation.position.left > 1:
            message = _("“{choice}”, well played on, ends as {hands}.")
        else:
            message = _("“{choice}” ends as {hands}.")
        yield message.format(choice=choice, hands=hands)
    yield _standing(explanation, prospect)
    yield from _cost(explanation, prospect)


def _classes(rules: Rules, prospect: Prospect) -> Iterator[str]:
    """Each class of hands that can be the last one, with its chance, in order of likelihood."""
    chances: dict[HandClass, Fraction] = {}
    for hand, chance in enumerate(prospect.ends):
        if chance:
            kind = classify(rules, hand)
            chances[kind] = chances.get(kind, Fraction(0)) + chance
    for kind, chance in sorted(chances.items(), key=lambda item: -item[1]):
        name = "nénette" if kind is HandClass.NENETTE else kind.value
        yield _("{hand} {chance}").format(hand=name, chance=percent(chance))


def _standing(explanation: Explanation, prospect: Prospect) -> str:
    if not explanation.to_come:
        message = _("“{choice}”: above {hand} in {above}, level in {level}, below in {below}.")
    elif explanation.to_come == 1 and explanation.lowest is None:
        message = _(
            "“{choice}”: when both have rolled, you are above the other in {above}, level in "
            "{level}, below in {below}."
        )
    else:
        message = _(
            "“{choice}”: when all have rolled, you are above the lowest of the others in {above}, "
            "level in {level}, below in {below}."
        )
    return message.format(
        choice=name_choice(prospect.keep),
        hand=format_keep(explanation.lowest or 0),
        above=percent(prospect.above),
        level=percent(prospect.level),
        below=percent(prospect.below),
    )


def _cost(explanation: Explanation, prospect: Prospect) -> Iterator[str]:
    choice, lost = name_choice(prospect.keep), prospect.lost
    facts = {
        "choice": choice,
        "lost": percent(lost),
        "taken": amount(prospect.taken / lost) if lost else "",
        "passed": amount(prospect.passed / (1 - lost)) if lost != 1 else "",
    }
    match explanation.state:
        case Round():
            return
        case Legs():
            message = _("“{choice}”: you lose a leg in {lost}.")
        case _ if lost == 0:
            if _two(explanation):
                message = _("“{choice}”: the other player takes {passed} jetons on average.")
            else:
                message = _("“{choice}”: another player takes {passed} jetons on average.")
        case _ if lost == 1:
            message = _("“{choice}”: you lose the round and take {taken} jetons on average.")
        case _ if _two(explanation):
            message = _(
                "“{choice}”: in {lost} you lose the round and then take {taken} jetons on "
                "average; otherwise the other player takes {passed}."
            )
        case _:
            message = _(
                "“{choice}”: in {lost} you lose the round and then take {taken} jetons on "
                "average; otherwise another player takes {passed}."
            )
    yield message.format(**facts)


def _two(explanation: Explanation) -> bool:
    return explanation.seat + explanation.to_come == 1


def _comparison(explanation: Explanation, found: Comparison) -> Iterator[str]:
    names = {"best": name_choice(found.best.keep), "other": name_choice(found.other.keep)}
    if not found.gain:
        yield _("“{other}” is as good as “{best}”.").format(**names)
        return
    message = _("“{best}” is worth {points} points more than “{other}”.")
    yield message.format(points=points(found.gain), **names)
    yield _reason(explanation, found)
    if not isinstance(explanation.state, Round):
        message = _(
            "Of these points {often} come of how often the round is lost, {losing} of what it "
            "leaves when it is, {otherwise} of what it leaves when it is not."
        )
        yield message.format(
            often=points(found.often),
            losing=points(found.losing),
            otherwise=points(found.otherwise),
        )


def _reason(explanation: Explanation, found: Comparison) -> str:
    """The largest of the three parts, which is positive as their sum is."""
    best, other = found.best, found.other
    most = max(found.often, found.losing, found.otherwise)
    if found.often == most:
        a, b = percents(best.lost, other.lost)
        if found.losing_is_worse:
            message = _("Mainly because it loses the round less often: {a} instead of {b}.")
        else:
            message = _(
                "Mainly because it loses the round more often, {a} instead of {b}, and here that "
                "is better than not to lose it."
            )
        return message.format(a=a, b=b)
    if found.losing == most:
        assert best.if_lost is not None, "their means differ"
        assert other.if_lost is not None, "their means differ"
        a, b = percents(best.if_lost, other.if_lost)
        c, d = amounts(best.taken / best.lost, other.taken / other.lost)
        if isinstance(explanation.state, Legs) or c == d:
            message = _("Mainly because a lost round leaves a better chance: {a} instead of {b}.")
        else:
            message = _(
                "Mainly because a lost round leaves a better chance, {a} instead of {b}: you then "
                "take {c} jetons on average instead of {d}."
            )
        return message.format(a=a, b=b, c=c, d=d)
    assert best.if_not_lost is not None, "their means differ"
    assert other.if_not_lost is not None, "their means differ"
    a, b = percents(best.if_not_lost, other.if_not_lost)
    c, d = amounts(best.passed / (1 - best.lost), other.passed / (1 - other.lost))
    if isinstance(explanation.state, Legs) or c == d:
        message = _(
            "Mainly because a round that is not lost leaves a better chance: {a} instead of {b}."
        )
    elif _two(explanation):
        message = _(
            "Mainly because a round that is not lost leaves a better chance, {a} instead of {b}: "
            "the other player then takes {c} jetons on average instead of {d}."
        )
    else:
        message = _(
            "Mainly because a round that is not lost leaves a better chance, {a} instead of {b}: "
            "another player then takes {c} jetons on average instead of {d}."
        )
    return message.format(a=a, b=b, c=c, d=d)
