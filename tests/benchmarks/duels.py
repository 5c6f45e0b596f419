"""The décharge with one player's optimal strategy fixed, as everybody's solver is given it.

All solve both sides in one run: once with each player fixed. What they tell is the chance of
winning of the free player in every state in which a round begins, by its text. Models are
made and read beforehand, and are not timed; neither is our table, from which they are made.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from solver.engine.equilibrium import Solution, solve_exactly
from solver.engine.rounds import Values
from solver.game.notation import Position, format_state, parse_position
from solver.game.state import Decharge, Table, resolve
from solver.study.ensure import ensure_solved
from solver.study.export.model import DuelModel
from solver.study.export.model_forms import export_model
from solver.study.export.package import save_export
from tests.benchmarks.worker import Entry

SIDES = (0, 1)
REACHING = 'Pmax=? [F "win"]'

DISCOUNT = 1 - 1e-9
"""Those that cannot do without: a value is too small by some rounds times 1e-9 then."""

NEAR = 1e-6
"""What values that come without a guarantee are asked for, and compared to."""


def ours(text: str) -> Entry:
    """Solve the décharge exactly, for both players at once, with the proof."""
    rules = parse_position(text).rules
    charge: dict[Table, Values] = {
        state: values
        for state, values in solve_exactly(rules, 2).values.items()
        if not isinstance(state, Decharge)
    }

    def tell(solution: Solution) -> list[dict[str, str]]:
        found = {s: v for s, v in solution.values.items() if s not in charge}
        return [_told(found)] * len(SIDES)

    return Entry(lambda: solve_exactly(rules, 2, charge), tell)


def _told(values: Mapping[Table, Values]) -> dict[str, str]:
    return {
        f"{format_state(state)}, the {who} player opens": str(of_seats[seat])
        for state, of_seats in values.items()
        for seat, who in enumerate(("free", "fixed"))
    }


def _solved(text: str) -> Position:
    """The position, the table of whose game is there, to fix a player's strategy from."""
    position = parse_position(text)
    ensure_solved(position.rules, 2)
    return position


def _model(position: Position, fixed: int) -> DuelModel:
    return DuelModel(position.rules, resolve(position.rules, position.state), fixed)


def storm_exact(text: str) -> Entry:
    """Storm in rational arithmetic, by its default method."""
    return _storm(text, exact=True)


def storm_sound(text: str) -> Entry:
    """Storm in floats, by its default method with guaranteed bounds, 1e-6 apart."""
    return _storm(text, exact=False)


def _storm(text: str, *, exact: bool) -> Entry:
    import stormpy

    position = _solved(text)
    models, firsts = [], []
    build = stormpy.build_model_from_drn
    with TemporaryDirectory() as folder:
        for fixed in SIDES:
            file = Path(folder) / "model.drn"
            save_export(export_model(position, "drn", fixed), "drn", file)
            models.append((build[stormpy.Rational] if exact else build)(str(file)))
            firsts.append(_model(position, fixed).first_states())
    (wanted,) = stormpy.parse_properties(REACHING)

    def number(result: Any, state: int) -> object:
        value = result[state]
        return str(result.get_value(state)) if exact else [value.lower, value.upper]

    return Entry(
        lambda: [stormpy.model_checking(model, wanted) for model in models],
        lambda results: [
            {name: number(result, state) for state, name in first.items()}
            for result, first in zip(results, firsts, strict=True)
        ],
    )


def quantecon(text: str) -> Entry:
    """QuantEcon's modified policy iteration, on pairs of states and actions."""
    from quantecon.markov import DiscreteDP
    from scipy.sparse import csr_matrix

    position = _solved(text)
    processes, firsts = [], []
    for fixed in SIDES:
        model = _model(position, fixed)
        firsts.append(model.first_states())
        pairs = [
            (state, action, _reward(law, model, state), law)
            for state, choices in enumerate(model)
            for action, (_, law) in enumerate(choices)
        ]
        entries = [
            (float(chance), pair, after)
            for pair, (_, _, _, law) in enumerate(pairs)
            for chance, after in law
        ]
        chances, rows, columns = zip(*entries, strict=True)
        states, actions, rewards, _ = zip(*pairs, strict=True)
        moves = csr_matrix((chances, (rows, columns)), shape=(len(pairs), model.states))
        processes.append(DiscreteDP(rewards, moves, DISCOUNT, states, actions))
    return Entry(
        lambda: [
            process.solve("modified_policy_iteration", epsilon=NEAR, max_iter=10_000).v
            for process in processes
        ],
        lambda found: [
            {name: float(values[state]) for state, name in first.items()}
            for values, first in zip(found, firsts, strict=True)
        ],
    )


def mdpsolver(text: str) -> Entry:
    """MDPSolver's value iteration, the fastest of its methods here."""
    import mdpsolver

    position = _solved(text)
    problems, firsts = [], []
    for fixed in SIDES:
        model = _model(position, fixed)
        firsts.append(model.first_states())
        states = list(model)
        problems.append(
            {
                "rewards": [
                    [_reward(law, model, state) for _, law in choices]
                    for state, choices in enumerate(states)
                ],
                "tranMatProbs": [[[float(p) for p, _ in law] for _, law in s] for s in states],
                "tranMatColumns": [[[after for _, after in law] for _, law in s] for s in states],
            }
        )
    solvers: list[Any] = []

    def renew() -> None:  # it would begin with the values that it has found before
        solvers[:] = [mdpsolver.model() for _ in SIDES]
        for solver, problem in zip(solvers, problems, strict=True):
            solver.mdp(discount=DISCOUNT, **problem)

    def work() -> None:
        for solver in solvers:
            solver.solve(algorithm="vi", tolerance=NEAR, parallel=False)

    def tell(_: None) -> list[dict[str, float]]:
        return [
            {name: solver.getValue(state) for state, name in first.items()}
            for solver, first in zip(solvers, firsts, strict=True)
        ]

    return Entry(work, tell, renew)


def _reward(law: Iterable[tuple[Any, int]], model: DuelModel, state: int) -> float:
    """The chance of winning at once, which a discounted sum of rewards adds up."""
    return float(sum(chance for chance, after in law if after == model.win != state))
