"""A record as text; `solver.study.record.read` reads it back."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from solver.game.dice_notation import format_keep
from solver.study.game_log import LoggedBarrage, LoggedRound, LoggedTurn
from solver.study.record.model import Record

NOTHING_KEPT = "-"
THEN = ">"


def format_record(record: Record) -> str:
    """Return the text of a record, each line with its end."""
    parts = ["\n".join(_head(record))]
    parts += ["\n".join(_round(played, record.players)) for played in record.rounds]
    if record.payoffs is not None:
        parts.append(format_result(record.players, record.payoffs))
    return "\n\n".join(parts) + "\n"


def _head(record: Record) -> Iterator[str]:
    yield f"game {record.number}"
    yield f"rules {record.rules.name}"
    if record.decharge_alone:
        yield "phase decharge"
    yield f"players {', '.join(record.players)}"
    if record.seed is not None:
        yield f"seed {record.seed}"
    if record.date:
        yield f"date {record.date}"


def _round(played: LoggedRound, names: Sequence[str]) -> Iterator[str]:
    yield from (f"{names[turn.player]} {format_turn(turn)}" for turn in played.turns)
    yield from (_barrage(barrage, names) for barrage in played.barrages)
    yield format_outcome(played, names)


def format_turn(turn: LoggedTurn) -> str:
    """Return the dice of a turn, such as ``641 > 41 > 421``."""
    first, *later = map(format_keep, turn.rolls)
    steps = [first]
    for kept, hand in zip(turn.kept, later, strict=True):
        steps += [format_keep(kept) or NOTHING_KEPT, hand]
    return f" {THEN} ".join(steps)


def _barrage(barrage: LoggedBarrage, names: Sequence[str]) -> str:
    throws = ", ".join(f"{names[player]} {format_keep(hand)}" for player, hand in barrage.rolls)
    return f"barrage {barrage.role} {throws}"


def format_outcome(played: LoggedRound, names: Sequence[str]) -> str:
    """Return what a round came to, such as ``Bob takes 10`` or ``Bob loses a leg``."""
    loser = names[played.lowest]
    match played.giver:
        case "legs":
            return f"{loser} loses a leg"
        case "pot":
            return f"{loser} takes {played.jetons}"
        case giver:
            return f"{loser} takes {played.jetons} from {names[giver]}"


def format_result(names: Sequence[str], payoffs: Sequence[Fraction]) -> str:
    """Return the last line of a game that is over, such as ``result Anne 1, Bob 0``."""
    paid = zip(names, payoffs, strict=True)
    return "result " + ", ".join(f"{name} {payoff}" for name, payoff in paid)
