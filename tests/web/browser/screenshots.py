"""Takes the pictures of the page that the documentation shows.

``python -m tests.web.browser.screenshots [FOLDER]``, by default into ``docs/pictures``.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser.driving import LAPTOP, PHONE, ROOT, Sight, chromium, serving
from tests.web.browser.views import DRAWN, VIEWS

PICTURES: tuple[tuple[str, ViewportSize, str, str], ...] = (
    ("first", PHONE, "light", "en"),
    ("advice", PHONE, "light", "en"),
    ("advice", PHONE, "dark", "fr"),
    ("follow", PHONE, "light", "fr"),
    ("game", PHONE, "dark", "en"),
    ("learn", PHONE, "light", "fr"),
    ("advice", LAPTOP, "light", "en"),
    ("game", LAPTOP, "dark", "fr"),
    ("learn", LAPTOP, "light", "en"),
)
MOST_BYTES = 100_000
COLOURS = (256, 192, 128)
"""As many as keep a picture small."""


def smaller(png: bytes) -> Iterator[bytes]:
    """Give a picture with fewer and fewer colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in COLOURS:
        small = io.BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
        yield small.getvalue()


def take(browser: Browser, server: str, picture: tuple[str, ViewportSize, str, str]) -> bytes:
    """Return the PNG of a view in a size, a theme and a language."""
    view, size, scheme, lang = picture
    context = browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block")
    sight = Sight(context.new_page(), server)
    sight.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    sight.go(f"/?lang={lang}{VIEWS[view]}")
    expect(sight.page.locator(DRAWN[view])).to_be_attached()
    png = sight.page.screenshot()
    context.close()
    assert sight.faults == [], sight.faults
    return next(small for small in smaller(png) if len(small) <= MOST_BYTES)


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    with TemporaryDirectory() as own, serving(Path(own)) as server, chromium() as browser:
        for picture in PICTURES:
            view, size, scheme, lang = picture
            path = folder / f"page-{view}-{size['width']}-{scheme}-{lang}.png"
            png = take(browser, server, picture)
            path.write_bytes(png)
            print(path.name, len(png))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
