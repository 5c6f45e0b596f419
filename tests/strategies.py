"""Hypothesis strategies that reach every legal setting, rules, state and position.

They build legal things outright instead of filtering: what is legal is written here a second
time, from docs/rules.md, so a check that refuses too much is noticed.
"""

from itertools import pairwise

from hypothesis import strategies as st

from solver.game.dice import HANDS
from solver.game.notation import Position
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules, Value, format_value
from solver.game.state import Charge, Decharge, Legs, Round, Start, State

VALUES: dict[str, list[Value]] = {
    "mode": ["tokens", "legs"],
    "fiches": ["interleaved", "brelans_first", "above_brelans"],
    "suites": [True, False],
    "points": ["six_high", "ace_high"],
    "nenette": [True, False],
    "worth_421": list(range(1, 100)),
    "worth_111": list(range(1, 100)),
    "worth_suite": list(range(1, 100)),
    "worth_nenette": list(range(1, 100)),
    "max_rolls": [3, 2, 1],
    "charge_rolls": [0, 1, 2, 3],
    "decharge_rolls": [0, 1, 2, 3],
    "followers": ["at_most", "exactly"],
    "legs": [1, 2, 3, 4, 5],
    "ends": ["last_standing", "first_out"],
    "pot": list(range(1, 100)),
    "opener": ["loser", "winner", "rotate"],
    "nenette_penalty": ["none", "replace", "add"],
    "penalty_jetons": list(range(1, 100)),
    "decharge_transfer": ["worth", "one"],
    "objective": ["last_holder_loses", "first_empty_wins"],
    "phases": ["joined", "separate"],
    "decharge_each": list(range(100)),
}
"""Every value of every field, as docs/rules.md gives them."""

DEFAULTS: dict[str, Value] = {
    "mode": "tokens",
    "fiches": "interleaved",
    "suites": True,
    "points": "six_high",
    "nenette": True,
    "worth_421": 10,
    "worth_111": 7,
    "worth_suite": 2,
    "worth_nenette": 2,
    "max_rolls": 3,
    "charge_rolls": 0,
    "decharge_rolls": 0,
    "followers": "at_most",
    "legs": 2,
    "ends": "last_standing",
    "pot": 21,
    "opener": "loser",
    "nenette_penalty": "none",
    "penalty_jetons": 2,
    "decharge_transfer": "worth",
    "objective": "last_holder_loses",
    "phases": "joined",
    "decharge_each": 0,
}

LEGS_ONLY = {"legs", "ends"}
SHARED = {"mode", "fiches", "suites", "points", "nenette", "max_rolls", "followers"}
TOKENS_ONLY = set(VALUES) - SHARED - LEGS_ONLY


def unread_fields(settings: dict[str, Value]) -> set[str]:
    """The fields that nothing reads, given the others."""
    unread = set(TOKENS_ONLY if settings["mode"] == "legs" else LEGS_ONLY)
    if not settings["suites"]:
        unread |= {"worth_suite"}
    if not settings["nenette"]:
        unread |= {"worth_nenette", "nenette_penalty", "penalty_jetons"}
    if settings["nenette_penalty"] == "none":
        unread |= {"penalty_jetons"}
    unread |= {"decharge_each"} if settings["phases"] == "joined" else {"objective"}
    return unread


@st.composite
def legal_settings(draw: st.DrawFn) -> dict[str, Value]:
    """Every field's value, such that all of them together make sense."""
    settings = {name: draw(st.sampled_from(values)) for name, values in VALUES.items()}
    if settings["mode"] == "legs":
        settings |= {name: DEFAULTS[name] for name in TOKENS_ONLY}
    settings |= {name: DEFAULTS[name] for name in unread_fields(settings)}
    for name in ("charge_rolls", "decharge_rolls"):
        settings[name] = min(int(settings[name]), int(settings["max_rolls"]))
    return settings


@st.composite
def named_rules(draw: st.DrawFn) -> Rules:
    """Any legal rules, named as a preset with overrides: what a person can type."""
    preset = draw(st.sampled_from(PRESETS))
    if draw(st.booleans()):
        return find_rules(preset)
    settings = draw(legal_settings())
    return find_rules(preset, [f"{name}={format_value(value)}" for name, value in settings.items()])


