"""What a round comes to that was played at a table, as JSON."""

from collections.abc import Mapping, Sequence

from solver.errors import PositionError
from solver.game.notation import Position, format_position
from solver.game.ranking import rank_hands
from solver.game.state import Legs, Round, Table, players_of, resolve, seats_in_play
from solver.language import _
from solver.study.documents.document import Content, head_of, number
from solver.study.game_log import LoggedBarrage, LoggedRound, LoggedTurn
from solver.study.play.words import barrage_words, outcome_words
from solver.study.referee import Role, Settled, Standing, Ties, settle, ties_of

ROLES: tuple[Role, ...] = ("lowest", "best")


def round_content(
    position: Position, hands: Sequence[int], out_of_barrage: Mapping[Role, int]
) -> Content:
    """Return what a round comes to, or who must throw a barrage first.

    Args:
        position: what the players have; who has left keeps his seat.
        hands: what the seats in play made, in the order of play.
        out_of_barrage: the seat that came out of the barrages for a role, lowest or best.

    Raises:
        PositionError: more than a state, not as many hands as players, or a seat that is not
            level.
    """
    if position != Position(position.rules, position.state):
        raise PositionError(_("a round is asked about by its state alone, without '|'"))
    state = resolve(position.rules, position.state)
    standing = Standing(state, tuple(range(players_of(state))))
    seats = seats_in_play(state)
    if len(hands) != len(seats):
        raise PositionError(
            _("one hand for each of the {players} players who roll, not {count}").format(
                players=len(seats), count=len(hands)
            )
        )
    turns = [LoggedTurn(seat, (hand,), ()) for seat, hand in zip(seats, hands, strict=True)]
    ties = ties_of(position.rules, standing, turns)
    barrages = _thrown(position, ties, out_of_barrage)
    content = head_of(format_position(position), position.rules)
    names = [_("Seat {seat}").format(seat=seat) for seat in standing.order]
    due = ties.due()
    content |= {
        "settled": due is None,
        "level": {role: list(ties.level(role)) for role in ROLES},
    }
    if due is not None:
        role, players = due
        thrown = ", ".join(names[seat] for seat in players)
        return content | {"text": barrage_words(role, thrown)}
    settled = settle(position.rules, standing, turns, barrages)
    return (
        content
        | _outcome(position, state, settled)
        | {"text": outcome_words(state, settled.played, names)}
    )


def _thrown(
    position: Position, ties: Ties, out_of_barrage: Mapping[Role, int]
) -> list[LoggedBarrage]:
    """Barrages, one for each role at most, which leave the seats that are said to be left."""
    order = rank_hands(position.rules).order
    barrages = []
    said = dict(out_of_barrage)
    while (due := ties.due()) and due[0] in said:
        role, players = due
        if said[role] not in players:
            break
        alone, others = (order[-1], order[0]) if role == "lowest" else (order[0], order[-1])
        seat = said.pop(role)
        thrown = {player: alone if player == seat else others for player in players}
        ties.throw(role, thrown)
        barrages.append(LoggedBarrage(role, tuple(thrown.items())))
    for role, seat in said.items():
        raise PositionError(
            _("{role}={seat}, but seat {seat} throws no barrage for that").format(
                role=role, seat=seat
            )
        )
    return barrages


def _outcome(position: Position, state: Table, settled: Settled) -> Content:
    played, then = settled.played, settled.then
    return {
        "loser": played.lowest,
        "winner": played.best,
        "moved": _moved(state, played),
        "next": {
            "position": format_position(Position(position.rules, then.state)),
            "order": list(then.order),
        }
        if isinstance(then, Standing)
        else None,
        "payoffs": None if isinstance(then, Standing) else list(map(number, then)),
    }


def _moved(state: Table, played: LoggedRound) -> list[Content]:
    """Who gives what to whom: in a round alone nothing, and a leg is lost to nobody."""
    match state:
        case Round():
            return []
        case Legs():
            return [{"from": played.lowest, "to": None, "amount": 1, "what": "legs"}]
    to_loser: Content = {"from": played.giver, "to": played.lowest}
    return [to_loser | {"amount": played.jetons, "what": "jetons"}]
