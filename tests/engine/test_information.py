"""What a seat knows: nothing that matters is lost, and nothing else is kept."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations, product
from pathlib import Path
from random import Random

import pytest

from solver.engine.information import Information, build_information
from solver.engine.rounds import information_of
from solver.game.dice import HANDS
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Outcome, RoundKind, Table, round_kind
from tests.twins.barrage import pick_both, single_out
from tests.twins.hands import outcome_law, places, worth

Chances = dict[tuple[int | None, int, int], Fraction]

KINDS: list[tuple[str, RoundKind]] = [
    ("jambes", RoundKind(False, "none")),
    ("jetons", RoundKind(False, "charge")),
    ("comptoir", RoundKind(False, "charge")),
    ("jetons", RoundKind(True, "decharge")),
    ("jetons{opener=winner,nenette_penalty=add,fiches=above_brelans}", RoundKind(True, "charge")),
    (
        "comptoir{decharge_transfer=one,suites=off,fiches=brelans_first}",
        RoundKind(True, "decharge"),
    ),
    ("jetons{nenette=off,points=ace_high,worth_suite=7,worth_421=1}", RoundKind(False, "charge")),
]
NAMES = [f"{name} {kind.jetons}" for name, kind in KINDS]
every_kind = pytest.mark.parametrize(("name", "kind"), KINDS, ids=NAMES)


def _readable(information: Information) -> list[Chances]:
    """The law of each final state in the words of the twin."""
    outcomes = [(outcome.winner, outcome.loser, outcome.jetons) for outcome in information.outcomes]
    return [
        {outcomes[number]: Fraction(weight, information.barrages) for number, weight in law}
        for law in information.laws
    ]


def _twin(rules: Rules, kind: RoundKind, hands: Sequence[int]) -> Chances:
    dice = tuple(HANDS[hand] for hand in hands)
    return outcome_law(rules, kind.jetons, kind.names_winner, dice)


@cache
def _laws_of_three(name: str, kind: RoundKind) -> tuple[list[Chances], list[int]]:
    """The different laws that brute force finds, and which of them each 56**3 hands have."""
    rules = find_rules(name)
    laws: dict[frozenset[tuple[tuple[int | None, int, int], Fraction]], int] = {}
    numbers = []
    for hands in product(range(56), repeat=3):
        law = frozenset(_twin(rules, kind, hands).items())
        numbers.append(laws.setdefault(law, len(laws)))
    return [dict(law) for law in laws], numbers


@every_kind
def test_every_history_of_two_leads_to_the_law_of_its_hands(name: str, kind: RoundKind) -> None:
    rules = find_rules(name)
    information = build_information(rules, 2, kind)
    laws = _readable(information)
    for hands in product(range(56), repeat=2):
        assert laws[information.after(hands)] == _twin(rules, kind, hands), hands


@every_kind
def test_every_history_of_three_leads_to_the_law_of_its_hands(name: str, kind: RoundKind) -> None:
    information = build_information(find_rules(name), 3, kind)
    laws, numbers = _laws_of_three(name, kind)
    found = _readable(information)
    final = [found.index(law) for law in laws]
    histories = product(range(56), repeat=3)
    wrong = [
        hands
        for hands, number in zip(histories, numbers, strict=True)
        if information.after(hands) != final[number]
    ]
    assert wrong == []


def _hands_with_ties(players: int, samples: int) -> list[tuple[int, ...]]:
    """Seeded histories; half of them of few different hands, so that seats tie."""
    chance = Random(players)
    few = [[chance.randrange(56) for _ in range(2)] for _ in range(samples // 2)]
    choices = [range(56)] * (samples - len(few)) + few
    return [tuple(chance.choice(hands) for _ in range(players)) for hands in choices]


@every_kind
def test_sampled_histories_of_four_lead_to_the_law_of_their_hands(
    name: str, kind: RoundKind
) -> None:
    rules = find_rules(name)
    information = build_information(rules, 4, kind)
    laws = _readable(information)
    for hands in _hands_with_ties(4, 1500):
        assert laws[information.after(hands)] == _twin(rules, kind, hands), hands


@every_kind
@pytest.mark.parametrize("players", [2, 3, 4])
def test_permuting_tied_players_changes_nothing(name: str, kind: RoundKind, players: int) -> None:
    information = build_information(find_rules(name), players, kind)
    laws = _readable(information)
    seen = 0
    for hands in _hands_with_ties(players, 600):
        law = laws[information.after(hands)]
        for seats in permutations(range(players)):
            if seats == tuple(range(players)) or any(
                hands[seat] != hands[other] for seat, other in enumerate(seats)
            ):
                continue
            seen += 1
            swapped = {
                (None if winner is None else seats[winner], seats[loser], jetons): chance
                for (winner, loser, jetons), chance in law.items()
            }
            assert swapped == law, (hands, seats)
    assert seen > 100


@every_kind
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_state_has_the_first_of_its_histories(name: str, kind: RoundKind, seat: int) -> None:
    information = build_information(find_rules(name), 3, kind)
    first: dict[int, tuple[int, ...]] = {}
    for hands in product(range(56), repeat=seat):
        first.setdefault(information.after(hands), hands)
    assert information.players == 3
    assert information.histories(seat) == tuple(first[state] for state in range(len(first)))


@every_kind
def test_laws_are_chances_of_the_outcomes_listed(name: str, kind: RoundKind) -> None:
    information = build_information(find_rules(name), 3, kind)
    assert len(set(information.outcomes)) == len(information.outcomes)
    used = {outcome for law in information.laws for outcome, _ in law}
    assert used == set(range(len(information.outcomes)))
    for law in information.laws:
        assert sum(weight for _, weight in law) == information.barrages
        assert all(weight > 0 for _, weight in law)


@every_kind
def test_no_two_states_know_the_same(name: str, kind: RoundKind) -> None:
    """Different rows are different knowledge: some hands to come tell the states apart."""
    information = build_information(find_rules(name), 4, kind)
    for layer in information.following:
        assert len(set(layer)) == len(layer)
    assert len(set(information.laws)) == len(information.laws)


@every_kind
def test_there_are_as_many_states_as_futures(name: str, kind: RoundKind) -> None:
    """Histories are one state exactly when all hands to come have the same laws."""
    information = build_information(find_rules(name), 3, kind)
    laws, numbers = _laws_of_three(name, kind)
    after_one = {tuple(numbers[at : at + 56**2]) for at in range(0, 56**3, 56**2)}
    after_two = {tuple(numbers[at : at + 56]) for at in range(0, 56**3, 56)}
    sizes = [len(layer) for layer in information.following]
    assert sizes == [1, len(after_one), len(after_two)]
    assert len(information.laws) == len(laws)


def _worths_in_a_row(rules: Rules) -> int:
    """Runs of hands of one worth, down the whole order."""
    return len(list(groupby(worth(rules, dice) for dice in places(rules))))


def test_the_usual_order_falls_into_nine_runs_of_one_worth() -> None:
    assert _worths_in_a_row(find_rules("jetons")) == 9


def _most(kind: RoundKind, runs: int, seen: int) -> int:
    """The bound of the module's docstring on the states after so many hands."""
    some_of_two, some_of_three = 1, 1
    for _ in range(seen):
        some_of_two, some_of_three = 2 * some_of_two, 3 * some_of_three
    if kind.names_winner:
        return 1540 * (some_of_three - 2 * some_of_two + 1) + 56
    return 56 * (some_of_two - 1) * (1 if kind.jetons == "none" else runs)


