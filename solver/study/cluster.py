"""Solving on a Dask cluster: the way there, a look at it first, and a watch on it meanwhile.

joblib's dask backend hands the tasks out. When a worker dies, Dask gives what it was at to
another one, and gives a task up when four workers have died of it. While no worker is left,
tasks wait; so whoever waits for results looks after the cluster when none come.
"""

import logging
import platform
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import joblib
from joblib._dask import DaskDistributedBackend

import solver.engine
from solver import __version__
from solver.engine.workers import Run, Task, side_by_side
from solver.errors import ClusterError
from solver.language import _

CONNECT_SECONDS = 5.0
"""How long the scheduler may take to answer."""

IMPORT_SECONDS = 60.0
"""How long the workers may take to say what software they have, which they first import."""

LOOK_SECONDS = 1.0
"""When no result has come for so long, the cluster is looked at."""

PATIENCE_SECONDS = 30.0
"""How long a cluster may be without a worker: some start again by themselves."""

T = TypeVar("T")


@contextmanager
def on_cluster(address: str) -> Iterator[Run]:
    """Connect to the scheduler at ``address`` and yield what does tasks on its workers.

    Raises:
        ClusterError: it does not answer, has no workers, or they have other software than this
            process; later, while tasks are done: it is lost, or one of them failed.
    """
    client = _connect(address)
    try:
        _check_software(client, address)
        yield _Cluster(client, address).run
    finally:
        with suppress(TimeoutError):
            client.close(timeout=CONNECT_SECONDS)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            _("a cluster takes packages that are not installed: pip install 'solver-421[cluster]'")
        ) from None
    # What goes wrong becomes one message of ours.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)

    def connect() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions, which are compared below
            return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)

    try:
        # Its own timeout does not end its waiting for a first word from whoever listens there.
        return _within(CONNECT_SECONDS + 1, connect)
    except (OSError, ValueError) as error:
        raise ClusterError(
            _(
                "no Dask scheduler answers at {address} within {seconds:g} seconds; "
                "start one with: dask scheduler"
            ).format(address=address, seconds=CONNECT_SECONDS)
        ) from error


def software() -> dict[str, str]:
    """Return the versions that must be the same everywhere, and a digest of the solver's source."""
    import distributed

    folder = Path(solver.engine.__path__[0]).parent
    sources = sorted(path for room in ("game", "engine") for path in (folder / room).rglob("*.py"))
    digest = sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()
    return {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "solver-421": __version__,
        "solver-421 source": digest[:16],
        "joblib": joblib.__version__,
        "distributed": distributed.__version__,
    }


def _check_software(client: Any, address: str) -> None:
    """Refuse a cluster of which not every process has the same software as this one."""

    scheduler = _("the scheduler")

    def ask() -> dict[str, Any]:
        # The scheduler reads tasks too. Asked first, since without it no worker is asked.
        first = {scheduler: client.run_on_scheduler(software)}
        workers: dict[str, Any] = client.run(software, on_error="return")
        return first | workers

    try:
        found = _within(IMPORT_SECONDS, ask)
    except TimeoutError:
        raise ClusterError(
            _("the cluster at {address} does not say in {seconds:g} seconds what it runs").format(
                address=address, seconds=IMPORT_SECONDS
            )
        ) from None
    except Exception as error:
        found = {scheduler: error}
    ours = software()
    for process, theirs in found.items():
        if isinstance(theirs, Exception):
            raise ClusterError(
                _(
                    "{process} of the cluster at {address} cannot run the solver ({theirs}); "
                    "install solver-421 {version} there"
                ).format(process=process, address=address, theirs=theirs, version=__version__)
            )
        for name, version in ours.items():
            if theirs.get(name) != version:
                raise ClusterError(
                    _(
                        "{process} of the cluster at {address} has {name} {found}, "
                        "but here it is {version}; install the same on both sides"
                    ).format(
                        process=process,
                        address=address,
                        name=name,
                        found=theirs.get(name),
                        version=version,
                    )
                )
    if len(found) == 1:
        raise ClusterError(
            _(
                "the cluster at {address} has no workers; start some with: dask worker {address}"
            ).format(address=address)
        )


class _Backend(DaskDistributedBackend):  # type: ignore[misc]  # joblib publishes no types
    """joblib's, which works in this process for a single core, and does not tell of lost tasks."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return how many tasks to have at work: never 1, which means here."""
        return max(2, int(super().effective_n_jobs(n_jobs)))

    def submit(self, func: Any, callback: Callable[[Any], None]) -> Any:
        """Submit a batch; ``callback`` is given its results, or its future if it is lost."""
        job = super().submit(func, callback)
        job.add_done_callback(lambda done: callback(done) if done.exception() else None)
        return job

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return the results of a batch, or raise why there are none."""
        return out.result() if isinstance(out, Future) else super().retrieve_result_callback(out)


class _Cluster:
    """Does tasks on a cluster, and watches it."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._last_seen = time.monotonic()

    def run(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Do tasks and yield their results in order."""
        results = _start(lambda: self._hand_out(tasks))
        while True:
            try:
                done, result = results.get(timeout=LOOK_SECONDS)
            except Empty:
                self._look()
                continue
            if done and result is None:
                return
            if done:
                self._look()
                what = f"{type(result).__name__}: {result}".splitlines()[0]
                raise ClusterError(
                    _("the cluster at {address} failed: {what}").format(
                        address=self._address, what=what
                    )
                ) from result
            self._last_seen = time.monotonic()
            yield result

    def _hand_out(self, tasks: Iterable[Task]) -> Iterator[Any]:
        backend = _Backend(client=self._client, wait_for_workers_timeout=PATIENCE_SECONDS)
        with joblib.parallel_config(backend=backend), side_by_side() as run:
            yield from run(tasks)

    def _look(self) -> None:
        """Raise ClusterError if there is nobody left to wait for."""
        client = self._client
        try:
            workers = client.sync(client.scheduler.ncores, callback_timeout=CONNECT_SECONDS)
        except Exception as error:
            raise ClusterError(
                _("the Dask scheduler at {address} does not answer any more").format(
                    address=self._address
                )
            ) from error
        if workers:
            self._last_seen = time.monotonic()
        elif time.monotonic() - self._last_seen > PATIENCE_SECONDS:
            raise ClusterError(
                _(
                    "the cluster at {address} has lost all its workers; "
                    "start some with: dask worker {address}"
                ).format(address=self._address)
            )


def _start(yielding: Callable[[], Iterator[T]]) -> "SimpleQueue[tuple[bool, Any]]":
    """Go through an iterator in a thread that nobody has to wait for.

    The queue gets (False, item) for every item and at last (True, exception or None).
    """
    queue: SimpleQueue[tuple[bool, Any]] = SimpleQueue()

    def work() -> None:
        try:
            for item in yielding():
                queue.put((False, item))
        except Exception as error:
            queue.put((True, error))
        else:
            queue.put((True, None))

    Thread(target=work, daemon=True).start()
    return queue


def _within(seconds: float, call: Callable[[], T]) -> T:
    """Return what a call returns; raise TimeoutError if that takes longer."""
    try:
        done, result = _start(lambda: iter([call()])).get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if done:
        raise result
    return result  # type: ignore[no-any-return]
