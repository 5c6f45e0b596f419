"""The server: a socket that listens, and what answers at it."""

import asyncio
import os
import socket
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from solver.errors import SolverError
from solver.files import why_refused
from solver.language import LANGUAGES, _, speaking
from solver.web.app import make_app
from solver.web.connection import MOST_CONNECTIONS, Connection
from solver.web.guard import LONGEST_TARGET, is_loopback

IDLE_SECONDS = 15
"""How long a connection is kept open that nothing comes on."""

HEAD_BYTES = 2 * LONGEST_TARGET
"""Of a request; browsers send some hundreds besides the address."""

LEAVING_SECONDS = 2
"""How long the server waits for replies to be sent, once it is told to end."""

FILES_BESIDES = 100
"""What is open besides connections: pipes to workers, the socket, tables that are read."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of this machine."""

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; of port 0 the system chooses one that is free.

    Raises:
        SolverError: the port is taken, or the host is not of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that says it is TCP asyncio sends what is written at once: 40 ms a reply.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers have the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(MOST_CONNECTIONS)
        return listening
    except (OSError, UnicodeError, TypeError) as error:  # the last two of what is no name
        listening.close()
        reason = why_refused(error) if isinstance(error, OSError) else error
        raise SolverError(
            _(
                "cannot listen at {host}, port {port}: {reason}; "
                "--port and --host choose where, and --port 0 takes a port that is free"
            ).format(host=host, port=port, reason=reason)
        ) from None


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address to open in a browser, on another machine if it can reach this one."""
    if host in EVERYWHERE:
        host = _own_address() or host
    port = listening.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_address() -> str | None:
    """What others call this machine; None where there is no network."""
    with suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # an address of nobody; nothing is sent
        return str(asking.getsockname()[0])
    return None


def serve(listening: socket.socket, host: str) -> None:
    """Answer until the process is interrupted, or told to end."""
    make_room()
    app = make_app(hosts=(host, *LOCAL_NAMES) if is_loopback(host) else ())
    with speaking(LANGUAGES[0]):  # whoever asks chooses, and not this machine's locale
        asyncio.run(server_of(app).serve(sockets=[listening]))


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return what answers by an application, held to time and number, and silent."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=LEAVING_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES,
        )
    )


def make_room() -> None:
    """Let this process open as many files as there may be connections, where that is a question."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        least = MOST_CONNECTIONS + FILES_BESIDES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < least:
            resource.setrlimit(resource.RLIMIT_NOFILE, (least, hard))
