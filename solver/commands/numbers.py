"""``421 numbers``: how long a game lasts, how the jetons go, and what opening is worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import click

from solver.commands.asking import ask
from solver.commands.options import answering, read_words, whole_number, with_rules
from solver.commands.output import Answer, Cell, Column, heading, percent, plural, short
from solver.commands.phrases import payoff
from solver.game.notation import format_position, parse_position
from solver.study.numbers import GameNumbers, Length, Phase, SeatNumbers, game_numbers

MOST_ROUNDS = 1000


@dataclass(frozen=True)
class _Row:
    """One number: its name and what it is of, for programs, and how people read it."""

    name: str
    label: str
    value: Fraction
    phase: str | None = None
    seat: int | None = None
    rounds: int | None = None
    is_chance: bool = False

    def shown(self) -> str:
        return percent(self.value) if self.is_chance else f"{float(self.value):.4f}"


@click.command("numbers")
@click.argument("position", nargs=-1)
@click.option(
    "--rounds",
    type=whole_number(1, MOST_ROUNDS),
    default="20",
    show_default=True,
    help="Of how many rounds to say the chance of being over within them.",
)
@with_rules
@answering
def command(
    position: tuple[str, ...], rounds: int, rules: str | None, settings: tuple[str, ...]
) -> Answer:
    """Exact numbers of a solved game: rounds, duration, what opening is worth.

    POSITION is where a round begins; it is the start of a game of two if left out. Everybody
    plays best.

    \b
    Examples:
      421 numbers
      421 numbers --rules jambes
      421 numbers "jetons: charge 5 10,6" --rounds 50
    """
    asked = parse_position(read_words(position) or "start 2", rules, settings)
    found = ask(partial(game_numbers, most=rounds), asked)
    rows = [*_rows(found, payoff(asked.rules, asked.state))]
    most = [
        f"{level} % of games within {plural(n, 'round', 'rounds')}" for level, n in found.quantiles
    ]
    return Answer(
        lines=(
            format_position(asked),
            f"{heading(asked.rules)}; seat 0 opens",
            f"over are {', '.join(most)}",
            _selection(found),
        ),
        table=(
            Column("number", [row.label for row in rows]),
            Column("value", [row.shown() for row in rows], right=True),
            Column("exactly", [short(row.value) for row in rows]),
        ),
        name="numbers",
        fields=("number", "phase", "seat", "rounds", "value"),
        items=[(row.name, row.phase, row.seat, row.rounds, row.value) for row in rows],
        facts=_facts(found),
        rules=asked.rules,
        position=format_position(asked),
    )


def _selection(found: GameNumbers) -> str:
    if found.depends:
        return "of equal choices the first that 421 advise lists is made; the last gives others"
    return "whether the first or the last of equal choices is made gives the same numbers"


def _facts(found: GameNumbers) -> dict[str, Cell]:
    return {
        "states": found.states,
        "depends_on_preference": found.depends,
        "generating_function": str(found.generating) if found.generating else None,
        **{f"rounds_of_{level}_percent": rounds for level, rounds in found.quantiles},
    }


def _rows(found: GameNumbers, winning: str) -> Iterator[_Row]:
    for of in found.seats:
        yield _Row("value", f"seat {of.seat}: {winning}", of.value, seat=of.seat, is_chance=True)
    yield _Row("opening", "what opening is worth", found.opening)
    yield from _length(found.rounds, "rounds", None)
    yield from _phase(found.charge, "charge")
    if found.charge is not None:
        for of in found.seats:
            yield from _charge_of_seat(of)
    yield from _phase(found.decharge, "decharge")
    if found.decharge_chance is not None:
        yield _Row(
            "chance",
            "a décharge is played",
            found.decharge_chance,
            phase="decharge",
            is_chance=True,
        )
    for rounds, chance in enumerate(found.within, 1):
        label = f"over within {plural(rounds, 'round', 'rounds')}"
        yield _Row("over_within", label, chance, rounds=rounds, is_chance=True)


def _length(rounds: Length, label: str, phase: str | None) -> Iterator[_Row]:
    yield _Row("rounds", f"{label}, mean", rounds.mean, phase)
    yield _Row("rounds_variance", f"{label}, variance", rounds.variance, phase)


def _phase(phase: Phase | None, name: str) -> Iterator[_Row]:
    if phase is not None:
        where = name.replace("decharge", "décharge")
        yield from _length(phase.rounds, f"rounds of the {where}", name)
        yield _Row("jetons", f"jetons that change hands in the {where}, mean", phase.jetons, name)


def _charge_of_seat(of: SeatNumbers) -> Iterator[_Row]:
    yield _Row(
        "taken", f"seat {of.seat}: jetons taken from the pot, mean", of.taken, "charge", of.seat
    )
    yield _Row(
        "whole_pot",
        f"seat {of.seat}: holding everything after the charge",
        of.whole_pot,
        "charge",
        of.seat,
        is_chance=True,
    )
