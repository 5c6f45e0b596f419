"""``421 solve``: a whole game, solved and proved, and its table kept."""

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import click

from solver.commands.options import answering, complete_rules, whole_number, with_settings
from solver.commands.output import Answer, Column, heading, short
from solver.commands.progress import showing_progress
from solver.engine.workers import Run, jobs_for, side_by_side
from solver.game.legality import starts
from solver.game.notation import format_state
from solver.game.presets import find_rules
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.words import quote
from solver.language import _, decimal
from solver.study.documents.document import Cell, Document, known
from solver.study.figures import percent, scientific
from solver.study.solve import Solved, solve_game

INTERRUPTED = 130
MOST_JOBS = 1024

_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")


def _scheduler(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise click.BadParameter(
            _("an address such as tcp://10.0.0.1:8786, not {text}").format(text=quote(text))
        )
    return text


def _hands(players: int, jobs: int | None, dask: str | None) -> AbstractContextManager[Run]:
    """Who does the work: threads here, or a cluster."""
    if dask is None:
        return side_by_side(jobs or jobs_for(players))
    if jobs is not None:
        raise click.UsageError(_("--jobs is for work on this machine, --dask for work on others"))
    from solver.study.cluster import on_cluster

    return on_cluster(dask)


@click.command("solve")
@click.argument("rules", default="jetons", shell_complete=complete_rules)
@click.option(
    "--players",
    type=whole_number(2, MAX_PLAYERS),
    default="2",
    show_default=True,
    help="Players at the start of the game.",
)
@click.option(
    "--jobs",
    type=whole_number(1, MOST_JOBS),
    help="Threads to work with; the result is the same.  [default: one a core; one for 2 players]",
)
@click.option(
    "--dask",
    type=_scheduler,
    metavar="tcp://HOST:PORT",
    help="Work on the Dask cluster of this scheduler; needs the extra `cluster`.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to put the table.  [default: the cache, where it is found again]",
)
@with_settings
@answering
def command(
    rules: str,
    players: int,
    jobs: int | None,
    dask: str | None,
    folder: Path | None,
    settings: tuple[str, ...],
) -> Answer:
    """Solve a game, prove its values, and keep the table.

    What is interrupted goes on where it was when the same command is given again.

    \b
    Examples:
      421 solve jambes
      421 solve "jetons{pot=31}" --folder tables
      421 solve jetons --players 4 --dask tcp://10.0.0.1:8786
    """
    asked = find_rules(rules, settings)
    try:
        with (
            _hands(players, jobs, dask) as run,
            showing_progress(_("solving {name}").format(name=asked.name)) as progress,
        ):
            solved = solve_game(asked, players, progress, folder, run)
    except KeyboardInterrupt:
        click.echo(_("421: interrupted; the same command goes on where this one was"), err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    return _answer(asked, players, solved)


def _answer(rules: Rules, players: int, solved: Solved) -> Answer:
    facts = _facts(solved)
    found = [
        (format_state(start), seat, value, opposite)
        for start in starts(rules, players)
        for seat, (value, opposite) in enumerate(
            zip_longest(solved.values[start], solved.opposite.get(start, ()))
        )
    ]
    nearly = [known(value, solved.within) for *_rest, value, _other in found]
    table = [
        Column(_("start"), [start for start, *_rest in found]),
        Column(_("seat"), [str(seat) for _start, seat, *_rest in found], right=True),
        Column(_("chance"), [percent(value) for *_rest, value, _other in found], right=True),
        Column(_("exact chance"), [short(value) for value in nearly]),
    ]
    if solved.opposite:
        others = [percent(other) if other else "" for *_rest, other in found]
        table.append(Column(_("other keeps of equal ones"), others, right=True))
    return Answer(
        lines=(
            *_headlines(rules, players, solved),
            heading(rules),
            *(
                _("{what}: {fact}").format(what=label, fact=fact)
                for label, fact in zip(_labels(solved), _shown(facts), strict=True)
            ),
        ),
        table=table,
        document=Document(
            name="starts",
            fields=("state", "seat", "value", "value_with_other_keeps_of_equal_ones"),
            items=[
                (start, seat, value, other)
                for (start, seat, _value, other), value in zip(found, nearly, strict=True)
            ],
            facts=facts,
            rules=rules,
        ),
    )


def _headlines(rules: Rules, players: int, solved: Solved) -> Iterator[str]:
    """What was achieved: exact values, near ones, or those of a circle cut through."""
    names = {"name": rules.name, "players": players}
    if not solved.within:
        yield _("{name} for {players} players: solved and proved; seat 0 opens").format(**names)
    elif not solved.circles:
        yield _(
            "{name} for {players} players: solved, and proved to within {radius}; seat 0 opens"
        ).format(radius=scientific(solved.within), **names)
    else:
        yield _(
            "{name} for {players} players: no equilibrium found, since what is best goes round in "
            "a circle at {state}; kept are strategies by which nobody gains more than {regret} "
            "by leaving them in a round; seat 0 opens"
        ).format(state=format_state(solved.circles[0]), regret=scientific(solved.regret), **names)


def _labels(solved: Solved) -> tuple[str, ...]:
    """What people read before each of `_facts`."""
    how = (
        (
            _("strategy iterations"),
            _("keeps worse"),
            _("keeps equal"),
            _("keeps equal that matter to others"),
            _("rounds worked out"),
        )
        if solved.comparisons
        else (_("sweeps"), _("values within"), _("regret of a round at most"))
    )
    return _("states"), *how, _("seconds"), _("file"), _("bytes")


def _shown(facts: Mapping[str, Cell]) -> Iterator[str]:
    for fact in facts.values():
        if isinstance(fact, Fraction):
            yield scientific(fact)
        else:
            yield decimal(str(fact)) if isinstance(fact, float) else str(fact)


def _facts(solved: Solved) -> dict[str, Cell]:
    compared = solved.comparisons
    how: dict[str, Cell] = (
        {
            "strategy_iterations": solved.steps,
            "keeps_worse": compared.dismissed,
            "keeps_equal": compared.same_law,
            "keeps_equal_that_matter_to_others": compared.matters,
            "rounds_worked_out": compared.rounds_worked_out,
        }
        if compared
        else {
            "sweeps": solved.steps,
            "values_within": solved.within,
            "regret_of_a_round_at_most": solved.regret,
        }
    )
    return {
        "states": len(solved.values),
        **how,
        "seconds": round(solved.seconds, 2),
        "file": str(solved.path),
        "bytes": solved.path.stat().st_size,
    }
