"""What is said of an analysis, as sentences and as the heads and cells of tables."""

from fractions import Fraction

from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep
from solver.language import _, ngettext
from solver.study.analysis.model import (
    Account,
    Barrage,
    Decision,
    Event,
    GameAnalysis,
    Mark,
    Roll,
    Thresholds,
)
from solver.study.analysis.session import DECISIONS, Skill
from solver.study.figures import percent, points, signed
from solver.study.record.model import Record

MARKS = (Mark.OPTIMAL, Mark.INACCURACY, Mark.ERROR, Mark.BLUNDER)
"""The marks that count, from the best to the worst."""


def title(record: Record) -> str:
    """Return what a game is called."""
    names = _(", ").join(record.players)
    if record.date:
        message = _("game {n}: {names}, {date}")
        return message.format(n=record.number, names=names, date=record.date)
    return _("game {n}: {names}").format(n=record.number, names=names)


def explain_marks(thresholds: Thresholds) -> str:
    """Return what the marks mean."""
    return _(
        "a decision that loses nothing is optimal; below {error} points it is an inaccuracy, "
        "from there on an error, and from {blunder} points on a blunder"
    ).format(error=points(thresholds.error), blunder=points(thresholds.blunder))


def account_head() -> tuple[str, ...]:
    """Return the heads of `account_cells`."""
    return (
        _("player"),
        _("start"),
        _("rolls"),
        _("barrages"),
        _("own play"),
        _("others' play"),
        _("result"),
    )


def account_cells(name: str, account: Account) -> tuple[str, ...]:
    """Return a player's account; the first is his name, the others are numbers."""
    changes = account.rolls, account.barrages, account.own, account.others
    return name, percent(account.start), *map(signed, changes), percent(account.result)


def account_sentence(name: str, account: Account) -> str:
    """Return a player's account as a sentence."""
    return _(
        "{name}: {start} at the start, {rolls} by rolls, {barrages} by barrages, {own} by own "
        "play, {others} by the others' play: {result}"
    ).format(
        name=name,
        start=percent(account.start),
        rolls=signed(account.rolls),
        barrages=signed(account.barrages),
        own=signed(account.own),
        others=signed(account.others),
        result=percent(account.result),
    )


def decision_head() -> tuple[str, ...]:
    """Return the heads of `decision_cells`."""
    return (
        _("round"),
        _("player"),
        _("seen"),
        _("roll"),
        _("left"),
        _("kept"),
        _("best"),
        _("loss"),
        _("mark"),
    )


DECISION_NUMBERS = (0, 4, 7)
ROLL_NUMBERS = (0, 4)
ACCOUNT_NUMBERS = range(1, 7)
SKILL_NUMBERS = range(1, 7)
"""The columns of the cells that stand to the right."""


def decision_cells(
    game: GameAnalysis, decision: Decision, thresholds: Thresholds
) -> tuple[str, ...]:
    """Return where a decision was taken, and how good it was."""
    position = decision.position
    assert position.roll is not None, "who decides has rolled"
    return (
        str(decision.round),
        game.record.players[decision.player],
        " ".join(map(format_keep, position.seen)),
        format_keep(position.roll),
        str(position.left),
        short_choice(decision.kept),
        short_choice(decision.best),
        points(decision.loss),
        _(decision.mark(thresholds)),
    )


def roll_head() -> tuple[str, ...]:
    """Return the heads of `roll_cells`."""
    return _("round"), _("player"), _("kept"), _("shown"), _("luck")


def roll_cells(game: GameAnalysis, event: Event) -> tuple[str, ...]:
    """Return what fell, and what luck it was: of a roll to who threw, of a barrage to each."""
    names = game.record.players
    if isinstance(event, Roll):
        luck = signed(event.change[event.player])
        kept = format_keep(event.kept)
        return str(event.round), names[event.player], kept, format_keep(event.hand), luck
    assert isinstance(event, Barrage), "the other events are decisions"
    throws = [(names[player], format_keep(hand)) for player, hand in event.hands]
    lucks = [signed(event.change[player]) for player, _hand in event.hands]
    who = _(", ").join(name for name, _hand in throws)
    shown = _(", ").join(hand for _name, hand in throws)
    return str(event.round), who, _("barrage"), shown, _(", ").join(lucks)


def short_choice(keep: int) -> str:
    """Return what is kept in a word."""
    if keep < len(HANDS):
        return _("stop")
    return format_keep(keep) or _("none")


def skill_head() -> tuple[str, ...]:
    """Return the heads of `skill_cells`."""
    return (
        _("player"),
        _("games"),
        _("decisions"),
        _("optimal"),
        _("inaccuracies"),
        _("errors"),
        _("blunders"),
    )


def skill_cells(skill: Skill) -> tuple[str, ...]:
    """Return how good somebody's decisions were; the first is his name, the others numbers."""
    counts = skill.games, skill.decisions, *(skill.marks.get(mark, 0) for mark in MARKS)
    return skill.name, *map(str, counts)


def skill_sentence(skill: Skill) -> str:
    """Return how somebody played as a sentence."""
    return _(
        "{name}: {rate} points lost per {n} decisions, {loss} a game; luck {luck} a game, "
        "result {result}"
    ).format(
        name=skill.name,
        rate="–"
        if skill.per_hundred is None
        else _lost(skill.per_hundred, skill.per_hundred_error),
        n=DECISIONS,
        loss=_lost(skill.per_game, skill.per_game_error),
        luck=signed(skill.luck / skill.games),
        result=percent(skill.result / skill.games),
    )


def _lost(loss: Fraction, error: float | None) -> str:
    """A loss in points, with its error bar if there is one."""
    return points(loss) if error is None else f"{points(loss)} ± {points(Fraction(error))}"


def count_games(games: int) -> str:
    """Return how many games there are."""
    return ngettext("{n} game", "{n} games", games).format(n=games)
