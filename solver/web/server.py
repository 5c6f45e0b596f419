"""The server: a socket, and connections that are held to time and number."""

import asyncio
import socket

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from solver.web.app import make_app
from solver.web.guard import LONGEST_TARGET, is_loopback

KEPT_OPEN_SECONDS = 15
"""How long a connection may be idle between two requests."""

HEAD_BYTES = 2 * LONGEST_TARGET


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; of port 0 the system chooses one that is free.

    Raises:
        OSError: the port is taken, or the host is not of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address to open in a browser."""
    port = listening.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(listening: socket.socket, host: str) -> None:
    """Answer until the process is interrupted, or told to end."""
    names = (host, *_LOCAL_NAMES) if is_loopback(host) else ()
    config = uvicorn.Config(
        make_app(hosts=names),
        http=H11Protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEPT_OPEN_SECONDS,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


_LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
