"""The chain of best play: rounds by brute force, jambes counted out, and its own equations."""

from fractions import Fraction
from functools import cache
from itertools import islice, pairwise

import pytest

from solver.engine.chain import Chain, Law, build_chain
from solver.engine.continuation import Continuation, continue_after
from solver.engine.equilibrium import solve_exactly
from solver.engine.fast import FastRound, fast_round
from solver.engine.rounds import ExactRound, Values, information_of
from solver.errors import RefutedError
from solver.game.notation import parse_state
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Table, players_of, resolve
from tests.twins.chains import NaiveChain
from tests.twins.games import Position, position_of

Numbers = dict[Position | None, Fraction]
"""Of every position; None where play is over, which need not be there."""

SMALL = ["jetons{pot=3,max_rolls=2}", "comptoir{pot=4,max_rolls=1}", "jambes{max_rolls=2}"]


@cache
def _values(rules: str, players: int) -> dict[Table, Values]:
    return solve_exactly(find_rules(rules), players).values


@cache
def _chain(text: str, state: str = "start 2", players: int = 2) -> Chain:
    rules = find_rules(text)
    start = resolve(rules, parse_state(state))
    return build_chain(rules, start, _values(text, players).__getitem__)


@cache
def _naive(text: str, players: int) -> NaiveChain:
    values = {position_of(state): found for state, found in _values(text, players).items()}
    return NaiveChain(find_rules(text), values.__getitem__)


def _one(*_: object) -> int:
    return 1


def _chances(chain: Chain, rounds: int) -> list[Fraction]:
    """The chance of exactly 1, 2, … rounds."""
    within = [Fraction(over, total) for over, total in islice(chain.over_within(), rounds)]
    return [within[0], *(later - earlier for earlier, later in pairwise(within))]


def _agrees_with_brute_force(text: str, start: str, players: int, rounds: int) -> None:
    chain, naive = _chain(text, start, players), _naive(text, players)
    positions = naive.positions(position_of(chain.start))
    assert {position_of(state) for state in chain.laws} == set(positions)
    assert _chances(chain, rounds) == [
        naive.exactly(position_of(chain.start), k) for k in range(1, rounds + 1)
    ]
    # The equations of the means have one solution, so holding at every position says all.
    means: Numbers = {position_of(state): mean for state, mean in chain.expect(_one).items()}
    for position in positions:
        after = naive.mean(position, lambda then: means.get(then, Fraction(0)))
        assert means[position] == 1 + after


@pytest.mark.parametrize("text", SMALL)
def test_rounds_by_brute_force(text: str) -> None:
    _agrees_with_brute_force(text, "start 2", 2, 12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "start", "players"),
    [
        ("jetons{pot=3}", "start 2", 2),
        ("jetons{pot=4}", "start 2", 2),
        ("comptoir{pot=4}", "start 2", 2),
        ("jetons{pot=4,opener=winner}", "start 2", 2),
        ("jambes{max_rolls=1}", "start 3", 3),
    ],
)
def test_more_rounds_by_brute_force(text: str, start: str, players: int) -> None:
    _agrees_with_brute_force(text, start, players, 12)


@pytest.mark.parametrize("text", SMALL)
def test_variances_satisfy_their_equations(text: str) -> None:
    naive, states = _naive(text, 2), list(_chain(text).laws)
    means: Numbers = {position_of(state): mean for state, mean in _chain(text).expect(_one).items()}
    squares: Numbers = {}
    for state in states:
        chain = build_chain(find_rules(text), state, _values(text, 2).__getitem__)
        mean = means[position_of(state)]
        squares[position_of(state)] = chain.variance(_one, chain.expect(_one)) + mean**2
    nothing = Fraction(0)
    for state in states:
        position = position_of(state)
        # (1 + R)**2, where R rounds follow the first.
        assert squares[position] == 1 + naive.mean(
            position, lambda then: 2 * means.get(then, nothing) + squares.get(then, nothing)
        )


@pytest.mark.parametrize(
    ("text", "start", "players"),
    [
        ("jetons{pot=5}", "start 2", 2),
        ("jetons{pot=6,opener=rotate,decharge_transfer=one}", "start 2", 2),
        ("deux-phases{pot=7}", "start 2", 2),
        ("deux-phases{pot=7}", "decharge 3,3", 2),
        ("jambes", "start 3", 3),
        ("jetons{pot=5,max_rolls=1}", "start 3", 3),
    ],
)
def test_values_are_expected_payoffs(text: str, start: str, players: int) -> None:
    chain = _chain(text, start, players)
    found = chain.expect_for_seats(lambda _, step, seat: step.then.settled[seat])
    assert found == {state: _values(text, players)[state] for state in chain.laws}


