"""Playing a logged game again by the rules, and naming the first thing that breaks them.

Every dice result is taken as it stands; everything else is worked out from the rules and
compared: who rolls when and how often, what may be kept, who is tied and rolls a barrage, who
wins and loses, what moves, who opens, and when and how the game ends. What follows a breach
cannot be judged, so of each game the first one is named.
"""

from collections.abc import Iterator, Sequence

from solver.errors import SolverError
from solver.game.dice import KEEPS_OF, THROWN
from solver.game.dice_notation import format_keep
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
from solver.language import _
from solver.study.game_log import Giver, LoggedBarrage, LoggedGame, LoggedRound, LoggedTurn
from solver.study.referee import Ties, first_standing
from solver.study.validate.breaches import Breach, BrokenError, Fault


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
        raise BrokenError(
            Breach.END,
            _("stops after {count} rounds, but is not over").format(count=len(game.rounds)),
        )
    except BrokenError as broken:
        return Fault(line, game.game, number, broken.breach, str(broken))


def _opening(game: LoggedGame, rules: Rules) -> tuple[Table, tuple[int, ...]]:
    """The first state, and the player at each of its seats."""
    first = game.rounds[0]
    # Of two games played apart the log tells by its first transfer which one it is.
    alone = rules.phases == "separate" and first.giver != "pot"
    try:
        begin = first_standing(rules, game.players, first.turns[0].player, decharge_alone=alone)
    except SolverError as error:
        raise BrokenError(Breach.TRANSFER, str(error)) from None
    return begin.state, begin.order


def _check_end(game: LoggedGame, order: Sequence[int], end: End, number: int) -> None:
    if number < len(game.rounds):
        raise BrokenError(
            Breach.END, _("goes on, but it is over after round {number}").format(number=number)
        )
    for seat, player in enumerate(order):
        if game.payoffs[player] != end.payoffs[seat]:
            raise BrokenError(
                Breach.PAYOFFS,
                _("player {player} gets {payoff}, but is due {due}").format(
                    player=player, payoff=game.payoffs[player], due=end.payoffs[seat]
                ),
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
        raise BrokenError(
            Breach.ORDER,
            _("player {opener} opens, instead of {due}").format(opener=rolled[0], due=players[0]),
        )
    if rolled != players:
        raise BrokenError(
            Breach.ORDER,
            _("players {rolled} roll, instead of {players}").format(
                rolled=_list(rolled), players=_list(players)
            ),
        )


def _list(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))


def _check_rolls(rules: Rules, table: Table, turns: Sequence[LoggedTurn]) -> None:
    allowed = max_rolls(rules, table)
    limit = len(turns[0].rolls)
    if limit > allowed:
        raise BrokenError(
            Breach.ROLLS,
            _("the opener rolls {limit} times, but {allowed} are allowed").format(
                limit=limit, allowed=allowed
            ),
        )
    for turn in turns[1:]:
        rolls = len(turn.rolls)
        if rolls > limit or (rules.followers == "exactly" and rolls != limit):
            message = (
                _(
                    "player {player} follows with {rolls} rolls, but the opener's {limit} "
                    "allow exactly {limit}"
                )
                if rules.followers == "exactly"
                else _(
                    "player {player} follows with {rolls} rolls, but the opener's {limit} "
                    "allow at most {limit}"
                )
            )
            raise BrokenError(
                Breach.ROLLS, message.format(player=turn.player, rolls=rolls, limit=limit)
            )


def _check_kept(turn: LoggedTurn) -> None:
    for before, kept, after in zip(turn.rolls, turn.kept, turn.rolls[1:], strict=False):
        name = format_keep(kept)
        if kept not in KEEPS_OF[before]:
            raise BrokenError(
                Breach.KEPT,
                _(
                    "player {player} keeps {keep} of {before}, which does not have those dice"
                ).format(player=turn.player, keep=name, before=format_keep(before)),
            )
        if not THROWN[kept]:
            raise BrokenError(
                Breach.KEPT,
                _("player {player} keeps {keep} and throws no die").format(
                    player=turn.player, keep=name
                ),
            )
        if kept not in KEEPS_OF[after]:
            raise BrokenError(
                Breach.KEPT,
                _(
                    "player {player} kept {keep}, but the next roll shows {after}: "
                    "a kept die changed"
                ).format(player=turn.player, keep=name, after=format_keep(after)),
            )


