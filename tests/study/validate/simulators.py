"""A small right simulator of the game ``jetons``, told from the prose, and wrong ones.

Each wrong simulator changes one method, as a slip in somebody's program would. They write
the lines of games that ``validate`` reads, and count the hands of a turn.
"""

import json
import random
from collections import Counter

Hand = tuple[int, ...]
"""Three dice, highest first."""


def text(dice: Hand) -> str:
    return "".join(map(str, dice))


class Simulator:
    """Plays by the rules: pot 21, followers at most, the last holder loses, the loser opens."""

    def __init__(self, seed: int, players: int = 2) -> None:
        self.random = random.Random(seed)
        self.players = players

    # What a program may get wrong, one method each.

    def throw(self, dice: int) -> list[int]:
        return [self.random.randint(1, 6) for _ in range(dice)]

    def rethrow(self, hand: Hand, kept: Hand, rolled: int) -> Hand:  # noqa: ARG002
        return tuple(sorted((*kept, *self.throw(3 - len(kept))), reverse=True))

    def follower_limit(self, opener_rolls: int) -> int:
        return opener_rolls

    def rank(self, hand: Hand) -> tuple[int, ...]:
        """Greater for the better hand."""
        high, middle, low = hand
        if hand == (4, 2, 1):
            return (5,)
        if hand == (1, 1, 1):
            return (4,)
        if middle == low == 1:
            return (3, high, 1)
        if high == low:
            return (3, high, 0)
        if high - middle == middle - low == 1:
            return (2, high)
        if hand == (2, 2, 1):
            return (0,)
        return (1, *hand)

    def worth(self, hand: Hand) -> int:
        match self.rank(hand)[0]:
            case 5:
                return 10
            case 4:
                return 7
            case 3:
                return hand[0]
            case 2 | 0:
                return 2
            case _:
                return 1

    def stake(self, best: Hand, lowest: Hand) -> int:  # noqa: ARG002
        return self.worth(best)

    def moved(self, stake: int, held: int) -> int:
        return min(stake, held)

    def settle_tie(self, tied: list[int], role: str, log: list[object]) -> int:
        while len(tied) > 1:
            rolls = {player: self.first() for player in tied}
            log.append({"for": role, "rolls": [[p, text(hand)] for p, hand in rolls.items()]})
            end = (max if role == "best" else min)(self.rank(hand) for hand in rolls.values())
            tied = [player for player in tied if self.rank(rolls[player]) == end]
        return tied[0]

    # The game.

    def first(self) -> Hand:
        return tuple(sorted(self.throw(3), reverse=True))

    def keep(self, hand: Hand, beaten: Hand | None) -> Hand:
        """Chase 421, but stop with a fiche, a brelan, or what wins already."""
        good = (3,) if beaten is None else self.rank(beaten)
        if self.rank(hand) >= (3,) or (beaten is not None and self.rank(hand) > good):
            return hand
        return tuple(sorted(set(hand) & {4, 2, 1}, reverse=True))

    def turn(self, player: int, limit: int, beaten: Hand | None) -> dict[str, object]:
        hand = self.first()
        rolls, kept = [hand], []
        while len(rolls) < limit and (keep := self.keep(hand, beaten)) != hand:
            hand = self.rethrow(hand, keep, len(rolls))
            rolls.append(hand)
            kept.append(keep)
        return {"player": player, "rolls": list(map(text, rolls)), "kept": list(map(text, kept))}

    def round(self, pot: int, held: list[int], order: list[int]) -> dict[str, object]:
        turns: list[dict[str, object]] = []
        hands: dict[int, Hand] = {}
        limit = 3
        for place, player in enumerate(order):
            beaten = min(hands.values(), key=self.rank) if place else None
            turn = self.turn(player, self.follower_limit(limit) if place else 3, beaten)
            turns.append(turn)
            rolls: list[str] = turn["rolls"]  # type: ignore[assignment]
            hands[player] = tuple(map(int, rolls[-1]))
            limit = limit if place else len(rolls)
        ranks = {player: self.rank(hand) for player, hand in hands.items()}
        barrages: list[object] = []
        lowest = self.settle_tie(
            [p for p in order if ranks[p] == min(ranks.values())], "lowest", barrages
        )
        best = None
        if not pot:
            tied = [p for p in order if ranks[p] == max(ranks.values()) and p != lowest]
            best = self.settle_tie(tied, "best", barrages)
        stake = self.stake(max(hands.values(), key=self.rank), hands[lowest])
        moved = self.moved(stake, pot if best is None else held[best])
        held[lowest] += moved
        if best is not None:
            held[best] -= moved
        giver: object = "pot" if best is None else best
        return {"turns": turns, "barrages": barrages, "best": best, "lowest": lowest,
                "jetons": moved, "from": giver}  # fmt: skip

    def game(self, number: int) -> dict[str, object]:
        pot, held, opener = 21, [0] * self.players, 0
        rounds = []
        while pot > 0 or sum(jetons > 0 for jetons in held) > 1:
            order = [(opener + turn) % self.players for turn in range(self.players)]
            order = [player for player in order if pot > 0 or held[player] > 0]
            played = self.round(max(pot, 0), held, order)
            pot -= played["jetons"] if played["from"] == "pot" else 0  # type: ignore[operator]
            opener = played["lowest"]  # type: ignore[assignment]
            rounds.append(played)
        payoffs = [f"{int(jetons <= 0)}/1" for jetons in held]
        return {"game": number, "rules": "jetons", "players": self.players, "rounds": rounds,
                "payoffs": payoffs}  # fmt: skip

    def lines(self, games: int) -> str:
        return "".join(json.dumps(self.game(number)) + "\n" for number in range(1, games + 1))

    def counts(self, turns: int) -> str:
        """The hands of turns of three rolls that chase 421, as ``chase-421`` does."""
        made: Counter[str] = Counter()
        for _ in range(turns):
            hand = self.first()
            for rolled in (1, 2):
                keep = tuple(sorted(set(hand) & {4, 2, 1}, reverse=True))
                if len(keep) < 3:
                    hand = self.rethrow(hand, keep, rolled)
            made[text(hand)] += 1
        return "hand,count\n" + "".join(f"{hand},{count}\n" for hand, count in made.items())


