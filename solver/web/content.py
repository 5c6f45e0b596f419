"""What is sent: answers, and the files of the page, each with a tag that tells it from others."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "page"
FIRST = "index.html"

JSON = "application/json"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": JSON,
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What the page's files are, by how their names end; no others are sent."""

FOR_EVER = "public, max-age=31536000, immutable"
"""How long an answer may be kept that never changes: a year."""

ASK_AGAIN = "no-cache"
"""What may be kept, but is asked about each time: has it changed?"""


@dataclass(frozen=True)
class Content:
    """Something to send.

    Attributes:
        data: the bytes.
        media_type: what they are.
        keeping: how long others may keep them, as `Cache-Control` says it.
        etag: a strong entity tag, another as soon as one byte is.
    """

    data: bytes
    media_type: str
    keeping: str
    etag: str


def content_of(data: bytes, media_type: str, keeping: str) -> Content:
    """Return something to send, with its tag."""
    return Content(data, media_type, keeping, f'"{sha256(data).hexdigest()[:32]}"')


def page_files(folder: Path = FOLDER) -> Mapping[str, Content]:
    """Return the files of the page, by their paths in addresses: ``/``, ``/page.css``.

    They are read once; no path from outside is ever opened.
    """
    files = {
        f"/{path.name}": content_of(path.read_bytes(), TYPES[path.suffix], ASK_AGAIN)
        for path in sorted(folder.iterdir())
        if path.suffix in TYPES
    }
    return files | {"/": files[f"/{FIRST}"]}
