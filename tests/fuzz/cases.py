"""One case: a target reads some bytes, within bounds of time."""

import resource
import signal
from types import FrameType

from tests.fuzz.targets import Target

MOST_SECONDS = 2.0
MOST_MEGABYTES = 500


class HungError(AssertionError):
    """A case took longer than `MOST_SECONDS` of processor time."""


def _hung(_signal: int, _frame: FrameType | None) -> None:
    raise HungError(f"more than {MOST_SECONDS} s of processor time")


def try_case(target: Target, data: bytes) -> bool:
    """Return whether the bytes were accepted.

    Raises:
        Exception: anything that a reader must not raise; `HungError`; or an assertion about
            what was accepted.
    """
    before = signal.signal(signal.SIGPROF, _hung)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        return target.read(data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def megabytes() -> int:
    """The most memory that this process ever took."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
