"""Work in a forked process, whose only limits are of processor time and memory.

A process that is stopped from outside for a while, or is slow because others work, is no
failure: no clock on the wall decides anything.
"""

import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

MOST_MEMORY = 8_000_000_000

_IDLE_SECONDS = 100
"""So long may a process wait for something, seen running, before it counts as hanging."""


class End(StrEnum):
    """How a process ended."""

    OWN = "own"
    CRASHED = "crashed"
    HUNG = "hung"


def _fork(work: Callable[[Connection], None]) -> tuple[int, Connection]:
    """Do work in a forked process; return its number, and where what it sends is received."""
    ours, theirs = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            work(theirs)
            code = 0
        finally:
            os._exit(code)
    theirs.close()
    return child, ours


@contextmanager
def fork(work: Callable[[Connection], None]) -> Iterator[Connection]:
    """Do work in a forked process; yield where what it sends is received."""
    child, results = _fork(work)
    try:
        with results:
            yield results
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def judged(work: Callable[[], Any]) -> tuple[End, Any]:
    """Do work in a forked process; return how it ended, and what it returned if by itself.

    It hangs if it sleeps for good, or if a limit ends it that work has set to its processor time
    (`signal.ITIMER_PROF`).
    """

    def limited(results: Connection) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        results.send(work())

    child, results = _fork(limited)
    waiting = os.pidfd_open(child)
    found: list[Any] = []
    idle, before = 0, [""]
    with results:
        while idle < _IDLE_SECONDS:
            ready, _, _ = select.select([waiting, results.fileno()], [], [], 1)
            if results.fileno() in ready:
                with suppress(EOFError):  # it ended without a word
                    found.append(results.recv())
            if ready:
                os.waitid(os.P_PIDFD, waiting, os.WEXITED | os.WNOWAIT)
                break
            now = _activity(child)
            idle, before = (idle + 1 if now == before else 0), now
    os.close(waiting)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if idle == _IDLE_SECONDS or os.waitstatus_to_exitcode(status) == -signal.SIGPROF:
        return End.HUNG, None
    return (End.OWN, found[0]) if found and not status else (End.CRASHED, None)


def _activity(process: int) -> list[str]:
    """What does not change while a process sleeps for good; never twice the same if others work.

    It is its processor time in ticks, and a clock while it is stopped or has children.
    """
    state, _, *others = _stat(Path(f"/proc/{process}/stat"))
    parents = [_stat(path)[1] for path in Path("/proc").glob("[0-9]*/stat")]
    busy = state != "S" or str(process) in parents
    return [*others[9:11], str(time.monotonic()) if busy else ""]


def _stat(path: Path) -> list[str]:
    """What Linux tells of a process from its state and its parent on."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return ["", ""]
