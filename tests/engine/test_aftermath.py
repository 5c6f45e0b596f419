"""Where lists of hands lead by the certificates' account: the same as by the solver's."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from solver.engine.aftermath import Hands
from solver.engine.information import build_information
from solver.game.presets import find_rules
from solver.game.state import Outcome, RoundKind

KINDS = [
    ("jambes", RoundKind(False, "none")),
    ("comptoir", RoundKind(False, "charge")),
    ("jetons{opener=winner,nenette_penalty=add}", RoundKind(True, "charge")),
    ("jetons", RoundKind(True, "decharge")),
    ("comptoir{decharge_transfer=one}", RoundKind(True, "decharge")),
]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_both_accounts_of_hands_agree(name: str, kind: RoundKind, players: int) -> None:
    """For hands of any kind, and for all lists of three hands, in which most seats are level."""
    rules = find_rules(name)
    hands, information = Hands(rules, players, kind), build_information(rules, players, kind)
    after, endings = [list(rows) for rows in hands.after], list(hands.endings)
    assert set(hands.outcomes) == set(information.outcomes)
    chance = Random(players)
    histories = [tuple(chance.choices(range(56), k=players)) for _ in range(500)]
    histories += product((0, 20, 55), repeat=players)
    for history in histories:
        number = 0
        for seat, hand in enumerate(history):
            number = after[seat][number][hand]
        law = information.laws[information.after(history)]
        found: Counter[Outcome] = Counter(endings[number])
        assert {outcome: Fraction(n, found.total()) for outcome, n in found.items()} == {
            information.outcomes[outcome]: Fraction(weight, information.barrages)
            for outcome, weight in law
        }
