"""A round as a game in extensive form, in the format .efg of Gambit.

Everyone sees everything, so each decision is an information set of its own. As the format
holds a tree, a round of three rolls is far beyond it (every hand of the opener would carry a
copy of the follower's turn); it serves rules of one roll, and positions within a round. The
last roll of a turn is drawn with hands that come to the same grouped together.

The nodes are made once for each state of knowledge, and counted before anything is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count

from solver.engine.rounds import Values
from solver.engine.turn import ROLL_ON
from solver.errors import SolverError
from solver.game.dice import ALL_DICE, KEEPS_OF, THROWN, WAYS, WEIGHTS
from solver.game.dice_notation import format_keep
from solver.game.notation import Position, format_position
from solver.game.rules import Rules
from solver.game.state import Table, max_rolls, resolve, without_the_saved
from solver.language import _
from solver.study.export.dataset import Document, exact
from solver.study.stored import exact_round

MOST_NODES = 1_000_000
"""Some 60 bytes each."""


@dataclass(frozen=True, eq=False)
class Node:
    """A node with all that is below it; the same node may stand at many places of the tree.

    Attributes:
        player: who decides, 1 for the opener; 0 for chance; None at the end.
        branches: a label, ways of 216 where it is chance, and where it leads.
        outcome: at the end its number, from 1.
        payoffs: at the end, one for each player.
    """

    player: int | None
    branches: tuple[tuple[str, int, "Node"], ...] = ()
    outcome: int = 0
    payoffs: Values = ()

    @cached_property
    def size(self) -> int:
        """Nodes of the tree."""
        return 1 + sum(after.size for _, _, after in self.branches)


class _Tree:
    """The nodes of a round, each made once; a turn is (seat, limit, state of knowledge)."""

    def __init__(self, rules: Rules, state: Table) -> None:
        played = exact_round(rules, state)
        self.information = played.information
        self.players = played.information.players
        self.rolls = max_rolls(rules, state)
        self._follower = ROLL_ON if rules.followers == "exactly" else KEEPS_OF
        self._ends = [
            Node(None, outcome=number, payoffs=played.before(hands, self.rolls))
            for number, hands in enumerate(played.information.histories(self.players), start=1)
        ]
        self.turn = lru_cache(maxsize=None)(self._turn)
        self.thrown = lru_cache(maxsize=None)(self._thrown)
        self.seen = lru_cache(maxsize=None)(self._seen)

    def _turn(self, seat: int, limit: int, known: int) -> Node:
        """Before a turn, whose limit is that of the rules where the seat opens."""
        if seat == self.players:
            return self._ends[known]
        return self.thrown(seat, limit, known, limit - 1, ALL_DICE)

    def _thrown(self, seat: int, limit: int, known: int, left: int, keep: int) -> Node:
        ways: dict[Node, int] = {}
        hands: dict[Node, list[str]] = {}
        for hand, weight in WEIGHTS[keep]:
            after = self.seen(seat, limit, known, left, hand)
            ways[after] = ways.get(after, 0) + weight
            hands.setdefault(after, []).append(format_keep(hand))
        return Node(0, tuple((_group(hands[after]), ways[after], after) for after in ways))

    def _seen(self, seat: int, limit: int, known: int, left: int, hand: int) -> Node:
        made = limit - left if seat == 0 else limit
        stop = self.turn(seat + 1, made, self.information.following[seat][known][hand])
        if left == 0:
            return stop
        branches = []
        for keep in (self._follower if seat else KEEPS_OF)[hand]:
            if THROWN[keep]:
                after = self.thrown(seat, limit, known, left - 1, keep)
                branches.append((f"keep {format_keep(keep) or 'none'}", 0, after))
            else:
                branches.append(("stop", 0, stop))
        return Node(seat + 1, tuple(branches))


def _group(hands: list[str]) -> str:
    return hands[0] if len(hands) == 1 else f"{hands[0]} and {len(hands) - 1} more"


def round_tree(position: Position) -> Node:
    """Return the rest of the round that is played in a position, as a tree.

    Raises:
        SolverError: the tree has too many nodes to be written down.
        UnsolvedError, TableError: what follows the round is needed, and its table is not there.
    """
    rules = position.rules
    tree = _Tree(rules, without_the_saved(resolve(rules, position.state)))
    seat, known = len(position.seen), tree.information.after(position.seen)
    limit = position.limit or tree.rolls
    if position.roll is None:
        root = tree.turn(seat, limit, known)
    else:
        # An opener with fewer rolls left than all began his turn with the limit of the rules.
        root = tree.seen(seat, limit, known, position.left, position.roll)
    if root.size > MOST_NODES:
        raise SolverError(
            _(
                "the tree of '{position}' has {size:,} nodes, and at most {most:,} are written; "
                "set max_rolls=1, or give the hands seen and the roll"
            ).format(position=format_position(position), size=root.size, most=MOST_NODES)
        )
    return root


def export_efg(position: Position) -> Document:
    """Return the rest of a round in Gambit's format; errors are those of `round_tree`."""
    root = round_tree(position)
    return Document(
        name="round",
        title=format_position(position),
        rules=position.rules,
        text=_efg(position, root),
        count=root.size + 1,
    )


def _efg(position: Position, root: Node) -> Iterator[str]:
    players = len(_payoffs(root))
    names = " ".join(f'"seat {seat}"' for seat in range(players))
    yield f'EFG 2 R "{format_position(position)}" {{ {names} }}\n'
    yield f'"digest {position.rules.digest}"\n\n'
    yield from _nodes(root, [count(1) for _ in range(players + 1)])


def _payoffs(node: Node) -> Values:
    while node.branches:
        node = node.branches[0][2]
    return node.payoffs


def _nodes(node: Node, sets: list["count[int]"]) -> Iterator[str]:
    """The lines of a tree, parents first; every node that moves is an information set."""
    if node.player is None:
        worth = ", ".join(map(exact, node.payoffs))
        yield f't "" {node.outcome} "" {{ {worth} }}\n'
        return
    number = next(sets[node.player])
    if node.player:
        labels = " ".join(f'"{label}"' for label, _, _ in node.branches)
        yield f'p "" {node.player} {number} "" {{ {labels} }} 0\n'
    else:
        labels = " ".join(f'"{label}" {exact(Fraction(n, WAYS))}' for label, n, _ in node.branches)
        yield f'c "" {number} "" {{ {labels} }} 0\n'
    for _label, _ways, after in node.branches:
        yield from _nodes(after, sets)
