"""The reference simulator: rounds and games played out with dice, many at once.

It is written from docs/rules.md, not from the solver's laws, so that where both agree both are
likely right. Of the solver it shares the names of the dice's hands and their order; turns,
barrages, transfers, who leaves, who opens and how it ends are played here
(`solver.study.simulation_round`, `solver.study.simulation_table`).

Games are played in blocks of `BLOCK`, each from a generator of its own, seeded by the seed and
the number of the block. So results depend on the seed and on nothing else, and the first games
of a longer run are those of a shorter one if that ends with a block.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from solver.errors import PositionError
from solver.game.dice import HANDS
from solver.game.legality import check_state
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Legs,
    Outcome,
    Round,
    State,
    players_of,
    resolve,
)
from solver.language import _
from solver.study.game_log import LoggedGame
from solver.study.simulation_choices import Choices
from solver.study.simulation_record import BlockRecord
from solver.study.simulation_round import MOST_ROLLS, Played, play_round
from solver.study.simulation_seats import Seats, seat_round
from solver.study.simulation_table import SHARES, Ints, Tables, settle, stakes
from solver.study.strategies import Strategy

BLOCK = 1 << 16
"""Games that are played at once."""

Progress = Callable[[int, int], None]
"""Told how many of the rounds or games are played, and how many there will be."""

Log = Callable[[LoggedGame], None]
"""Called with every game, in order."""


@dataclass(frozen=True)
class RoundCounts:
    """How many of the rounds ended in which way.

    Attributes:
        rounds: how many were played.
        outcomes: rounds by outcome. Its jetons are those at stake before any cap, and its
            winner is None where it does not matter who won.
        hands: rounds in which a seat made a hand in so many rolls, as
            ``hands[seat][rolls - 1][hand]``; all 0 for seats that are out of play.
    """

    rounds: int
    outcomes: Mapping[Outcome, int]
    hands: tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True)
class GameCounts:
    """How the games ended. Player p played by the p-th strategy; player 0 opened the first round.

    Attributes:
        games: how many were played.
        payoffs: the sum of each player's payoffs.
        rounds: games by how many rounds they took, shortest first.
        charge_rounds: games by how many of these were played for the pot.
    """

    games: int
    payoffs: tuple[Fraction, ...]
    rounds: Mapping[int, int]
    charge_rounds: Mapping[int, int]


def _check(rules: Rules, state: State, strategies: Sequence[Strategy]) -> None:
    check_state(rules, state)
    if len(strategies) != players_of(state):
        raise PositionError(
            _("{players} players need as many strategies, not {count}").format(
                players=players_of(state), count=len(strategies)
            )
        )


def _blocks(
    n: int, seed: int, progress: Progress | None
) -> Iterator[tuple[np.random.Generator, int]]:
    """A generator for each block and how many games it has."""
    for number, first in enumerate(range(0, n, BLOCK)):
        if progress is not None:
            progress(first, n)
        seeds = np.random.SeedSequence(seed, spawn_key=(number,))
        yield np.random.default_rng(seeds), min(BLOCK, n - first)
    if progress is not None:
        progress(n, n)


def _tables(rules: Rules, state: State, games: int) -> Tables:
    """So many tables in one state; its seats are the players."""
    table = resolve(rules, state)
    if isinstance(table, Round):
        raise PositionError(_("a round alone is no game; simulate rounds of it"))
    pot = table.pot if isinstance(table, Charge) else 0
    counts = table.legs if isinstance(table, Legs) else table.held
    held = np.tile(np.array(counts, dtype=np.int64), (games, 1))
    return Tables(np.full(games, pot), held, np.zeros(games, dtype=np.int64))


def simulate_rounds(
    rules: Rules,
    state: State,
    strategies: Sequence[Strategy],
    n: int,
    seed: int,
    progress: Progress | None = None,
) -> RoundCounts:
    """Play the round that begins in a state ``n`` times; seat s plays by ``strategies[s]``.

    Raises:
        PositionError: the state cannot occur, or has another number of players.
        StrategyError: a strategy chooses what the rules forbid.
    """
    _check(rules, state, strategies)
    players = players_of(state)
    choices = Choices(rules, strategies)
    seats = Seats(choices, players)
    alone = seats.add(seat_round(rules, players))
    outcomes: Counter[Outcome] = Counter()
    hands = np.zeros((players, MOST_ROLLS, len(HANDS)), dtype=np.int64)
    for rng, games in _blocks(n, seed, progress):
        if isinstance(state, Round):
            played = play_round(rng, choices, seats.of(np.full(games, alone)))
            jetons = np.zeros(games, dtype=np.int64)
        else:
            tables = _tables(rules, state, games)
            played = play_round(rng, choices, seats.at(rules, tables))
            jetons = stakes(rules, played.best_hand, played.lowest_hand, tables.pot)
        outcomes.update(_outcomes(played, jetons))
        hands += _hands(played)
    return RoundCounts(n, outcomes, tuple(tuple(map(tuple, seat)) for seat in hands.tolist()))


def _outcomes(played: Played, jetons: Ints) -> dict[Outcome, int]:
    kinds, counts = np.unique(
        np.column_stack([played.best, played.lowest, jetons]), axis=0, return_counts=True
    )
    return {
        Outcome(None if best < 0 else best, lowest, stake): count
        for (best, lowest, stake), count in zip(kinds.tolist(), counts.tolist(), strict=True)
    }


def _hands(played: Played) -> Ints:
    """Rounds by player, number of rolls and last hand; ``[player, rolls - 1, hand]``."""
    players = played.hands.shape[1]
    rows, player = np.nonzero(played.rolled)
    made = (player * MOST_ROLLS + played.rolled[rows, player] - 1) * len(HANDS)
    codes = made + played.hands[rows, player]
    counts = np.bincount(codes, minlength=players * MOST_ROLLS * len(HANDS))
    return counts.reshape(players, MOST_ROLLS, len(HANDS))


def simulate_games(
    rules: Rules,
    state: State,
    strategies: Sequence[Strategy],
    n: int,
    seed: int,
    *,
    log: Log | None = None,
    progress: Progress | None = None,
) -> GameCounts:
    """Play ``n`` games from a state to their ends; player p plays by ``strategies[p]``.

    Args:
        rules: what is played.
        state: where every game begins, mostly ``Start(players)``; its seats are the players.
        strategies: one for each player.
        n: how many games.
        seed: what the dice come from.
        log: called with every game, in order.
        progress: called now and then.

    Raises:
        PositionError: the state cannot occur, or has another number of players.
        StrategyError: a strategy chooses what the rules forbid.
    """
    _check(rules, state, strategies)
    choices = Choices(rules, strategies)
    seats = Seats(choices, players_of(state))
    payoffs = np.zeros(players_of(state), dtype=np.int64)
    rounds: Counter[int] = Counter()
    charge_rounds: Counter[int] = Counter()
    first = 1

    def tell(finished: int) -> None:
        if progress is not None:
            progress(first - 1 + finished, n)

    for rng, games in _blocks(n, seed, progress):
        record = BlockRecord(rules) if log is not None else None
        block = _play_block(rules, _tables(rules, state, games), rng, seats, record, tell)
        payoffs += block.payoffs.sum(0)
        rounds.update(block.rounds.tolist())
        charge_rounds.update(block.charge_rounds.tolist())
        if log is not None and record is not None:
            for game in record.games(first, block.payoffs):
                log(game)
        first += games
    return GameCounts(
        games=n,
        payoffs=tuple(Fraction(total, SHARES) for total in payoffs.tolist()),
        rounds=dict(sorted(rounds.items())),
        charge_rounds=dict(sorted(charge_rounds.items())),
    )


@dataclass(frozen=True)
class _Block:
    """Games that were played at once: ``[game, player]`` in 840ths, ``[game]``, ``[game]``."""

    payoffs: Ints
    rounds: Ints
    charge_rounds: Ints


def _play_block(
    rules: Rules,
    tables: Tables,
    rng: np.random.Generator,
    seats: Seats,
    record: BlockRecord | None,
    tell: Callable[[int], None],
) -> _Block:
    """Play every game to its end; ``tell`` is told after each round how many are over."""
    block = _Block(np.zeros_like(tables.held), np.zeros_like(tables.pot), np.zeros_like(tables.pot))
    games = np.arange(len(tables.pot))
    while len(games):
        sitting = seats.at(rules, tables)
        played = play_round(rng, seats.choices, sitting)
        jetons = stakes(rules, played.best_hand, played.lowest_hand, tables.pot)
        settled = settle(rules, tables, played.best, played.lowest, jetons)
        block.rounds[games] += 1
        block.charge_rounds[games] += tables.pot > 0
        if record is not None:
            record.add(games, tables.pot, sitting.order, played, settled.moved)
        block.payoffs[games] = settled.payoffs
        going_on = ~settled.over
        games, tables = games[going_on], settled.tables.part(going_on)
        tell(len(block.rounds) - len(games))
    return block
