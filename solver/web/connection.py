"""A connection that is held to time and number, whoever is at its other end.

uvicorn bounds how long a connection is idle between two requests, and how many bytes the head of
a request has. Here is what it leaves open: how long that head, and the whole reply, may take.
"""

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.h11_impl import H11Protocol

from solver.language import _
from solver.web.guard import HEADERS
from solver.web.questions import Reply, refuse

MOST_CONNECTIONS = 1000

HEAD_SECONDS = 20.0
"""From the start of a connection, or the last reply, to a whole request: time to take that reply,
and time in which nothing happens, included.
"""

REPLY_SECONDS = 60.0
"""From a whole request to the reply; more than waiting and answering may take."""


class Connection(H11Protocol):
    """A connection."""

    _timer: asyncio.TimerHandle | None = None
    _replying = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; one connection too many is told so, and closed."""
        super().connection_made(transport)  # type: ignore[arg-type]  # as asyncio calls it
        self._begin_to_count()
        if len(self.connections) > MOST_CONNECTIONS:
            message = _("too many connections; ask again in some seconds")
            self._refuse(refuse(HTTPStatus.SERVICE_UNAVAILABLE, message))

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what the other end sends."""
        super().data_received(data)
        if self._is_replying() and not self._replying:
            self._begin_to_count()

    def on_response_complete(self) -> None:
        """Wait for the next request, or begin with it if it has come already."""
        super().on_response_complete()
        self._begin_to_count()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no request; a reply that is being sent cannot be finished then."""
        if self._is_replying():
            self.transport.abort()
        else:
            message = _("this is no HTTP, or the head of the request is too long")
            self._refuse(refuse(HTTPStatus.BAD_REQUEST, message))

    def _is_replying(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _begin_to_count(self) -> None:
        """Give the other end its time anew, for whatever comes next."""
        if self._timer is not None:
            self._timer.cancel()
        self._replying = self._is_replying()
        seconds = REPLY_SECONDS if self._replying else HEAD_SECONDS
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _refuse(self, reply: Reply) -> None:
        status = HTTPStatus(reply.status)
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(reply.body)),
            "Cache-Control": "no-store",
            "Connection": "close",
            **HEADERS,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        self.transport.write(f"{line}{head}\r\n".encode() + reply.body)
        self.transport.close()