def _split(total: int, cuts: list[int]) -> tuple[int, ...]:
    """``total`` in ``len(cuts) + 1`` parts of at least 0, cut at the given places."""
    places = [0, *sorted(cuts), total]
    return tuple(after - before for before, after in pairwise(places))


@st.composite
def _shares(draw: st.DrawFn, total: int, least: tuple[int, ...]) -> tuple[int, ...]:
    """``total`` in parts of which each is at least what ``least`` says."""
    spare = total - sum(least)
    cuts = draw(st.lists(st.integers(0, spare), min_size=len(least) - 1, max_size=len(least) - 1))
    return tuple(map(sum, zip(least, _split(spare, cuts), strict=True)))


@st.composite
def _decharges(draw: st.DrawFn, rules: Rules) -> State:
    """A décharge that is not over; the rules must have jetons for one."""
    someone_out_ends_it = rules.phases == "separate" or rules.objective == "first_empty_wins"
    if rules.phases == "separate":
        most = 8 if rules.decharge_each else min(8, rules.pot)
        players = draw(st.integers(2, most))
        total = players * (rules.decharge_each or rules.pot // players)
    else:
        players = draw(st.integers(2, min(8, rules.pot) if someone_out_ends_it else 8))
        total = rules.pot
    if someone_out_ends_it:
        return Decharge(draw(_shares(total, (1,) * players)))
    other = draw(st.integers(1, players - 1))
    return Decharge(draw(_shares(total, tuple(int(seat in (0, other)) for seat in range(players)))))


@st.composite
def _charges(draw: st.DrawFn, rules: Rules) -> State:
    pot = draw(st.integers(1, rules.pot))
    players = draw(st.integers(2, 8))
    return Charge(pot, draw(_shares(rules.pot - pot, (0,) * players)))


@st.composite
def _legs(draw: st.DrawFn, rules: Rules) -> State:
    players = draw(st.integers(2, 8))
    other = draw(st.integers(1, players - 1))
    return Legs(
        tuple(
            draw(
                st.integers(
                    int(seat in (0, other) or rules.ends == "first_out"),
                    rules.legs,
                )
            )
            for seat in range(players)
        )
    )


def legal_states(rules: Rules) -> st.SearchStrategy[State]:
    """Every state of the rules in which a round is to be played."""
    kinds: list[st.SearchStrategy[State]] = [
        st.builds(Round, st.integers(2, 8)),
        st.builds(Start, st.integers(2, 8)),
    ]
    if rules.mode == "legs":
        kinds.append(_legs(rules))
    else:
        kinds.append(_charges(rules))
        # A single jeton is held by a single player, who has lost (or the other has won).
        if rules.pot > 1 or rules.decharge_each:
            kinds.append(_decharges(rules))
    return st.one_of(kinds)


hands = st.integers(0, len(HANDS) - 1)


def seats_that_roll(state: State) -> list[int]:
    """The seats that take part in the coming round, opener first."""
    match state:
        case Start(players) | Round(players):
            return list(range(players))
        case Charge(_, held):
            return list(range(len(held)))
        case Legs(counts) | Decharge(counts):
            return [seat for seat, count in enumerate(counts) if count > 0]


def rolls_allowed(rules: Rules, state: State) -> int:
    """The most rolls that an opener has in the coming round."""
    special = 0
    if isinstance(state, Charge) or (isinstance(state, Start) and rules.mode == "tokens"):
        special = rules.charge_rolls
    elif isinstance(state, Decharge):
        special = rules.decharge_rolls
    return special or rules.max_rolls


@st.composite
def legal_positions(draw: st.DrawFn) -> Position:
    """Every legal position of every legal rules that can be named."""
    rules = draw(named_rules())
    state = draw(legal_states(rules))
    seats = seats_that_roll(state)
    rolls = rolls_allowed(rules, state)
    seen = tuple(draw(st.lists(hands, max_size=len(seats))))
    limit = draw(st.integers(1, rolls)) if seen else 0
    roll, left = None, 0
    if len(seen) < len(seats) and draw(st.booleans()):
        roll, left = draw(hands), draw(st.integers(0, (limit or rolls) - 1))
    player = draw(st.none() | st.sampled_from(seats))
    return Position(rules, state, seen, limit, roll, left, player)
