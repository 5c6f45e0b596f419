"""Playing a logged game again by the rules, and naming the first thing that breaks them.

Every dice result is taken as it stands; everything else is worked out from the rules and
compared: who rolls when and how often, what may be kept, who is tied and rolls a barrage, who
wins and loses, what moves, who opens, and when and how the game ends. What follows a breach
cannot be judged, so of each game the first one is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.errors import SolverError
from solver.game.dice import KEEPS_OF, THROWN
from solver.game.notation import format_keep
from solver.game.ranking import jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    End,
    Outcome,
    Table,
    after_round,
    max_rolls,
    round_kind,
    seats_in_play,
)
from solver.study.game_log import Giver, LoggedBarrage, LoggedGame, LoggedRound, LoggedTurn
from solver.study.referee import Ties, first_standing


class Breach(StrEnum):
    """What kind of rule is broken; the value is its name in answers."""

    ORDER = "order of play"
    ROLLS = "number of rolls"
    KEPT = "kept dice"
    BARRAGE = "barrage"
    LOSER = "loser"
    WINNER = "winner"
    TRANSFER = "transfer"
    END = "end of the game"
    PAYOFFS = "payoffs"


@dataclass(frozen=True)
class Fault:
    """A rule broken in a game; ``round`` counts from 1 and is 0 for the game as a whole."""

    line: int
    game: int
    round: int
    breach: Breach
    message: str

    def __str__(self) -> str:
        where = f", round {self.round}" if self.round else ""
        return f"line {self.line}, game {self.game}{where}: {self.message}"


class _BrokenError(Exception):
    """A breach, without where."""

    def __init__(self, breach: Breach, message: str) -> None:
        super().__init__(message)
        self.breach = breach


def replay(line: int, game: LoggedGame, rules: Rules) -> Fault | None:
    """Return the first breach of the rules in a game, which stands on a line, or None."""
    number = 0
    try:
        table, order = _opening(game, rules)
        for number, played in enumerate(game.rounds, 1):
            outcome = _round(rules, table, order, played)
            then = after_round(rules, table, outcome)
            if isinstance(then, End):
                _check_end(game, order, then, number)
                return None
            table, order = then.state, order[then.turned :] + order[: then.turned]
        number = 0
        raise _BrokenError(Breach.END, f"stops after {len(game.rounds)} rounds, but is not over")
    except _BrokenError as broken:
        return Fault(line, game.game, number, broken.breach, str(broken))


def _opening(game: LoggedGame, rules: Rules) -> tuple[Table, tuple[int, ...]]:
    """The first state, and the player at each of its seats."""
    first = game.rounds[0]
    # Of two games played apart the log tells by its first transfer which one it is.
    alone = rules.phases == "separate" and first.giver != "pot"
    try:
        begin = first_standing(rules, game.players, first.turns[0].player, decharge_alone=alone)
    except SolverError as error:
        raise _BrokenError(Breach.TRANSFER, str(error)) from None
    return begin.state, begin.order


def _check_end(game: LoggedGame, order: Sequence[int], end: End, number: int) -> None:
    if number < len(game.rounds):
        raise _BrokenError(Breach.END, f"goes on, but it is over after round {number}")
    for seat, player in enumerate(order):
        if game.payoffs[player] != end.payoffs[seat]:
            raise _BrokenError(
                Breach.PAYOFFS,
                f"player {player} gets {game.payoffs[player]}, but is due {end.payoffs[seat]}",
            )


def _round(rules: Rules, table: Table, order: Sequence[int], played: LoggedRound) -> Outcome:
    """Check one round; return its outcome, in seats of the table."""
    players = [order[seat] for seat in seats_in_play(table)]
    _check_order(players, played.turns)
    _check_rolls(rules, table, played.turns)
    for turn in played.turns:
        _check_kept(turn)
    hands = {turn.player: turn.rolls[-1] for turn in played.turns}
    kind = round_kind(rules, table)
    winner, loser = _settle(rules, hands, played.barrages, names_winner=kind.names_winner)
    _check_named(rules, hands, played, winner, loser)
    jetons = 0
    if kind.jetons != "none":
        strength = rank_hands(rules).strength
        ordered = sorted(hands.values(), key=strength.__getitem__)
        decharge = kind.jetons == "decharge"
        jetons = jetons_at_stake(rules, ordered[-1], ordered[0], decharge=decharge)
    seat = order.index
    outcome = Outcome(None if winner is None else seat(winner), seat(loser), jetons)
    _check_transfer(table, played, winner, outcome)
    return outcome


def _check_order(players: Sequence[int], turns: Sequence[LoggedTurn]) -> None:
    rolled = [turn.player for turn in turns]
    if rolled[0] != players[0]:
        raise _BrokenError(Breach.ORDER, f"player {rolled[0]} opens, instead of {players[0]}")
    if rolled != players:
        raise _BrokenError(
            Breach.ORDER, f"players {_list(rolled)} roll, instead of {_list(players)}"
        )


def _list(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))


def _check_rolls(rules: Rules, table: Table, turns: Sequence[LoggedTurn]) -> None:
    allowed = max_rolls(rules, table)
    limit = len(turns[0].rolls)
    if limit > allowed:
        raise _BrokenError(
            Breach.ROLLS, f"the opener rolls {limit} times, but {allowed} are allowed"
        )
    for turn in turns[1:]:
        rolls = len(turn.rolls)
        if rolls > limit or (rules.followers == "exactly" and rolls != limit):
            allowance = "exactly" if rules.followers == "exactly" else "at most"
            raise _BrokenError(
                Breach.ROLLS,
                f"player {turn.player} follows with {rolls} rolls, but the opener's {limit} "
                f"allow {allowance} {limit}",
            )


def _check_kept(turn: LoggedTurn) -> None:
    for before, kept, after in zip(turn.rolls, turn.kept, turn.rolls[1:], strict=False):
        name = format_keep(kept)
        if kept not in KEEPS_OF[before]:
            raise _BrokenError(
                Breach.KEPT,
                f"player {turn.player} keeps {name} of {format_keep(before)}, "
                "which does not have those dice",
            )
        if not THROWN[kept]:
            raise _BrokenError(Breach.KEPT, f"player {turn.player} keeps {name} and throws no die")
        if kept not in KEEPS_OF[after]:
            raise _BrokenError(
                Breach.KEPT,
                f"player {turn.player} kept {name}, but the next roll shows {format_keep(after)}: "
                "a kept die changed",
            )


def _settle(
    rules: Rules, hands: dict[int, int], barrages: Sequence[LoggedBarrage], *, names_winner: bool
) -> tuple[int | None, int]:
    """The players who win and lose, by their hands and the barrages; no winner if not named."""
    ties = Ties(rules, hands, names_winner=names_winner)
    for barrage in barrages:
        tied = ties.level(barrage.role)
        if not tied:
            raise _BrokenError(Breach.BARRAGE, f"a barrage for {barrage.role} that settles nothing")
        rolled = dict(barrage.rolls)
        if sorted(player for player, _ in barrage.rolls) != sorted(tied):
            raise _BrokenError(
                Breach.BARRAGE,
                f"a barrage for {barrage.role} among players {_list(sorted(rolled))}, but "
                f"{_list(sorted(tied))} are tied",
            )
        ties.throw(barrage.role, rolled)
    if due := ties.due():
        what, tied = due
        raise _BrokenError(
            Breach.BARRAGE, f"players {_list(sorted(tied))} are tied for {what}: no barrage ends it"
        )
    return (ties.best[0] if names_winner else None), ties.lowest[0]


def _shown(hands: dict[int, int]) -> Iterator[str]:
    return (f"{player}: {format_keep(hand)}" for player, hand in hands.items())


def _check_named(
    rules: Rules, hands: dict[int, int], played: LoggedRound, winner: int | None, loser: int
) -> None:
    shown = ", ".join(_shown(hands))
    if played.lowest != loser:
        raise _BrokenError(
            Breach.LOSER, f"player {played.lowest} is said to lose ({shown}), but {loser} does"
        )
    if winner is not None and played.best != winner:
        raise _BrokenError(
            Breach.WINNER, f"player {played.best} is said to win ({shown}), but {winner} does"
        )
    if winner is None and played.best is not None:
        strength = rank_hands(rules).strength
        if strength[hands.get(played.best, loser)] < max(strength[h] for h in hands.values()):
            raise _BrokenError(
                Breach.WINNER, f"player {played.best} is said to win ({shown}), but does not"
            )


def _check_transfer(
    table: Table, played: LoggedRound, winner: int | None, outcome: Outcome
) -> None:
    giver: Giver
    match table:
        case Charge(pot):
            giver, held, owner = "pot", pot, "the pot"
        case Decharge(counts) if winner is not None and outcome.winner is not None:
            giver, held, owner = winner, counts[outcome.winner], f"player {winner}"
        case _:
            giver, held, owner = "legs", 1, "the loser's legs"
    due = min(outcome.jetons, held) if giver != "legs" else 1
    if played.giver != giver:
        raise _BrokenError(
            Breach.TRANSFER, f"jetons come from {played.giver!r}, instead of {owner}"
        )
    if played.jetons > held and giver != "legs":
        raise _BrokenError(
            Breach.TRANSFER,
            f"{played.jetons} jetons move, but {owner} has only {held}: it does not add up",
        )
    if played.jetons != due:
        raise _BrokenError(Breach.TRANSFER, f"{played.jetons} move from {owner}, instead of {due}")