@every_kind
def test_states_are_no_more_than_the_docstring_says(name: str, kind: RoundKind) -> None:
    runs = _worths_in_a_row(find_rules(name))
    information = build_information(find_rules(name), 4, kind)
    for seen, layer in enumerate(information.following[1:], 1):
        assert len(layer) <= _most(kind, runs, seen)


def _states(rules: Rules, players: int) -> list[Table]:
    if rules.mode == "legs":
        return [Legs((rules.legs,) * players)]
    charge = Charge(rules.pot, (0,) * players)
    return [charge, Decharge((1,) * players)] if players < 4 else [charge]


def _perft() -> str:
    lines = ["# rules, kind of round, players: states before each seat's turn; laws; outcomes"]
    for name in PRESETS:
        rules = find_rules(name)
        for players in (2, 3, 4):
            for state in _states(rules, players):
                information = information_of(rules, state)
                sizes = " ".join(str(len(layer)) for layer in information.following)
                kind = round_kind(rules, state).jetons
                lines.append(
                    f"{name} {kind} {players}: {sizes}; "
                    f"{len(information.laws)}; {len(information.outcomes)}"
                )
    return "\n".join(lines) + "\n"


def test_sizes_are_those_on_record() -> None:
    """Golden counts; to write them anew, print `_perft()` and say why they changed."""
    golden = Path(__file__).with_name("information_sizes.txt").read_text(encoding="utf-8")
    assert _perft() == golden


@pytest.mark.parametrize(
    ("name", "tied"),
    [
        ("jetons", 2),
        ("jetons", 3),
        ("comptoir{fiches=brelans_first}", 2),
        ("jetons{suites=off,nenette=off}", 2),
    ],
)
def test_barrages_played_out_single_out_everyone_alike(name: str, tied: int) -> None:
    rules = find_rules(name)
    seats = tuple(range(tied))
    even = dict.fromkeys(seats, Fraction(1, tied))
    assert single_out(rules, seats, lowest=True) == even
    assert single_out(rules, seats, lowest=False) == even
    pairs = dict.fromkeys(permutations(seats, 2), Fraction(1, tied * (tied - 1)))
    assert pick_both(rules, seats) == pairs


def test_laws_of_tied_hands_are_those_of_barrages_played_out() -> None:
    rules = find_rules("jetons")
    information = build_information(rules, 3, RoundKind(True, "decharge"))
    laws = _readable(information)
    low, high = HANDS.index((3, 2, 2)), HANDS.index((6, 1, 1))
    assert laws[information.after([low] * 3)] == {
        (*pair, 1): chance for pair, chance in pick_both(rules, (0, 1, 2)).items()
    }
    assert laws[information.after([low, high, low])] == {
        (1, loser, 6): chance for loser, chance in single_out(rules, (0, 2), lowest=True).items()
    }
    assert laws[information.after([high, high, low])] == {
        (best, 2, 6): chance for best, chance in single_out(rules, (0, 1), lowest=False).items()
    }


def test_penalised_nenettes_are_told_apart_from_other_lowest_hands() -> None:
    rules = find_rules("comptoir")
    information = build_information(rules, 2, RoundKind(False, "charge"))
    best, nenette, other = (HANDS.index(dice) for dice in ((4, 2, 1), (2, 2, 1), (3, 2, 2)))
    penalty, worth = information.after([best, nenette]), information.after([best, other])
    ((replaced, _),), ((usual, _),) = information.laws[penalty], information.laws[worth]
    assert information.outcomes[replaced] == Outcome(None, 1, 2)
    assert information.outcomes[usual] == Outcome(None, 1, 10)
