"""What sentences about a keep claim, each held to numbers that are counted again."""

import re
from collections.abc import Callable
from fractions import Fraction

from solver.game.dice import ALL_DICE
from solver.game.dice_notation import format_keep, parse_hand, parse_keep
from solver.game.notation import Position
from solver.game.ranking import classify, rank_hands
from solver.game.state import Charge, Decharge, Legs, Round, Start
from solver.study.advice import Advice
from tests.twins.prospects import Counted, count

NUMBER = r"(?:[<>] )?−?[0-9]+\.[0-9]+"
CHOICE = "“(stop with [1-6]{3}|keep [1-6]{1,2}|throw all three dice)”"
PERCENT = rf"({NUMBER} %)"


def read_choice(text: str) -> int:
    """The keep that a choice in words is."""
    if text == "throw all three dice":
        return ALL_DICE
    return parse_keep(text.split()[-1])


def means(text: str, value: Fraction) -> bool:
    """Whether a number in a text stands for a value: rounded to its last place, or a bound."""
    sign, _, figure = text.removesuffix(" %").rpartition(" ")
    shown = Fraction(figure.replace("−", "-"))
    if text.endswith(" %"):
        shown /= 100
    places = len(figure.partition(".")[2]) + (2 if text.endswith(" %") else 0)
    if sign:
        return 0 < value < shown if sign == "<" else shown < value < 1
    # What is printed as 0 or as all is exactly that.
    if shown == 0 or (shown == 1 and text.endswith(" %")):
        return value == shown
    return abs(value - shown) <= Fraction(1, 2 * 10**places)


class Checker:
    """Holds the sentences about one position to numbers that are counted again."""

    def __init__(self, position: Position, advice: Advice, best: int, other: int | None) -> None:
        self.position = position
        self.advice = advice
        self.best, self.other = best, other
        self.counted: dict[int, Counted] = {}

    def count(self, choice: str) -> Counted:
        keep = read_choice(choice)
        if keep not in self.counted:
            self.counted[keep] = count(self.position, keep)
        return self.counted[keep]

    def check(self, sentence: str) -> str:
        """Assert what a sentence claims; return which kind of sentence it is."""
        for kind, (pattern, claim) in CLAIMS.items():
            if found := re.fullmatch(pattern, sentence):
                assert claim(self, *found.groups()), sentence
                return kind
        raise AssertionError(f"a sentence that nothing checks: {sentence}")

    def parts(self) -> tuple[Fraction, Fraction, Fraction]:
        """How often, losing, otherwise: written out by hand, from counted numbers."""
        assert self.other is not None
        a, b = (self.count(name) for name in map(_named, (self.best, self.other)))
        lose_a = a.value_lost / a.lost if a.lost else None
        lose_b = b.value_lost / b.lost if b.lost else None
        keep_a = (a.value - a.value_lost) / (1 - a.lost) if a.lost < 1 else None
        keep_b = (b.value - b.value_lost) / (1 - b.lost) if b.lost < 1 else None
        lose_a, lose_b = _filled(lose_a, lose_b)
        keep_a, keep_b = _filled(keep_a, keep_b)
        gap = (keep_a + keep_b - lose_a - lose_b) / 2
        lost = (a.lost + b.lost) / 2
        parts = (
            (b.lost - a.lost) * gap,
            lost * (lose_a - lose_b),
            (1 - lost) * (keep_a - keep_b),
        )
        assert sum(parts) == a.value - b.value
        return parts


def _filled(a: Fraction | None, b: Fraction | None) -> tuple[Fraction, Fraction]:
    return a if a is not None else b or Fraction(0), b if b is not None else a or Fraction(0)


def _named(keep: int) -> str:
    return format_keep(keep) if keep != ALL_DICE else "throw all three dice"


def _is_opener(check: Checker, n: str) -> bool:
    return not check.position.seen and int(n) == players_to_come(check)


def players_to_come(check: Checker) -> int:
    state = check.position.state
    match state:
        case Round(players) | Start(players):
            in_play = players
        case Legs(counts) | Decharge(counts):
            in_play = sum(count > 0 for count in counts)
        case Charge(_, held):
            in_play = len(held)
    return in_play - 1 - len(check.position.seen)


def _lowest(check: Checker, hand: str) -> bool:
    order = rank_hands(check.position.rules).order
    return max(check.position.seen, key=order.index) == parse_hand(hand)


def _ends(check: Checker, choice: str, hands: str) -> bool:
    chances: dict[str, Fraction] = {}
    for hand, chance in check.count(choice).ends.items():
        name = classify(check.position.rules, hand).replace("nenette", "nénette")
        chances[name] = chances.get(name, Fraction(0)) + chance
    told = dict(part.split(" ", 1) for part in hands.split(", "))
    return told.keys() == chances.keys() and all(means(told[n], chances[n]) for n in told)


