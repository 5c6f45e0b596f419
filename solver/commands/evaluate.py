"""``421 evaluate``: what strategies come to against each other, exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import click

from solver.commands.matches import complete_strategy, read_start, state_of, with_state, work
from solver.commands.options import answering, with_rules
from solver.commands.output import Answer, Column, heading, short
from solver.commands.phrases import payoff
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.game.ranking import rank_hands
from solver.game.rules import MAX_PLAYERS
from solver.language import _, decimal
from solver.study.documents.document import Cell, Document
from solver.study.evaluate import Evaluation, evaluate_profile
from solver.study.figures import percent
from solver.study.strategies import find_strategy

Shown = tuple[tuple[str, ...], list[tuple[Cell, ...]]]
"""The names of the fields, and the items."""


@click.command("evaluate")
@click.argument("strategies", nargs=-1, required=True, shell_complete=complete_strategy)
@with_state
@click.option(
    "--show",
    type=click.Choice(("players", "hands", "outcomes", "rolls")),
    default="players",
    show_default=True,
    help="Each player's chance; or of the first round the last hands, outcomes, or rolls taken.",
)
@with_rules
@answering
def command(
    strategies: tuple[str, ...],
    state: str | None,
    show: str,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
    """Say what strategies come to against each other, exactly.

    STRATEGIES are one for each player, and the first opens: optimal, round-optimal, chase-421,
    beat-or-stop, always-max-rolls, never-reroll, random, or a policy file.

    \b
    Examples:
      421 evaluate chase-421 optimal
      421 evaluate beat-or-stop random --state "round 2" --show hands
      421 evaluate mine.csv optimal optimal --rules jambes
    """
    if not 2 <= len(strategies) <= MAX_PLAYERS:
        raise click.UsageError(
            _("2 to {most} strategies, one for each player, not {count}").format(
                most=MAX_PLAYERS, count=len(strategies)
            )
        )
    asked = read_start(state or f"start {len(strategies)}", rules, settings)
    players = [find_strategy(name) for name in strategies]
    table = state_of(asked)
    found = work(
        _("evaluating"),
        asked,
        lambda tell: evaluate_profile(asked.rules, table, players, tell),
    )
    names = tuple(strategy.name for strategy in players)
    fields, items = _SHOWN[show](asked, names, found)
    return Answer(
        lines=(
            format_position(asked),
            _("{rules}; player 0 opens").format(rules=heading(asked.rules)),
            _("rounds to be expected: {rounds} = {exact}").format(
                rounds=decimal(f"{float(found.rounds):.4g}"), exact=short(found.rounds)
            ),
            _title(show, payoff(asked.rules, asked.state)),
        ),
        table=tuple(_columns(fields, items)),
        document=Document(
            name=show,
            fields=fields,
            items=items,
            facts={"strategies": names, "rounds": found.rounds},
            rules=asked.rules,
            position=format_position(asked),
        ),
    )


def _title(show: str, payoff: str) -> str:
    match show:
        case "hands":
            return _("chance of each last hand in the first round, best hand first:")
        case "outcomes":
            return _("chance of each outcome of the first round:")
        case "rolls":
            return _("chance of each number of rolls in the first round:")
        case _:
            return _("chance of {payoff}:").format(payoff=payoff)


def _head(field: str) -> str:
    return {
        "player": _("player"),
        "strategy": _("strategy"),
        "hand": _("hand"),
        "winner": _("winner"),
        "loser": _("loser"),
        "jetons": _("jetons"),
        "rolls": _("rolls"),
    }[field]


def _players(_position: Position, names: tuple[str, ...], found: Evaluation) -> Shown:
    items = [
        (player, name, value)
        for player, (name, value) in enumerate(zip(names, found.values, strict=True))
    ]
    return ("player", "strategy", "value"), list(items)


def _hands(position: Position, names: tuple[str, ...], found: Evaluation) -> Shown:
    law = found.opening
    items: list[tuple[Cell, ...]] = [
        (player, name, format_keep(hand), Fraction(law.hands[player][hand], law.total))
        for player, name in enumerate(names)
        for hand in rank_hands(position.rules).order
    ]
    return ("player", "strategy", "hand", "value"), items


def _outcomes(_position: Position, _names: tuple[str, ...], found: Evaluation) -> Shown:
    law = found.opening
    items: list[tuple[Cell, ...]] = [
        (outcome.winner, outcome.loser, outcome.jetons, Fraction(ways, law.total))
        for outcome, ways in sorted(law.outcomes, key=lambda pair: -pair[1])
    ]
    return ("winner", "loser", "jetons", "value"), items


def _rolls(_: Position, names: tuple[str, ...], found: Evaluation) -> Shown:
    law = found.opening
    items: list[tuple[Cell, ...]] = [
        (player, name, taken, Fraction(ways, law.total))
        for player, name in enumerate(names)
        for taken, ways in enumerate(law.rolls[player], start=1)
    ]
    return ("player", "strategy", "rolls", "value"), items


_SHOWN: dict[str, Callable[[Position, tuple[str, ...], Evaluation], Shown]] = {
    "players": _players,
    "hands": _hands,
    "outcomes": _outcomes,
    "rolls": _rolls,
}


def _columns(fields: tuple[str, ...], items: list[tuple[Cell, ...]]) -> Iterator[Column]:
    """The fields as they are, but the value in percent and exactly."""
    columns = list(zip(*items, strict=True))
    for field, cells in zip(fields[:-1], columns[:-1], strict=True):
        texts = ["–" if cell is None else str(cell) for cell in cells]
        yield Column(_head(field), texts, right=field != "strategy")
    values = [value for value in columns[-1] if isinstance(value, Fraction)]
    yield Column(_("chance"), [percent(value) for value in values], right=True)
    yield Column(_("exact chance"), [short(value) for value in values])
