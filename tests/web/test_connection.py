"""Connections whose other end is slow, greedy or speaks no HTTP, at a server in this process."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest

from solver.web import connection
from solver.web.app import make_app
from solver.web.content import Content, content_of
from solver.web.pool import Ask
from solver.web.questions import Reply
from solver.web.server import HEAD_BYTES, listen, server_of
from tests.web.asking import PAGE, address, here
from tests.web.serving import connected, fetch, read_reply, request

HANDS = address("hands", {"first": "643", "second": "554"})


@asynccontextmanager
async def running(files: dict[str, Content] | None = None, ask: Ask = here) -> AsyncIterator[int]:
    """A server that answers in this process; yields its port."""
    listening = listen("127.0.0.1", 0)
    server = server_of(make_app(ask, files={**PAGE, **(files or {})}))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def with_server(
    act: Callable[[int], Awaitable[None]], files: dict[str, Content] | None = None
) -> None:
    async def run() -> None:
        async with running(files) as port:
            await act(port)

    asyncio.run(asyncio.wait_for(run(), timeout=60))


async def closing(reader: asyncio.StreamReader) -> None:
    """Wait until the server closes a connection; whoever runs this does not wait for ever."""
    with suppress(ConnectionError):
        await reader.read()


def test_a_request_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.4)

    async def act(port: int) -> None:
        async def send_slowly(part: bytes) -> None:
            """Send the same again and again, which is never a whole request."""
            async with connected(port) as (reader, writer):
                writer.write(b"GET / HTTP/1.1\r\n" if part else b"")
                closed = asyncio.create_task(closing(reader))
                with suppress(ConnectionError):
                    while not closed.done():
                        writer.write(part)
                        await asyncio.sleep(0.05)
                await closed

        async def ask_once_and_wait() -> None:
            async with connected(port) as (reader, writer):
                writer.write(request(HANDS))
                await read_reply(reader)
                writer.write(b"GET ")
                await closing(reader)

        await asyncio.gather(send_slowly(b""), send_slowly(b"X-A: 1\r\n"), ask_once_and_wait())

    with_server(act)


@pytest.mark.parametrize("lines", [(), ("Connection: close",)])
def test_whoever_takes_no_reply_is_left(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.4)
    large = content_of(bytes(30_000_000), "text/css", "no-cache")

    async def act(port: int) -> None:
        async with connected(port) as (reader, writer):
            writer.write(request("/large.css", *lines))
            await asyncio.sleep(1)
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(len(large.data))
        # Whoever takes it gets it.
        monkeypatch.undo()
        assert (await fetch("/large.css", port)).body == large.data

    with_server(act, {"/large.css": large})


def test_requests_on_one_connection_have_time_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 2.0)

    async def act(port: int) -> None:
        async with connected(port) as (reader, writer):
            for _request in range(4):
                await asyncio.sleep(0.6)
                writer.write(request(HANDS))
                assert (await read_reply(reader)).status == 200
            # Two at once are answered in order.
            writer.write(request(HANDS) + request("/nothing"))
            assert [(await read_reply(reader)).status for _request in range(2)] == [200, 404]

    with_server(act)


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello in TLS\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * (HEAD_BYTES + 70_000),
        b"\r\n" * 20_000,
    ],
    ids=lambda sent: repr(sent[:30]),
)
def test_what_is_no_request_is_refused(sent: bytes) -> None:
    async def act(port: int) -> None:
        async with connected(port) as (reader, writer):
            writer.write(sent)
            reply = await read_reply(reader)
            assert reply.status == 400
            assert reply.json() == {
                "error": "this is no HTTP, or the head of the request is too long"
            }
            assert "content-security-policy: default-src 'none'" in reply.head.lower()
            with suppress(ConnectionError):
                assert await reader.read() == b""
        assert (await fetch(HANDS, port)).status == 200

    with_server(act)


def test_what_breaks_off_in_the_middle_of_a_request_gets_no_reply() -> None:
    """It is being answered already when its body turns out to be none."""
    broken = request(HANDS, "Transfer-Encoding: chunked") + b"no length\r\n"

    async def act(port: int) -> None:
        async with connected(port) as (reader, writer):
            writer.write(broken)
            with suppress(ConnectionError):
                assert await reader.read() == b""
        assert (await fetch(HANDS, port)).status == 200

    with_server(act)


def test_what_is_no_request_does_not_get_into_a_reply() -> None:
    large = content_of(bytes(30_000_000), "text/css", "no-cache")

    async def act(port: int) -> None:
        async with connected(port) as (reader, writer):
            writer.write(request("/large.css") + b"\x00\x00 nonsense\r\n\r\n")
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reply = await read_reply(reader)
                assert reply.body == large.data
        assert (await fetch(HANDS, port)).status == 200

    with_server(act, {"/large.css": large})


def test_one_connection_too_many_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 2)

    async def act(port: int) -> None:
        async with AsyncExitStack() as kept:
            reader, writer = await kept.enter_async_context(connected(port))
            await kept.enter_async_context(connected(port))
            await asyncio.sleep(0.1)
            refused = await fetch(HANDS, port)
            assert refused.status == 503
            assert refused.json() == {"error": "too many connections; ask again in some seconds"}
            assert "connection: close" in refused.head.lower()
            writer.write(request(HANDS))
            assert (await read_reply(reader)).status == 200
        await asyncio.sleep(0.1)
        assert (await fetch(HANDS, port)).status == 200

    with_server(act)


def test_replies_are_sent_at_once() -> None:
    """Head and body are written one after the other: the body must not wait for the first."""
    delays: list[int] = []

    class Watched(connection.Connection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            accepted = transport.get_extra_info("socket")
            delays.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def act(port: int) -> None:
        assert (await fetch(HANDS, port)).status == 200

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("solver.web.server.Connection", Watched)
        with_server(act)
    assert delays == [1]


def test_a_fault_of_the_server_is_told_in_one_line() -> None:
    async def fail(_name: str, _query: str) -> Reply:
        raise ZeroDivisionError("division by zero")

    async def run() -> None:
        async with running(ask=fail) as port:
            for _again in range(2):
                got = await fetch(HANDS, port)
                assert got.status == 500
                assert got.json() == {"error": "a fault of the solver, ZeroDivisionError"}
                assert "content-security-policy" in got.head.lower()

    asyncio.run(run())


def test_upgrades_are_not_followed() -> None:
    async def act(port: int) -> None:
        lines = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        assert (await fetch(HANDS, port, *lines)).status == 200

    with_server(act)
