"""One server and one browser for all tests of the page; a fault in a page fails its test.

They end with these tests: while Playwright runs, no other test of its process can run a loop.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser.driving import CHROMIUM, PATIENCE, PHONE, Sight, chromium, serving

OpenPage = Callable[..., Sight]

MEDIA = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
"""What a window prefers; without movement nothing has to be waited for."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Give a browser, where there is one."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}: apt-get install chromium")
    with chromium() as started:
        yield started


class Windows:
    """Windows of the browser; one that a test has done with is cleaned and used again."""

    def __init__(self, server: str, browser: Browser) -> None:
        """Begin with none."""
        self._server = server
        self._browser = browser
        self._free: list[Sight] = []

    def open(self, address: str, size: ViewportSize, media: dict[str, str]) -> Sight:
        """Open an address as a visitor who was never here."""
        sight = self._free.pop() if self._free else self.new(service_workers="block")
        sight.page.set_viewport_size(size)
        wanted: Any = MEDIA | media
        sight.page.emulate_media(**wanted)
        sight.go(address)
        return sight

    def new(self, **options: Any) -> Sight:
        """Return a window of its own."""
        usual: dict[str, Any] = {"locale": "en-GB", "viewport": PHONE, "has_touch": True}
        context = self._browser.new_context(**usual | options)
        return Sight(context.new_page(), self._server)

    def leave(self, sight: Sight) -> None:
        """Clean a window; one with faults is closed."""
        if sight.faults or sight.forgiven:
            sight.page.context.close()
            return
        sight.page.context.set_offline(False)
        sight.page.evaluate("localStorage.clear()")
        sight.page.goto("about:blank")
        self._free.append(sight)


@pytest.fixture(scope="package")
def windows(server: str, browser: Browser) -> Windows:
    """Give the windows of the browser."""
    return Windows(server, browser)


@pytest.fixture
def open_page(windows: Windows) -> Iterator[OpenPage]:
    """Give a function that opens an address, in a size and with media features if they matter."""
    opened: list[Sight] = []

    def open_(address: str, size: ViewportSize = PHONE, **media: str) -> Sight:
        opened.append(windows.open(address, size, media))
        return opened[-1]

    yield open_
    faults = [list(sight.faults) for sight in opened]
    for sight in opened:
        windows.leave(sight)
    assert faults == [[] for _ in opened]


@pytest.fixture
def new_window(windows: Windows) -> Iterator[OpenPage]:
    """Give a function that opens a window made to measure, at an address or still at none."""
    opened: list[Sight] = []

    def open_(address: str | None = None, **options: Any) -> Sight:
        sight = windows.new(**options)
        opened.append(sight)
        if address is not None:
            sight.go(address)
        return sight

    yield open_
    for sight in opened:
        sight.page.context.close()
    assert [sight.faults for sight in opened] == [[] for _ in opened]


@pytest.fixture
def sight(open_page: OpenPage) -> Sight:
    """Give the page as it opens on a phone."""
    return open_page("/")
