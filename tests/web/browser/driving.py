"""A server and a Chromium of our own, and pages whose faults are written down."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[3]
CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
PHONE: ViewportSize = {"width": 360, "height": 740}
LYING: ViewportSize = {"width": 640, "height": 360}
LAPTOP: ViewportSize = {"width": 1280, "height": 900}
PATIENCE = 30_000
"""Milliseconds after which a thing that does not happen is a fault, on a busy machine too."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Give the address of a server of its own, whose cache and progress are in a folder."""
    own = {"FOUR21_CACHE": str(folder / "cache"), "FOUR21_USER": str(folder / "user")}
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", "serve", "--port", "0"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "LANGUAGE": "en"} | own,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout as said:
        try:
            yield said.readline().strip().rstrip("/")
        finally:
            process.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Sight:
    """A page and what went wrong in it.

    Attributes:
        page: the page.
        server: the address of the server, without a slash at the end.
        faults: errors of scripts and of the console, and requests to other hosts.
        forgiven: whether there were faults on purpose, of which more may be on their way.
    """

    page: Page
    server: str
    faults: list[str] = field(default_factory=list)
    forgiven: bool = False

    def __post_init__(self) -> None:
        """Listen."""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        blocked = "Service Worker registration blocked by Playwright" in message.text
        if message.type in ("error", "warning") and not blocked:
            self.faults.append(message.text)

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server}/", "data:")):
            self.faults.append(f"a request to {request.url}")

    def forgive(self, pattern: str) -> None:
        """Strike out the faults that a test has caused on purpose; there must be some."""
        kept = [fault for fault in self.faults if not re.search(pattern, fault)]
        assert len(kept) < len(self.faults), self.faults
        self.faults[:] = kept
        self.forgiven = True

    def go(self, address: str) -> None:
        """Open an address of the page, such as ``/#/learn``, anew."""
        self.page.goto("about:blank")
        self.page.goto(self.server + address)

    def button(self, name: str) -> Locator:
        """Return the button of this name, or whose name begins so."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def tap(self, dice: str) -> None:
        """Tap these faces on the pad."""
        pad = self.page.locator(".pad")
        for face in dice:
            pad.get_by_role("button", name=face, exact=True).click()

    @property
    def order(self) -> Locator:
        """What the page says is to be done."""
        return self.page.locator(".verdict .order")

    @property
    def chance(self) -> Locator:
        """The chance in big figures."""
        return self.page.locator(".verdict .figure strong")
