"""Exact numbers of a solved game: how long it lasts, how the jetons go, what opening is worth.

All follow from the chain of best play (`solver.engine.chain`), and nothing is rounded. Where
a player is indifferent they hold for the keep that is preferred; ``GameNumbers.depends`` says
whether that makes a difference.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.engine.chain import Chain, Reward, Step, build_chain
from solver.engine.generating import RationalFunction, generating_function
from solver.engine.rounds import Values
from solver.errors import PositionError
from solver.game.notation import Position, format_position, format_state
from solver.game.state import (
    Charge,
    Decharge,
    Legs,
    Round,
    Table,
    players_of,
    resolve,
    seats_in_play,
    without_the_saved,
)
from solver.language import _
from solver.study.stored import ValueOf, stored_values

LEVELS = (50, 90, 99)
"""The percentages of games whose length is told."""

SMALL = 30
"""States up to which the generating function is worked out; it takes a second or two."""


@dataclass(frozen=True)
class Length:
    """Mean and variance of a number of rounds."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True)
class Phase:
    """What happens in the charge, or in the décharge, whether or not it is played.

    Attributes:
        rounds: how many are played in it.
        jetons: the mean of how many change hands, or leave the pot.
    """

    rounds: Length
    jetons: Fraction


@dataclass(frozen=True)
class SeatNumbers:
    """What is expected for the player of one seat.

    Attributes:
        seat: in the position that was asked about.
        value: expected payoff: his chance of winning, or of not losing.
        taken: mean of the jetons that he takes from the pot.
        whole_pot: chance that he holds everything when the pot runs out.
    """

    seat: int
    value: Fraction
    taken: Fraction
    whole_pot: Fraction


@dataclass(frozen=True)
class GameNumbers:
    """The numbers of a game from one of its states on.

    Attributes:
        state: the state, without the seats that have left.
        states: how many states play can come to.
        seats: the players in play, opener first.
        opening: how much more the opener's value is than if the next seat opened instead.
        rounds: how many are played until the game is over.
        charge: what happens in it; None where it is over, or there is none.
        decharge: likewise; None where the game is over when the pot is empty.
        decharge_chance: that there is a décharge; None where ``decharge`` is.
        within: the chance that play is over within one round, two, and so on.
        quantiles: (percentage, rounds within which that many games at least are over).
        generating: the generating function of the number of rounds, if the game is small.
        depends: whether the opposite preference among equal keeps leads to other rounds.
    """

    state: Table
    states: int
    seats: tuple[SeatNumbers, ...]
    opening: Fraction
    rounds: Length
    charge: Phase | None
    decharge: Phase | None
    decharge_chance: Fraction | None
    within: tuple[Fraction, ...]
    quantiles: tuple[tuple[int, int], ...]
    generating: RationalFunction | None
    depends: bool


def game_numbers(
    position: Position, value_of: ValueOf | None = None, *, most: int = 20
) -> GameNumbers:
    """Return the numbers of a game from a state on.

    Args:
        position: a state of a game, where the opener is about to roll.
        value_of: the values of states to their seats; by default from the game's table.
        most: of how many rounds the chance is told that play is over within them.

    Raises:
        PositionError: it is within a round, or a round without a game.
        UnsolvedError: the game is not solved yet.
        TableError, RefutedError: its table cannot be trusted.

    >>> from solver.game.notation import parse_position
    >>> game_numbers(parse_position("jambes: start 2")).rounds.mean
    Fraction(7335010991833, 2821109907456)
    """
    if position.roll is not None or position.seen or position.player is not None:
        raise PositionError(
            _("{position!r} is not where a round begins; leave out what follows |").format(
                position=format_position(position)
            )
        )
    table = resolve(position.rules, position.state)
    if isinstance(table, Round):
        raise PositionError(
            _("{state!r} is no state of a game, but a round alone").format(
                state=format_state(table)
            )
        )
    start = without_the_saved(table)
    value_of = value_of or stored_values(position.rules, players_of(start))
    chain = build_chain(position.rules, start, value_of)
    decharge = _phase(chain, Decharge)
    within = _within(chain, most)
    return GameNumbers(
        state=start,
        states=len(chain.laws),
        seats=_seats(chain, seats_in_play(table), value_of(start)),
        opening=_worth_of_opening(start, value_of),
        rounds=_length(chain, lambda *_: 1),
        charge=_phase(chain, Charge),
        decharge=decharge,
        decharge_chance=_decharge_chance(chain) if decharge else None,
        within=tuple(within[:most]),
        quantiles=tuple((level, _quantile(within, level)) for level in LEVELS),
        generating=generating_function(chain) if len(chain.laws) <= SMALL else None,
        depends=chain.depends,
    )


def _length(chain: Chain, reward: Reward) -> Length:
    means = chain.expect(reward)
    return Length(means[chain.start], chain.variance(reward, means))


def _phase(chain: Chain, kind: type[Charge] | type[Decharge]) -> Phase | None:
    if not any(isinstance(state, kind) for state in chain.laws):
        return None
    jetons = chain.expect(lambda state, step: step.jetons * isinstance(state, kind))
    return Phase(_length(chain, lambda state, _: int(isinstance(state, kind))), jetons[chain.start])


def _decharge_chance(chain: Chain) -> Fraction:
    """The chance that a round of the décharge is played."""
    if isinstance(chain.start, Decharge):
        return Fraction(1)
    begins = chain.expect(
        lambda state, step: isinstance(state, Charge) and isinstance(step.then.state, Decharge)
    )
    return begins[chain.start]


def _seats(chain: Chain, seats: tuple[int, ...], values: Values) -> tuple[SeatNumbers, ...]:
    taken = chain.expect_for_seats(_taken)[chain.start]
    whole_pot = chain.expect_for_seats(_takes_the_whole_pot)[chain.start]
    return tuple(map(SeatNumbers, seats, values, taken, whole_pot))


def _taken(state: Table, step: Step, seat: int) -> int:
    return step.jetons if isinstance(state, Charge) and seat == step.loser else 0


def _takes_the_whole_pot(state: Table, step: Step, seat: int) -> bool:
    """Whether the step empties the pot, and the player of ``seat`` then holds everything."""
    return (
        isinstance(state, Charge)
        and seat == step.loser
        and step.jetons == state.pot
        and sum(state.held) == state.held[seat]
    )


def _worth_of_opening(start: Table, value_of: ValueOf) -> Fraction:
    """The opener's value, less what it is when the next seat opens and he is the last."""
    match start:
        case Charge(pot, held):
            turned: Table = Charge(pot, (*held[1:], held[0]))
        case Legs(counts) | Decharge(counts):
            turned = type(start)((*counts[1:], counts[0]))
    return value_of(start)[0] - value_of(turned)[-1]


def _within(chain: Chain, least: int) -> list[Fraction]:
    """The chances of being over within 1, 2, … rounds, at least to the last of `LEVELS`."""
    chances = []
    for over, total in chain.over_within():
        chances.append(Fraction(over, total))
        if over == total or (len(chances) >= least and 100 * over >= LEVELS[-1] * total):
            break
    return chances


def _quantile(within: Sequence[Fraction], level: int) -> int:
    """The least number of rounds within which ``level`` percent of games are over."""
    return 1 + bisect_left(within, Fraction(level, 100))
