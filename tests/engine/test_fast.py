"""Fast rounds against exact ones: the law to the last way, values to the last digits."""

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from solver.engine.fast import Comparisons, Examined, FastRound, fast_round
from solver.engine.limbs import limbs_for
from solver.engine.rounds import ExactRound, Values, information_of
from solver.game.dice import KEEPS_OF, WAYS
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Table, players_of

TWO: list[tuple[str, Table]] = [
    ("jambes", Legs((2, 1))),
    ("jambes{followers=exactly,max_rolls=2}", Legs((1, 1))),
    ("jetons", Charge(21, (0, 0))),
    ("jetons", Decharge((10, 11))),
    ("jetons{max_rolls=1}", Decharge((10, 11))),
    ("jetons{max_rolls=2,points=ace_high}", Charge(21, (0, 0))),
    ("jetons{charge_rolls=1}", Charge(21, (0, 0))),
    ("jetons{suites=off,nenette=off,fiches=brelans_first}", Charge(21, (0, 0))),
    ("jetons{opener=winner,nenette_penalty=add,fiches=above_brelans}", Charge(21, (0, 0))),
    ("jetons{decharge_transfer=one}", Decharge((10, 11))),
    ("comptoir", Charge(5, (10, 6))),
    ("comptoir", Decharge((20, 1))),
]
THREE: list[tuple[str, Table]] = [
    ("jambes", Legs((2, 1, 2))),
    ("comptoir{max_rolls=2}", Charge(21, (0, 0, 0))),
    ("jetons{max_rolls=1,decharge_transfer=one}", Decharge((7, 7, 7))),
]
SLOW: list[tuple[str, Table]] = [
    ("jetons{max_rolls=2}", Decharge((7, 7, 7))),
    ("jetons{max_rolls=2,decharge_transfer=one}", Decharge((7, 7, 7))),
    ("jetons{max_rolls=2,decharge_transfer=one}", Charge(21, (0, 0, 0, 0))),
    ("jetons", Charge(21, (0, 0, 0))),
    ("comptoir", Decharge((7, 7, 7))),
    ("jetons{opener=winner}", Charge(21, (0, 0, 0))),
]
FOUR: list[tuple[str, Table]] = [
    ("jambes{max_rolls=1}", Legs((2, 2, 2, 2))),
    ("jambes{max_rolls=2}", Legs((2, 1, 2, 2))),
    ("jambes{followers=exactly}", Legs((2, 2, 1, 2))),
    ("jambes{max_rolls=1}", Legs((1, 1, 1, 1, 1, 1))),
]
EVERY_ROUND = [*TWO, *THREE, *FOUR, *(pytest.param(*game, marks=pytest.mark.slow) for game in SLOW)]

FEW = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))
"""Payoffs of which many means are equal without being means of the same payoffs."""


def _game(name: str, state: Table) -> tuple[Rules, FastRound, int]:
    rules = find_rules(name)
    return rules, fast_round(rules, state), len(information_of(rules, state).outcomes)


def _numbered(chance: Random, outcomes: int, most: int) -> tuple[list[int], int]:
    """For each outcome the number of its continuation; several may share one."""
    distinct = min(outcomes, most)
    numbers = [*range(distinct), *chance.choices(range(distinct), k=outcomes - distinct)]
    chance.shuffle(numbers)
    return numbers, distinct


def _any_payoffs(chance: Random, players: int, continuations: int) -> list[Values]:
    def payoff() -> Fraction:
        over = chance.randrange(10**30, 10**31)
        return Fraction(chance.randrange(over), over)

    return [tuple(payoff() for _ in range(players)) for _ in range(continuations)]


def _exact_law(
    rules: Rules,
    state: Table,
    numbers: list[int],
    payoffs: list[Values],
    *,
    prefer_last: bool = False,
) -> tuple[Fraction, ...]:
    """The chance of each continuation: rides along as further expectations."""
    rows = [
        payoffs[number] + tuple(Fraction(number == other) for other in range(len(payoffs)))
        for number in numbers
    ]
    played = ExactRound(rules, state, rows, prefer_last=prefer_last)
    return played.start()[players_of(state) :]


