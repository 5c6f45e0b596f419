"""``421 play``: a game against strategies, or advice while a game is played at a real table."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from secrets import randbelow

import click

from solver.commands.dialogue import say, until_ended
from solver.commands.matches import complete_strategy, read_start, state_of, work
from solver.commands.options import read_seed, read_words, whole_number, with_rules
from solver.commands.output import heading
from solver.commands.talk import Talk
from solver.game.notation import Position, format_position
from solver.game.rules import MAX_PLAYERS
from solver.game.state import Round, Start, players_of, resolve, seats_in_play
from solver.language import _
from solver.study.play.chance import Chance
from solver.study.play.game import Game
from solver.study.play.keeping import RecordFile, read_names
from solver.study.record.model import NAMES
from solver.study.referee import Standing
from solver.study.stored import stored_values
from solver.study.strategies import OPTIMAL, Strategy, find_strategy

MOST_SEED = 10**9
"""Of a seed that nobody chose, below this: short enough to be typed again."""


@click.command("play")
@click.argument("position", nargs=-1)
@click.option(
    "--against",
    "names",
    multiple=True,
    metavar="STRATEGY",
    shell_complete=complete_strategy,
    help="Who else plays: one for all, or one for each; may be repeated.  [default: optimal]",
)
@click.option(
    "--seat",
    type=whole_number(0, MAX_PLAYERS - 1),
    default="0",
    show_default=True,
    help="Where you sit; seat 0 opens the first round.",
)
@click.option(
    "--names",
    "named",
    metavar="NAMES",
    help="Who plays, such as Anne,Bob, the first opener first.  [default: A,B and so on]",
)
@click.option("--typed", is_flag=True, help="Everybody's dice are typed in, and you are advised.")
@click.option("--seed", type=read_seed, help="What the dice come from.  [default: chance]")
@click.option(
    "--record",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the game into this file, after those that it holds.",
)
@with_rules
def command(
    position: tuple[str, ...],
    names: tuple[str, ...],
    seat: int,
    named: str | None,
    typed: bool,
    seed: int | None,
    path: Path | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> int:
    """Play a game against strategies, or be advised at a real table.

    POSITION is where it begins, by default "start 2". Strategies are those of 421 evaluate.
    With --typed you type what is thrown and kept at the table, and are told what to keep.

    \b
    Examples:
      421 play --against chase-421 --record game.txt
      421 play "start 4" --rules jambes --seat 2 --seed 7
      421 play --typed --rules comptoir
    """
    asked = read_start(read_words(position) or "start 2", rules, settings)
    state = resolve(asked.rules, asked.state)
    _check(
        asked, seat, recorded=path is not None, typed=typed, given=bool(names) or seed is not None
    )
    everybody = _everybody(named, players_of(state))
    strategies = _strategies(names, [other for other in seats_in_play(state) if other != seat])
    if not isinstance(state, Round):
        players = players_of(state_of(asked))
        work(_("reading"), asked, lambda _tell: stored_values(asked.rules, players))
    if seed is None and not typed:
        seed = randbelow(MOST_SEED)
    game = Game(asked.rules, Standing(state, tuple(range(players_of(state)))))
    chance = None if seed is None else Chance(seed)
    file = None if path is None else RecordFile(path, everybody, seed, date.today().isoformat())
    say(
        format_position(asked),
        heading(asked.rules),
        *_introduction(everybody, seat, strategies, seed),
    )
    talk = Talk(game, everybody, seat, strategies, chance, file)
    with until_ended():
        talk.play()
    talk.end()
    return 0


def _check(asked: Position, seat: int, *, recorded: bool, typed: bool, given: bool) -> None:
    """Refuse what does not go together, before anything is done.

    ``given`` tells whether it was said who else plays, or what the dice come from.
    """
    seats = seats_in_play(resolve(asked.rules, asked.state))
    if seat not in seats:
        message = _("nobody plays at seat {seat}; there are {seats}")
        raise click.UsageError(message.format(seat=seat, seats=", ".join(map(str, seats))))
    if recorded and not isinstance(asked.state, Start):
        raise click.UsageError(_("--record writes whole games: begin at 'start N'"))
    if typed and given:
        raise click.UsageError(_("--typed goes with neither --against nor --seed"))


def _everybody(named: str | None, players: int) -> tuple[str, ...]:
    """What the players are called, round the table."""
    if named is None:
        return tuple(NAMES[:players])
    names = read_names(named)
    if len(names) != players:
        message = _("--names has {given} names, but there are {players} players")
        raise click.UsageError(message.format(given=len(names), players=players))
    return names


def _strategies(names: Sequence[str], others: Sequence[int]) -> dict[int, Strategy]:
    """Who plays at the other seats."""
    strategies = [find_strategy(name) for name in names] or [OPTIMAL]
    if len(strategies) == 1:
        strategies *= len(others)
    if len(strategies) != len(others):
        message = _("--against names {given} strategies, but {others} others play")
        raise click.UsageError(message.format(given=len(strategies), others=len(others)))
    return dict(zip(others, strategies, strict=True))


def _introduction(
    names: Sequence[str], me: int, strategies: Mapping[int, Strategy], seed: int | None
) -> Iterator[str]:
    if seed is None:
        yield _(
            "You are {name}; round the table sit {names}, and {opener} opens. Type what is thrown "
            "and kept, as you are asked; ? helps, q ends."
        ).format(name=names[me], names=", ".join(names), opener=names[0])
        return
    others = ", ".join(f"{names[player]} {of.name}" for player, of in strategies.items())
    yield _(
        "You are {name}; the others play: {others}. The dice come from seed {seed}. ? helps, "
        "q ends."
    ).format(name=names[me], others=others, seed=seed)
