"""The application: addresses to answers of the API and files of the page."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from solver.game.words import quote
from solver.language import _, speaking
from solver.study.remembered import Remembered
from solver.web.content import ASK_AGAIN, FOR_EVER, JSON, Content, content_of, page_files
from solver.web.guard import Guard, response_to
from solver.web.pool import Ask, Pool
from solver.web.questions import QUESTIONS, fault_words, language_of, refuse

API = "/api/v1"

MOST_REMEMBERED = 32_000_000
"""Bytes of answers that were asked for last, with the texts of their questions."""

Answers = Remembered[tuple[str, str], Content]
"""By the name and the query of their questions."""


def make_app(
    ask: Ask | None = None,
    hosts: Sequence[str] = (),
    files: Mapping[str, Content] | None = None,
) -> ASGIApp:
    """Return the application.

    Args:
        ask: what answers questions; by default a `Pool`, which starts and ends with it.
        hosts: names that it answers to; all, if there are none.
        files: the page; by default `page_files`.
    """
    lifespan = None
    if ask is None:
        pool = Pool()
        ask, lifespan = pool.ask, partial(_running, pool)
    answers = Answers(MOST_REMEMBERED)
    app = Starlette(
        routes=[
            *(Route(f"{API}/{name}", partial(_answer, ask, answers, name)) for name in QUESTIONS),
            *(
                Route(path, partial(_send_file, file))
                for path, file in (page_files() if files is None else files).items()
            ),
        ],
        exception_handlers={HTTPException: _say_what_is_wrong, Exception: _say_whose_fault},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts)


@asynccontextmanager
async def _running(pool: Pool, _app: Starlette) -> AsyncIterator[None]:
    await pool.start()
    try:
        yield
    finally:
        await pool.end()


async def _answer(ask: Ask, answers: Answers, name: str, request: Request) -> Response:
    query = _query(request)
    answer = answers.find((name, query))
    if answer is None:
        reply = await ask(name, query)
        if reply.status != HTTPStatus.OK:
            return response_to(reply)
        answer = content_of(reply.body, JSON, FOR_EVER if reply.lasting else ASK_AGAIN)
        if reply.lasting:
            answers.keep((name, query), answer, len(query) + len(answer.data))
    return _send(answer, request, {"Access-Control-Allow-Origin": "*"})


async def _send_file(file: Content, request: Request) -> Response:
    return _send(file, request, {})


def _send(content: Content, request: Request, more: Mapping[str, str]) -> Response:
    headers = {"ETag": content.etag, "Cache-Control": content.keeping, **more}
    tags = request.headers.get("if-none-match", "").split(",")
    if {tag.strip().removeprefix("W/") for tag in tags} & {content.etag, "*"}:
        return Response(None, HTTPStatus.NOT_MODIFIED, headers)
    return Response(content.data, HTTPStatus.OK, headers, content.media_type)


async def _say_what_is_wrong(request: Request, error: Exception) -> Response:
    """Answer what has no answer: an unknown path, or another method than GET."""
    assert isinstance(error, HTTPException), "as it is registered"
    with speaking(language_of(_query(request))):
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            said = _("only GET and HEAD are answered, not {method}").format(
                method=quote(request.method)
            )
        else:
            said = _("nothing is at {path}").format(path=quote(request.url.path))
    response = response_to(refuse(error.status_code, said))
    response.headers.update(error.headers or {})
    return response


async def _say_whose_fault(request: Request, error: Exception) -> Response:
    """Answer where the server itself fails."""
    with speaking(language_of(_query(request))):
        return response_to(refuse(HTTPStatus.INTERNAL_SERVER_ERROR, fault_words(error)))


def _query(request: Request) -> str:
    return str(request.scope["query_string"], "latin-1")
