"""What games of more players take, by formula: positions, arithmetic, memory and bytes.

Before the turn of the seat after ``i`` others, what matters of their hands is the lowest with
its holders and, in games of jetons, the best or the run of equally worthy hands that it lies
in, with its holders where they matter. Write surj(i, k) for the ways in which ``i`` seats fall
into ``k`` kinds, none empty. All may hold the same hand (56); otherwise

* legs: 55 lowest hands, as a better one must be left: 55 surj(i, 2) more;
* charge: every pair of a lowest hand and a run with a better hand in it, times surj(i, 2);
* décharge: every pair of hands, lowest and best, 1540 of them, times surj(i, 2); and with
  hands in between, which 55 pairs of neighbours leave no room for, 1485 surj(i, 3).

The tests hold that against `solver.engine.information`, and the operations against the loops.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, lcm

from solver.engine.limbs import limbs_for
from solver.game.dice import ALL_DICE, HANDS, KEEPS_OF, WAYS
from solver.game.presets import find_rules
from solver.game.ranking import rank_hands
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.state import RoundKind

LEGS = RoundKind(False, "none")
CHARGE = RoundKind(False, "charge")
DECHARGE = RoundKind(True, "decharge")

POTS = (11, 21, 41)

SWEEPS = 15
"""How often a cycle's rounds are worked out in floats until nothing changes: measured, 10 to 29
times, and 16 among three players with 11 jetons."""

EXAMINATIONS = 2
"""How often a cycle's rounds are then examined with their laws: these stay the same."""

VALUES_A_SECOND = 2.2e9
PROOFS_A_SECOND = 0.8e9
LAWS_A_SECOND = {"none": 0.2e9, "charge": 1e9, "decharge": 1e9}
"""Operations of one core, measured: ``docs/scaling.md`` has the measurements. The laws of legs
are short, and the loops over them too."""

_HAND_COUNT = len(HANDS)


def _surjections(seats: int, kinds: int) -> int:
    return sum((-1) ** (kinds - k) * comb(kinds, k) * k**seats for k in range(kinds + 1))


def knowledge(rules: Rules, kind: RoundKind, made: int) -> int:
    """Return how many states of knowledge there are once ``made`` hands are made."""
    if made == 0:
        return 1
    pairs = comb(_HAND_COUNT, 2)
    if kind.names_winner:
        between = pairs - (_HAND_COUNT - 1)
        return _HAND_COUNT + pairs * _surjections(made, 2) + between * _surjections(made, 3)
    better = _HAND_COUNT - 1 if kind.jetons == "none" else _runs_above(rules)
    return _HAND_COUNT + better * _surjections(made, 2)


def _runs_above(rules: Rules) -> int:
    """How many pairs there are of a hand and a run of equal worth with a better hand in it."""
    ranking = rank_hands(rules)
    worth = [ranking.worth[hand] for hand in ranking.order]
    changes = [better != worse for better, worse in zip(worth[1:], worth, strict=False)]
    return sum(1 + sum(changes[: above - 1]) for above in range(1, _HAND_COUNT))


def outcomes(rules: Rules, kind: RoundKind, players: int) -> int:
    """Return how many outcomes a round has."""
    stakes = 1 if kind.jetons == "none" else len(set(rank_hands(rules).worth))
    return stakes * players * (players - 1 if kind.names_winner else 1)


def law_rows(rules: Rules, kind: RoundKind, players: int) -> int:
    """Return the most numbers a player's turn carries for each hand: values, and a law's limbs."""
    ways = lcm(*range(1, players + 1)) * WAYS ** (rules.max_rolls * (players - 1))
    return players + outcomes(rules, kind, players) * limbs_for(ways)


def operations(rules: Rules, kind: RoundKind, players: int, rows: int) -> int:
    """Return the additions, multiplications and comparisons of one round on so many rows.

    A turn with a choice sums six numbers for each of the 28 keeps that throw dice, and compares
    every hand's keeps; every turn ends with a mean over 56 hands.
    """
    rolls = rules.max_rolls
    choosing = (ALL_DICE + 1 - _HAND_COUNT) * 5 * rows + sum(map(len, KEEPS_OF))
    expecting = 2 * _HAND_COUNT * rows
    total = (rolls - 1) * choosing + expecting
    for seat in range(1, players):
        turns = rolls - 1 if seat == players - 1 else rolls * (rolls - 1) // 2
        total += knowledge(rules, kind, seat) * (turns * choosing + rolls * expecting)
    return total


def round_bytes(rules: Rules, kind: RoundKind, players: int, rows: int) -> int:
    """Return the bytes of a round's largest array: what the last seat's turns come to."""
    return 8 * rules.max_rolls * knowledge(rules, kind, players - 1) * rows


