"""Every round of every small game, against the game played by name in `tests.game.prose`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from solver.game.dice_notation import parse_hand
from solver.game.legality import check_state, decharge_each
from solver.game.presets import differences
from solver.game.ranking import jetons_at_stake
from solver.game.rules import Rules
from solver.game.state import (
    Charge,
    Decharge,
    End,
    Legs,
    Next,
    Outcome,
    Round,
    Table,
    after_round,
    opening,
    players_of,
    round_kind,
    seats_in_play,
    without_the_saved,
)
from tests.game.prose import Game, Payoffs, play_jetons, play_legs

NAMES = ["Ann", "Bob", "Cid", "Dee"]

HANDS = [
    ("421", "322"),
    ("222", "322"),
    ("665", "322"),
    ("665", "221"),
    ("221", "221"),
]
"""Best and lowest hands that move every number of jetons that the rules below can."""

POTS = {2: 7, 3: 5, 4: 4}

ENDS: list[dict[str, Any]] = [
    {"objective": "last_holder_loses"},
    {"objective": "first_empty_wins"},
    {"phases": "separate", "decharge_each": 2},
]

PENALTIES: list[dict[str, Any]] = [
    {},
    {"nenette_penalty": "replace", "penalty_jetons": 3},
    {"nenette_penalty": "add", "penalty_jetons": 3},
]


def _token_rules(pot: int) -> list[Rules]:
    return [
        Rules(pot=pot, worth_421=4, opener=opener, decharge_transfer=transfer, **end, **penalty)
        for opener in ("loser", "winner", "rotate")
        for transfer in ("worth", "one")
        for end in ENDS
        for penalty in PENALTIES
    ]


LEG_RULES = [
    Rules(mode="legs", legs=legs, ends=ends)
    for legs in (1, 2, 3)
    for ends in ("last_standing", "first_out")
]

GAMES = [
    (rules, players) for players, pot in POTS.items() for rules in _token_rules(pot) + LEG_RULES
]


def _name(part: Rules | int) -> str:
    if isinstance(part, int):
        return str(part)
    return ",".join(f"{name}={value}" for name, _, value in differences(Rules(), part))


@dataclass(frozen=True)
class Step:
    """One round of a game: who was best and lowest with which hands, and what followed."""

    state: Table
    best: int
    lowest: int
    hands: tuple[str, str]
    outcome: Outcome
    after: Next | End


def _steps(rules: Rules, state: Table) -> Iterator[Step]:
    """Every way in which a round can move the game on."""
    kind = round_kind(rules, state)
    for best, lowest in permutations(seats_in_play(state), 2):
        for hands in HANDS if kind.jetons != "none" else HANDS[:1]:
            stake = 0
            if kind.jetons != "none":
                stake = jetons_at_stake(
                    rules, *map(parse_hand, hands), decharge=kind.jetons == "decharge"
                )
            outcome = Outcome(best if kind.names_winner else None, lowest, stake)
            yield Step(state, best, lowest, hands, outcome, after_round(rules, state, outcome))


def _walk(rules: Rules, players: int) -> list[Step]:
    """Every round of every game that may be played, from the start or from a décharge alone."""
    found: dict[Table, list[Step]] = {}
    todo: list[Table] = [opening(rules, players)]
    if rules.phases == "separate":
        todo.append(Decharge((decharge_each(rules, players),) * players))
    while todo:
        state = todo.pop()
        if state in found:
            continue
        found[state] = list(_steps(rules, state))
        todo += [step.after.state for step in found[state] if isinstance(step.after, Next)]
    return [step for steps in found.values() for step in steps]


def _counts(state: Table) -> tuple[int, ...]:
    match state:
        case Legs(counts) | Decharge(counts) | Charge(_, counts):
            return counts
        case Round(players):
            return (1,) * players


def _pot(state: Table) -> int:
    return state.pot if isinstance(state, Charge) else 0


def _played_by_name(rules: Rules, step: Step) -> Game | Payoffs:
    names = NAMES[: players_of(step.state)]
    has = dict(zip(names, _counts(step.state), strict=True))
    game = Game(rules, names, has, names[0], _pot(step.state))
    if rules.mode == "legs":
        payoffs = play_legs(game, names[step.lowest])
    else:
        payoffs = play_jetons(game, names[step.best], names[step.lowest], step.hands)
    return game if payoffs is None else payoffs


def _by_name(rules: Rules, step: Step) -> Game | Payoffs:
    """What the solver says follows, in names."""
    names = NAMES[: players_of(step.state)]
    if isinstance(step.after, End):
        return dict(zip(names, step.after.payoffs, strict=True))
    turned = step.after.turned
    seats = names[turned:] + names[:turned]
    has = dict(zip(seats, _counts(step.after.state), strict=True))
    return Game(rules, names, has, seats[0], _pot(step.after.state))


def _check_sums(rules: Rules, step: Step) -> None:
    """Jetons are never lost, legs go one by one, and payoffs are one win or one loss."""
    players = players_of(step.state)
    if isinstance(step.after, End):
        one_loser = (
            rules.ends == "first_out"
            if rules.mode == "legs"
            else rules.phases == "joined" and rules.objective == "last_holder_loses"
        )
        assert sum(step.after.payoffs) == (players - 1 if one_loser else 1)
        assert all(0 <= payoff <= 1 for payoff in step.after.payoffs)
        return
    before, after = step.state, step.after.state
    assert players_of(after) == players
    assert _counts(after)[0] > 0 or isinstance(after, Charge), "the opener is in play"
    check_state(rules, after)
    total = _pot(before) + sum(_counts(before))
    assert _pot(after) + sum(_counts(after)) == total - (rules.mode == "legs")
    if isinstance(before, Charge):
        assert _pot(after) < _pot(before)


def _check_without_the_saved(rules: Rules, step: Step) -> None:
    """Players who have left change nothing for the others."""
    seats = seats_in_play(step.state)
    outcome = Outcome(
        None if step.outcome.winner is None else seats.index(step.best),
        seats.index(step.lowest),
        step.outcome.jetons,
    )
    alone = after_round(rules, without_the_saved(step.state), outcome)
    if isinstance(step.after, End):
        assert alone == End(tuple(step.after.payoffs[seat] for seat in seats))
    else:
        assert isinstance(alone, Next)
        assert without_the_saved(alone.state) == without_the_saved(step.after.state)
        opener = (seats[alone.turned]) % players_of(step.state)
        assert opener == step.after.turned


def _check_end_in_reach(steps: list[Step]) -> None:
    """From every state some rounds lead to the end: no game runs in circles for ever."""
    came_from: dict[Table, set[Table]] = {}
    ending: set[Table] = set()
    for step in steps:
        if isinstance(step.after, End):
            ending.add(step.state)
        else:
            came_from.setdefault(step.after.state, set()).add(step.state)
    todo = list(ending)
    while todo:
        for earlier in came_from.get(todo.pop(), set()) - ending:
            ending.add(earlier)
            todo.append(earlier)
    assert ending == {step.state for step in steps}


@pytest.mark.parametrize(("rules", "players"), GAMES, ids=_name)
def test_every_round_of_every_small_game(rules: Rules, players: int) -> None:
    steps = _walk(rules, players)
    for step in steps:
        assert _by_name(rules, step) == _played_by_name(rules, step), step
        _check_sums(rules, step)
        _check_without_the_saved(rules, step)
    _check_end_in_reach(steps)