def _law(examined: Examined) -> tuple[Fraction, ...]:
    assert sum(examined.ways) == examined.denominator
    assert min(examined.ways) > 0, "whatever is done, every outcome has a chance"
    return tuple(Fraction(ways, examined.denominator) for ways in examined.ways)


@pytest.mark.parametrize(("name", "state"), EVERY_ROUND)
@pytest.mark.parametrize("prefer_last", [False, True])
def test_the_law_is_exact_for_any_payoffs(name: str, state: Table, prefer_last: bool) -> None:
    rules, played, outcomes = _game(name, state)
    chance = Random(f"{name} {state}")
    numbers, distinct = _numbered(chance, outcomes, 6)
    payoffs = _any_payoffs(chance, players_of(state), distinct)
    examined = played.examine(state, numbers, payoffs, prefer_last=prefer_last)
    assert examined.comparisons.rounds_worked_out == 0
    law = _exact_law(rules, state, numbers, payoffs, prefer_last=prefer_last)
    assert _law(examined) == law


@pytest.mark.parametrize(("name", "state"), [*TWO, *THREE])
@pytest.mark.parametrize("prefer_last", [False, True])
def test_the_law_is_exact_where_many_keeps_are_equal(
    name: str, state: Table, prefer_last: bool
) -> None:
    """Payoffs of a few values make ties of every kind, also such as floats cannot see."""
    rules, played, outcomes = _game(name, state)
    chance = Random(f"{state} {name}")
    for _ in range(2):
        numbers, distinct = _numbered(chance, outcomes, 5)
        payoffs: list[Values] = [
            tuple(chance.choices(FEW, k=players_of(state))) for _ in range(distinct)
        ]
        examined = played.examine(state, numbers, payoffs, prefer_last=prefer_last)
        law = _exact_law(rules, state, numbers, payoffs, prefer_last=prefer_last)
        assert _law(examined) == law


@pytest.mark.parametrize(("name", "state"), [*TWO, *THREE, *FOUR])
def test_no_keep_goes_without_a_comparison(name: str, state: Table) -> None:
    rules, played, outcomes = _game(name, state)
    chance = Random(1)
    numbers, distinct = _numbered(chance, outcomes, 4)
    payoffs = _any_payoffs(chance, players_of(state), distinct)
    found = played.examine(state, numbers, payoffs).comparisons
    assert found.matters <= found.same_law
    opener = sum(len(keeps) - 1 for keeps in KEEPS_OF)
    follower = opener - len(KEEPS_OF) * (rules.followers == "exactly")
    *earlier, last = [len(layer) for layer in information_of(rules, state).following[1:]]
    # The last seat's choice does not depend on what its limit was, only on the rolls left.
    turns = sum(earlier) * comb(played.rolls, 2) + last * (played.rolls - 1)
    assert found.dismissed + found.same_law == opener * (played.rolls - 1) + follower * turns


@pytest.mark.parametrize(("name", "state"), EVERY_ROUND)
def test_values_are_near_those_of_exact_rounds(name: str, state: Table) -> None:
    rules, played, outcomes = _game(name, state)
    payoffs = _any_payoffs(Random(f"values {name} {state}"), players_of(state), outcomes)
    near = played.values(np.array(payoffs, dtype=np.float64).T.copy())
    exact = ExactRound(rules, state, payoffs).start()
    errors = [abs(Fraction(float(x)) - y) for x, y in zip(near, exact, strict=True)]
    assert max(errors) <= min(Fraction(played.error_bound()), Fraction(1, 10**13))


TINY = Fraction(1, 10**25)
"""Less than floats near 1 can tell, and far less than what they may be off."""


