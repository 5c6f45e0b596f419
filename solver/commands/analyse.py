"""``421 analyse``: how well games were played, and how lucky."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

import click

from solver.commands.matches import work
from solver.commands.options import answering
from solver.commands.output import Answer, Column, heading
from solver.commands.progress import Tell
from solver.files import replace_file
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.game.rules import Rules
from solver.game.state import Start
from solver.language import _
from solver.study.analysis.model import (
    Barrage,
    Decision,
    Event,
    GameAnalysis,
    Mark,
    Roll,
    Thresholds,
)
from solver.study.analysis.page import MOST_GAMES, analysis_page
from solver.study.analysis.run import analyse_games, check_games
from solver.study.analysis.session import Session, Skill
from solver.study.analysis.words import (
    ACCOUNT_NUMBERS,
    DECISION_NUMBERS,
    ROLL_NUMBERS,
    SKILL_NUMBERS,
    account_cells,
    account_head,
    account_sentence,
    count_games,
    decision_cells,
    decision_head,
    explain_marks,
    roll_cells,
    roll_head,
    skill_cells,
    skill_head,
    skill_sentence,
    title,
)
from solver.study.documents.document import Cell, Document, known
from solver.study.record.files import read_any_games

SHOWN = ("decisions", "rolls", "players", "session")

_COUNTED = (Mark.OPTIMAL, Mark.INACCURACY, Mark.ERROR, Mark.BLUNDER, Mark.FORCED)


@click.command("analyse")
@click.argument("files", metavar="GAME...", nargs=-1, required=True, type=click.File("rb"))
@click.option(
    "--show",
    type=click.Choice(SHOWN),
    help="Every decision, every roll, each player's account, or all games together.  "
    "[default: decisions of one game, session of several]",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page with the course of the games into this file as well.",
)
@answering
def command(files: tuple[BufferedReader, ...], show: str | None, html: Path | None) -> Answer:
    """Say how well games were played, and how lucky, exactly.

    GAME is a file of records, as docs/record.md describes them, or a log of 421 simulate; a
    single - reads standard input. For each player what the game was worth at the start, the
    luck of all rolls, what his own play cost and what the others' gave add up to the result.

    \b
    Examples:
      421 analyse evening.txt
      421 analyse data/examples/games.jsonl --show players
      421 analyse evening.txt --html evening.html
    """
    games = [record for file in files for record in read_any_games(file)]
    check_games(games)
    shown = show or ("decisions" if len(games) == 1 else "session")
    report = _Report(shown, Session(Thresholds()))

    def analyse(tell: Tell) -> None:
        for game in analyse_games(games, tell):
            report.add(game)

    first = games[0]
    work(_("analysing"), Position(first.rules, Start(len(first.players))), analyse)
    if html is not None:
        replace_file(html, analysis_page(report.first, report.session).encode())
    return report.answer(first.rules)


@dataclass(frozen=True)
class _View:
    """What is shown of every game: for programs, and for people."""

    fields: tuple[str, ...]
    items: Callable[[GameAnalysis, Thresholds], Iterator[tuple[Cell, ...]]]
    head: Callable[[], tuple[str, ...]]
    cells: Callable[[GameAnalysis, Thresholds], Iterator[tuple[str, ...]]]
    numbers: Sequence[int]


class _Report:
    """Gathers what is shown, game by game."""

    def __init__(self, shown: str, session: Session) -> None:
        self.session = session
        self.first: list[GameAnalysis] = []
        self._shown = shown
        self._items: list[tuple[Cell, ...]] = []
        self._cells: list[tuple[str, ...]] = []

    def add(self, game: GameAnalysis) -> None:
        self.session.add(game)
        if len(self.first) < MOST_GAMES:
            self.first.append(game)
        if view := _VIEWS.get(self._shown):
            number, thresholds = game.record.number, self.session.thresholds
            self._items += ((number, *item) for item in view.items(game, thresholds))
            self._cells += ((str(number), *cells) for cells in view.cells(game, thresholds))

    def answer(self, rules: Rules) -> Answer:
        thresholds = self.session.thresholds
        if view := _VIEWS.get(self._shown):
            fields, items, cells = ("game", *view.fields), self._items, self._cells
            heads, numbers = (_("game"), *view.head()), [0, *(of + 1 for of in view.numbers)]
        else:
            skills = self.session.skills()
            fields, items = _SKILL_FIELDS, [_skill_item(skill) for skill in skills]
            heads, numbers = skill_head(), list(SKILL_NUMBERS)
            cells = [skill_cells(skill) for skill in skills]
        table = [
            Column(name, [row[place] for row in cells], right=place in numbers)
            for place, name in enumerate(heads)
        ]
        one = fields[0] == "game" and self.session.games == 1
        return Answer(
            lines=(*self._lines(), heading(rules), explain_marks(thresholds)),
            table=table[1:] if one else table,
            document=Document(
                name=self._shown,
                fields=fields,
                items=items,
                facts={
                    "games": self.session.games,
                    "error_from": thresholds.error,
                    "blunder_from": thresholds.blunder,
                },
                rules=rules,
            ),
        )

    def _lines(self) -> Iterator[str]:
        if self.session.games > 1:
            yield count_games(self.session.games)
            yield from map(skill_sentence, self.session.skills())
            return
        (game,) = self.first
        yield title(game.record)
        for account in game.accounts(self.session.thresholds):
            yield account_sentence(game.record.players[account.player], account)


def _decisions(game: GameAnalysis, thresholds: Thresholds) -> Iterator[tuple[Cell, ...]]:
    for decision in game.decisions:
        loss = known(decision.loss, 2 * game.radius) if decision.loss else decision.loss
        yield (
            decision.round,
            game.record.players[decision.player],
            format_position(decision.position),
            format_keep(decision.kept),
            format_keep(decision.best),
            loss,
            decision.mark(thresholds).value,
        )


def _decision_cells(game: GameAnalysis, thresholds: Thresholds) -> Iterator[tuple[str, ...]]:
    for decision in game.decisions:
        if not decision.forced:
            yield decision_cells(game, decision, thresholds)


def _rolls(game: GameAnalysis, _thresholds: Thresholds) -> Iterator[tuple[Cell, ...]]:
    names = game.record.players
    for event in game.events:
        thrown = _thrown(event, names)
        if thrown is not None:
            for name, change in zip(names, event.change, strict=True):
                yield event.round, *thrown, name, known(change, 2 * game.radius)


def _thrown(event: Event, names: Sequence[str]) -> tuple[Cell, ...] | None:
    """What dice fell: kind of the throw, who threw, what lay still, what showed."""
    match event:
        case Roll():
            return (
                "roll",
                (names[event.player],),
                format_keep(event.kept),
                (format_keep(event.hand),),
            )
        case Barrage():
            players = tuple(names[player] for player, _hand in event.hands)
            return (
                event.role,
                players,
                "",
                tuple(format_keep(hand) for _player, hand in event.hands),
            )
        case _:
            return None


def _roll_cells(game: GameAnalysis, _thresholds: Thresholds) -> Iterator[tuple[str, ...]]:
    for event in game.events:
        if not isinstance(event, Decision):
            yield roll_cells(game, event)


def _players(game: GameAnalysis, thresholds: Thresholds) -> Iterator[tuple[Cell, ...]]:
    for account in game.accounts(thresholds):
        parts = account.rolls, account.barrages, account.own, account.others
        radius = 2 * len(game.events) * game.radius
        yield (
            game.record.players[account.player],
            known(account.start, game.radius),
            *(known(part, radius) if part else part for part in parts),
            account.result,
            account.decisions,
            *(account.marks.get(mark, 0) for mark in _COUNTED),
        )


def _player_cells(game: GameAnalysis, thresholds: Thresholds) -> Iterator[tuple[str, ...]]:
    for account in game.accounts(thresholds):
        yield account_cells(game.record.players[account.player], account)


def _skill_item(skill: Skill) -> tuple[Cell, ...]:
    return (
        *(skill.name, skill.games, skill.decisions),
        *(skill.marks.get(mark, 0) for mark in _COUNTED),
        *(skill.start, skill.luck, skill.own, skill.others, skill.result),
        *(skill.per_hundred, skill.per_hundred_error, skill.per_game, skill.per_game_error),
    )


_MARK_FIELDS = ("optimal", "inaccuracies", "errors", "blunders", "forced")

_SKILL_FIELDS = (
    *("player", "games", "decisions", *_MARK_FIELDS),
    *("start", "luck", "own", "others", "result"),
    *("per_hundred", "per_hundred_error", "per_game", "per_game_error"),
)

_VIEWS = {
    "decisions": _View(
        ("round", "player", "position", "kept", "best", "loss", "mark"),
        _decisions,
        decision_head,
        _decision_cells,
        DECISION_NUMBERS,
    ),
    "rolls": _View(
        ("round", "throw", "thrown_by", "kept", "shown", "player", "luck"),
        _rolls,
        roll_head,
        _roll_cells,
        ROLL_NUMBERS,
    ),
    "players": _View(
        (
            *("player", "start", "rolls", "barrages", "own", "others", "result", "decisions"),
            *_MARK_FIELDS,
        ),
        _players,
        account_head,
        _player_cells,
        ACCOUNT_NUMBERS,
    ),
}
