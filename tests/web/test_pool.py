"""The processes that answer: bounded in number and time, and replaced when they are lost."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import quote

import pytest

from solver.web import pool as pools
from solver.web.pool import Pool
from solver.web.questions import Reply, answer
from tests.web.asking import here

QUICK = ("hands", "first=643&second=554")
SLOW = ("advise", f"position={quote('round 8 | roll 641 left 2')}")
LARGE = ("value", f"position={quote('jetons{pot=41}: start 2')}")


@pytest.fixture(autouse=True)
def _one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_WORKERS", 1)


@asynccontextmanager
async def running() -> AsyncIterator[Pool]:
    pool = Pool()
    await pool.start()
    try:
        yield pool
    finally:
        await pool.end()


def with_pool(act: Callable[[Pool], Awaitable[None]]) -> None:
    async def run() -> None:
        async with running() as pool:
            await act(pool)

    asyncio.run(asyncio.wait_for(run(), timeout=60))


def process_of(pool: Pool) -> int:
    """The process of the only worker."""
    (worker,) = pool._workers
    assert worker._process is not None
    return worker._process.pid


def test_workers_answer_as_this_process_does() -> None:
    async def act(pool: Pool) -> None:
        for name, query in (QUICK, LARGE, ("advise", "position=nix&lang=fr"), ("games", "")):
            assert await pool.ask(name, query) == await here(name, query)

    with_pool(act)


def test_what_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(pool: Pool) -> None:
        await pool.ask(*QUICK)
        before = process_of(pool)
        with monkeypatch.context() as hurried:
            hurried.setattr(pools, "ANSWER_SECONDS", 1.0)
            slow = await pool.ask(*SLOW)
        assert slow.status == 504
        assert slow.body.decode() == (
            '{"error": "no answer in 1 seconds; the command line takes as long as it needs"}\n'
        )
        with pytest.raises(ProcessLookupError):
            os.kill(before, 0)
        assert (await pool.ask(*QUICK)).status == 200
        assert process_of(pool) != before

    with_pool(act)


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def act(pool: Pool) -> None:
        await pool.ask(*QUICK)
        asked = asyncio.create_task(pool.ask(*SLOW))
        await asyncio.sleep(0.1)
        os.kill(process_of(pool), signal.SIGKILL)
        lost = await asked
        assert (lost.status, lost.lasting) == (500, False)
        assert b"the process that was to answer has ended; ask again" in lost.body
        assert (await pool.ask(*QUICK)).status == 200
        # Also one that is lost while nothing is asked.
        os.kill(process_of(pool), signal.SIGKILL)
        await asyncio.sleep(0.1)
        assert (await pool.ask(*QUICK)).status == 200

    with_pool(act)


def test_workers_do_not_outlive_the_pool() -> None:
    pids = []

    async def act(pool: Pool) -> None:
        pids.append(process_of(pool))
        waiting = asyncio.create_task(pool.ask(*SLOW))
        await asyncio.sleep(0.1)
        waiting.cancel()

    with_pool(act)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def stand_in(
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[pools.Worker, str, str], Awaitable[Reply]],
) -> None:
    """Have workers answer in this process."""

    async def start(_worker: pools.Worker) -> None:
        pass

    monkeypatch.setattr(pools.Worker, "start", start)
    monkeypatch.setattr(pools.Worker, "ask", ask)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What comes to workers, each of which takes a while, and runs in this process."""
    queries: list[str] = []

    async def ask(_worker: pools.Worker, name: str, query: str) -> Reply:
        queries.append(query)
        await asyncio.sleep(0.05)
        return answer(name, query)

    stand_in(monkeypatch, ask)
    return queries


def test_equal_questions_are_answered_once(asked: list[str]) -> None:
    async def act(pool: Pool) -> None:
        replies = await asyncio.gather(*(pool.ask(*QUICK) for _again in range(50)))
        assert len(set(replies)) == 1
        assert asked == [QUICK[1]]
        await pool.ask(*QUICK)
        assert len(asked) == 2  # to remember answers is for somebody else

    with_pool(act)


def test_whoever_leaves_leaves_others_their_answer(asked: list[str]) -> None:
    async def act(pool: Pool) -> None:
        first = asyncio.create_task(pool.ask(*QUICK))
        second = asyncio.create_task(pool.ask(*QUICK))
        await asyncio.sleep(0.01)
        first.cancel()
        assert (await second).status == 200
        assert len(asked) == 1

    with_pool(act)


def test_too_many_questions_are_refused(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    monkeypatch.setattr(pools, "MOST_WAITING", 3)

    async def act(pool: Pool) -> None:
        queries = [f"target={target}&lang=fr" for target in (421, 111, 666, 555, 444)]
        replies = await asyncio.gather(*(pool.ask("odds", query) for query in queries))
        assert [reply.status for reply in replies] == [200, 200, 200, 503, 503]
        assert "quelques secondes" in replies[-1].body.decode()
        assert asked == queries[:3]
        assert (await pool.ask("odds", queries[-1])).status == 200

    with_pool(act)


def test_who_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "WAIT_SECONDS", 0.05)
    over = asyncio.Event()

    async def ask(_worker: pools.Worker, name: str, query: str) -> Reply:
        await over.wait()
        return answer(name, query)

    stand_in(monkeypatch, ask)

    async def act(pool: Pool) -> None:
        first = asyncio.create_task(pool.ask(*QUICK))
        await asyncio.sleep(0.01)
        late = await pool.ask("odds", "target=421")
        assert late.status == 503
        assert b"too much is asked at once" in late.body
        over.set()
        assert (await first).status == 200
        assert (await pool.ask("odds", "target=421")).status == 200

    with_pool(act)


def test_who_knows_a_state_is_asked_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    async def ask(worker: pools.Worker, name: str, query: str) -> Reply:
        asked.append(id(worker))
        await asyncio.sleep(0)
        return answer(name, query)

    monkeypatch.setattr(pools, "MOST_WORKERS", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    stand_in(monkeypatch, ask)

    async def act(pool: Pool) -> None:
        for state in ("round 2", "round 3", "round 2", "legs 2,1", "round 3", "round 2"):
            query = f"position={quote(f'{state} | roll 641 left 0')}"
            assert (await pool.ask("advise", query)).status == 200
        one, two, three = asked[0], asked[1], asked[3]
        assert asked == [one, two, one, three, two, one]
        assert len({one, two, three}) == 3
        # Somebody else is asked while the one who knows is at it.
        await asyncio.gather(pool.ask("advise", query), pool.ask("explain", query))
        assert asked[6:] == [one, three]

    with_pool(act)


def test_as_many_workers_as_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_WORKERS", 8)
    for processors, workers in ((None, 1), (1, 1), (3, 3), (64, 8)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        assert len(Pool()._workers) == workers
