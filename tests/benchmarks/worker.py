"""One contestant in a process of its own: ``python -m tests.benchmarks.worker FUNCTION ARGUMENTS``.

FUNCTION is ``module.function`` of this package. It prepares the work from its arguments and
returns an `Entry`. Then, for every line on standard input, the work is done once, and a line of
JSON says the seconds it took, what came out, and the most memory the process has used.
"""

import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Entry:
    """What a contestant does.

    Attributes:
        work: what is timed.
        tell: makes of its result what JSON can hold; not timed.
        renew: what has to be done before each time, so that it is the first; not timed.
    """

    work: Callable[[], Any]
    tell: Callable[[Any], Any] = lambda result: result
    renew: Callable[[], None] = lambda: None


def main() -> None:
    """Prepare, say so, and work whenever a line comes."""
    module, _, function = sys.argv[1].rpartition(".")
    entry: Entry = getattr(import_module(f"tests.benchmarks.{module}"), function)(*sys.argv[2:])
    print("ready", flush=True)
    for _line in sys.stdin:
        entry.renew()
        gc.collect()
        began = time.perf_counter()
        result = entry.work()
        seconds = time.perf_counter() - began
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps([seconds, entry.tell(result), most]), flush=True)


if __name__ == "__main__":
    main()
