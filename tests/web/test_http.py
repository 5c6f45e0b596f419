"""What holds for every reply: its head, what others may keep of it, what is refused unread."""

import re
from collections.abc import Mapping

import pytest
from starlette.types import ASGIApp

from solver.web.app import make_app
from solver.web.content import FOLDER, TYPES, page_files
from solver.web.guard import LONGEST_TARGET, is_loopback
from solver.web.questions import QUESTIONS, Reply
from tests.commands.running import ROOT
from tests.schemas import validator
from tests.web.asking import PAGE, Got, address, app, get, here, run, send

ADVISE = address("advise", {"position": "round 2 | roll 641 left 2"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def fetch(
    target: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    application: ASGIApp | None = None,
) -> Got:
    return run(send(application or app(), target, method, headers))


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/", 200),
        ("/data.json", 200),
        (ADVISE, 200),
        ("/api/v1/games", 200),
        ("/api/v1/advise", 400),
        (address("value", {"position": "comptoir: start 3"}), 404),
        ("/nothing.html", 404),
        ("/api/v1/nothing", 404),
        ("/api/v1/advise/", 404),
        ("/api/", 404),
        ("//", 404),
    ],
)
def test_every_reply_is_guarded(target: str, status: int) -> None:
    got = fetch(target)
    assert got.status == status
    assert got.headers["content-security-policy"] == POLICY
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["referrer-policy"] == "no-referrer"
    assert got.headers["cross-origin-opener-policy"] == "same-origin"
    assert int(got.headers["content-length"]) == len(got.body)
    if status >= 400:
        validator("error").validate(got.json())
        assert got.headers["cache-control"] == "no-store"


def test_answers_may_be_kept_for_a_year_by_everybody() -> None:
    got = fetch(ADVISE)
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert got.headers["access-control-allow-origin"] == "*"
    assert got.headers["etag"].startswith('"')
    for tag in (got.headers["etag"], f'"other", W/{got.headers["etag"]}', "*"):
        again = fetch(ADVISE, headers={"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == got.headers["etag"]
        assert again.headers["cache-control"] == got.headers["cache-control"]
    assert fetch(ADVISE, headers={"If-None-Match": '"other"'}).body == got.body


def test_tags_tell_answers_apart() -> None:
    asked = [
        address("advise", {"position": f"{rules}: round 2 | roll {roll} left {left}"})
        for rules in ("jetons", "comptoir", "jetons{suites=off}")
        for roll in ("641", "421")
        for left in (0, 1, 2)
    ]
    answers = [fetch(target) for target in asked]
    assert len({got.headers["etag"] for got in answers}) == len({got.body for got in answers})
    assert len({got.body for got in answers}) == len(asked)


def test_what_may_change_is_asked_about_each_time() -> None:
    for target in ("/", "/data.json", "/api/v1/games"):
        got = fetch(target)
        assert got.headers["cache-control"] == "no-cache"
        assert fetch(target, headers={"If-None-Match": got.headers["etag"]}).status == 304


def test_head_is_get_without_the_body() -> None:
    for target in ("/", ADVISE):
        got, head = fetch(target), fetch(target, "HEAD")
        assert (head.status, head.headers) == (got.status, got.headers)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "NIX"])
