"""Reads exported files, without a line of what wrote them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO

from solver.game.dice import HANDS, KEEP_INDEX, KEEPS
from solver.study.export.dataset import Export
from solver.study.export.package import send_export
from solver.study.strategies import PURE, Mixes, Spot


def text_of(export: Export, form: str = "text") -> str:
    """Return what an export writes; a document has its form already."""
    file = BytesIO()
    send_export(export, form, file)
    return file.getvalue().decode()


Moves = tuple[tuple[str, dict[int, Fraction]], ...]
"""For each choice its name, and the chances of the states that it leads to."""


@dataclass(frozen=True)
class Process:
    """A Markov decision process, with the states that have a label."""

    states: dict[int, Moves]
    labels: dict[str, int]


def read_drn(text: str) -> Process:
    """Read Storm's direct encoding, strictly as far as the exporter uses it."""
    head, _, body = text.partition("@model\n")
    counts = re.fullmatch(
        r"@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n(\d+)\n@nr_choices\n(\d+)\n",
        head,
    )
    assert counts, head
    states: dict[int, Moves] = {}
    labels: dict[str, int] = {}
    for block in re.sub(r"// .*\n", "", body).split("state ")[1:]:
        first, *lines = block.splitlines()
        number, *names = first.split(" ")
        assert int(number) == len(states)
        labels |= {name: int(number) for name in names}
        moves: list[tuple[str, dict[int, Fraction]]] = []
        for line in lines:
            if action := re.fullmatch(r"\taction (\w+)", line):
                moves.append((action[1], {}))
            else:
                step = re.fullmatch(r"\t\t(\d+) : (\d+/\d+)", line)
                assert step, line
                assert int(step[1]) not in moves[-1][1], "a state stands twice"
                moves[-1][1][int(step[1])] = Fraction(step[2])
        states[int(number)] = tuple(moves)
    assert (len(states), sum(map(len, states.values()))) == tuple(map(int, counts.groups()))
    return _checked(Process(states, labels))


def read_prism(text: str) -> Process:
    """Read a model in the language of PRISM, strictly as far as the exporter uses it."""
    parts = re.fullmatch(
        r"mdp\n\nmodule game\n  s : \[0\.\.(\d+)\] init 0;\n(.*)endmodule\n\n((?:label .*\n)*)",
        text,
        re.DOTALL,
    )
    assert parts, text[:100]
    states: dict[int, list[tuple[str, dict[int, Fraction]]]] = {}
    for line in re.sub(r"  // .*\n", "", parts[2]).splitlines():
        command = re.fullmatch(r"  \[(\w+)\] s=(\d+) -> (.*);", line)
        assert command, line
        updates = [re.fullmatch(r"(\d+/\d+) : \(s'=(\d+)\)", u) for u in command[3].split(" + ")]
        law = {int(update[2]): Fraction(update[1]) for update in updates if update}
        assert len(law) == len(updates), line
        states.setdefault(int(command[2]), []).append((command[1], law))
    labels = {name: int(s) for name, s in re.findall(r'label "(\w+)" = s=(\d+);', parts[3])}
    assert sorted(states) == list(range(int(parts[1]) + 1))
    return _checked(Process({s: tuple(moves) for s, moves in states.items()}, {"init": 0} | labels))


def _checked(process: Process) -> Process:
    for number, moves in process.states.items():
        assert moves, f"state {number} is a dead end"
        assert len({name for name, _ in moves}) == len(moves), moves
        for _, law in moves:
            assert law.keys() <= process.states.keys()
            assert sum(law.values()) == 1
            assert all(chance > 0 for chance in law.values())
    return process


@dataclass(frozen=True)
class Leaf:
    """The end of a game tree: each player's payoff."""

    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True)
class Branching:
    """A node of a game tree; ``chances`` only where nobody decides, which is player 0."""

    player: int
    chances: tuple[Fraction, ...]
    labels: tuple[str, ...]
    children: tuple["Branching | Leaf", ...]


_EFG_TOKEN = re.compile(r'"[^"]*"|[{}]|[^\s{}",]+|,')


