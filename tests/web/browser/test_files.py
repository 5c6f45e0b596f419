"""The files of the page, without a browser: their size, their lists of each other, their words."""

import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.web.browser.driving import ROOT

PAGE = ROOT / "solver" / "web" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
MOST_BYTES = 150_000


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PAGE.iterdir()) <= MOST_BYTES


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_small_and_puts_no_text_into_the_page_as_markup(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert len(text.splitlines()) < 300


def test_scripts_are_well_formed(tmp_path: Path) -> None:
    node = compute_driver_executable()[0]
    for script in SCRIPTS:
        copy = tmp_path / script.with_suffix(".mjs").name
        copy.write_bytes(script.read_bytes())
        done = subprocess.run([node, "--check", copy], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_service_worker_keeps_every_file() -> None:
    kept = re.findall(r'^  "/([^"]*)",$', (PAGE / "sw.js").read_text(encoding="utf-8"), re.M)
    files = {path.name for path in PAGE.iterdir()} - {"index.html", "sw.js"}
    assert sorted(kept) == sorted(files | {""})


def test_the_first_file_loads_at_once_what_the_first_view_needs() -> None:
    needed, to_read = set(), ["main.js"]
    while to_read:
        name = to_read.pop()
        needed.add(name)
        text = (PAGE / name).read_text(encoding="utf-8")
        to_read += set(re.findall(r'from "\./([\w.-]+)"', text)) - needed
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r'rel="modulepreload" href="/([^"]+)"', index)) == sorted(needed)


def test_every_word_that_is_used_is_there_and_every_one_there_is_used() -> None:
    words = set(re.findall(r'^  "([^"]+)":', (PAGE / "en.js").read_text(encoding="utf-8"), re.M))
    sources = "".join(
        path.read_text(encoding="utf-8") for path in SCRIPTS if path.name not in ("en.js", "fr.js")
    )
    exact = {key for key in re.findall(r'"([\w.-]+)"', sources) if key in words}
    called = set(re.findall(r'\bt\("([^"]+)"', sources))
    assert called <= words
    beginnings = tuple(re.findall(r"(?:t|hasWords)\(`([\w.]+\.)\$\{", sources))
    unused = {key for key in words - exact if not key.startswith(beginnings)}
    assert unused == set()
