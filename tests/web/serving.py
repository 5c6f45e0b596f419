"""A server as users start it, in a process of its own, and clients that speak to it plainly."""

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from tests.commands.running import COMMAND, environment


@dataclass(frozen=True)
class Served:
    """A server that runs, and where."""

    process: subprocess.Popen[str]
    port: int


@contextmanager
def serving(*arguments: str, **variables: str) -> Iterator[Served]:
    """Start ``421 serve`` at a port that is free, and end it."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *arguments],
        env=environment(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"http://[^ ]+:([0-9]+)/\n", line)
            assert found is not None, (line, process.stderr and process.stderr.read())
            yield Served(process, int(found[1]))
        finally:
            if process.poll() is None:
                process.kill()


@dataclass(frozen=True)
class Reply:
    """What came back on a connection."""

    status: int
    head: str
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def request(target: str, *lines: str, method: str = "GET", host: str = "127.0.0.1") -> bytes:
    """The bytes of a request; the connection stays open, if no line says otherwise."""
    head = (f"{method} {target} HTTP/1.1", f"Host: {host}", *lines)
    return "".join(f"{line}\r\n" for line in (*head, "")).encode()


async def read_reply(reader: asyncio.StreamReader, *, body: bool = True) -> Reply:
    """Read one reply."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    found = re.search(r"(?i)^content-length: ([0-9]+)\r$", head, re.MULTILINE)
    length = int(found[1]) if found and body else 0
    return Reply(int(head.split(" ")[1]), head, await reader.readexactly(length))


@asynccontextmanager
async def connected(
    port: int,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the server of this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def fetch(
    target: str, port: int, *lines: str, method: str = "GET", host: str = "127.0.0.1"
) -> Reply:
    """Send one request on a connection of its own."""
    async with connected(port) as (reader, writer):
        writer.write(request(target, *lines, method=method, host=host))
        return await read_reply(reader, body=method != "HEAD")


def get(target: str, port: int, method: str = "GET", host: str = "127.0.0.1") -> Reply:
    """The same, outside any loop."""
    return asyncio.run(fetch(target, port, method=method, host=host))
