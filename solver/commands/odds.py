"""``421 odds``: the best chance of making a hand or a class."""

from collections.abc import Iterator

import click

from solver.commands.options import answering, read_words, whole_number, with_rules
from solver.commands.output import Answer, Column, heading, short
from solver.game.dice import THROWN
from solver.game.dice_notation import format_keep
from solver.game.presets import find_rules
from solver.game.ranking import rank_hands
from solver.language import _, ngettext
from solver.study.documents.odds import odds_document
from solver.study.figures import percent
from solver.study.odds import MAX_ROLLS, Odds, best_odds


@click.command("odds")
@click.argument("target", nargs=-1, required=True)
@click.option(
    "--rolls", type=whole_number(1, MAX_ROLLS), help="Rolls in all.  [default: by the rules]"
)
@with_rules
@answering
def command(
    target: tuple[str, ...], rolls: int | None, rules: str | None, settings: tuple[str, ...]
) -> Answer:
    """Say the best chance of making a hand or a class.

    TARGET is a hand (421, "brelan de six", nénette), a class (brelan, fiche, suite, points),
    or a bound: >=666 is that hand or a better one under the rules.

    \b
    Examples:
      421 odds 421
      421 odds brelan --rolls 2
      421 odds ">=666" --rules comptoir
    """
    asked = find_rules(rules or "jetons", settings)
    odds = best_odds(asked, read_words(target), rolls or asked.max_rolls)
    groups = [*_groups(odds, rank_hands(asked).order)]
    return Answer(
        lines=(
            ngettext(
                "{target} in {n} roll: {percent} = {exact}",
                "{target} in {n} rolls: {percent} = {exact}",
                odds.rolls,
            ).format(
                target=odds.target,
                n=odds.rolls,
                percent=percent(odds.value),
                exact=short(odds.value),
            ),
            heading(asked),
        ),
        table=(
            Column(
                _("after roll"),
                [str(odds.rolls - left) for left, _keep, _seen in groups],
                right=True,
            ),
            Column(_("keep"), [_kept(keep) for _left, keep, _seen in groups], bold=True),
            Column(_("of"), [" ".join(seen) for _left, _keep, seen in groups], wrap=72),
        ),
        document=odds_document(asked, odds),
    )


def _groups(odds: Odds, order: tuple[int, ...]) -> Iterator[tuple[int, int, list[str]]]:
    """(rolls left, keep, hands that keep it); of the hands to stop with, the first stands in."""
    for plan in odds.plan:
        groups: dict[int, list[str]] = {}
        for hand in order:
            keep = plan.keeps[hand]
            key = odds.hands[0] if THROWN[keep] == 0 else keep
            groups.setdefault(key, []).append(format_keep(hand))
        for keep in sorted(groups):
            yield plan.left, keep, groups[keep]


def _kept(keep: int) -> str:
    if THROWN[keep] == 0:
        return _("stop")
    return format_keep(keep) or _("none")