@pytest.mark.parametrize("target", ["/", ADVISE])
def test_other_methods_are_refused(method: str, target: str) -> None:
    got = fetch(target, method)
    assert got.status == 405
    assert set(got.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert got.json()["error"] == f"only GET and HEAD are answered, not {method!r}"


@pytest.mark.parametrize(
    "headers", [{"Content-Length": "5"}, {"Transfer-Encoding": "chunked"}], ids=str
)
def test_a_body_is_refused(headers: dict[str, str]) -> None:
    got = fetch(ADVISE, headers=headers)
    assert got.status == 400
    assert got.json()["error"] == "a question has no body; all is in its address"
    assert fetch(ADVISE, headers={"Content-Length": "0"}).status == 200


def test_an_address_that_is_too_long_is_refused() -> None:
    for target in ("/" + "x" * LONGEST_TARGET, f"{ADVISE}&lang={'x' * LONGEST_TARGET}"):
        got = fetch(target)
        assert got.status == 414
        assert got.json()["error"] == "an address has at most 8000 bytes"


def test_errors_of_the_server_are_told_in_the_language_asked_for() -> None:
    got = fetch("/api/v1/nothing?lang=fr")
    assert got.json()["error"] == "il n’y a rien à '/api/v1/nothing'"
    assert fetch(f"{ADVISE}&lang=fr", "POST").json()["error"].startswith("seuls GET et HEAD")


LOCAL = ("127.0.0.1", "localhost", "::1")


@pytest.mark.parametrize(
    "host", ["127.0.0.1:4210", "localhost", "LOCALHOST:80", "[::1]:4210", "[::1]"]
)
def test_the_names_of_this_machine_are_answered(host: str) -> None:
    local = make_app(here, hosts=LOCAL, files=PAGE)
    assert fetch(ADVISE, headers={"Host": host}, application=local).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "evil.example:4210", "127.0.0.1.evil.example", "localhost.:80"),
        *("127.0.0.2", "[::2]:4210", "127.0.0.1:4210:80", "127.0.0.1@evil.example", ":4210"),
    ],
)
@pytest.mark.parametrize("target", [ADVISE, "/", "/nothing"])
def test_other_names_are_refused(host: str, target: str) -> None:
    local = make_app(here, hosts=LOCAL, files=PAGE)
    got = fetch(target, headers={"Host": host}, application=local)
    assert got.status == 400
    assert got.json()["error"] == f"this server does not go by the name {host!r}"
    assert got.headers["content-security-policy"] == POLICY


def test_a_request_without_a_name_is_refused() -> None:
    local = make_app(here, hosts=LOCAL, files=PAGE)
    assert fetch(ADVISE, application=local).status == 400
    assert fetch(ADVISE).status == 200  # where everybody can reach it, by whatever name


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *(("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("::", False), ("192.168.1.2", False), ("bar.example", False)),
    ],
)
def test_who_can_reach_a_host(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_answers_are_remembered() -> None:
    asked: list[tuple[str, str]] = []

    async def count(name: str, query: str) -> Reply:
        asked.append((name, query))
        return await here(name, query)

    application = make_app(count, files=PAGE)
    bodies = {get(ADVISE, application).body for _again in range(3)}
    assert (len(bodies), len(asked)) == (1, 1)
    for target in ("/api/v1/games", "/api/v1/advise", "/api/v1/rules?lang=fr", "/api/v1/rules"):
        get(target, application)
        get(target, application)
    # What may change, and what is refused, is asked for again; languages are kept apart.
    assert [name for name, _query in asked] == [
        *("advise", "games", "games", "advise", "advise", "rules", "rules")
    ]


def test_the_page_is_what_its_folder_holds() -> None:
    files = page_files()
    names = {path.name for path in FOLDER.iterdir()}
    assert set(files) == {"/", *(f"/{name}" for name in names)}, "every file has a known type"
    assert files["/"] == files["/index.html"]
    application = make_app(here)
    for path, file in files.items():
        got = get(path, application)
        assert (got.status, got.body) == (200, file.data)
        assert got.headers["content-type"] in TYPES.values()


@pytest.mark.parametrize(
    "path",
    [
        *("/../content.py", "/%2e%2e/content.py", "/..%2fcontent.py", "/page/index.html"),
        *("/./index.html", "//index.html", "/index.html/", "/INDEX.HTML", "/index.html%00"),
        *("/etc/passwd", "/..\\content.py", "/__init__.py"),
    ],
)
def test_nothing_but_the_page_is_sent(path: str) -> None:
    assert get(path).status == 404


DOCUMENT = (ROOT / "docs/web.md").read_text("utf-8")


def test_every_question_is_documented() -> None:
    for name, question in QUESTIONS.items():
        (row,) = (
            line for line in DOCUMENT.splitlines() if line.startswith(f"| `/api/v1/{name}` |")
        )
        for parameter in (*question.required, *question.optional):
            assert f"`{parameter}`" in row


def test_examples_of_the_documentation_are_real() -> None:
    example = re.compile(
        r"^curl -s 'http://127.0.0.1:4210(.*)'\n```\n\n```json\n((?:.*\n)*?)```$", re.M
    )
    shown = example.findall(DOCUMENT)
    assert len(shown) == DOCUMENT.count("\ncurl ") == 2
    for target, body in shown:
        assert get(target).body.decode() == body
