"""``421 plot``: pictures of the exact numbers, as files or in letters."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size

import click

from solver.commands.matches import complete_strategy, read_start, state_of, work
from solver.commands.options import answering, read_words, whole_number, with_rules
from solver.commands.output import Answer, heading
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.game.rules import Rules
from solver.game.state import Table
from solver.game.words import quote
from solver.language import _
from solver.study.documents.document import Cell, Document
from solver.study.pictures.charts import Chart, HeatMap
from solver.study.pictures.contents import (
    decharge_values,
    final_hands,
    number_of_rounds,
    what_to_keep,
    worth_of_rolls,
)
from solver.study.pictures.drawing import FORMS, check_drawing, draw
from solver.study.pictures.letters import draw_letters
from solver.study.strategies import find_strategy


@click.group("plot")
def command() -> None:
    """Draw pictures of the exact numbers, into a file or in letters.

    Without --out a picture is drawn in letters; --format json or csv gives what it shows.

    \b
    Examples:
      421 plot keeps --left 2
      421 plot hands optimal chase-421 --out hands.svg
      421 plot decharge --rules comptoir --format csv
    """


def _picture_file(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    if path is None:
        return None
    if path.suffix.removeprefix(".").lower() not in FORMS:
        raise click.BadParameter(
            _("a file that ends in .png, .svg or .pdf, not {file}").format(file=quote(str(path)))
        )
    check_drawing()
    return path


with_file = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    callback=_picture_file,
    help="Where it is drawn: .png, .svg or .pdf.  [default: here, in letters]",
)


@dataclass(frozen=True)
class _Asked:
    """What a picture is of, and where it goes."""

    position: Position
    out: Path | None

    def answer(self, content: Callable[[Rules, Table], Chart | HeatMap]) -> Answer:
        """Draw what ``content`` returns; a game that is not solved is solved first."""
        rules = self.position.rules
        picture = work(
            _("drawing"), self.position, lambda _tell: content(rules, state_of(self.position))
        )
        if self.out is None:
            lines = draw_letters(picture, get_terminal_size().columns)
        else:
            draw(picture, self.out)
            lines = [_("drawn into {file}").format(file=self.out)]
        name, fields, items = _numbers(picture)
        return Answer(
            lines=(format_position(self.position), heading(rules), *lines),
            table=(),
            document=Document(
                name=name,
                fields=fields,
                items=items,
                facts={},
                rules=rules,
                position=format_position(self.position),
            ),
        )


def _numbers(picture: Chart | HeatMap) -> tuple[str, tuple[str, ...], list[tuple[Cell, ...]]]:
    """What a picture shows, for programs: what the items are called, their fields, and they."""
    if isinstance(picture, HeatMap):
        cells: list[tuple[Cell, ...]] = [
            (roll, beat, format_keep(keep))
            for roll, keeps in zip(picture.hands, picture.keeps, strict=True)
            for beat, keep in zip(picture.hands, keeps, strict=True)
        ]
        return "cells", ("roll", "beat", "keep"), cells
    values = zip(*(series.values for series in picture.series), strict=True)
    points: list[tuple[Cell, ...]] = [
        (label, *of) for label, of in zip(picture.labels, values, strict=True)
    ]
    return "points", (picture.key, *(series.key for series in picture.series)), points


@command.command("decharge")
@with_file
@with_rules
@answering
def decharge(out: Path | None, rules: str | None, settings: tuple[str, ...]) -> Answer:
    """Draw the value of the décharge of two by the jetons held, for both seats.

    \b
    Example:
      421 plot decharge --rules comptoir --out decharge.svg
    """
    asked = _Asked(read_start("start 2", rules, settings), out)
    return asked.answer(lambda of, _state: decharge_values(of))


@command.command("keeps")
@click.argument("position", nargs=-1)
@click.option(
    "--left",
    type=whole_number(1, 2),
    default="1",
    show_default=True,
    help="Rolls still allowed.",
)
@with_file
@with_rules
@answering
def keeps(
    position: tuple[str, ...],
    left: int,
    out: Path | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
    """Draw what to keep of each roll against each hand to beat.

    POSITION is what the players have, "round 2" if left out; seat 1 keeps.

    \b
    Example:
      421 plot keeps "charge 5 10,6" --left 2 --out keeps.png
    """
    asked = _Asked(read_start(read_words(position) or "round 2", rules, settings), out)
    return asked.answer(lambda of, state: what_to_keep(of, state, left))


@command.command("roll")
@click.argument("position", nargs=-1)
@with_file
@with_rules
@answering
def roll(
    position: tuple[str, ...], out: Path | None, rules: str | None, settings: tuple[str, ...]
) -> Answer:
    """Draw what one more roll is worth, by the hand to beat.

    POSITION is what the players have, "round 2" if left out; seat 1 rolls.

    \b
    Example:
      421 plot roll --rules comptoir --out roll.pdf
    """
    asked = _Asked(read_start(read_words(position) or "round 2", rules, settings), out)
    return asked.answer(worth_of_rolls)


@command.command("hands")
@click.argument("opener", shell_complete=complete_strategy)
@click.argument("second", shell_complete=complete_strategy)
@click.option(
    "--state",
    default="round 2",
    show_default=True,
    help="What the players have, such as 'charge 5 10,6'.",
)
@with_file
@with_rules
@answering
def hands(
    opener: str,
    second: str,
    state: str,
    out: Path | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
    """Draw the chances of the hands that two strategies end a round with.

    Strategies are those of 421 evaluate; OPENER opens.

    \b
    Example:
      421 plot hands optimal chase-421 --out hands.svg
    """
    players = [find_strategy(name) for name in (opener, second)]
    asked = _Asked(read_start(state, rules, settings), out)
    return asked.answer(lambda of, table: final_hands(of, table, players))


@command.command("rounds")
@click.argument("position", nargs=-1)
@with_file
@with_rules
@answering
def rounds(
    position: tuple[str, ...], out: Path | None, rules: str | None, settings: tuple[str, ...]
) -> Answer:
    """Draw the chances of the numbers of rounds that a game takes.

    POSITION is a state of a game, "start 2" if left out. Everybody plays best.

    \b
    Example:
      421 plot rounds --rules jambes --out rounds.svg
    """
    asked = _Asked(read_start(read_words(position) or "start 2", rules, settings), out)
    return asked.answer(number_of_rounds)
