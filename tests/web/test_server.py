"""The real server: its command, a thousand questions at once, death and return."""

import asyncio
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import pytest

from solver.web.app import API
from solver.web.connection import MOST_CONNECTIONS
from solver.web.server import FILES_BESIDES, address_of, make_room
from tests.commands import running
from tests.web.asking import address
from tests.web.serving import Served, fetch, get, serving

ADVISE = address("advise", {"position": "round 2 | roll 641 left 2"})


def workers_of(process: int) -> set[int]:
    """The processes that a process has started."""
    return set(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def test_it_serves_until_it_is_interrupted() -> None:
    with serving() as server:
        got = get(ADVISE, server.port)
        told = running.ask("advise", "6", "1", "4", "--json")
        assert (got.status, got.body) == (200, told.out.encode())
        assert "server:" not in got.head.lower()
        head = get(ADVISE, server.port, method="HEAD")
        assert head.status == 200
        assert f"content-length: {len(got.body)}\r\n" in head.head
        assert get(ADVISE, server.port, host="evil.example").json() == {
            "error": "this server does not go by the name 'evil.example'"
        }
        assert get("/", server.port).status == 200
        server.process.send_signal(signal.SIGINT)
        out, err = server.process.communicate(timeout=20)
        # A line of its own, as the terminal shows ^C before it.
        assert (server.process.returncode, out, err) == (130, "", "\n421: interrupted\n")


def test_who_asks_chooses_the_language_and_not_the_servers_locale() -> None:
    with serving(LANG="fr_FR.UTF-8", LANGUAGE="fr") as server:
        got = get("/api/v1/advise", server.port)
        assert got.json() == {"error": "the parameter position is missing"}
        assert get("/nothing", server.port).json() == {"error": "nothing is at '/nothing'"}
        wrong = get("/", server.port, host="a\r\nHost: b")
        assert wrong.json()["error"].startswith("this is no HTTP")
        french = get("/nothing?lang=fr", server.port).json()
        assert french == {"error": "il n’y a rien à '/nothing'"}


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = running.start("serve", "--port", str(port))
        assert (done.code, done.out) == (1, "")
        assert done.err == (
            f"421: cannot listen at 127.0.0.1, port {port}: Address already in use; "
            "--port and --host choose where, and --port 0 takes a port that is free\n"
        )


@pytest.mark.parametrize("host", ["nobody.invalid", "a" * 100, "192.0.2.77", "a..b", "\udcff"])
def test_a_host_that_is_not_here_is_refused(host: str) -> None:
    done = running.ask("serve", "--host", host)
    assert done.code == 1
    assert done.err.startswith("421: cannot listen at ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("port", ["65536", "-1", "http", "", "100000"])
def test_a_port_that_cannot_be_is_refused(port: str) -> None:
    done = running.ask("serve", "--port", port)
    assert (done.code, done.out) == (2, "")
    assert "a whole number from 0 to 65535" in done.err


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("starlette", "uvicorn"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, name, None)
            done = running.ask("serve")
        assert done.code == 1
        assert done.err == (
            "421: a server takes packages that are not installed: pip install 'solver-421[web]'\n"
        )


def test_the_browser_is_opened_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    monkeypatch.setattr("solver.web.server.serve", lambda listening, _host: listening.close())
    assert running.ask("serve", "--port", "0").code == 0
    done = running.ask("serve", "--port", "0", "--open")
    assert f"{opened[0]}\n" == done.out
    assert len(opened) == 1


def test_everybody_is_told_an_address_that_others_can_reach() -> None:
    with serving("--host", "0.0.0.0") as server:
        assert get(ADVISE, server.port, host="bar.example").status == 200


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")]
)
def test_an_address_is_one_that_browsers_open(host: str, shown: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, host) == f"http://{shown}:{port}/"


def test_of_all_addresses_the_one_that_others_reach_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Asking(socket.socket):
        def connect(self, _address: object) -> None:
            super().connect(("127.0.0.1", 9))

    class Alone(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError("Network is unreachable")

    with socket.create_server(("0.0.0.0", 0)) as listening:
        port = listening.getsockname()[1]
        for kind, shown in ((Asking, "127.0.0.1"), (Alone, "0.0.0.0")):
            monkeypatch.setattr("solver.web.server.socket.socket", kind)
            assert address_of(listening, "0.0.0.0") == f"http://{shown}:{port}/"


def test_room_is_made_for_as_many_files_as_connections() -> None:
    resource = pytest.importorskip("resource", reason="only here files are limited")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    least = MOST_CONNECTIONS + FILES_BESIDES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least - 1, before[1]))
        make_room()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (least, before[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (least + 1, before[1]))
        make_room()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (least + 1, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_thousand_questions_at_once() -> None:
    """Every one is answered, or told in JSON that it is one too many; then all is as before."""
    positions = [
        f"round 2 | seen {seen} in {limit} | roll {roll} left {left}"
        for seen in ("653", "421", "322", "666")
        for limit in (2, 3)
        for left in range(limit)
        for roll in ("641", "551", "221", "432", "665")
    ]
    targets = [address("advise", {"position": position}) for position in positions]

    async def ask_all(server: Served) -> list[int]:
        asked = (targets[number % len(targets)] for number in range(1000))
        replies = await asyncio.gather(
            *(fetch(target, server.port, "Connection: close") for target in asked)
        )
        for target, reply in zip(targets, replies, strict=False):
            assert "application/json" in reply.head
            assert ("error" in reply.json()) == (reply.status != 200), target
        return [reply.status for reply in replies]

    with serving() as server:
        make_room()
        statuses = asyncio.run(ask_all(server))
        assert set(statuses) <= {200, HTTPStatus.SERVICE_UNAVAILABLE}
        assert statuses.count(200) >= 900
        assert get(ADVISE, server.port).status == 200


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at processes in /proc")
def test_it_is_killed_and_comes_back() -> None:
    with serving() as server:
        assert get(ADVISE, server.port).status == 200
        workers = workers_of(server.process.pid)
        assert workers
        server.process.kill()
        server.process.wait(timeout=20)
        until = time.monotonic() + 20
        while any(map(_runs, workers)):
            assert time.monotonic() < until, "workers outlive their server"
            time.sleep(0.02)
        with serving("--port", str(server.port)) as again:
            assert again.port == server.port
            assert get(ADVISE, again.port).status == 200
            # A worker that is killed is missed by nobody.
            for worker in workers_of(again.process.pid):
                os.kill(worker, signal.SIGKILL)
            time.sleep(0.2)
            assert get(f"{API}/games", again.port).status == 200
            again.process.terminate()
            assert again.process.wait(timeout=20) == -signal.SIGTERM


def _runs(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
