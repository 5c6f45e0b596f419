"""``python -m tests.fuzz``: 230,000 cases of hostile input, the same ones every time.

``--share S`` takes so large a part of them. ``--guided TARGET --cases N`` lets atheris, which
needs the extra ``fuzz``, look for inputs that reach new code. A case that ends in anything but
an answer or a refusal is written to ``fuzz-TARGET.bin``, and the exit code is 1.
"""

import argparse
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

GUIDED = "--guided" in sys.argv
if GUIDED:
    import atheris

# What is imported here tells atheris where a case has been.
with atheris.instrument_imports(include=["solver"]) if GUIDED else nullcontext():
    from tests.fuzz.cases import MOST_MEGABYTES, megabytes, try_case
    from tests.fuzz.mutations import damaged
    from tests.fuzz.targets import TARGETS

HEAD = (
    "| target | cases | accepted | faults | slowest, s | seconds | most memory, MB |\n" + "|---" * 7
)


def run(name: str, cases: int, seed: int) -> int:
    """Try so many cases of a target; print a line, and return how many were faults."""
    target, chance = TARGETS[name], Random(f"{name} {seed}")
    accepted = faults = 0
    slowest = 0.0
    began = time.process_time()
    for _ in range(cases):
        data = damaged(chance, target.seeds)
        started = time.process_time()
        try:
            accepted += try_case(target, data)
        except Exception as error:
            faults += 1
            Path(f"fuzz-{name.replace(' ', '-')}.bin").write_bytes(data)
            print(f"{name}: {type(error).__name__}: {error} of {data[:200]!r}", file=sys.stderr)
        slowest = max(slowest, time.process_time() - started)
    faults += megabytes() > MOST_MEGABYTES
    cells = (name, f"{cases:,}", f"{accepted:,}", faults, f"{slowest:.2f}")
    took = f"{time.process_time() - began:.0f}"
    print(f"| {' | '.join(map(str, (*cells, took, megabytes())))} |", flush=True)
    return faults


def guide(name: str, cases: int) -> None:
    """Let atheris find inputs; it ends the process, with 1 where it finds a fault."""
    target = TARGETS[name]
    with TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        limits = (f"-atheris_runs={cases}", "-timeout=600", f"-rss_limit_mb={2 * MOST_MEGABYTES}")
        atheris.Setup([sys.argv[0], *limits, corpus], lambda data: try_case(target, data))
        atheris.Fuzz()


def main() -> int:
    """Fuzz, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=421)
    parser.add_argument("--guided", choices=TARGETS, metavar="TARGET")
    parser.add_argument("--cases", type=int, default=20_000)
    asked = parser.parse_args()
    if asked.guided:
        guide(asked.guided, asked.cases)
    print(HEAD)
    names = asked.targets or list(TARGETS)
    faults = [run(name, round(TARGETS[name].cases * asked.share), asked.seed) for name in names]
    return int(any(faults))


if __name__ == "__main__":
    sys.exit(main())