def test_rewards_may_depend_on_the_state() -> None:
    """The rounds of the charge and those of the décharge are all rounds."""
    chain = _chain("jetons{pot=5,max_rolls=1}")
    rounds = chain.expect(_one)
    in_charge = chain.expect(lambda state, _step: int(isinstance(state, Charge)))
    in_decharge = chain.expect(lambda state, _step: int(isinstance(state, Decharge)))
    for state in chain.laws:
        assert in_charge[state] + in_decharge[state] == rounds[state]
        assert (in_charge[state] > 0) == isinstance(state, Charge)
    assert 1 < in_charge[chain.start] < 5
    assert chain.variance(lambda state, _step: int(isinstance(state, Charge)), in_charge) > 0
    moved = chain.expect(lambda _state, step: step.jetons)
    assert chain.variance(lambda _state, step: step.jetons, moved) > 0
    for_seats = chain.expect_for_seats(lambda state, _step, _: int(isinstance(state, Charge)))
    assert for_seats[chain.start] == (in_charge[chain.start], in_charge[chain.start])


def test_components_come_after_those_they_lead_to() -> None:
    chain = _chain("jetons{pot=5,max_rolls=1}", "start 3", 3)
    done: set[Table | None] = {None}
    for component in chain.components:
        done |= set(component)
        for state in component:
            assert {step.then.state for step in chain.laws[state].steps} <= done
    assert done == {None, *chain.laws}


def test_jetons_are_moved_as_there_are() -> None:
    chain = _chain("jetons{pot=5}")
    moved = {
        state: {(step.loser, step.jetons) for step in law.steps}
        for state, law in chain.laws.items()
    }
    assert moved[Charge(5, (0, 0))] == {(s, n) for s in (0, 1) for n in (1, 2, 3, 4, 5)}
    assert moved[Decharge((2, 3))] == {(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)}
    assert {taken for _, taken in moved[Charge(1, (2, 2))]} == {1}
    assert {step.jetons for law in _chain("jambes").laws.values() for step in law.steps} == {0}


def test_a_common_total_divides() -> None:
    chain = _chain("jetons{pot=5,charge_rolls=1}")
    assert len({law.total for law in chain.laws.values()}) > 1
    assert all(chain.common_total() % law.total == 0 for law in chain.laws.values())
    for law in chain.laws.values():
        assert sum(law.ways) == law.total


def test_rounds_in_which_floats_decide_nothing_are_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "jetons{pot=3,max_rolls=2}"
    chain = _chain(text)
    monkeypatch.setattr(FastRound, "error_bound", lambda _: 1.0)
    rules = find_rules(text)
    outcomes = range(len(information_of(rules, chain.start).outcomes))
    payoffs = [(Fraction(number, 40), Fraction(40 - number, 40)) for number in outcomes]
    examined = fast_round(rules, chain.start).examine(chain.start, outcomes, payoffs)
    assert examined.comparisons.rounds_worked_out == 1
    again = build_chain(rules, chain.start, _values(text, 2).__getitem__)
    assert again == chain


@pytest.mark.parametrize("off", [Fraction(1, 10**30), Fraction(-1, 7)])
def test_values_that_are_not_of_best_play_are_refused(off: Fraction) -> None:
    text = "jetons{pot=5}"
    values = dict(_values(text, 2))
    one, other = values[Decharge((2, 3))]
    values[Decharge((2, 3))] = (one - off, other + off)
    says = r"^the values of jetons\{pot=5\} are not those of best play at 'decharge \d,\d'$"
    with pytest.raises(RefutedError, match=says):
        build_chain(find_rules(text), Charge(5, (0, 0)), values.__getitem__)


def _chances_of_next(text: str, state: Table, prefer_last: bool) -> dict[Continuation, Fraction]:
    """What a round leads to, worked out without floats."""
    rules = find_rules(text)
    led_to = [continue_after(rules, state, one) for one in information_of(rules, state).outcomes]
    distinct = list(dict.fromkeys(led_to))
    rows = [
        (*then.payoffs(_values(text, 2).__getitem__), *(Fraction(then == one) for one in distinct))
        for then in led_to
    ]
    law = ExactRound(rules, state, rows, prefer_last=prefer_last).start()[players_of(state) :]
    return dict(zip(distinct, law, strict=True))


def _chances_in_chain(law: Law) -> dict[Continuation, Fraction]:
    sums = dict.fromkeys((step.then for step in law.steps), Fraction(0))
    for step, ways in zip(law.steps, law.ways, strict=True):
        sums[step.then] += Fraction(ways, law.total)
    return sums


@pytest.mark.parametrize(
    ("text", "depends"),
    [("jambes", False), ("jetons{pot=5}", False), ("deux-phases{pot=5,max_rolls=2}", True)],
)
def test_preference_among_equals(text: str, depends: bool) -> None:
    chain = _chain(text)
    assert chain.depends == depends
    found = {state: _chances_in_chain(law) for state, law in chain.laws.items()}
    assert found == {state: _chances_of_next(text, state, False) for state in chain.laws}
    opposite = {state: _chances_of_next(text, state, True) for state in chain.laws}
    assert (found != opposite) == depends