def read_efg(text: str) -> Branching | Leaf:
    """Read a game in Gambit's extensive form in which every decision is a set of its own."""
    tokens = iter(_EFG_TOKEN.findall(text))
    assert [next(tokens) for _ in range(3)] == ["EFG", "2", "R"]
    assert next(tokens).startswith('"')
    players = len(list(_braces(tokens)))
    assert next(tokens).startswith('"digest')
    seen: set[tuple[int, int]] = set()
    tree = _read_node(tokens, players, seen)
    assert next(tokens, None) is None
    return tree


def _braces(tokens: Iterator[str]) -> Iterator[str]:
    assert next(tokens) == "{"
    while (token := next(tokens)) != "}":
        if token != ",":
            yield token


def _read_node(tokens: Iterator[str], players: int, seen: set[tuple[int, int]]) -> Branching | Leaf:
    kind, name = next(tokens), next(tokens)
    assert name == '""'
    if kind == "t":
        assert int(next(tokens)) > 0
        assert next(tokens) == '""'
        payoffs = tuple(map(Fraction, _braces(tokens)))
        assert len(payoffs) == players
        return Leaf(payoffs)
    player = int(next(tokens)) if kind == "p" else 0
    assert kind in "pc"
    assert player <= players
    number = int(next(tokens))
    assert (player, number) not in seen
    seen.add((player, number))
    assert next(tokens) == '""'
    inside = list(_braces(tokens))
    labels = inside if player else inside[::2]
    chances = () if player else tuple(map(Fraction, inside[1::2]))
    assert all(label.startswith('"') for label in labels)
    assert len(set(labels)) == len(labels)
    assert player or sum(chances) == 1
    assert next(tokens) == "0"
    children = tuple(_read_node(tokens, players, seen) for _ in labels)
    return Branching(player, chances, tuple(label.strip('"') for label in labels), children)


@dataclass(frozen=True)
class Sheet:
    """A cheat sheet as somebody plays who has nothing else: a `Strategy` for a round of two.

    Attributes:
        order: hands, best first.
        stops: for each number of the opener's roll the hands to stop with.
        opening: for each of these the list of what to keep otherwise.
        following: by the rolls left and the hand to beat, the list.
        may_stop: whether a follower stops with a better hand.
    """

    order: list[str]
    stops: dict[int, set[str]]
    opening: dict[int, str]
    following: dict[tuple[int, str], str]
    may_stop: bool
    rolls: int
    name: str = "cheat sheet"

    def mixes(self, spot: Spot) -> Mixes:
        """Return what the sheet says of each hand."""
        return tuple(PURE[self._keep(spot, hand)] for hand in range(len(HANDS)))

    def _keep(self, spot: Spot, hand: int) -> int:
        shown = _name(hand)
        if not spot.seen:
            roll = self.rolls - spot.left
            return hand if shown in self.stops[roll] else _first_held(self.opening[roll], hand)
        target = _name(spot.seen[0])
        if self.may_stop and self.order.index(shown) < self.order.index(target):
            return hand
        return _first_held(self.following[spot.left, target], hand)


def _name(keep: int) -> str:
    return "".join(map(str, KEEPS[keep]))


def _first_held(entries: str, hand: int) -> int:
    for entry in entries.split(", "):
        keep, _, held = entry.partition(" of ")
        kept, needed = keep.replace("none", ""), (held or keep).replace("none", "")
        if all(needed.count(die) <= _name(hand).count(die) for die in needed):
            return KEEP_INDEX[tuple(map(int, kept))]
    raise AssertionError(f"{entries!r} says nothing of {_name(hand)}")


def read_sheet(text: str, rolls: int) -> Sheet:
    """Read a cheat sheet line by line."""
    (order,) = [line.split() for line in text.splitlines() if re.fullmatch(r"(\d{3} ?){56}", line)]
    sheet = Sheet(order, {}, {}, {}, "Stop with any hand that is better" in text, rolls)
    left = 0
    for line in text.splitlines():
        if heading := re.match(r"## You follow, (\d) more", line):
            left = int(heading[1])
        elif re.match(r"\| \d", line):
            first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            if left:
                sheet.following.update({(left, hand): cells[0] for hand in _span(order, first)})
            else:
                sheet.stops[int(first)] = set(_span(order, cells[0]))
                sheet.opening[int(first)] = cells[1]
    return sheet


def _span(order: list[str], text: str) -> Iterator[str]:
    for part in text.split(", ") if text else ():
        first, _, last = part.partition(" – ")
        yield from order[order.index(first) : order.index(last or first) + 1]
