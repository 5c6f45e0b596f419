"""Solves exported models exactly, and plainly: strategy iteration, and going backwards."""

from collections.abc import Mapping
from fractions import Fraction

from tests.study.export.reading import Branching, Leaf, Process

Affine = tuple[Fraction, ...]
"""A constant, and what each state that play can return to counts for."""


def greatest_chance(process: Process) -> Fraction:
    """Return the greatest chance of reaching ``win`` from ``init``, exactly."""
    solver = _Solver(process)
    chosen = dict.fromkeys(process.states, 0)
    while True:
        values = solver.evaluate(chosen)
        better = {state: solver.best(state, values, chosen[state]) for state in process.states}
        if better == chosen:
            return values[process.labels["init"]]
        chosen = better


class _Solver:
    def __init__(self, process: Process) -> None:
        self.process = process
        self.order, cut = self._search()
        self.cut = sorted(cut)

    def _search(self) -> tuple[list[int], set[int]]:
        """States, each after those it leads to but for those that play can return to."""
        order: list[int] = []
        cut: set[int] = set()
        on_path: set[int] = set()
        done: set[int] = set()
        over = {self.process.labels["win"], self.process.labels["lose"]}
        stack = [(state, False) for state in self.process.states]
        while stack:
            state, left = stack.pop()
            if left:
                on_path.discard(state)
                done.add(state)
                order.append(state)
            elif state not in done and state not in on_path:
                on_path.add(state)
                stack.append((state, True))
                for after in {a for _, law in self.process.states[state] for a in law}:
                    if after in on_path:
                        cut |= {after} - over
                    elif after not in done:
                        stack.append((after, False))
        return order, cut

    def evaluate(self, chosen: Mapping[int, int]) -> dict[int, Fraction]:
        """Return the chance of winning from every state when the chosen moves are made."""
        width = len(self.cut) + 1
        unknown = {
            state: tuple(Fraction(place == number) for place in range(width))
            for number, state in enumerate(self.cut, start=1)
        }
        win, lose = self.process.labels["win"], self.process.labels["lose"]
        known: dict[int, Affine] = {
            win: (Fraction(1),) + (Fraction(0),) * (width - 1),
            lose: (Fraction(0),) * width,
        }
        for state in self.order:
            if state not in known:
                law = self.process.states[state][chosen[state]][1]
                rows = [(chance, unknown.get(s) or known[s]) for s, chance in law.items()]
                known[state] = rows[0][1] if len(rows) == 1 else _mix(rows)
        solution = _solve([known[state] for state in self.cut])
        weights = (Fraction(1), *solution)
        return {
            state: sum((a * w for a, w in zip(row, weights, strict=True)), Fraction(0))
            for state, row in known.items()
        }

    def best(self, state: int, values: Mapping[int, Fraction], present: int) -> int:
        """Return the best move, and the present one if no other is better."""
        moves = self.process.states[state]
        if len(moves) == 1:
            return present
        worth = [sum(chance * values[after] for after, chance in law.items()) for _, law in moves]
        return present if worth[present] == max(worth) else worth.index(max(worth))


def _mix(rows: list[tuple[Fraction, Affine]]) -> Affine:
    width = len(rows[0][1])
    return tuple(
        sum((chance * row[i] for chance, row in rows if row[i]), Fraction(0)) for i in range(width)
    )


def _solve(rows: list[Affine]) -> list[Fraction]:
    """Solve x[i] = rows[i][0] + sum of rows[i][j + 1] x[j], by Gauss and Jordan."""
    size = len(rows)
    system = [
        [Fraction(i == j) - row[j + 1] for j in range(size)] + [row[0]]
        for i, row in enumerate(rows)
    ]
    for column in range(size):
        swap = next(i for i in range(column, size) if system[i][column])
        system[column], system[swap] = system[swap], system[column]
        system[column] = [entry / system[column][column] for entry in system[column]]
        for i in range(size):
            if i != column and (factor := system[i][column]):
                system[i] = [a - factor * b for a, b in zip(system[i], system[column], strict=True)]
    return [row[-1] for row in system]


def play_out(node: Branching | Leaf) -> tuple[Fraction, ...]:
    """Return what a game in which everyone sees everything is worth to each player."""
    if isinstance(node, Leaf):
        return node.payoffs
    worth = [play_out(child) for child in node.children]
    if node.player:
        return max(worth, key=lambda payoffs: payoffs[node.player - 1])
    return tuple(
        sum(
            (chance * payoff for chance, payoff in zip(node.chances, column, strict=True)),
            Fraction(),
        )
        for column in zip(*worth, strict=True)
    )
