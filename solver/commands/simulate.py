"""``421 simulate``: rounds and games played out with dice."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import click

from solver.commands.options import answering, read_seed, read_words, with_rules
from solver.commands.output import Answer, Column, heading
from solver.commands.phrases import payoff
from solver.commands.progress import showing_progress
from solver.files import replacing
from solver.game.notation import Position, format_position, parse_position
from solver.game.state import Round, players_of
from solver.game.words import quote
from solver.language import _, decimal
from solver.study.documents.document import Document
from solver.study.figures import percent
from solver.study.game_log import format_game
from solver.study.simulate import GameCounts, Log, RoundCounts, simulate_games, simulate_rounds
from solver.study.strategies import Strategy, find_strategy

MOST = 10**12
USUAL_GAMES, USUAL_ROUNDS = 10_000, 1_000_000


def _how_many(text: str) -> int:
    if not re.fullmatch("[0-9]{1,13}", text, re.ASCII) or not 1 <= int(text) <= MOST:
        raise click.BadParameter(
            _("a whole number from 1 to {most}, not {text}").format(most=MOST, text=quote(text))
        )
    return int(text)


@click.command("simulate")
@click.argument("position", nargs=-1)
@click.option(
    "--strategy",
    "names",
    multiple=True,
    default=("optimal",),
    show_default=True,
    help="Who plays: one for all, or one for each player, seat 0 first; may be repeated.",
)
@click.option(
    "--games",
    type=_how_many,
    metavar="NUMBER",
    help=f"Games to play to their ends.  [default: {USUAL_GAMES}]",
)
@click.option(
    "--rounds",
    type=_how_many,
    metavar="NUMBER",
    help=f"Play only the next round, so many times.  [default of 'round N': {USUAL_ROUNDS}]",
)
@click.option(
    "--seed", type=read_seed, default="1", show_default=True, help="What the dice come from."
)
@click.option(
    "--log",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every game into this file, as JSON Lines for 421 validate.",
)
@with_rules
@answering
def command(
    position: tuple[str, ...],
    names: tuple[str, ...],
    games: int | None,
    rounds: int | None,
    seed: int,
    log: Path | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
    """Play rounds or games with dice, and count how they end.

    POSITION is where they begin, by default "start 2"; seat 0 opens. Strategies are optimal,
    round-optimal, chase-421, beat-or-stop, always-max-rolls, never-reroll, random, or a file
    written by 421 export policy.

    \b
    Examples:
      421 simulate --strategy chase-421 --strategy random --games 1000000
      421 simulate "comptoir: start 4" --strategy beat-or-stop --log games.jsonl
      421 simulate "round 3" --strategy random --rounds 5000000 --seed 7
    """
    asked = parse_position(read_words(position) or "start 2", rules, settings)
    if asked.seen or asked.roll is not None or asked.player is not None:
        raise click.UsageError(_("a simulation begins before the first roll: leave out '| …'"))
    players = [find_strategy(name) for name in names]
    if len(players) == 1:
        players *= players_of(asked.state)
    if rounds is None and isinstance(asked.state, Round) and games is None:
        rounds = USUAL_ROUNDS
    if rounds is None:
        return _games(asked, players, games or USUAL_GAMES, seed, log)
    if games is not None or log is not None:
        raise click.UsageError(_("--rounds goes with neither --games nor --log"))
    return _rounds(asked, players, rounds, seed)


@contextmanager
def _writing(path: Path | None) -> Iterator[Log | None]:
    """Yield what writes a game into the file."""
    if path is None:
        yield None
        return
    with replacing(path) as beside, beside.open("x", encoding="utf-8", newline="\n") as file:
        yield lambda game: print(format_game(game), file=file)


def _games(
    asked: Position, strategies: list[Strategy], games: int, seed: int, path: Path | None
) -> Answer:
    with _writing(path) as log, showing_progress(_("games")) as progress:
        counts = simulate_games(
            asked.rules, asked.state, strategies, games, seed, log=log, progress=progress
        )
    means = [total / games for total in counts.payoffs]
    names = [strategy.name for strategy in strategies]
    facts = _game_facts(counts)
    return Answer(
        lines=(
            format_position(asked),
            _("{rules}; seat 0 opens").format(rules=heading(asked.rules)),
            _(
                "{games} games, seed {seed}; rounds a game: {rounds}, for the pot: {charge}, "
                "longest: {longest}"
            ).format(
                games=games,
                seed=seed,
                rounds=decimal(f"{float(facts['rounds']):.4g}"),
                charge=decimal(f"{float(facts['charge_rounds']):.4g}"),
                longest=facts["longest"],
            ),
            _("share of {payoff}:").format(payoff=payoff(asked.rules, asked.state)),
        ),
        table=(
            Column(_("player"), [str(player) for player in range(len(means))], right=True),
            Column(_("strategy"), names),
            Column(_("share"), [percent(mean) for mean in means], right=True),
        ),
        document=Document(
            name="players",
            fields=("player", "strategy", "payoff"),
            items=list(zip(range(len(means)), names, means, strict=True)),
            facts={"games": games, "seed": seed, **facts},
            rules=asked.rules,
            position=format_position(asked),
        ),
    )


def _game_facts(counts: GameCounts) -> Mapping[str, Fraction | int]:
    """The means of how many rounds a game takes, and the most."""

    def mean(games_by_rounds: Mapping[int, int]) -> Fraction:
        return Fraction(sum(r * games for r, games in games_by_rounds.items()), counts.games)

    return {
        "rounds": mean(counts.rounds),
        "charge_rounds": mean(counts.charge_rounds),
        "longest": max(counts.rounds),
    }


def _rounds(asked: Position, strategies: list[Strategy], rounds: int, seed: int) -> Answer:
    with showing_progress(_("rounds")) as progress:
        counts = simulate_rounds(asked.rules, asked.state, strategies, rounds, seed, progress)
    return _outcomes(asked, strategies, counts, seed)


def _outcomes(
    asked: Position, strategies: list[Strategy], counts: RoundCounts, seed: int
) -> Answer:
    ordered = sorted(counts.outcomes.items(), key=lambda item: -item[1])
    items = [
        (of.winner, of.loser, of.jetons, count, Fraction(count, counts.rounds))
        for of, count in ordered
    ]
    names = tuple(strategy.name for strategy in strategies)
    return Answer(
        lines=(
            format_position(asked),
            _("{rules}; seat 0 opens").format(rules=heading(asked.rules)),
            _("{rounds} rounds by {names}, seed {seed}:").format(
                rounds=counts.rounds, names=", ".join(names), seed=seed
            ),
        ),
        table=(
            Column(
                _("best"), ["" if item[0] is None else str(item[0]) for item in items], right=True
            ),
            Column(_("lowest"), [str(item[1]) for item in items], right=True),
            Column(_("jetons at stake"), [str(item[2]) for item in items], right=True),
            Column(_("rounds"), [str(item[3]) for item in items], right=True),
            Column(_("share"), [percent(item[4]) for item in items], right=True),
        ),
        document=Document(
            name="outcomes",
            fields=("winner", "loser", "jetons", "count", "share"),
            items=items,
            facts={"rounds": counts.rounds, "seed": seed, "strategies": names},
            rules=asked.rules,
            position=format_position(asked),
        ),
    )