def _stands(check: Checker, choice: str, *told: str) -> bool:
    counted = check.count(choice)
    values = counted.above, counted.level, counted.below
    return all(map(means, told, values))


def _stands_against(check: Checker, choice: str, hand: str, *told: str) -> bool:
    return players_to_come(check) == 0 and _lowest(check, hand) and _stands(check, choice, *told)


def _stands_with_other(check: Checker, choice: str, *told: str) -> bool:
    return _players(check) == 2 and players_to_come(check) == 1 and _stands(check, choice, *told)


def _players(check: Checker) -> int:
    return players_to_come(check) + 1 + len(check.position.seen)


def _best(check: Checker, choice: str) -> bool:
    losses = [of.loss for of in check.advice.choices]
    return read_choice(choice) == check.best == check.advice.keeps[0] and losses.count(0) == 1  # type: ignore[arg-type]


def _best_of(check: Checker, choice: str, others: str) -> bool:
    equals = [of.keep for of in check.advice.choices if not of.loss]
    return (
        [check.best, *map(read_choice, others.split(", "))]
        == equals
        == [
            read_choice(choice),
            *equals[1:],
        ]
    )


def _chance(check: Checker, chance: str) -> bool:
    assert check.count(_named(check.best)).value == check.advice.value
    return means(chance, check.advice.value)


def _takes(check: Checker, choice: str, who: str, passed: str) -> bool:
    counted = check.count(choice)
    return counted.lost == 0 and _right_other(check, who) and means(passed, counted.passed)


def _right_other(check: Checker, who: str) -> bool:
    return who == ("the other" if _players(check) == 2 else "another")


def _loses_and_takes(
    check: Checker, choice: str, lost: str, taken: str, who: str, passed: str
) -> bool:
    counted = check.count(choice)
    return (
        0 < counted.lost < 1
        and means(lost, counted.lost)
        and means(taken, counted.taken / counted.lost)
        and means(passed, counted.passed / (1 - counted.lost))
        and _right_other(check, who)
    )


def _surely_takes(check: Checker, choice: str, taken: str) -> bool:
    counted = check.count(choice)
    return counted.lost == 1 and means(taken, counted.taken)


def _loses_leg(check: Checker, choice: str, lost: str) -> bool:
    counted = check.count(choice)
    return means(lost, counted.lost) and counted.taken == counted.lost


def _worth_more(check: Checker, better: str, worse: str, by: str) -> bool:
    assert (read_choice(better), read_choice(worse)) == (check.best, check.other)
    gain = check.count(better).value - check.count(worse).value
    return gain > 0 and means(by, gain * 100)


def _as_good(check: Checker, other: str, best: str) -> bool:
    assert (read_choice(best), read_choice(other)) == (check.best, check.other)
    return check.count(best).value == check.count(other).value


def _pair(check: Checker) -> tuple[Counted, Counted]:
    assert check.other is not None
    return check.count(_named(check.best)), check.count(_named(check.other))


def _distinct(a: str, b: str, first: Fraction, second: Fraction) -> bool:
    """Two different values are told apart."""
    return a != b and means(a, first) and means(b, second)


def _less_often(check: Checker, a: str, b: str) -> bool:
    best, other = _pair(check)
    parts = check.parts()
    return (
        best.lost < other.lost and parts[0] == max(parts) and _distinct(a, b, best.lost, other.lost)
    )


def _more_often(check: Checker, a: str, b: str) -> bool:
    best, other = _pair(check)
    parts = check.parts()
    return (
        best.lost > other.lost and parts[0] == max(parts) and _distinct(a, b, best.lost, other.lost)
    )


def _lost_leaves(check: Checker, a: str, b: str, c: str = "", d: str = "") -> bool:
    best, other = _pair(check)
    parts = check.parts()
    values = best.value_lost / best.lost, other.value_lost / other.lost
    jetons = best.taken / best.lost, other.taken / other.lost
    return (
        parts[1] == max(parts)
        and values[0] > values[1]
        and _distinct(a, b, *values)
        and (_distinct(c, d, *jetons) if c else jetons[0] == jetons[1])
    )


def _other_leaves(check: Checker, a: str, b: str, who: str = "", c: str = "", d: str = "") -> bool:
    best, other = _pair(check)
    parts = check.parts()
    values = [(of.value - of.value_lost) / (1 - of.lost) for of in (best, other)]
    jetons = [of.passed / (1 - of.lost) for of in (best, other)]
    return (
        parts[2] == max(parts)
        and values[0] > values[1]
        and _distinct(a, b, *values)
        and (
            (_distinct(c, d, *jetons) and _right_other(check, who)) if c else jetons[0] == jetons[1]
        )
    )


def _of_these(check: Checker, *told: str) -> bool:
    return all(means(text, part * 100) for text, part in zip(told, check.parts(), strict=True))


