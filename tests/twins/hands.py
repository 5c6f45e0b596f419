"""Hands in order and what they move, written down list by list from the rules as decided.

Dice are tuples of faces, highest first. Of the solver only the record of settings is read.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from solver.game.rules import Rules

Dice = tuple[int, ...]

Outcome = tuple[int | None, int, int]
"""Who was best (None where nobody asks), who was lowest, jetons at stake before any cap."""

FACES = (1, 2, 3, 4, 5, 6)
THROWS = list(product(FACES, repeat=3))


def as_laid(dice: Dice) -> Dice:
    """Return dice as they are laid on the table: highest first."""
    return tuple(sorted(dice, reverse=True))


ALL_HANDS = sorted({as_laid(throw) for throw in THROWS}, reverse=True)


def _pairs_of_aces_and_triples(rules: Rules) -> list[Dice]:
    faces = (6, 5, 4, 3, 2)
    fiches: list[Dice] = [(x, 1, 1) for x in faces]
    brelans: list[Dice] = [(x, x, x) for x in faces]
    if rules.fiches == "above_brelans":
        return fiches + brelans
    if rules.fiches == "brelans_first":
        return [dice for pair in zip(brelans, fiches, strict=True) for dice in pair]
    return [dice for pair in zip(fiches, brelans, strict=True) for dice in pair]


def _read(rules: Rules, dice: Dice) -> Dice:
    """How points are read aloud: highest die first, an ace as a seven where it is high."""
    ace = 7 if rules.points == "ace_high" else 1
    return as_laid(tuple(ace if die == 1 else die for die in dice))


@lru_cache(maxsize=16)
def places(rules: Rules) -> dict[Dice, int]:
    """Return the place of each hand, 0 for the best."""
    top = [(4, 2, 1), (1, 1, 1), *_pairs_of_aces_and_triples(rules)]
    if rules.suites:
        top += [(6, 5, 4), (5, 4, 3), (4, 3, 2), (3, 2, 1)]
    bottom: list[Dice] = [(2, 2, 1)] if rules.nenette else []
    points = [dice for dice in ALL_HANDS if dice not in top and dice not in bottom]
    points.sort(key=lambda dice: _read(rules, dice), reverse=True)
    return {dice: place for place, dice in enumerate(top + points + bottom)}


def worth(rules: Rules, dice: Dice) -> int:
    """Return the jetons that a hand moves when it is the best of a round."""
    if dice == (4, 2, 1):
        return rules.worth_421
    if dice == (1, 1, 1):
        return rules.worth_111
    if dice[1:] == (1, 1) or len(set(dice)) == 1:
        return dice[0]
    if rules.suites and dice in {(6, 5, 4), (5, 4, 3), (4, 3, 2), (3, 2, 1)}:
        return rules.worth_suite
    if rules.nenette and dice == (2, 2, 1):
        return rules.worth_nenette
    return 1


def at_stake(rules: Rules, phase: str, best: Dice, lowest: Dice) -> int:
    """Return the jetons at stake in a charge or décharge; 0 in a round without jetons."""
    if phase == "none":
        return 0
    penalised = rules.nenette_penalty != "none" and lowest == (2, 2, 1)
    if penalised and rules.nenette_penalty == "replace":
        return rules.penalty_jetons
    one_at_a_time = phase == "decharge" and rules.decharge_transfer == "one"
    jetons = 1 if one_at_a_time else worth(rules, best)
    return jetons + (rules.penalty_jetons if penalised else 0)


def outcome_law(
    rules: Rules, phase: str, names_winner: bool, hands: tuple[Dice, ...]
) -> dict[Outcome, Fraction]:
    """Return the chance of every outcome once all hands are made, by the barrages' symmetry."""
    place = places(rules)
    shown = [place[dice] for dice in hands]
    top, bottom = min(shown), max(shown)
    jetons = at_stake(rules, phase, hands[shown.index(top)], hands[shown.index(bottom)])
    seats = range(len(hands))
    lowest = [seat for seat in seats if shown[seat] == bottom]
    winners: list[int | None] = [seat for seat in seats if shown[seat] == top]
    if not names_winner:
        winners = [None]
    pairs = [(winner, loser) for winner in winners for loser in lowest if winner != loser]
    return {(winner, loser, jetons): Fraction(1, len(pairs)) for winner, loser in pairs}
