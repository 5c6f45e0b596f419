"""``421 numbers``: how long a game lasts, how the jetons go, and what opening is worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import click

from solver.commands.asking import ask
from solver.commands.options import answering, read_words, whole_number, with_rules
from solver.commands.output import Answer, Column, heading, short
from solver.commands.phrases import payoff
from solver.game.notation import format_position, parse_position
from solver.language import _, decimal, ngettext
from solver.study.documents.document import Cell, Document
from solver.study.figures import percent
from solver.study.numbers import GameNumbers, Phase, SeatNumbers, game_numbers

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
        return percent(self.value) if self.is_chance else decimal(f"{float(self.value):.4f}")


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
        ngettext(
            "{level} % of games within {n} round", "{level} % of games within {n} rounds", n
        ).format(level=level, n=n)
        for level, n in found.quantiles
    ]
    return Answer(
        lines=(
            format_position(asked),
            _("{rules}; seat 0 opens").format(rules=heading(asked.rules)),
            _("over are {shares}").format(shares=", ".join(most)),
            _selection(found),
        ),
        table=(
            Column(_("number"), [row.label for row in rows]),
            Column(_("value"), [row.shown() for row in rows], right=True),
            Column(_("exactly"), [short(row.value) for row in rows]),
        ),
        document=Document(
            name="numbers",
            fields=("number", "phase", "seat", "rounds", "value"),
            items=[(row.name, row.phase, row.seat, row.rounds, row.value) for row in rows],
            facts=_facts(found),
            rules=asked.rules,
            position=format_position(asked),
        ),
    )


def _selection(found: GameNumbers) -> str:
    if found.depends:
        return _("of equal choices the first that 421 advise lists is made; the last gives others")
    return _("whether the first or the last of equal choices is made gives the same numbers")


def _facts(found: GameNumbers) -> dict[str, Cell]:
    return {
        "states": found.states,
        "depends_on_preference": found.depends,
        "generating_function": str(found.generating) if found.generating else None,
        **{f"rounds_of_{level}_percent": rounds for level, rounds in found.quantiles},
    }


def _rows(found: GameNumbers, winning: str) -> Iterator[_Row]:
    for of in found.seats:
        label = _("seat {seat}: {payoff}").format(seat=of.seat, payoff=winning)
        yield _Row("value", label, of.value, seat=of.seat, is_chance=True)
    yield _Row("opening", _("what opening is worth"), found.opening)
    yield _Row("rounds", _("rounds, mean"), found.rounds.mean)
    yield _Row("rounds_variance", _("rounds, variance"), found.rounds.variance)
    yield from _phase(found.charge, "charge")
    if found.charge is not None:
        for of in found.seats:
            yield from _charge_of_seat(of)
    yield from _phase(found.decharge, "decharge")
    if found.decharge_chance is not None:
        yield _Row(
            "chance",
            _("a décharge is played"),
            found.decharge_chance,
            phase="decharge",
            is_chance=True,
        )
    for rounds, chance in enumerate(found.within, 1):
        label = ngettext("over within {n} round", "over within {n} rounds", rounds).format(n=rounds)
        yield _Row("over_within", label, chance, rounds=rounds, is_chance=True)


def _phase(phase: Phase | None, name: str) -> Iterator[_Row]:
    if phase is not None:
        played = name.replace("decharge", "décharge")
        mean = _("rounds of the {phase}, mean").format(phase=played)
        yield _Row("rounds", mean, phase.rounds.mean, name)
        variance = _("rounds of the {phase}, variance").format(phase=played)
        yield _Row("rounds_variance", variance, phase.rounds.variance, name)
        jetons = _("jetons that change hands in the {phase}, mean").format(phase=played)
        yield _Row("jetons", jetons, phase.jetons, name)


def _charge_of_seat(of: SeatNumbers) -> Iterator[_Row]:
    yield _Row(
        "taken",
        _("seat {seat}: jetons taken from the pot, mean").format(seat=of.seat),
        of.taken,
        "charge",
        of.seat,
    )
    yield _Row(
        "whole_pot",
        _("seat {seat}: holding everything after the charge").format(seat=of.seat),
        of.whole_pot,
        "charge",
        of.seat,
        is_chance=True,
    )
