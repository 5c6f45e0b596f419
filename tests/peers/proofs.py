"""``python -m tests.peers.proofs [POT]``: Storm proves the values of every preset.

Games in jetons are played with a pot of POT, 7 by default; each takes about a minute with 7.
The output is the table of docs/proofs.md.
"""

import sys
import time
from collections.abc import Iterator

from solver.game.legality import starts
from solver.game.notation import Position
from solver.game.presets import PRESETS, find_rules
from solver.study.advice import evaluate
from solver.study.ensure import ensure_solved
from tests.peers.storm import OutsideProof, prove_outside

POT = 7

HEAD = (
    "| position | opener's value | digits of the denominator | Storm: most of the opener | "
    "Storm: least by the follower | states | transitions | seconds |\n"
    "|---|---|---|---|---|---|---|---|"
)


def positions(pot: int) -> Iterator[Position]:
    """Where the games of every preset begin, of two players."""
    for preset in PRESETS:
        rules = find_rules(preset)
        if rules.mode == "tokens":
            rules = rules.override({"pot": pot})
        for start in starts(rules, 2):
            yield Position(rules, start)


def prove(position: Position) -> OutsideProof:
    """Prove the value of a position, whose game is solved first."""
    ensure_solved(position.rules, 2)
    return prove_outside(position, evaluate(position)[0].value)


def row(proof: OutsideProof, seconds: float) -> str:
    """The proof as a line of the table."""
    agree = {True: "the same fraction", False: "**another fraction**"}
    cells = (
        f"`{proof.position}`",
        f"{float(proof.ours):.12f}",
        len(str(proof.ours.denominator)),
        agree[proof.most.value == proof.ours],
        agree[proof.least.value == proof.ours],
        f"{proof.most.states:,} + {proof.least.states:,}",
        f"{proof.most.transitions:,} + {proof.least.transitions:,}",
        f"{seconds:.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    """Print the table; 1 if a proof fails."""
    pot = int(sys.argv[1]) if len(sys.argv) > 1 else POT
    print(HEAD, flush=True)
    refuted = 0
    for position in positions(pot):
        began = time.process_time()
        proof = prove(position)
        refuted += not proof.holds
        print(row(proof, time.process_time() - began), flush=True)
    return int(refuted > 0)


if __name__ == "__main__":
    sys.exit(main())
