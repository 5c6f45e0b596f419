"""The optimal policy of a round between two as one page of Markdown, for the bar.

A line says what to keep as a list: *keep the first of these that you hold*. Every list is
found for the exact sets of best keeps, so where several are best the one that makes the sheet
shorter is named, and who follows the sheet loses nothing at all.

Hands to beat that follow each other in the order share a line if some keep is best against
all of them, for every hand. Any part of such a group is such a group too, so extending every
group as far as it goes gives the fewest lines. Lists are made from the front: of the entries
that are right for every hand left that holds them, the one that settles most hands.
"""

from collections.abc import Iterable, Iterator, Sequence

from solver import __version__
from solver.engine.rounds import ExactRound, Moment
from solver.engine.turn import ROLL_ON
from solver.game.dice import KEEPS, KEEPS_OF
from solver.game.dice_notation import format_keep
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.game.state import Round
from solver.language import _, ngettext
from solver.study.export.dataset import Document
from solver.study.stored import exact_round

Best = list[frozenset[int]]
"""For each of the 56 hands the best keeps; all keeps where the list is not asked."""

Entry = tuple[int, int]
"""Dice that must be held, and which of them to keep."""

_NOT_ASKED = frozenset(range(len(KEEPS)))


def export_cheatsheet(rules: Rules) -> Document:
    """Return the sheet for one round between two players."""
    lines = list(_sheet(rules))
    return Document(
        name="cheatsheet",
        title=f"421 on one page, under {rules.name}",
        rules=rules,
        text=(f"{line}\n" for line in lines),
        count=len(lines),
    )


def _sheet(rules: Rules) -> Iterator[str]:
    order = rank_hands(rules).order
    yield _("# 421 on one page")
    yield ""
    yield _(
        "Rules `{name}` (digest `{digest}`, version {version}): one round\n"
        "between two. Hands from the best to the lowest:"
    ).format(name=rules.name, digest=rules.digest, version=__version__)
    yield ""
    yield " ".join(map(format_keep, order))
    yield ""
    if rules.max_rolls == 1:
        yield _("Everyone rolls once: there is nothing to decide.")
        return
    yield _(
        "Keep the first of a list that you hold, and throw the other dice. Three dice mean stop,\n"
        "`none` means throw all, and `6 of 651` means: if you hold 651, keep the 6."
    )
    played = exact_round(rules, Round(2))
    yield from _opener_lines(rules, played, order)
    for left in range(rules.max_rolls - 1, 0, -1):
        yield from _follower_lines(rules, played, order, left)


def _opener_lines(rules: Rules, played: ExactRound, order: Sequence[int]) -> Iterator[str]:
    yield from ("", _("## You open"), "")
    yield from (_("| after roll | stop with | otherwise keep |"), "|---|---|---|")
    for left in range(rules.max_rolls - 1, 0, -1):
        best = _best(played.opener(left), 0, KEEPS_OF)
        stops = [hand for hand in order if hand in best[hand]]
        keeps = _shortest(best, set(order) - set(stops))
        ranges = ", ".join(_ranges(order, stops))
        yield f"| {rules.max_rolls - left} | {ranges} | {_format_list(keeps)} |"


def _follower_lines(
    rules: Rules, played: ExactRound, order: Sequence[int], left: int
) -> Iterator[str]:
    may_stop = rules.followers == "at_most"
    heading = ngettext(
        "## You follow, {n} more roll allowed", "## You follow, {n} more rolls allowed", left
    ).format(n=left)
    yield from ("", heading, "")
    if may_stop:
        yield _("Stop with any hand that is better than the hand to beat. Otherwise:")
    else:
        yield _("You must roll on, whatever you hold:")
    yield from ("", _("| to beat | keep |"), "|---|---|")
    groups: list[tuple[list[int], Best]] = []
    for place, target in enumerate(order):
        # The choices do not depend on how many rolls the opener took, only on those left.
        moment = played.follower((target,), rules.max_rolls, left)
        best = _best(moment, 1, KEEPS_OF if may_stop else ROLL_ON)
        if may_stop:
            for hand in order[:place]:
                assert hand in best[hand], "who has won the round cannot do better"
                best[hand] = _NOT_ASKED
        shared = [a & b for a, b in zip(groups[-1][1], best, strict=True)] if groups else []
        if shared and all(shared):
            groups[-1] = ([*groups[-1][0], target], shared)
        else:
            groups.append(([target], best))
    for targets, best in groups:
        asked = {hand for hand in order if best[hand] != _NOT_ASKED}
        ranges = ", ".join(_ranges(order, targets))
        yield f"| {ranges} | {_format_list(_shortest(best, asked))} |"


def _best(moment: Moment, seat: int, allowed: Sequence[Sequence[int]]) -> Best:
    assert moment.decision is not None, "asked where a roll is left"
    worth = moment.decision.keeps[seat]
    best = []
    for keeps in allowed:
        most = max(worth[keep] for keep in keeps)
        best.append(frozenset(keep for keep in keeps if worth[keep] == most))
    return best


def _shortest(best: Best, hands: Iterable[int]) -> list[Entry]:
    """A short list of entries of which the first that a hand holds is best for it."""
    remaining = set(hands)
    entries: list[Entry] = []
    while remaining:
        # Of entries that settle as many hands, the one that names the most and highest dice.
        entry = max(_right_entries(best, remaining), key=lambda found: found[0])[1]
        entries.append(entry)
        remaining.difference_update([hand for hand in remaining if entry[0] in KEEPS_OF[hand]])
    return entries


def _right_entries(best: Best, remaining: set[int]) -> Iterator[tuple[int, Entry]]:
    """Entries that are right for all remaining hands that hold them, and how many these are."""
    for held in range(len(KEEPS)):
        settled = [hand for hand in remaining if held in KEEPS_OF[hand]]
        if settled and all(held in best[hand] for hand in settled):
            yield len(settled), (held, held)
        elif held in remaining:
            # An exception for one hand is always right, but a last resort: so it counts for 0.
            yield 0, (held, min(best[held]))


def _ranges(order: Sequence[int], hands: Sequence[int]) -> Iterator[str]:
    """Hands as texts such as ``421 – 622``: all that lie between, in the order, included."""
    places = [order.index(hand) for hand in hands]
    for place in places:
        if place - 1 not in places:
            first = format_keep(order[place])
            end = next(end for end in range(place, len(order) + 1) if end not in places) - 1
            yield first if end == place else f"{first} – {format_keep(order[end])}"


def _format_list(entries: Iterable[Entry]) -> str:
    return ", ".join(
        _dice(keep)
        if keep == held
        else _("{dice} of {hand}").format(dice=_dice(keep), hand=format_keep(held))
        for held, keep in entries
    )


def _dice(keep: int) -> str:
    return format_keep(keep) or _("none")
