"""What is refused before anybody looks at it, and what every reply carries.

A page of another site may have its name resolve to this machine, to read what is served here
(DNS rebinding); so a server on the loopback interface answers only to its own names.
"""

from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver.game.words import quote
from solver.language import _, marked, speaking
from solver.web.questions import Reply, language_of, refuse

LONGEST_TARGET = 8000
"""Bytes of a path with its query; a position has at most 5,000 characters."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

OTHER_NAME = marked("this server does not go by the name {host}")
TOO_LONG = marked("an address has at most {most} bytes")
BODY = marked("a question has no body; all is in its address")


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach what listens at a host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """An application that refuses what is wrong with a request as such, and passes on the rest.

    ``hosts`` are the names that it answers to; all, if there are none.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = ()) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        fault = self._fault(scope)
        app = self._app if fault is None else _refusal(scope, *fault)
        await app(scope, receive, send_with_headers)

    def _fault(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """What is wrong with a request: the status, and a text that is marked."""
        headers = Headers(scope=scope)
        if self._hosts and _name_of(headers.get("host", "")) not in self._hosts:
            return HTTPStatus.BAD_REQUEST, OTHER_NAME
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_TARGET:
            return HTTPStatus.REQUEST_URI_TOO_LONG, TOO_LONG
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return HTTPStatus.BAD_REQUEST, BODY
        return None


def _refusal(scope: Scope, status: HTTPStatus, message: str) -> Response:
    found = Headers(scope=scope).get("host", "")
    with speaking(language_of(scope["query_string"].decode("latin-1"))):
        said = _(message).format(most=LONGEST_TARGET, host=quote(found))
    return response_to(refuse(status, said))


def response_to(reply: Reply) -> Response:
    """Return a reply that is no answer as a response, which is not to be kept anywhere."""
    return Response(
        reply.body,
        reply.status,
        {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"},
        "application/json",
    )


def _name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).strip("[]").lower()