def _tiny_differences(rules: Rules, state: Table) -> list[Values]:
    """One round's payoffs, but a jeton more or less is worth a little to every seat."""
    return [
        tuple(
            TINY * outcome.jetons + (seat != outcome.loser) * (1 - 200 * TINY)
            for seat in range(players_of(state))
        )
        for outcome in information_of(rules, state).outcomes
    ]


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("jetons", Charge(21, (0, 0))),
        ("comptoir", Charge(21, (0, 0))),
        ("jetons", Decharge((10, 11))),
        ("jetons{max_rolls=2}", Charge(21, (0, 0, 0))),
    ],
)
def test_differences_that_floats_cannot_see_are_worked_out(name: str, state: Table) -> None:
    rules, played, outcomes = _game(name, state)
    payoffs = _tiny_differences(rules, state)
    rounded = {float(payoff) for values in payoffs for payoff in values if payoff > FEW[2]}
    assert rounded == {1.0}
    numbers = list(range(outcomes))
    examined = played.examine(state, numbers, payoffs)
    assert examined.comparisons == Comparisons(rounds_worked_out=1)
    law = _exact_law(rules, state, numbers, payoffs)
    assert _law(examined) == law
    guessed = played.examine(state, numbers, payoffs, certain=False)
    assert _law(guessed) != law, "the differences decide, somewhere"
    lost = Fraction(0)
    for right, wrong, values in zip(law, _law(guessed), payoffs, strict=True):
        lost += (right - wrong) * values[0]
    assert abs(lost) < Fraction(played.error_bound())


def test_ties_in_which_only_others_have_a_stake_are_counted() -> None:
    """A seat that always gets a half is indifferent to everything."""
    rules, state = find_rules("jambes{max_rolls=2}"), Legs((1, 1, 1))
    half, zero, one = Fraction(1, 2), Fraction(0), Fraction(1)
    payoffs: list[Values] = [(half, half, half), (half, zero, one), (half, one, zero)]
    examined = fast_round(rules, state).examine(state, [0, 1, 2], payoffs)
    assert examined.comparisons.matters > 0
    assert _law(examined) == _exact_law(rules, state, [0, 1, 2], payoffs)
    alike = fast_round(rules, state).examine(state, [0, 0, 0], [(half,) * 3])
    assert alike.comparisons == Comparisons(
        same_law=alike.comparisons.same_law, dismissed=0, matters=0
    )
    assert _law(alike) == (Fraction(1),)


def test_the_preference_turned_round_changes_what_others_get() -> None:
    rules, state = find_rules("jambes{max_rolls=2}"), Legs((1, 1, 1))
    half, zero, one = Fraction(1, 2), Fraction(0), Fraction(1)
    payoffs: list[Values] = [(half, half, half), (half, zero, one), (half, one, zero)]
    played = fast_round(rules, state)
    first, last = (
        played.examine(state, [0, 1, 2], payoffs, prefer_last=turned) for turned in (False, True)
    )
    assert _law(first) != _law(last)
    assert sum(first.comparisons.__dict__.values()) == sum(last.comparisons.__dict__.values())


@pytest.mark.parametrize("name", ["jetons", "comptoir", "jambes{max_rolls=2}"])
def test_between_two_whose_payoffs_add_up_preference_changes_no_value(name: str) -> None:
    rules = find_rules(name)
    state: Table = Legs((2, 2)) if rules.mode == "legs" else Charge(21, (0, 0))
    _, played, outcomes = _game(name, state)
    chance = Random(name)
    worth = [chance.choice(FEW) for _ in range(outcomes)]
    payoffs: list[Values] = [(value, 1 - value) for value in worth]
    values = {
        sum(
            chance * value
            for chance, value in zip(
                _law(played.examine(state, range(outcomes), payoffs, prefer_last=turned)),
                worth,
                strict=True,
            )
        )
        for turned in (False, True)
    }
    assert len(values) == 1


def test_limbs_hold_what_they_must() -> None:
    assert limbs_for(2**53 - 1) == 1
    for players in range(2, 9):
        for rolls in (1, 2, 3):
            largest = 840 * WAYS ** (players * rolls)
            limbs = limbs_for(largest)
            assert largest < 2**53 if limbs == 1 else largest < 2 ** (40 * limbs)
