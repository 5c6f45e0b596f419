"""``421 hands``: the order of the hands, or which of two wins."""

import click

from solver.commands.options import answering, read_stdin, with_rules
from solver.commands.output import Answer, Cell, Column, heading
from solver.game.dice import HAND_WAYS, HANDS
from solver.game.dice_notation import format_keep
from solver.game.names import name_hand, read_hand
from solver.game.presets import find_rules
from solver.game.ranking import HandClass, classify, rank_hands
from solver.game.rules import Rules
from solver.language import Phrase, _, spoken

_TWINS = {HandClass.FICHE, HandClass.BRELAN}

_PLURAL = {
    HandClass.QUATRE_VINGT_ET_UN: "421",
    HandClass.BRELAN_D_AS: "brelan d'as",
    HandClass.FICHE: "fiches",
    HandClass.BRELAN: "brelans",
    HandClass.SUITE: "suites",
    HandClass.POINTS: "points",
    HandClass.NENETTE: "nénette",
}


@click.command("hands")
@click.argument("hands", nargs=-1, metavar="[A B]")
@with_rules
@answering
def command(hands: tuple[str, ...], rules: str | None, settings: tuple[str, ...]) -> Answer:
    """List the hands in order, or say which of two wins.

    A and B are dice or names: 643, 6-4-3, nénette, "fiche de six"; `-` reads them from
    standard input, one a line.

    \b
    Examples:
      421 hands
      421 hands 643 554
      421 hands 641 653 --set points=ace_high
    """
    asked = find_rules(rules or "jetons", settings)
    if hands == ("-",):
        hands = tuple(read_stdin().splitlines())
    if not hands:
        return _answer(asked, rank_hands(asked).order, (heading(asked),), {})
    if len(hands) != 2:
        raise click.UsageError(
            _("two hands to compare, or none, not {hands!r}").format(hands=" ".join(hands))
        )
    one, other = map(read_hand, hands)
    strength = rank_hands(asked).strength
    better, worse = sorted((one, other), key=strength.__getitem__, reverse=True)
    better_text, worse_text = format_keep(better), format_keep(worse)
    if better == worse:
        level = _("{hand} ties with itself: a barrage decides").format(hand=better_text)
        return _answer(
            asked, (one,), (level, heading(asked)), {"winner": None, "why": "the same hand"}
        )
    why = explain(asked, better, worse)
    beats = _("{better} beats {worse}: {why}").format(
        better=better_text, worse=worse_text, why=spoken(why)
    )
    return _answer(
        asked, (better, worse), (beats, heading(asked)), {"winner": better_text, "why": why}
    )


def _answer(
    rules: Rules, hands: tuple[int, ...], lines: tuple[str, ...], facts: dict[str, Cell]
) -> Answer:
    rank = rank_hands(rules)
    items = [
        (
            format_keep(hand),
            rank.order.index(hand) + 1,
            rank.classes[hand].value,
            name_hand(rules, hand),
            rank.worth[hand],
            HAND_WAYS[hand],
        )
        for hand in hands
    ]
    text, places, _classes, names, worths, ways = zip(*items, strict=True)
    return Answer(
        lines=lines,
        table=(
            Column(_("place"), list(map(str, places)), right=True),
            Column(_("hand"), text, bold=True),
            Column(_("name"), names),
            Column(_("worth"), list(map(str, worths)), right=True),
            Column(_("ways of 216"), list(map(str, ways)), right=True),
        ),
        name="hands",
        fields=("hand", "place", "class", "name", "worth", "ways"),
        items=items,
        facts=facts,
        rules=rules,
    )


def explain(rules: Rules, better: int, worse: int) -> Phrase:
    """Return why one hand stands above another, given that it does."""
    upper, lower = classify(rules, better), classify(rules, worse)
    high, low = HANDS[better][0], HANDS[worse][0]
    if upper is lower is HandClass.POINTS:
        return _compare_dice(rules, better, worse)
    if upper is lower is HandClass.SUITE or (upper is lower and upper in _TWINS):
        return Phrase("of two {hands} the higher wins", hands=_PLURAL[upper])
    if {upper, lower} == _TWINS and rules.fiches != "above_brelans":
        if high != low:
            return Phrase(
                "fiches and brelans go by their die, and {high} is above {low}", high=high, low=low
            )
        return Phrase(
            "at the same die a {upper} is above a {lower}", upper=upper.value, lower=lower.value
        )
    return Phrase("{upper} before {lower}", upper=_PLURAL[upper], lower=_PLURAL[lower])


def _compare_dice(rules: Rules, better: int, worse: int) -> Phrase:
    """Points go by their first different die, from the highest down."""
    aces_high = rules.points == "ace_high"
    one, other = (
        sorted(HANDS[hand], key=lambda die: 7 if aces_high and die == 1 else die, reverse=True)
        for hand in (better, worse)
    )
    high, low = next((a, b) for a, b in zip(one, other, strict=True) if a != b)
    if aces_high:
        return Phrase(
            "points are compared die by die from the ace, then the six, down, "
            "and {high} is above {low}",
            high=high,
            low=low,
        )
    return Phrase(
        "points are compared die by die from the highest down, and {high} is above {low}",
        high=high,
        low=low,
    )
