"""What whole games say about dice and about chances of winning.

Given everything before it, each die that is thrown shows each face with chance 1/6: whatever
the strategies are, whoever wins. So the throws are sorted by how many dice were thrown, and
each kind is held against its law; likewise whether dice that are picked up and thrown again
come back the same, and whether players' first rolls repeat the one before. For watched
e-processes this is exact. Tests of a finished file treat the numbers of throws as fixed;
with a fixed number of games they are not quite, which vanishes as games become many.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

from solver.errors import SolverError
from solver.game.dice import FACES, HAND_WAYS, HANDS, KEEPS, KEEPS_OF, THROWN, WAYS
from solver.game.dice_notation import format_keep
from solver.game.notation import Position
from solver.game.rules import Rules
from solver.game.state import Start
from solver.language import Phrase, _, spoken
from solver.study.advice import evaluate
from solver.study.game_log import LoggedGame
from solver.study.validate.checks import Evidence
from solver.study.validate.evidence import Fit, Proportion
from solver.study.validate.quantities import may_share


def throw_law(dice: int) -> dict[tuple[int, ...], Fraction]:
    """Return the chance of each multiset of so many dice, highest first.

    >>> throw_law(2)[2, 1]
    Fraction(1, 18)
    """
    return {
        shown: Fraction(len(set(permutations(shown))), len(FACES) ** dice)
        for shown in combinations_with_replacement(FACES[::-1], dice)
    }


_LAWS = {dice: throw_law(dice) for dice in (1, 2, 3)}
_INDEX = {dice: {shown: i for i, shown in enumerate(law)} for dice, law in _LAWS.items()}


class GameEvidence:
    """Adds up games; nothing is kept of a game but its throws, counted.

    ``optimal``: all players are said to play optimally, so the payoffs are evidence too.
    """

    def __init__(self, *, optimal: bool, watched: bool) -> None:
        self.optimal = optimal
        self.watched = watched
        labels = [format_keep(hand) for hand in range(len(HANDS))]
        hands = [Fraction(ways, WAYS) for ways in HAND_WAYS]
        self.first = Fit(Phrase("first rolls"), labels, hands, watched=watched)
        self.barrages = Fit(Phrase("rolls of barrages"), labels, hands, watched=watched)
        self.again = {dice: self._thrown_again(dice) for dice in (1, 2, 3)}
        chances = sorted({chance for law in _LAWS.values() for chance in law.values()})
        self.same = {chance: self._thrown_the_same(chance) for chance in reversed(chances)}
        twins = sum((chance * chance for chance in hands), Fraction(0))
        self.twins = Proportion(Phrase("a first roll like the one before"), twins, watched=watched)
        self.wins: dict[tuple[Rules, int], Proportion | None] = {}
        self.notes: list[str] = []
        self._before: int | None = None

    def _thrown_again(self, dice: int) -> Fit:
        name = Phrase("{n} dice thrown again", n=dice) if dice > 1 else Phrase("1 die thrown again")
        labels = ["".join(map(str, shown)) for shown in _LAWS[dice]]
        return Fit(name, labels, list(_LAWS[dice].values()), watched=self.watched)

    def _thrown_the_same(self, chance: Fraction) -> Proportion:
        name = Phrase("dice thrown again come back the same, 1 in {ways}", ways=1 / chance)
        return Proportion(name, chance, watched=self.watched)

    def add(self, game: LoggedGame, rules: Rules) -> None:
        """Add a game played by given rules."""
        for played in game.rounds:
            for turn in played.turns:
                self._add_first(turn.rolls[0])
            for barrage in played.barrages:
                for _player, hand in barrage.rolls:
                    self.barrages.add(hand)
        for before, kept, after in thrown_dice(game):
            self._add_again(without(before, kept), without(after, kept), THROWN[kept])
        if self.optimal:
            self._add_win(game, rules)

    def _add_first(self, hand: int) -> None:
        self.first.add(hand)
        # Pairs that share no roll are independent; overlapping ones would not quite be.
        if self._before is None:
            self._before = hand
        else:
            self.twins.add(Fraction(hand == self._before), 1)
            self._before = None

    def _add_again(self, lifted: tuple[int, ...], thrown: tuple[int, ...], dice: int) -> None:
        self.again[dice].add(_INDEX[dice][thrown])
        self.same[_LAWS[dice][lifted]].add(Fraction(lifted == thrown), 1)

    def _add_win(self, game: LoggedGame, rules: Rules) -> None:
        """Add the payoff of the player who opened the game."""
        if rules.phases == "separate" and game.rounds[0].giver != "pot":
            return  # the décharge alone, whose first position has another value
        key = rules, game.players
        if key not in self.wins:
            self.wins[key] = self._new_win(*key)
        win = self.wins[key]
        if win is not None:
            win.add(game.payoffs[game.rounds[0].turns[0].player], 1)

    def _new_win(self, rules: Rules, players: int) -> Proportion | None:
        name = Phrase(
            "payoff of the first opener, {players} players, {rules}",
            players=players,
            rules=rules.name,
        )
        try:
            value = evaluate(Position(rules, Start(players)))[0].value
        except SolverError as error:
            self.notes.append(
                _("{check}: not tested, as {fault}").format(check=spoken(name), fault=error)
            )
            return None
        return Proportion(name, value, shares=may_share(rules, players), watched=self.watched)

    @property
    def evidence(self) -> list[Evidence]:
        """All that there is, with data or without, in an order that no later game changes."""
        wins = [win for win in self.wins.values() if win is not None]
        fits = [self.first, *self.again.values(), self.barrages]
        return [*fits, *self.same.values(), self.twins, *wins]

    def look(self) -> None:
        """Look at every e-process."""
        for evidence in self.evidence:
            if not evidence.empty:
                evidence.look()


def thrown_dice(game: LoggedGame) -> Iterator[tuple[int, int, int]]:
    """Yield (hand before, dice kept, hand after) for every throw after a player's first.

    Throws that no dice could make are left out: `replay` names them.
    """
    for played in game.rounds:
        for turn in played.turns:
            for before, kept, after in zip(turn.rolls, turn.kept, turn.rolls[1:], strict=False):
                if THROWN[kept] and kept in KEEPS_OF[before] and kept in KEEPS_OF[after]:
                    yield before, kept, after


def without(hand: int, kept: int) -> tuple[int, ...]:
    """Return the dice of a hand beside those kept, highest first.

    >>> without(0, 56)
    (6,)
    """
    dice = list(HANDS[hand])
    for die in KEEPS[kept]:
        dice.remove(die)
    return tuple(dice)
