"""Asks the application inside this process, without a socket."""

import asyncio
import json
import sys
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from starlette.types import ASGIApp, Message

from solver.web.app import API, make_app
from solver.web.content import JSON, Content, content_of
from solver.web.questions import Reply, answer

PAGE: Mapping[str, Content] = {
    "/": content_of(b"<!doctype html>", "text/html; charset=utf-8", "no-cache"),
    "/data.json": content_of(b"{}", JSON, "no-cache"),
}
"""A page that nobody works on."""


@dataclass(frozen=True)
class Got:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body, parse_constant=_refuse_constant)


async def here(name: str, query: str) -> Reply:
    """Answer a question in this process, as a worker does in its own."""
    sys.set_int_max_str_digits(0)
    return answer(name, query)


def app() -> ASGIApp:
    """An application that answers in this process."""
    return make_app(here, files=PAGE)


def address(name: str, parameters: Mapping[str, object] | None = None) -> str:
    """The path and query of a question."""
    query = urlencode({} if parameters is None else parameters, quote_via=quote)
    return f"{API}/{name}?{query}" if query else f"{API}/{name}"


async def send(
    application: ASGIApp,
    target: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
) -> Got:
    """What the application sends for a request."""
    path, _, query = target.partition("?")
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def keep(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "server": ("127.0.0.1", 80),
        "headers": [
            (name.lower().encode(), value.encode()) for name, value in (headers or {}).items()
        ],
    }
    await application(scope, receive, keep)
    start, *parts = sent
    return Got(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(part["body"] for part in parts),
    )


def run(sending: Coroutine[None, None, Got]) -> Got:
    """Run one exchange in a loop of its own."""
    return asyncio.run(sending)


def get(target: str, application: ASGIApp | None = None, **headers: str) -> Got:
    """What is got from an application, by default one that answers in this process."""
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return run(send(application or app(), target, headers=fields))


def ask(name: str, **parameters: object) -> Got:
    """What is got for a question."""
    return get(address(name, parameters))


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")
