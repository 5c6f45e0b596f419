"""``421 record``: games from one written form into the other."""

from io import BufferedReader

import click

from solver.study.game_log import format_game
from solver.study.record.files import read_any_games
from solver.study.record.model import log_of
from solver.study.record.write import format_record


@click.command("record")
@click.argument("files", metavar="GAME...", nargs=-1, required=True, type=click.File("rb"))
@click.option(
    "--to",
    "form",
    type=click.Choice(("text", "jsonl")),
    default="text",
    show_default=True,
    help="Records for people, or a log in JSON Lines for programs.",
)
def command(files: tuple[BufferedReader, ...], form: str) -> None:
    """Check written games, and write them out in full, or in the other form.

    GAME is a file of records, or a log of 421 simulate; a single - reads standard input.
    Every game is held to its rules, and what a record leaves out is filled in.

    \b
    Examples:
      421 record evening.txt
      421 record evening.txt --to jsonl
      421 simulate --games 3 --log games.jsonl; 421 record games.jsonl
    """
    number = 0
    for file in files:
        for record in read_any_games(file):
            number += 1
            if form == "jsonl":
                click.echo(format_game(log_of(record)))
            else:
                click.echo(("\n" if number > 1 else "") + format_record(record), nl=False)
