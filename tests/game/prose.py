"""The game as docs/rules.md tells it, a second time: hands as texts, players by name.

Nothing here is taken from the solver but `Rules`, and nothing is fast. Players keep their
places at the table; it is the opener who changes.
"""

from dataclasses import dataclass
from fractions import Fraction

from solver.game.rules import Rules

FICHES = ["611", "511", "411", "311", "211"]
BRELANS = ["666", "555", "444", "333", "222"]
SUITES = ["654", "543", "432", "321"]


def order_of_hands(fiches: str, suites: bool, points: str, nenette: bool) -> list[str]:
    """All hands, best first, by writing the list down."""
    listed = ["421", "111"]
    if fiches == "above_brelans":
        listed += FICHES + BRELANS
    else:
        for fiche, brelan in zip(FICHES, BRELANS, strict=True):
            listed += [fiche, brelan] if fiches == "interleaved" else [brelan, fiche]
    if suites:
        listed += SUITES
    last = ["221"] if nenette else []
    rest = [
        f"{high}{middle}{low}"
        for high in range(6, 0, -1)
        for middle in range(high, 0, -1)
        for low in range(middle, 0, -1)
        if f"{high}{middle}{low}" not in listed + last
    ]
    if points == "ace_high":
        rest.sort(key=lambda hand: sorted(hand.replace("1", "A"), reverse=True), reverse=True)
    return listed + rest + last


def worth_of(rules: Rules, hand: str) -> int:
    """Jetons that a hand is worth as the best of a round."""
    if hand in ("421", "111"):
        return rules.worth_421 if hand == "421" else rules.worth_111
    if hand in FICHES + BRELANS:
        return int(hand[0])
    if hand in SUITES and rules.suites:
        return rules.worth_suite
    return rules.worth_nenette if hand == "221" and rules.nenette else 1


def stake_of(rules: Rules, best: str, lowest: str, decharge: bool) -> int:
    """Jetons that the lowest hand should take, before any cap."""
    usual = worth_of(rules, best)
    if decharge and rules.decharge_transfer == "one":
        usual = 1
    if lowest != "221":
        return usual
    return {"none": usual, "add": usual + rules.penalty_jetons, "replace": rules.penalty_jetons}[
        rules.nenette_penalty
    ]


@dataclass
class Game:
    """What lies on the table before a round. ``has`` are jetons or legs, by name."""

    rules: Rules
    names: list[str]
    has: dict[str, int]
    opener: str
    pot: int = 0

    def in_play(self) -> list[str]:
        """Who is still in: everyone as long as the pot has jetons."""
        return [name for name in self.names if self.pot or self.has[name]]

    def opens_after(self, should: str) -> str:
        """Who opens if ``should`` ought to: he, or the next player round the table still in."""
        at = self.names.index(should)
        round_the_table = self.names[at:] + self.names[:at]
        return next(name for name in round_the_table if name in self.in_play())

    def turn_to_next_opener(self, best: str, lowest: str) -> None:
        """Hand the dice to whoever opens the next round."""
        following = self.names[(self.names.index(self.opener) + 1) % len(self.names)]
        rule = "loser" if self.rules.mode == "legs" else self.rules.opener
        self.opener = self.opens_after({"loser": lowest, "winner": best, "rotate": following}[rule])


Payoffs = dict[str, Fraction]


def share(names: list[str], winners: list[str]) -> Payoffs:
    """One win, shared by the winners in equal parts."""
    return {name: Fraction(name in winners, len(winners)) for name in names}


def all_but(names: list[str], loser: str) -> Payoffs:
    """Everyone has 1 but the loser, who has 0."""
    return {name: Fraction(name != loser) for name in names}


def play_legs(game: Game, lowest: str) -> Payoffs | None:
    """Play a round of jambes that ``lowest`` loses; the payoffs if that ends the game."""
    game.has[lowest] -= 1
    if game.has[lowest] == 0 and game.rules.ends == "first_out":
        return all_but(game.names, lowest)
    if len(game.in_play()) == 1:
        return share(game.names, game.in_play())
    game.turn_to_next_opener(lowest, lowest)
    return None


def play_jetons(game: Game, best: str, lowest: str, hands: tuple[str, str]) -> Payoffs | None:
    """Play a round of jetons, won and lost with the given hands; the payoffs if it is the last."""
    decharge = game.pot == 0
    stake = stake_of(game.rules, *hands, decharge)
    if decharge:
        moved = min(stake, game.has[best])
        game.has[best] -= moved
    else:
        moved = min(stake, game.pot)
        game.pot -= moved
    game.has[lowest] += moved
    if game.pot == 0 and (payoffs := ended(game, decharge)):
        return payoffs
    game.turn_to_next_opener(best, lowest)
    return None


def ended(game: Game, decharge: bool) -> Payoffs | None:
    """The payoffs if the game is over now that the pot is empty."""
    empty_handed = [name for name in game.names if game.has[name] == 0]
    if game.rules.phases == "separate":
        if not decharge:
            fewest = min(game.has.values())
            return share(game.names, [name for name in game.names if game.has[name] == fewest])
        return share(game.names, empty_handed) if empty_handed else None
    if game.rules.objective == "first_empty_wins":
        return share(game.names, empty_handed) if empty_handed else None
    holders = game.in_play()
    return all_but(game.names, holders[0]) if len(holders) == 1 else None
