"""``421 export``: solutions as files, for other programs and for the bar."""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from solver.commands.options import read_words, whole_number, with_rules
from solver.commands.output import is_terminal
from solver.commands.progress import Tell, showing_progress
from solver.errors import SolverError, UnsolvedError
from solver.game.notation import parse_position
from solver.game.presets import find_rules
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.state import resolve, seats_in_play
from solver.language import _
from solver.study.ensure import ensure_solved
from solver.study.export.cheatsheet import export_cheatsheet
from solver.study.export.dataset import Dataset, Export
from solver.study.export.extensive import export_efg
from solver.study.export.graph import export_graph
from solver.study.export.model_forms import export_model
from solver.study.export.odds import export_odds
from solver.study.export.package import DATASET_FORMATS, save_export, send_export
from solver.study.export.policy import Numbers, export_policy
from solver.study.export.values import export_values

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

PIECES_BETWEEN = 1000
"""Rows, lines or the like between two reports of progress."""


@click.group("export")
def command() -> None:
    """Write policies, values and models to files, or to standard output.

    Beside a file FILE it writes FILE.datapackage.json, which says what is in it.

    \b
    Examples:
      421 export policy "round 2" --out policy.csv
      421 export cheatsheet --rules comptoir
    """


@dataclass(frozen=True)
class Target:
    """Where an export goes, and in which form; ``path`` is None for standard output."""

    path: Path | None
    form: str

    def write(self, export: Export) -> None:
        """Write an export, and show how far it is unless the export is shown itself."""
        if self.path is None and self.form == "sqlite":
            raise click.UsageError(_("SQLite writes a file of its own: add --out FILE.sqlite"))
        if self.path is None and is_terminal(sys.stdout):
            send_export(export, self.form, sys.stdout.buffer)
            return
        with showing_progress(_("writing {name}").format(name=export.name)) as tell:
            counted = _counting(export, tell)
            if self.path is None:
                send_export(counted, self.form, sys.stdout.buffer)
            else:
                save_export(counted, self.form, self.path)


def _counting(export: Export, tell: Tell) -> Export:
    """The same export, which tells how many of its pieces are taken."""

    def counted(pieces: Iterable[T]) -> Iterator[T]:
        for number, piece in enumerate(pieces, start=1):
            yield piece
            if number % PIECES_BETWEEN == 0:
                tell(number, export.count)

    if isinstance(export, Dataset):
        return replace(export, rows=counted(export.rows))
    return replace(export, text=counted(export.text))


def exporting(*forms: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command ``--out``, and ``--format`` if there are several forms, as ``target``.

    By default the form is the one that the file's name ends in, or the first.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "--out",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Where it is written.  [default: standard output]",
        )
        @wraps(function)
        def command(*args: Any, out: Path | None, form: str | None = None, **kwargs: Any) -> None:
            suffix = out.suffix.removeprefix(".") if out else ""
            form = form or (suffix if suffix in forms else forms[0])
            function(*args, target=Target(out, form), **kwargs)

        if len(forms) == 1:
            return command
        return click.option(
            "--format",
            "form",
            type=click.Choice(forms),
            help=f"How it is written.  [default: as FILE ends, or {forms[0]}]",
        )(command)

    return decorate


def _when_solved(make: Callable[[], Export], rules: Rules, players: int) -> Export:
    """What ``make`` returns; a game that is not solved is solved first, if that is quick.

    Raises:
        UnsolvedError: it is not quick; the message has the command that does it.
    """
    try:
        return make()
    except UnsolvedError:
        with showing_progress(_("solving {name} first").format(name=rules.name)) as tell:
            solved = ensure_solved(rules, players, tell)
        if solved.lost:
            raise SolverError(
                _("the table could not be kept: {lost}").format(lost=solved.lost)
            ) from None
    return make()


def with_players(function: F) -> F:
    """Add ``--players``, of the game."""
    return click.option(
        "--players",
        type=whole_number(2, MAX_PLAYERS),
        default="2",
        show_default=True,
        help="How many play the game.",
    )(function)


@command.command("policy")
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--values",
    "numbers",
    type=click.Choice(get_args(Numbers)),
    default="exact",
    show_default=True,
    help="Fractions beside the doubles, or doubles alone.",
)
@with_rules
@exporting(*DATASET_FORMATS)
def policy(
    position: tuple[str, ...],
    numbers: Numbers,
    rules: str | None,
    settings: tuple[str, ...],
    target: Target,
) -> None:
    """Write what to keep at every decision.

    POSITION is "round N", "start N" for every position of a game, or what the players have.

    \b
    Examples:
      421 export policy "round 2" --out policy.csv
      421 export policy "jetons: start 2" --values float --out policy.parquet
    """
    asked = parse_position(read_words(position), rules, settings)
    players = len(seats_in_play(resolve(asked.rules, asked.state)))
    export = _when_solved(lambda: export_policy(asked, numbers), asked.rules, players)
    target.write(export)


@command.command("values")
@with_players
@with_rules
@exporting(*DATASET_FORMATS)
def values(
    players: int,
    rules: str | None,
    settings: tuple[str, ...],
    target: Target,
) -> None:
    """Write what every state of a game is worth to each seat.

    \b
    Example:
      421 export values --rules comptoir --out values.csv
    """
    asked = find_rules(rules or "jetons", settings)
    target.write(_when_solved(lambda: export_values(asked, players), asked, players))


@command.command("odds")
@with_rules
@exporting(*DATASET_FORMATS)
def odds(
    rules: str | None,
    settings: tuple[str, ...],
    target: Target,
) -> None:
    """Write the best odds of every hand and class in 1 to 3 rolls.

    \b
    Example:
      421 export odds --out odds.csv
    """
    target.write(export_odds(find_rules(rules or "jetons", settings)))


@command.command("cheatsheet")
@with_rules
@exporting("md")
def cheatsheet(rules: str | None, settings: tuple[str, ...], target: Target) -> None:
    """Write one page to play a round between two from, without any loss.

    \b
    Example:
      421 export cheatsheet --rules comptoir --out sheet.md
    """
    target.write(export_cheatsheet(find_rules(rules or "jetons", settings)))


@command.command("graph")
@with_players
@with_rules
@exporting("graphml", "dot")
def graph(players: int, rules: str | None, settings: tuple[str, ...], target: Target) -> None:
    """Write the states of a game and where their rounds lead.

    \b
    Example:
      421 export graph --set pot=5 --out game.dot
    """
    target.write(export_graph(find_rules(rules or "jetons", settings), players, target.form))


@command.command("model")
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--fix",
    type=whole_number(0, 1),
    default="1",
    show_default=True,
    help="drn, prism: the seat that plays optimally, while the solver plays the other.",
)
@with_rules
@exporting("drn", "prism", "efg")
def model(
    position: tuple[str, ...],
    fix: int,
    rules: str | None,
    settings: tuple[str, ...],
    target: Target,
) -> None:
    """Write a game of two as a model for other solvers.

    drn is for Storm and prism for PRISM: the whole game from POSITION on, one player fixed to
    optimal play; its value is Pmax=? [F "win"]. efg is for Gambit: the rest of one round.

    \b
    Examples:
      421 export model "jetons: decharge 10,11" --out decharge.drn
      421 export model "round 2" --set max_rolls=1 --out round.efg
    """
    asked = parse_position(read_words(position), rules, settings)

    def make() -> Export:
        return export_efg(asked) if target.form == "efg" else export_model(asked, target.form, fix)

    players = len(seats_in_play(resolve(asked.rules, asked.state)))
    target.write(_when_solved(make, asked.rules, players))
