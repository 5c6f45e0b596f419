"""Going through a game event by event, with the value of every moment to everyone.

A game stands at a value: that of its state before a round, of a hand on the table with rolls
left, of dice kept before they are thrown, of hands that are level before a barrage. Each roll
leads from one to the next by chance, each decision by choice, and where a round ends the value
of its outcome is that of the state which follows. So nothing is left over between events.

Players who are level in a barrage are equally likely to come out of it either way; while
barrages for lowest and for best are both open, that for lowest is taken to be thrown first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from solver.engine.rounds import ExactRound, Moment, Values
from solver.engine.turn import ROLL_ON
from solver.game.dice import ALL_DICE, KEEPS_OF
from solver.game.notation import Position
from solver.game.rules import Rules
from solver.game.state import Outcome, Table, max_rolls, payoff_when_out, resolve, without_the_saved
from solver.study.analysis.model import Barrage, Decision, Event, GameAnalysis, Roll
from solver.study.game_log import LoggedTurn
from solver.study.record.model import Record
from solver.study.referee import Settled, Standing, Ties, ties_of
from solver.study.stored import exact_round
from solver.tables.store import load_table

ROUNDS, MOMENTS = 512, 512
"""How many are kept for the next game: two players with 21 jetons have 342 rounds."""


class Analyst:
    """Analyses games of some rules and number of players; what one needs is kept for the next."""

    def __init__(self, rules: Rules, players: int) -> None:
        """Open the game's table.

        Raises:
            UnsolvedError: there is none; the message has the command that makes it.
            TableError: it cannot be trusted.
        """
        self.rules = rules
        self.radius = Fraction(0)
        self._table = load_table(rules, players)
        self._round = lru_cache(maxsize=ROUNDS)(self._play)
        self.moment = lru_cache(maxsize=MOMENTS)(self._find_moment)

    def value(self, state: Table) -> Values:
        """Return the values of a state's seats, all of them in play."""
        known = self._table.known(state)
        self.radius = max(self.radius, known.radius)
        return known.values

    def round(self, state: Table) -> ExactRound:
        """Return the round played in a state whose seats are all in play."""
        return self._round(state)

    def _play(self, state: Table) -> ExactRound:
        return exact_round(self.rules, state, self.value)

    def _find_moment(self, state: Table, seen: tuple[int, ...], limit: int, left: int) -> Moment:
        """Return the moment when a hand shows with so many rolls left."""
        played = self.round(state)
        return played.follower(seen, limit, left) if seen else played.opener(left)

    def analyse(self, record: Record) -> GameAnalysis:
        """Return what happened in a game of these rules, and what it was worth."""
        now = list(self._worth(next(record.course())[0]))
        start, events = tuple(now), []
        for number, (standing, settled) in enumerate(record.course(), 1):
            for event, values in _round_events(self, number, standing, settled):
                change = [Fraction(0)] * len(now)
                for player, value in zip(standing.players(), values, strict=True):
                    change[player] = value - now[player]
                    now[player] = value
                events.append(replace(event, change=tuple(change)))
        return GameAnalysis(record, start, tuple(events), self.radius)

    def _worth(self, standing: Standing) -> Values:
        """What a standing is worth to every player."""
        worth = [payoff_when_out(self.rules)] * len(standing.order)
        values = self.value(without_the_saved(standing.state))
        for player, value in zip(standing.players(), values, strict=True):
            worth[player] = value
        return tuple(worth)


def _round_events(
    analyst: Analyst, number: int, standing: Standing, settled: Settled
) -> Iterator[tuple[Event, Values]]:
    """Every event of a round with what it leaves the players in play; changes are still open."""
    seen: tuple[int, ...] = ()
    limit = 0
    for turn in settled.played.turns:
        position = Position(analyst.rules, standing.state, seen, limit)
        yield from _turn_events(analyst, number, turn, position)
        seen = (*seen, turn.rolls[-1])
        limit = limit or len(turn.rolls)
    ties = ties_of(analyst.rules, standing, settled.played.turns)
    played = analyst.round(without_the_saved(standing.state))
    for barrage in settled.played.barrages:
        ties.throw(barrage.role, dict(barrage.rolls))
        values = _level_values(played, standing.players(), ties, settled.outcome.jetons)
        yield Barrage(number, (), barrage.role, barrage.rolls), values


def _turn_events(
    analyst: Analyst, number: int, turn: LoggedTurn, before: Position
) -> Iterator[tuple[Event, Values]]:
    rules, state = before.rules, without_the_saved(resolve(before.rules, before.state))
    rolls = before.limit or max_rolls(rules, state)
    must_roll = bool(before.seen) and rules.followers == "exactly"
    kept_before = ALL_DICE
    for taken, hand in enumerate(turn.rolls, 1):
        left = rolls - taken
        moment = analyst.moment(state, before.seen, before.limit, left)
        yield Roll(number, (), turn.player, kept_before, hand), moment.values(hand)
        if moment.decision is None:
            return
        kept = turn.kept[taken - 1] if taken < len(turn.rolls) else hand
        worth = moment.decision.keeps[len(before.seen)]
        choices = [worth[keep] for keep in (ROLL_ON if must_roll else KEEPS_OF)[hand]]
        yield (
            Decision(
                number,
                (),
                turn.player,
                replace(before, roll=hand, left=left),
                kept,
                moment.decision.choice[hand],
                forced=min(choices) == max(choices),
            ),
            moment.keep_values(kept),
        )
        kept_before = kept


def _level_values(played: ExactRound, players: Sequence[int], ties: Ties, jetons: int) -> Values:
    """What it is worth to the players in play that some of them are level, or none any more."""
    outcomes = {outcome: of for of, outcome in enumerate(played.information.outcomes)}
    names_winner = any(outcome.winner is not None for outcome in outcomes)
    total = [Fraction(0)] * len(players)
    for loser in ties.lowest:
        winners = [player for player in ties.best if player != loser] if names_winner else [None]
        for winner in winners:
            place = None if winner is None else players.index(winner)
            of = outcomes[Outcome(place, players.index(loser), jetons)]
            share = Fraction(1, len(ties.lowest) * len(winners))
            for seat, value in enumerate(played.payoffs[of]):
                total[seat] += share * value
    return tuple(total)
