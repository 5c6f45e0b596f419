"""Where outcomes lead, by example: who sits where then, and what those who leave have got."""

from fractions import Fraction

import pytest

from solver.engine.aftermath import payoffs_after
from solver.engine.continuation import Continuation, continue_after, round_in
from solver.engine.rounds import information_of
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Legs, Outcome, Round, Table, players_of

VALUES = (Fraction(1, 5), Fraction(3, 5), Fraction(1, 5))
WON, LOST = Fraction(1), Fraction(0)


@pytest.mark.parametrize(
    ("name", "state", "outcome", "then", "payoffs"),
    [
        (
            "jetons{pot=5}",
            Decharge((1, 2, 2)),
            Outcome(0, 1, 1),
            Continuation(Decharge((3, 2)), (None, 0, 1), (WON, LOST, LOST)),
            (WON, VALUES[0], VALUES[1]),
        ),
        (
            "jambes",
            Legs((1, 2, 2)),
            Outcome(None, 0, 0),
            Continuation(Legs((2, 2)), (None, 0, 1), (LOST, LOST, LOST)),
            (LOST, VALUES[0], VALUES[1]),
        ),
        (
            "jetons{pot=5}",
            Charge(3, (1, 1, 0)),
            Outcome(None, 2, 2),
            Continuation(Charge(1, (2, 1, 1)), (1, 2, 0), (LOST, LOST, LOST)),
            (VALUES[1], VALUES[2], VALUES[0]),
        ),
        (
            "jetons{pot=5}",
            Decharge((1, 4)),
            Outcome(0, 1, 3),
            Continuation(None, (None, None), (WON, LOST)),
            (WON, LOST),
        ),
        (
            "jetons",
            Round(3),
            Outcome(None, 1, 0),
            Continuation(None, (None, None, None), (WON, LOST, WON)),
            (WON, LOST, WON),
        ),
    ],
)
def test_examples(
    name: str,
    state: Table,
    outcome: Outcome,
    then: Continuation,
    payoffs: tuple[Fraction, ...],
) -> None:
    found = continue_after(find_rules(name), state, outcome)
    assert found == then
    asked: list[Table] = []

    def value_of(after: Table) -> tuple[Fraction, ...]:
        asked.append(after)
        return VALUES

    assert found.payoffs(value_of) == payoffs
    assert asked == ([] if then.state is None else [then.state])
    known = {} if then.state is None else {then.state: VALUES[: players_of(then.state)]}
    assert payoffs_after(find_rules(name), state, outcome, known) == payoffs


def test_a_round_has_the_continuation_of_every_outcome() -> None:
    rules, state = find_rules("jetons{pot=5}"), Decharge((1, 2, 2))
    played = round_in(rules, state)
    outcomes = information_of(rules, state).outcomes
    assert played.state == state
    assert len(set(played.continuations)) == len(played.continuations) < len(outcomes)
    for outcome, number in zip(outcomes, played.numbers, strict=True):
        assert played.continuations[number] == continue_after(rules, state, outcome)
    values = {then.state: VALUES for then in played.continuations if then.state is not None}
    assert played.payoffs(values) == [
        then.payoffs(lambda _state: VALUES) for then in played.continuations
    ]