@dataclass(frozen=True)
class Part:
    """The positions of a game in which so many play on, and whether play may return to them."""

    kind: RoundKind
    players: int
    positions: int

    @property
    def cyclic(self) -> bool:
        """Whether values are found by iteration: a décharge can come back to where it was."""
        return self.kind.names_winner

    @property
    def unknowns(self) -> int:
        """Return the unknowns of its linear system, 0 if it has none."""
        return (self.players - 1) * self.positions if self.cyclic else 0


def parts(rules: Rules, players: int) -> Iterator[Part]:
    """Yield the parts of a game of legs, or of jetons where the last one with any loses."""
    if rules.mode == "legs":
        for standing in range(2, players + 1):
            yield Part(LEGS, standing, rules.legs**standing)
        return
    for holding in range(2, players + 1):
        yield Part(DECHARGE, holding, comb(rules.pot - 1, holding - 1))
    yield Part(CHARGE, players, comb(rules.pot + players - 1, players))


@dataclass(frozen=True)
class Need:
    """What a game takes.

    Attributes:
        positions: all of them.
        values: operations of every position's values in floats, once.
        laws: operations of every position's law, once; at most.
        exact_hours: processor hours of solving it exactly on one core, without linear systems;
            at most.
        unknowns: of the largest linear system.
        exact_memory: bytes of the largest round with its law; every task needs as much.
        near_hours, near_memory: the same of solving it in floats, and of proving how near that is.
        table: bytes of a table of enclosures, at most.
    """

    positions: int
    values: int
    laws: int
    exact_hours: float
    unknowns: int
    exact_memory: int
    near_hours: float
    near_memory: int
    table: int


def need(rules: Rules, players: int) -> Need:
    """Return what a game takes, from the formulas."""
    positions = values = laws = unknowns = exact_memory = near_memory = table = 0
    exact = near = 0.0
    for part in parts(rules, players):
        count, kind, seats = part.positions, part.kind, part.players
        rows = law_rows(rules, kind, seats)
        value = count * operations(rules, kind, seats, seats)
        law = count * operations(rules, kind, seats, rows)
        # In floats the rounds that are left are found beside the values.
        more = count * operations(rules, kind, seats, seats + 1)
        positions, values, laws = positions + count, values + value, laws + law
        sweeps, examinations = (SWEEPS, EXAMINATIONS) if part.cyclic else (0, 1)
        exact += sweeps * value / VALUES_A_SECOND
        exact += examinations * law / LAWS_A_SECOND[kind.jetons]
        near += max(sweeps, 1) * more / VALUES_A_SECOND + more / PROOFS_A_SECOND
        unknowns = max(unknowns, part.unknowns)
        exact_memory = max(exact_memory, round_bytes(rules, kind, seats, rows))
        near_memory = max(near_memory, round_bytes(rules, kind, seats, seats + 1))
        # The state's text and a line's end; for all seats but one a tab, 32 digits and a ~; and
        # a tab, a < and some 10 digits of rounds.
        table += count * (22 + 3 * seats + 34 * (seats - 1))
    return Need(
        *(positions, values, laws, exact / 3600, unknowns, exact_memory),
        *(near / 3600, near_memory, table),
    )


def rounds_markdown() -> str:
    """Return a table of what one round takes, by players and kind."""
    rules = find_rules("jetons")
    lines = [
        "| players | round | states of knowledge, by seat | operations, values | with the law "
        "| bytes, values | with the law |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind, name in ((LEGS, "legs"), (CHARGE, "charge"), (DECHARGE, "décharge")):
        for players in range(2, MAX_PLAYERS + 1):
            rows = law_rows(rules, kind, players)
            seats = ", ".join(f"{knowledge(rules, kind, made):,}" for made in range(players))
            lines.append(
                f"| {players} | {name} | {seats} "
                f"| {operations(rules, kind, players, players):.2e} "
                f"| {operations(rules, kind, players, rows):.2e} "
                f"| {_bytes(round_bytes(rules, kind, players, players))} "
                f"| {_bytes(round_bytes(rules, kind, players, rows))} |"
            )
    return "\n".join(lines)


def games_markdown() -> str:
    """Return a table of what whole games take, by pot and players."""
    lines = [
        "| game | players | positions | operations, values once | laws once | exact: hours "
        "| unknowns at once | memory a task | near: hours | memory a task | table |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in ("jambes", *(f"jetons{{pot={pot}}}" for pot in POTS)):
        for players in range(2, MAX_PLAYERS + 1):
            takes = need(find_rules(name), players)
            lines.append(
                f"| `{name}` | {players} | {takes.positions:,} | {takes.values:.1e} "
                f"| {takes.laws:.1e} | {takes.exact_hours:.2g} | {takes.unknowns:,} "
                f"| {_bytes(takes.exact_memory)} | {takes.near_hours:.2g} "
                f"| {_bytes(takes.near_memory)} | {_bytes(takes.table)} |"
            )
    return "\n".join(lines)


def _bytes(count: int) -> str:
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB", "PB"):
        if size < 1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.3g} {unit}"
