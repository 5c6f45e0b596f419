"""Dask clusters on this machine: the same tables, byte for byte, whatever happens to workers.

Everything listens on 127.0.0.1 only, and ends with the test that started it.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster
from joblib import delayed

from solver.engine.equilibrium import solve_exactly
from solver.engine.workers import Run, Task
from solver.errors import ClusterError
from solver.game.presets import find_rules
from solver.study import cluster
from solver.study.solve import solve_game
from tests.checks import one_line
from tests.commands.running import ask

# They start schedulers and workers and wait for time to run out, which takes quiet machines.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GAME = find_rules("jetons{pot=4}")

MOST_SECONDS = 240.0
"""After this whatever a test started is killed, so that it fails instead of waiting for ever."""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of `GAME` for three players, solved by this process alone."""
    return solve_game(GAME, 3, folder=tmp_path_factory.mktemp("alone")).path.read_bytes()


def _with_pid(function: Callable[..., Any], arguments: Any, named: Any) -> tuple[int, Any]:
    return os.getpid(), function(*arguments, **named)


def _noting(run: Run, note: Callable[[int], None]) -> Run:
    """A way to run tasks that tells of each result which process it comes from."""

    def noted(tasks: Iterable[Task]) -> Iterator[Any]:
        for pid, result in run(delayed(_with_pid)(*task) for task in tasks):
            note(pid)
            yield result

    return noted


@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
def test_two_processes_make_the_table_that_one_makes(alone: bytes, tmp_path: Path) -> None:
    pids: list[int] = []
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
            dashboard_address=None,
        ) as local,
        cluster.on_cluster(local.scheduler_address) as run,
    ):  # fmt: skip
        solved = solve_game(GAME, 3, folder=tmp_path, run=_noting(run, pids.append))
    assert solved.path.read_bytes() == alone
    assert len(set(pids)) == 2
    assert os.getpid() not in pids