def _settle(
    rules: Rules, hands: dict[int, int], barrages: Sequence[LoggedBarrage], *, names_winner: bool
) -> tuple[int | None, int]:
    """The players who win and lose, by their hands and the barrages; no winner if not named."""
    ties = Ties(rules, hands, names_winner=names_winner)
    for barrage in barrages:
        tied = ties.level(barrage.role)
        if not tied:
            raise BrokenError(
                Breach.BARRAGE,
                _("a barrage for {role} that settles nothing").format(role=barrage.role),
            )
        rolled = dict(barrage.rolls)
        if sorted(player for player, _hand in barrage.rolls) != sorted(tied):
            raise BrokenError(
                Breach.BARRAGE,
                _("a barrage for {role} among players {rolled}, but {tied} are tied").format(
                    role=barrage.role, rolled=_list(sorted(rolled)), tied=_list(sorted(tied))
                ),
            )
        ties.throw(barrage.role, rolled)
    if due := ties.due():
        role, tied = due
        raise BrokenError(
            Breach.BARRAGE,
            _("players {tied} are tied for {role}: no barrage ends it").format(
                tied=_list(sorted(tied)), role=role
            ),
        )
    return (ties.best[0] if names_winner else None), ties.lowest[0]


def _shown(hands: dict[int, int]) -> Iterator[str]:
    return (f"{player}: {format_keep(hand)}" for player, hand in hands.items())


def _check_named(
    rules: Rules, hands: dict[int, int], played: LoggedRound, winner: int | None, loser: int
) -> None:
    shown = ", ".join(_shown(hands))
    if played.lowest != loser:
        raise BrokenError(
            Breach.LOSER,
            _("player {lowest} is said to lose ({shown}), but {loser} does").format(
                lowest=played.lowest, shown=shown, loser=loser
            ),
        )
    if winner is not None and played.best != winner:
        raise BrokenError(
            Breach.WINNER,
            _("player {best} is said to win ({shown}), but {winner} does").format(
                best=played.best, shown=shown, winner=winner
            ),
        )
    if winner is None and played.best is not None:
        strength = rank_hands(rules).strength
        if strength[hands.get(played.best, loser)] < max(strength[h] for h in hands.values()):
            raise BrokenError(
                Breach.WINNER,
                _("player {best} is said to win ({shown}), but does not").format(
                    best=played.best, shown=shown
                ),
            )


def _check_transfer(
    table: Table, played: LoggedRound, winner: int | None, outcome: Outcome
) -> None:
    giver: Giver
    match table:
        case Charge(pot):
            giver, held, owner = "pot", pot, _("the pot")
        case Decharge(counts) if winner is not None and outcome.winner is not None:
            giver, held = winner, counts[outcome.winner]
            owner = _("player {player}").format(player=winner)
        case _:
            giver, held, owner = "legs", 1, _("the loser's legs")
    due = min(outcome.jetons, held) if giver != "legs" else 1
    if played.giver != giver:
        raise BrokenError(
            Breach.TRANSFER,
            _("jetons come from {giver!r}, instead of {owner}").format(
                giver=played.giver, owner=owner
            ),
        )
    if played.jetons > held and giver != "legs":
        raise BrokenError(
            Breach.TRANSFER,
            _("{jetons} jetons move, but {owner} has only {held}: it does not add up").format(
                jetons=played.jetons, owner=owner, held=held
            ),
        )
    if played.jetons != due:
        raise BrokenError(
            Breach.TRANSFER,
            _("{jetons} move from {owner}, instead of {due}").format(
                jetons=played.jetons, owner=owner, due=due
            ),
        )
