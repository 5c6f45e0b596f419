"""What is said of a game that is played, in sentences."""

from collections.abc import Iterator, Sequence

from solver.errors import HandError
from solver.game.dice import KEEP_INDEX, KEEPS, THROWN
from solver.game.dice_notation import format_keep, parse_hand, parse_keep
from solver.game.state import Charge, Decharge, Legs, Table
from solver.language import _, ngettext
from solver.study.advice import Advice
from solver.study.figures import percent, points
from solver.study.game_log import LoggedRound
from solver.study.play.game import Game
from solver.study.record.write import format_turn
from solver.study.referee import Role
from solver.study.sentences import name_choice


def standing_words(game: Game, names: Sequence[str]) -> str:
    """Return where a game stands before a round."""
    standing = game.standing
    facts = {"n": len(game.rounds) + 1, "name": names[standing.players()[0]]}
    match standing.state:
        case Charge(pot, counts):
            message = ngettext(
                "Round {n}: {name} opens. {pot} jeton is in the pot; held: {held}.",
                "Round {n}: {name} opens. {pot} jetons are in the pot; held: {held}.",
                pot,
            )
            return message.format(pot=pot, held=_counted(game, counts, names), **facts)
        case Decharge(counts):
            message = _("Round {n}: {name} opens. Jetons held: {held}.")
        case Legs(counts):
            message = _("Round {n}: {name} opens. Legs left: {held}.")
        case _:
            return _("{name} opens.").format(**facts)
    return message.format(held=_counted(game, counts, names), **facts)


def _counted(game: Game, counts: Sequence[int], names: Sequence[str]) -> str:
    by_player = sorted(zip(game.standing.order, counts, strict=True))
    return ", ".join(f"{names[player]} {count}" for player, count in by_player)


def news(before: Game, now: Game, names: Sequence[str]) -> Iterator[str]:
    """Yield what happened between two moments of a game: turns, barrages, what a round came to."""
    over = len(now.rounds) > len(before.rounds)
    turns, barrages = now.turns, now.barrages
    if over:
        turns, barrages = now.rounds[-1].turns, now.rounds[-1].barrages
    yield from (f"{names[of.player]} {format_turn(of)}" for of in turns[len(before.turns) :])
    for barrage in barrages[len(before.barrages) :]:
        thrown = ", ".join(f"{names[player]} {format_keep(hand)}" for player, hand in barrage.rolls)
        yield barrage_words(barrage.role, thrown)
    if over:
        yield outcome_words(before.standing.state, now.rounds[-1], names)


def barrage_words(role: Role, thrown: str) -> str:
    """Return what a barrage is about; ``thrown`` says who throws, and what he threw."""
    if role == "lowest":
        return _("Level for lowest, a barrage decides: {thrown}.").format(thrown=thrown)
    return _("Level for best, a barrage decides: {thrown}.").format(thrown=thrown)


def outcome_words(state: Table, played: LoggedRound, names: Sequence[str]) -> str:
    """Return what a round came to that was played in a state; ``names`` are those of players."""
    loser, n = names[played.lowest], played.jetons
    match played.giver:
        case "pot":
            return ngettext(
                "{loser} is lowest and takes {n} jeton from the pot.",
                "{loser} is lowest and takes {n} jetons from the pot.",
                n,
            ).format(loser=loser, n=n)
        case "legs" if isinstance(state, Legs):
            return _("{loser} is lowest and loses a leg.").format(loser=loser)
        case "legs":
            return _("{loser} is lowest and loses the round.").format(loser=loser)
        case giver:
            return ngettext(
                "{loser} is lowest and takes {n} jeton from {giver}.",
                "{loser} is lowest and takes {n} jetons from {giver}.",
                n,
            ).format(loser=loser, n=n, giver=names[giver])


def advice_words(advice: Advice) -> Iterator[str]:
    """Yield what is best to keep, and how much less the next choice is worth."""
    best = advice.choices[0]
    facts = {"best": name_choice(best.keep), "chance": percent(best.value)}
    ties = [choice for choice in advice.choices[1:] if not choice.loss]
    worse = next((choice for choice in advice.choices if choice.loss), None)
    if worse is None:
        yield _("Nothing depends on what you keep: the chance is {chance}.").format(**facts)
        return
    if ties:
        others = _(", ").join(name_choice(choice.keep) for choice in ties)
        message = _("Best is “{best}”, {chance}, and just as good: {others}.")
        yield message.format(others=others, **facts)
    else:
        yield _("Best is “{best}”, {chance}.").format(**facts)
    message = _("Next is “{other}”, {points} points less.")
    yield message.format(other=name_choice(worse.keep), points=points(worse.loss))


def read_throw(text: str, keep: int) -> int:
    """Return the hand that is typed after a throw: all three dice, or those thrown.

    Raises:
        HandError: it is neither.

    >>> KEEPS[read_throw("2", KEEP_INDEX[4, 1])], KEEPS[read_throw("124", KEEP_INDEX[4, 1])]
    ((4, 2, 1), (4, 2, 1))
    """
    if 0 < THROWN[keep] < 3:
        try:
            thrown = KEEPS[parse_keep(text)]
        except HandError:
            thrown = ()
        if len(thrown) == THROWN[keep]:
            return KEEP_INDEX[tuple(sorted((*KEEPS[keep], *thrown), reverse=True))]
    return parse_hand(text)