class _ByHand:
    """A scheduler and workers started as from a shell; settings are those of Dask."""

    def __init__(self, **settings: str) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self._settings = settings
        self._deadline = threading.Timer(MOST_SECONDS, self._kill)
        self._deadline.start()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))

    def _start(self, *arguments: str, path: Path = ROOT) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=path,
            env=os.environ | self._settings | {"PYTHONPATH": str(path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def worker(self, path: Path = ROOT) -> "subprocess.Popen[bytes]":
        """Start a worker of one thread, which imports from ``path``."""
        return self._start(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
            path=path,
        )  # fmt: skip

    def wait_for(self, workers: int) -> None:
        """Return when so many workers have come."""
        with Client(self.address, timeout=60, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=60)

    def end(self) -> None:
        """End whatever still runs."""
        self._deadline.cancel()
        self._kill()

    def _kill(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@contextmanager
def _by_hand(workers: int, **settings: str) -> Iterator[_ByHand]:
    started = _ByHand(**settings)
    try:
        for _ in range(workers):
            started.worker()
        started.wait_for(workers)
        yield started
    finally:
        started.end()


@pytest.fixture
def by_hand() -> Iterator[_ByHand]:
    """A scheduler and two workers."""
    with _by_hand(workers=2) as started:
        yield started


def test_a_worker_killed_half_way_costs_its_task_only(
    by_hand: _ByHand, alone: bytes, tmp_path: Path
) -> None:
    workers = {process.pid: process for process in by_hand.processes[1:]}
    pids: list[int] = []
    killed: list[int] = []

    def note(pid: int) -> None:
        pids.append(pid)
        if set(pids) == set(workers) and not killed:
            killed.append(pid)
            workers[pid].kill()

    with cluster.on_cluster(by_hand.address) as run:
        solved = solve_game(GAME, 3, folder=tmp_path, run=_noting(run, note))
    assert solved.path.read_bytes() == alone
    assert set(pids) == set(workers)
    assert len(pids) > pids.index(killed[0]) + 10
    assert workers[killed[0]].wait() == -signal.SIGKILL
    (survivor,) = set(workers) - set(killed)
    assert workers[survivor].poll() is None
    assert pids[-1] == survivor


def _refusal(address: str) -> str:
    """Why a cluster is not taken, in one line and before long."""
    began = time.monotonic()
    with pytest.raises(ClusterError) as refused, cluster.on_cluster(address):
        pytest.fail("it was taken")
    assert time.monotonic() - began < cluster.CONNECT_SECONDS + cluster.IMPORT_SECONDS
    return one_line(refused.value)


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        expected = f"no Dask scheduler answers at {address} within 0.5 seconds"
        assert _refusal(address).startswith(expected)
        done = ask("solve", "jambes", "--dask", address)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert expected in done.err
        silent.listen()  # takes the connection, and says nothing
        assert _refusal(address).startswith(expected)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[_ByHand]:
    """A scheduler without workers."""
    with _by_hand(workers=0) as started:
        yield started


@contextmanager
def _one_worker(scheduler: _ByHand, path: Path = ROOT) -> Iterator[str]:
    """Start a worker and yield the address of its scheduler; both are as before afterwards."""
    worker = scheduler.worker(path)
    try:
        scheduler.wait_for(1)
        yield scheduler.address
    finally:
        worker.kill()
        worker.wait()


def test_a_cluster_without_workers(scheduler: _ByHand) -> None:
    address = scheduler.address
    assert _refusal(address).startswith(f"the cluster at {address} has no workers; start some")


def test_workers_without_the_solver(scheduler: _ByHand, tmp_path: Path) -> None:
    # It may be installed in this environment: what is found first says that it is not.
    missing = "raise ModuleNotFoundError(\"No module named 'solver'\")"
    (tmp_path / "solver.py").write_text(missing)
    with _one_worker(scheduler, path=tmp_path) as address:
        assert re.fullmatch(
            rf"tcp://127\.0\.0\.1:\d+ of the cluster at {address} cannot run the solver "
            r"\(.*No module named 'solver'.*\); install solver-421 \S+ there",
            _refusal(address),
        )


def test_workers_with_another_source(scheduler: _ByHand, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "solver", tmp_path / "solver")
    with (tmp_path / "solver" / "engine" / "turn.py").open("a") as changed:
        changed.write("# changed\n")
    with _one_worker(scheduler, path=tmp_path) as address:
        assert "has solver-421 source " in _refusal(address)


def test_a_cluster_of_another_version(scheduler: _ByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    with _one_worker(scheduler) as address:
        monkeypatch.setattr(cluster, "__version__", "99.0")
        assert re.search(r" has solver-421 \S+, but here it is 99\.0; install", _refusal(address))
        monkeypatch.setattr("platform.python_version_tuple", lambda: ("3", "99", "1"))
        assert re.search(r" has Python 3\.\d+, but here it is 3\.99; install", _refusal(address))


def test_a_single_core_is_worked_with(scheduler: _ByHand) -> None:
    pids: list[int] = []
    with _one_worker(scheduler) as address, cluster.on_cluster(address) as run:
        solved = solve_exactly(find_rules("jambes"), 3, run=_noting(run, pids.append))
    assert solved == solve_exactly(find_rules("jambes"), 3)
    assert set(pids) == {scheduler.processes[-1].pid}


def test_a_fault_in_a_task_is_told(scheduler: _ByHand) -> None:
    with _one_worker(scheduler) as address, cluster.on_cluster(address) as run:
        with pytest.raises(ClusterError, match="failed: ZeroDivisionError: "):
            list(run(delayed(divmod)(1, number) for number in (2, 1, 0, 1)))
        assert list(run(delayed(divmod)(1, number) for number in (1, 2))) == [(1, 0), (0, 1)]


def test_a_task_that_its_workers_die_of_is_told() -> None:
    with (
        _by_hand(workers=2, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as started,
        cluster.on_cluster(started.address) as run,
        pytest.raises(ClusterError, match="failed: KilledWorker: "),
    ):
        list(run([delayed(os.abort)()]))


SOLVE_KEEPING_EVERYTHING = """
import sys, cli
from solver.study import cluster, solve
solve.CHECKPOINT_SECONDS, solve.CHECKPOINT_SHARE, cluster.PATIENCE_SECONDS = 0, 1e9, 1
sys.exit(cli.run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        (slice(0, 1), "the Dask scheduler at {} does not answer any more"),
        (slice(1, 3), "the cluster at {} has lost all its workers; start some with: dask worker "),
    ],
)
def test_a_lost_cluster_is_told_and_what_it_did_is_kept(
    lost: slice, why: str, by_hand: _ByHand, alone: bytes, tmp_path: Path
) -> None:
    arguments = ("solve", GAME.name, "--players", "3", "--folder", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE_KEEPING_EVERYTHING, *arguments, "--dask", by_hand.address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not any(tmp_path.glob("*.part")):
        assert process.poll() is None
        time.sleep(0.01)
    for ended in by_hand.processes[lost]:
        ended.kill()
    out, err = process.communicate()
    told = [line for line in err.splitlines() if not line.startswith("solving ")]
    assert (process.returncode, out, len(told)) == (1, "", 1), err
    assert told[0].startswith(f"421: {why.format(by_hand.address)}")
    begun: list[int] = []
    solved = solve_game(GAME, 3, lambda done, _: begun.append(done), tmp_path)
    assert begun[0] > 1
    assert solved.path.read_bytes() == alone
