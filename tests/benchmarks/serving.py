"""How many questions a server answers: ``python -m tests.benchmarks.serving`` measures it.

Some connections ask one question after the other, as a cache in front would. Counted is the
processor time of the server, and of the workers that compute for it, since the clock also
shows whatever else the machine does, the clients included.
"""

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep
from solver.game.notation import format_position, parse_position
from solver.study.quiz.progress import Progress
from solver.study.quiz.questions import draw_questions
from tests.web.asking import address
from tests.web.serving import Served, connected, fetch, read_reply, request, serving

CONNECTIONS = 16
TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    """Requests of one kind: how many are sent, what for, and with which further lines."""

    name: str
    times: int
    targets: tuple[str, ...]
    lines: tuple[str, ...] = ()


def processor_seconds(process: int) -> float:
    """The time that a process has computed until now."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def workers_of(process: int) -> list[int]:
    """The processes that a process has started."""
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def follower_decisions() -> list[str]:
    """Every decision of the second of two players, in an order of chance."""
    hands = [format_keep(hand) for hand in range(len(HANDS))]
    positions = [
        f"round 2 | seen {seen} in 3 | roll {roll} left {left}"
        for seen in hands
        for roll in hands
        for left in (1, 2)
    ]
    Random(421).shuffle(positions)
    return [address("advise", {"position": position}) for position in positions]


def game_decisions(times: int) -> list[str]:
    """Decisions of a game of two, each in another state."""
    drawn = draw_questions(parse_position("jetons: start 2"), Random(421), Progress().weights())
    positions = (format_position(question.position) for question in islice(drawn, times))
    return [address("advise", {"position": position}) for position in positions]


async def ask_all(server: Served, load: Load) -> float:
    """Send all requests of a load, and return how long that took by the clock."""
    left = iter(islice(cycle(load.targets), load.times))

    async def ask_some(targets: Iterator[str]) -> None:
        async with connected(server.port) as (reader, writer):
            for target in targets:
                writer.write(request(target, *load.lines))
                reply = await read_reply(reader, body=not load.lines)
                assert reply.status in (200, 304), reply

    began = time.perf_counter()
    await asyncio.gather(*(ask_some(left) for _connection in range(CONNECTIONS)))
    return time.perf_counter() - began


def measure(server: Served, load: Load) -> str:
    """Return a row of the table."""
    processes = [server.process.pid, *workers_of(server.process.pid)]
    before = [processor_seconds(process) for process in processes]
    seconds = asyncio.run(ask_all(server, load))
    spent = [
        processor_seconds(process) - earlier
        for process, earlier in zip(processes, before, strict=True)
    ]
    own, workers = spent[0] / load.times, sum(spent[1:]) / load.times
    return (
        f"| {load.name} | {1 / own:,.0f} | {own * 1e6:,.0f} µs | {workers * 1e6:,.0f} µs "
        f"| {load.times / seconds:,.0f} |"
    )


def main() -> None:
    """Print the table."""
    with serving() as server:
        same = address("advise", {"position": "round 2 | roll 641 left 2"})
        etag = asyncio.run(fetch(same, server.port)).head.partition("etag: ")[2].split("\r")[0]
        decisions = follower_decisions()
        games = game_decisions(500)
        print("| asked for | a second of processor time | server | workers | by the clock |")
        print("| --- | --- | --- | --- | --- |")
        for load in (
            Load("the same advice", 5000, (same,)),
            Load("the same, which the cache has", 5000, (same,), (f"If-None-Match: {etag}",)),
            Load("the page", 5000, ("/",)),
            Load("advice on decisions of a round", len(decisions), tuple(decisions)),
            Load("advice in states of a game", len(games), tuple(games)),
        ):
            print(measure(server, load), flush=True)


if __name__ == "__main__":
    main()