class FollowerAlwaysThreeRolls(Simulator):
    def follower_limit(self, opener_rolls: int) -> int:  # noqa: ARG002
        return 3


class TiesToTheFirstSeat(Simulator):
    def settle_tie(self, tied: list[int], role: str, log: list[object]) -> int:  # noqa: ARG002
        return tied[0]


class OneSeedForAllDice(Simulator):
    def throw(self, dice: int) -> list[int]:
        return [self.random.randint(1, 6)] * dice


class ClassesCompared(Simulator):
    def rank(self, hand: Hand) -> tuple[int, ...]:
        return super().rank(hand)[:1]


class NenetteNotLast(Simulator):
    def rank(self, hand: Hand) -> tuple[int, ...]:
        # It has a worth of its own, as suites have; this program ranks it with them.
        return (2, 2) if hand == (2, 2, 1) else super().rank(hand)


class FicheAndBrelanSwapped(Simulator):
    def rank(self, hand: Hand) -> tuple[int, ...]:
        kind, *rest = super().rank(hand)
        return (kind, rest[0], 1 - rest[1]) if (kind, *rest[:1]) == (3, 6) else (kind, *rest)

    def keep(self, hand: Hand, beaten: Hand | None) -> Hand:
        # Whoever wants to see this order tested aims for these hands.
        good = super().keep(hand, beaten) == hand
        return hand if good else tuple(die for die in hand if die in {6, 1})


class LowSuiteIsPoints(Simulator):
    def rank(self, hand: Hand) -> tuple[int, ...]:
        return (1, *hand) if hand == (3, 2, 1) else super().rank(hand)


class LoserPaysHisOwnHand(Simulator):
    def stake(self, best: Hand, lowest: Hand) -> int:  # noqa: ARG002
        return self.worth(lowest)


class TransferNotCapped(Simulator):
    def moved(self, stake: int, held: int) -> int:  # noqa: ARG002
        return stake


class LastRerollNotThrown(Simulator):
    def rethrow(self, hand: Hand, kept: Hand, rolled: int) -> Hand:
        return hand if rolled == 2 else super().rethrow(hand, kept, rolled)


WRONG: tuple[tuple[type[Simulator], int], ...] = (
    (FollowerAlwaysThreeRolls, 3),
    (TiesToTheFirstSeat, 6),
    (OneSeedForAllDice, 3),
    (ClassesCompared, 4),
    (NenetteNotLast, 20),
    (FicheAndBrelanSwapped, 30),
    (LowSuiteIsPoints, 10),
    (LoserPaysHisOwnHand, 3),
    (TransferNotCapped, 3),
    (LastRerollNotThrown, 20),
)
"""Wrong simulators, and games that are enough to find them out nine times in ten."""
