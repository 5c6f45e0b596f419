"""Positions between rounds: who holds what, who opens, and what a round makes of it.

Seats are numbered from the opener round the table, in every state. A round's outcome moves
jetons or takes a leg, and names the next opener; the table then turns so that he is seat 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from solver.game.rules import Rules


@dataclass(frozen=True)
class Start:
    """The first round of a game of so many players."""

    players: int


@dataclass(frozen=True)
class Round:
    """One round with nothing else at stake: payoff 1 for not losing it."""

    players: int


@dataclass(frozen=True)
class Legs:
    """Legs left, opener first; 0 for whoever is out."""

    legs: tuple[int, ...]


@dataclass(frozen=True)
class Charge:
    """Jetons in the pot, and held, opener first."""

    pot: int
    held: tuple[int, ...]


@dataclass(frozen=True)
class Decharge:
    """Jetons held, opener first; 0 for whoever is saved."""

    held: tuple[int, ...]


Table = Round | Legs | Charge | Decharge
"""A state in which the opener is about to roll."""

State = Start | Table


@dataclass(frozen=True)
class Outcome:
    """What a round decides. Seats are those of the state it was played in.

    ``winner`` is None where it does not matter who was best (see `RoundKind`); ``jetons`` is
    what is at stake before any cap, 0 where the mode has no jetons.
    """

    winner: int | None
    loser: int
    jetons: int


@dataclass(frozen=True)
class RoundKind:
    """What of a round matters beyond who loses it, and by which scale jetons are counted."""

    names_winner: bool
    jetons: Literal["none", "charge", "decharge"]


@dataclass(frozen=True)
class Next:
    """The state after a round; old seat s sits at ``(s - turned) % players`` in it."""

    state: Table
    turned: int


@dataclass(frozen=True)
class End:
    """The game is over: each seat's payoff, in the seats of the state before."""

    payoffs: tuple[Fraction, ...]


def players_of(state: State) -> int:
    """Return the number of seats at the table, those out of play included."""
    match state:
        case Start(players) | Round(players):
            return players
        case Legs(counts) | Decharge(counts) | Charge(_, counts):
            return len(counts)


def seats_in_play(state: Table) -> tuple[int, ...]:
    """Return the seats that roll dice in the coming round, opener first."""
    match state:
        case Legs(counts) | Decharge(counts):
            return tuple(seat for seat, count in enumerate(counts) if count)
        case _:
            return tuple(range(players_of(state)))


def max_rolls(rules: Rules, state: State) -> int:
    """Return how many rolls the opener may take in the coming round."""
    match resolve(rules, state):
        case Charge():
            return rules.charge_rolls or rules.max_rolls
        case Decharge():
            return rules.decharge_rolls or rules.max_rolls
        case _:
            return rules.max_rolls


def round_kind(rules: Rules, state: Table) -> RoundKind:
    """Return what the outcome of the coming round depends on."""
    match state:
        case Charge():
            return RoundKind(rules.opener == "winner", "charge")
        case Decharge():
            return RoundKind(True, "decharge")
        case _:
            return RoundKind(False, "none")


def opening(rules: Rules, players: int) -> Table:
    """Return the state of a game's first round: of the charge, where there are two games."""
    if rules.mode == "legs":
        return Legs((rules.legs,) * players)
    return Charge(rules.pot, (0,) * players)


def resolve(rules: Rules, state: State) -> Table:
    """Return the state itself, with a `Start` replaced by the state it stands for."""
    return opening(rules, state.players) if isinstance(state, Start) else state


def _shares(winners: list[bool]) -> End:
    """One win, in equal shares."""
    share = Fraction(1, sum(winners))
    return End(tuple(share if won else Fraction(0) for won in winners))


def _one_loses(loses: list[bool]) -> End:
    return End(tuple(Fraction(not lost) for lost in loses))


def _next_opener(rules: Rules, outcome: Outcome, counts: tuple[int, ...]) -> int:
    """The seat that opens next: who should, or the first one after him still in play.

    ``counts`` are what the seats have; a seat with none has left.
    """
    if rules.opener == "loser":  # as it always is in a game of legs
        seat = outcome.loser
    elif rules.opener == "winner":
        assert outcome.winner is not None, "a kind of round that names the winner"
        seat = outcome.winner
    else:
        seat = 1
    while not counts[seat]:
        seat = (seat + 1) % len(counts)
    return seat


def _turn(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return counts[seat:] + counts[:seat]


def _moved(counts: tuple[int, ...], seat: int, jetons: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + jetons, *counts[seat + 1 :])


def after_round(rules: Rules, state: Table, outcome: Outcome) -> Next | End:
    """Return the state that a round's outcome leads to, or how the game ended.

    The winner must be named where `round_kind` says so.
    """
    match state:
        case Round(players):
            return _one_loses([seat == outcome.loser for seat in range(players)])
        case Legs(legs):
            return _after_legs(rules, _moved(legs, outcome.loser, -1), outcome)
        case Charge(pot, held):
            taken = min(outcome.jetons, pot)
            return _after_charge(rules, pot - taken, _moved(held, outcome.loser, taken), outcome)
        case Decharge(held):
            assert outcome.winner is not None, "the best hand gives in the décharge"
            given = min(outcome.jetons, held[outcome.winner])
            moved = _moved(_moved(held, outcome.winner, -given), outcome.loser, given)
            return _after_decharge(rules, moved, outcome)


def _after_legs(rules: Rules, legs: tuple[int, ...], outcome: Outcome) -> Next | End:
    standing = [count > 0 for count in legs]
    if rules.ends == "first_out" and not all(standing):
        return _one_loses([not stands for stands in standing])
    if sum(standing) == 1:
        return _shares(standing)
    opener = _next_opener(rules, outcome, legs)
    return Next(Legs(_turn(legs, opener)), opener)


def _after_charge(rules: Rules, pot: int, held: tuple[int, ...], outcome: Outcome) -> Next | End:
    if pot:
        # Nobody leaves during the charge, whatever he holds.
        opener = _next_opener(rules, outcome, (1,) * len(held))
        return Next(Charge(pot, _turn(held, opener)), opener)
    if rules.phases == "separate":
        return _shares([count == min(held) for count in held])
    return _after_decharge(rules, held, outcome)


def _after_decharge(rules: Rules, held: tuple[int, ...], outcome: Outcome) -> Next | End:
    """What follows when the pot is empty and the seats hold ``held``."""
    empty = [count == 0 for count in held]
    first_wins = rules.objective == "first_empty_wins" or rules.phases == "separate"
    if first_wins and any(empty):
        return _shares(empty)
    if sum(empty) == len(held) - 1:
        return _one_loses([not saved for saved in empty])
    opener = _next_opener(rules, outcome, held)
    return Next(Decharge(_turn(held, opener)), opener)


def payoff_when_out(rules: Rules) -> Fraction:
    """Return what a player gets who has left a game that goes on: out of legs, or saved."""
    return Fraction(rules.mode == "tokens")


def payoff_total(rules: Rules, seats: int) -> int:
    """Return what the payoffs of all seats in play sum to, in a state of a game."""
    if rules.mode == "legs":
        one_loses = rules.ends == "first_out"
    else:
        one_loses = rules.phases == "joined" and rules.objective == "last_holder_loses"
    return seats - 1 if one_loses else 1


def without_the_saved(state: Table) -> Table:
    """Return the state without the seats that have left: it is played in the same way."""
    match state:
        case Legs(counts):
            return Legs(tuple(count for count in counts if count))
        case Decharge(counts):
            return Decharge(tuple(count for count in counts if count))
        case _:
            return state
