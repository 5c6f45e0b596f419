"""One server and one browser for all tests of the page; a fault in a page fails its test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser.driving import CHROMIUM, PATIENCE, PHONE, Sight, chromium, serving

OpenPage = Callable[..., Sight]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give a browser, where there is one."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}: apt-get install chromium")
    with chromium() as started:
        yield started


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[OpenPage]:
    """Give a function that opens an address in a new window, as a visitor who was never here."""
    opened: list[Sight] = []

    def open_(address: str, size: ViewportSize = PHONE, **options: Any) -> Sight:
        # A worker fetches every file once more: only its own test waits for that.
        usual = {"locale": "en-GB", "viewport": size, "service_workers": "block"}
        context = browser.new_context(**usual | options)
        sight = Sight(context.new_page(), server)
        opened.append(sight)
        sight.go(address)
        return sight

    yield open_
    for sight in opened:
        sight.page.context.close()
    assert [sight.faults for sight in opened] == [[] for _ in opened]


@pytest.fixture
def sight(open_page: OpenPage) -> Sight:
    """Give the page as it opens on a phone."""
    return open_page("/", has_touch=True)