CLAIMS: dict[str, tuple[str, Callable[..., bool]]] = {
    "opener": (
        r"You open: (\d) players? rolls? after you, at most as many times as you do\.",
        lambda check, n: _is_opener(check, n) and check.position.rules.followers == "at_most",
    ),
    "opener of all rolls": (
        r"You open: (\d) players? rolls? after you, as many times as you do\.",
        lambda check, n: _is_opener(check, n) and check.position.rules.followers == "exactly",
    ),
    "in the middle": (
        r"The lowest hand so far is (\d{3}), and (\d) players? still rolls? after you\.",
        lambda check, hand, n: _lowest(check, hand) and int(n) == players_to_come(check) > 0,
    ),
    "last": (
        r"The hand to beat is (\d{3}): above it you are safe, level with it a barrage decides, "
        r"below it you lose the round\.",
        lambda check, hand: _lowest(check, hand) and players_to_come(check) == 0,
    ),
    "no choice": (
        r"No roll is left, so there is nothing to decide\.",
        lambda check: check.position.left == 0,
    ),
    "no difference": (
        r"Nothing depends on it: every choice comes to the same\.",
        lambda check: all(choice.loss == 0 for choice in check.advice.choices),
    ),
    "best": (rf"Best is {CHOICE}\.", _best),
    "best of several": (rf"Best is {CHOICE}, and just as good: (.*)\.", _best_of),
    "chance of the round": (
        rf"The chance not to lose the round is {PERCENT}\.",
        lambda check, chance: isinstance(check.position.state, Round) and _chance(check, chance),
    ),
    "chance of the game": (
        rf"The chance (?:not to lose|to win) the (?:game|charge|décharge)(?:, shares counted,)? "
        rf"is {PERCENT}\.",
        _chance,
    ),
    "ends": (rf"{CHOICE} ends as (.*)\.", _ends),
    "ends, played on": (rf"{CHOICE}, well played on, ends as (.*)\.", _ends),
    "against a hand": (
        rf"{CHOICE}: above (\d{{3}}) in {PERCENT}, level in {PERCENT}, below in {PERCENT}\.",
        _stands_against,
    ),
    "against the other": (
        rf"{CHOICE}: when both have rolled, you are above the other in {PERCENT}, level in "
        rf"{PERCENT}, below in {PERCENT}\.",
        _stands_with_other,
    ),
    "against all": (
        rf"{CHOICE}: when all have rolled, you are above the lowest of the others in {PERCENT}, "
        rf"level in {PERCENT}, below in {PERCENT}\.",
        _stands,
    ),
    "takes": (
        rf"{CHOICE}: (the other|another) player takes ({NUMBER}) jetons on average\.",
        _takes,
    ),
    "loses and takes": (
        rf"{CHOICE}: in {PERCENT} you lose the round and then take ({NUMBER}) jetons on average; "
        rf"otherwise (the other|another) player takes ({NUMBER})\.",
        _loses_and_takes,
    ),
    "surely takes": (
        rf"{CHOICE}: you lose the round and take ({NUMBER}) jetons on average\.",
        _surely_takes,
    ),
    "leg": (rf"{CHOICE}: you lose a leg in {PERCENT}\.", _loses_leg),
    "worth more": (
        rf"{CHOICE} is worth ({NUMBER}) points more than {CHOICE}\.",
        lambda check, better, by, worse: _worth_more(check, better, worse, by),
    ),
    "as good": (rf"{CHOICE} is as good as {CHOICE}\.", _as_good),
    "less often": (
        rf"Mainly because it loses the round less often: {PERCENT} instead of {PERCENT}\.",
        _less_often,
    ),
    "more often": (
        rf"Mainly because it loses the round more often, {PERCENT} instead of {PERCENT}, and here "
        r"that is better than not to lose it\.",
        _more_often,
    ),
    "lost leaves": (
        rf"Mainly because a lost round leaves a better chance: {PERCENT} instead of {PERCENT}\.",
        _lost_leaves,
    ),
    "lost leaves, jetons": (
        rf"Mainly because a lost round leaves a better chance, {PERCENT} instead of {PERCENT}: "
        rf"you then take ({NUMBER}) jetons on average instead of ({NUMBER})\.",
        _lost_leaves,
    ),
    "other leaves": (
        rf"Mainly because a round that is not lost leaves a better chance: {PERCENT} instead of "
        rf"{PERCENT}\.",
        _other_leaves,
    ),
    "other leaves, jetons": (
        rf"Mainly because a round that is not lost leaves a better chance, {PERCENT} instead of "
        rf"{PERCENT}: (the other|another) player then takes ({NUMBER}) jetons on average instead "
        rf"of ({NUMBER})\.",
        _other_leaves,
    ),
    "of these points": (
        rf"Of these points ({NUMBER}) come of how often the round is lost, ({NUMBER}) of what it "
        rf"leaves when it is, ({NUMBER}) of what it leaves when it is not\.",
        _of_these,
    ),
}
"""Every sentence there is, and what it claims."""
