"""Faces are names: renamed throughout, with the ranking, they change nobody's value."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.engine import information, rounds
from solver.engine.rounds import ExactRound, Values
from solver.game.dice import FACES, HANDS, KEEP_INDEX, KEEPS
from solver.game.presets import find_rules
from solver.game.ranking import Ranking, jetons_at_stake, rank_hands
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Table, max_rolls, seats_in_play

CASES: list[tuple[str, Table]] = [
    ("jetons", Round(2)),
    ("jambes", Legs((2, 1))),
    ("comptoir", Charge(5, (10, 6))),
    ("jetons{opener=winner,nenette_penalty=add}", Charge(21, (0, 0))),
    ("jetons", Decharge((10, 11))),
    ("comptoir{max_rolls=2}", Decharge((7, 7, 7))),
    ("jetons{max_rolls=2}", Charge(3, (6, 6, 6))),
    ("jambes{max_rolls=2}", Legs((1, 2, 2))),
    ("jetons{max_rolls=1}", Charge(1, (5, 5, 5, 5))),
]


def _renamed(faces: Sequence[int]) -> list[int]:
    """For each of the 84 keeps the one that it becomes when face f is called ``faces[f - 1]``."""
    return [
        KEEP_INDEX[tuple(sorted((faces[die - 1] for die in keep), reverse=True))] for keep in KEEPS
    ]


def _rename_ranking(rules: Rules, new: Sequence[int]) -> Ranking:
    """The isomorphic ranking: each hand has the place and the worth of the one it was."""
    ranking = rank_hands(rules)
    old = {new[hand]: hand for hand in range(len(HANDS))}
    return replace(
        ranking,
        order=tuple(new[hand] for hand in ranking.order),
        strength=tuple(ranking.strength[old[hand]] for hand in range(len(HANDS))),
        classes=tuple(ranking.classes[old[hand]] for hand in range(len(HANDS))),
        worth=tuple(ranking.worth[old[hand]] for hand in range(len(HANDS))),
    )


def _payoffs(rules: Rules, state: Table, seed: int) -> list[Values]:
    """Worth of every outcome, so various that nobody is indifferent but for equal laws.

    Otherwise another keep would be preferred where faces have other names, which matters to others.
    """
    return [
        tuple(
            Fraction(Random(f"{seed} {outcome} {seat}").randrange(10**9), 7)
            for seat in range(len(seats_in_play(state)))
        )
        for outcome in rounds.information_of(rules, state).outcomes
    ]


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(CASES), st.permutations(FACES), st.integers(0, 10**6))
def test_an_isomorphic_ranking_changes_nothing(
    case: tuple[str, Table], faces: list[int], seed: int
) -> None:
    rules, state = find_rules(case[0]), case[1]
    new = _renamed(faces)
    old = {name: keep for keep, name in enumerate(new)}

    def at_stake(rules: Rules, best: int, lowest: int, *, decharge: bool) -> int:
        return jetons_at_stake(rules, old[best], old[lowest], decharge=decharge)

    plain = ExactRound(rules, state, _payoffs(rules, state, seed))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(information, "rank_hands", lambda rules: _rename_ranking(rules, new))
        patched.setattr(information, "jetons_at_stake", at_stake)
        patched.setattr(rounds, "build_information", information.build_information.__wrapped__)
        other = ExactRound(rules, state, _payoffs(rules, state, seed))

    assert other.start() == plain.start()
    seen = [seed % 56] * (len(seats_in_play(state)) - 1)
    renamed = [new[hand] for hand in seen]
    for left in range(max_rolls(rules, state)):
        ours, theirs = plain.opener(left), other.opener(left)
        mine, his = plain.follower(seen, 3, left), other.follower(renamed, 3, left)
        for hand in range(len(HANDS)):
            assert theirs.values(new[hand]) == ours.values(hand)
            assert his.values(new[hand]) == mine.values(hand)


def test_a_ranking_that_is_not_isomorphic_is_seen() -> None:
    """The property has teeth: the order alone, without the dice, is another game."""
    rules, state = find_rules("jetons"), Round(2)
    swapped = rank_hands(rules).order[::-1]
    other = replace(rank_hands(rules), order=swapped, strength=rank_hands(rules).strength[::-1])
    plain = ExactRound(rules, state, _payoffs(rules, state, 1))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(information, "rank_hands", lambda _: other)
        patched.setattr(rounds, "build_information", information.build_information.__wrapped__)
        wrong = ExactRound(rules, state, _payoffs(rules, state, 1))
    assert wrong.start() != plain.start()
