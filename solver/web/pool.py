"""Processes that answer questions: so many, each one question at a time, none for too long.

What takes too long is stopped by ending its process, which another one replaces: nothing that
is asked can hold a processor for ever, whatever it costs to answer.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import unquote_plus

from solver.language import _, marked, speaking
from solver.web.questions import Reply, language_of, refuse
from solver.web.worker import LENGTH_BYTES, pack_question, unpack_reply

Ask = Callable[[str, str], Awaitable[Reply]]
"""What answers a question, by its name and the text of its query."""

ANSWER_SECONDS = 20.0
"""What an answer may take to be computed."""

WAIT_SECONDS = 5.0
"""What a question may wait until a process is free."""

MOST_WAITING = 1000
MOST_WORKERS = 8

WORK = "import sys; sys.path[:] = sys.argv[1:]; from solver.web.worker import main; main()"
"""What a process runs: it finds the solver, and all that it needs, where this one does."""

TOO_BUSY = marked("too much is asked at once; ask again in some seconds")
TOO_SLOW = marked("no answer in {seconds} seconds; the command line takes as long as it needs")
LOST = marked("the process that was to answer has ended; ask again")


class Worker:
    """A process that answers.

    ``last`` is the state that it was asked about last, whose round it remembers.
    """

    def __init__(self) -> None:
        self.last = ""
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, name: str, query: str) -> Reply:
        """Return the reply; if it takes too long, or the process dies of it, one that says so."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._ask(name, query)
        except TimeoutError:
            await self.end()
            return _refuse(HTTPStatus.GATEWAY_TIMEOUT, query, TOO_SLOW)
        except (OSError, asyncio.IncompleteReadError):
            await self.end()
            return _refuse(HTTPStatus.INTERNAL_SERVER_ERROR, query, LOST)

    async def _ask(self, name: str, query: str) -> Reply:
        process = await self.start()
        assert process.stdin is not None, "a pipe"
        assert process.stdout is not None, "a pipe"
        process.stdin.write(pack_question(name, query))
        await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH_BYTES)
        return unpack_reply(await process.stdout.readexactly(int.from_bytes(head, "big")))

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process, if it does not run; what it loads first, it loads meanwhile."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", WORK, *sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # an interrupt from the terminal is for the server alone
            )
        return self._process

    async def end(self) -> None:
        """End the process at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.communicate()


class Pool:
    """Answers questions by workers; equal ones that come together are answered once."""

    def __init__(self) -> None:
        self._workers = [Worker() for _worker in range(min(os.cpu_count() or 1, MOST_WORKERS))]
        self._free: list[Worker] = []
        self._some_free = asyncio.Semaphore(0)
        self._asked: dict[tuple[str, str], asyncio.Task[Reply]] = {}

    async def start(self) -> None:
        """Start the processes."""
        for worker in self._workers:
            await worker.start()
            self._give_back(worker)

    async def end(self) -> None:
        """End the processes, whatever they are at."""
        for task in self._asked.values():
            task.cancel()
        for worker in self._workers:
            await worker.end()

    async def ask(self, name: str, query: str) -> Reply:
        """Return the reply to a question; if there is none in time, one that says so."""
        question = name, query
        if question not in self._asked:
            if len(self._asked) >= MOST_WAITING:
                return _refuse(HTTPStatus.SERVICE_UNAVAILABLE, query, TOO_BUSY)
            task = asyncio.create_task(self._answer(*question))
            self._asked[question] = task
            task.add_done_callback(lambda _task: self._asked.pop(question))
        return await asyncio.shield(self._asked[question])

    async def _answer(self, name: str, query: str) -> Reply:
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._some_free.acquire()
        except TimeoutError:
            return _refuse(HTTPStatus.SERVICE_UNAVAILABLE, query, TOO_BUSY)
        worker = self._take(unquote_plus(query).partition("|")[0])
        try:
            return await worker.ask(name, query)
        finally:
            self._give_back(worker)

    def _take(self, state: str) -> Worker:
        """The free worker that was asked about a state last, or else the one idle for longest."""
        knowing = (worker for worker in self._free if worker.last == state)
        worker = next(knowing, self._free[0])
        self._free.remove(worker)
        worker.last = state
        return worker

    def _give_back(self, worker: Worker) -> None:
        self._free.append(worker)
        self._some_free.release()


def _refuse(status: HTTPStatus, query: str, message: str) -> Reply:
    """The reply that has no answer, in the language that is asked for."""
    with speaking(language_of(query)):
        return refuse(status, _(message).format(seconds=round(ANSWER_SECONDS)))
