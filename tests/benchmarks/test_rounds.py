"""How many rounds a second the float operator works out, beside the arithmetic they need.

Run with ``pytest -m benchmark -s tests/benchmarks/test_rounds.py``.
"""

import time
from statistics import median

import numpy as np
import pytest
from joblib import Parallel, delayed

from solver.engine.fast import FastRound, fast_round
from solver.game.dice import ALL_DICE, HANDS, KEEPS_OF
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Legs, Table

CORES = 2
STATES: dict[str, list[Table]] = {
    "legs": [Legs((2,) * players) for players in range(2, 6)],
    "charge": [Charge(5, (4,) * players) for players in range(2, 6)],
    "décharge": [Decharge((5,) * players) for players in range(2, 5)],
}


def operations(played: FastRound) -> int:
    """Additions, multiplications and comparisons of one round's values, by the algorithm."""
    players, rolls = played.information.players, played.rolls
    throwing = (ALL_DICE + 1 - len(HANDS)) * 5 * players  # 28 sums of six, for everybody
    choosing = sum(map(len, KEEPS_OF))
    expecting = 2 * len(HANDS) * players
    total = (rolls - 1) * (throwing + choosing) + expecting
    for seat, layer in enumerate(played.information.following[1:], start=1):
        last = seat == players - 1
        turns = rolls - 1 if last else rolls * (rolls - 1) // 2
        total += len(layer) * (turns * (throwing + choosing) + rolls * expecting)
    return total


@pytest.mark.benchmark
@pytest.mark.parametrize("kind", STATES)
def test_rounds_a_second(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Print positions a second on two cores; nothing is asserted about time."""
    rows = []
    for state in STATES[kind]:
        played = fast_round(find_rules("jambes" if kind == "legs" else "jetons"), state)
        players = played.information.players
        payoffs = np.random.default_rng(1).random((players, len(played.information.outcomes)))
        needed = operations(played)
        rounds = max(CORES, 200_000_000 // needed)
        played.values(payoffs)
        times = []
        for _ in range(3):
            began = time.perf_counter()
            Parallel(n_jobs=CORES, prefer="threads", batch_size=max(1, rounds // 20))(
                delayed(played.values)(payoffs) for _ in range(rounds)
            )
            times.append(time.perf_counter() - began)
        rate = rounds / median(times)
        rows.append(f"{players:8} {needed:14,} {rate:16,.1f} {needed * rate / 1e9:22.2f}")
    with capsys.disabled():
        print(f"\n{kind}: players, operations a position, positions a second, 10^9 operations/s")
        print("\n".join(rows))
    assert len(rows) == len(STATES[kind])
