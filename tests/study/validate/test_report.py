"""The report as a page, and the command that writes it."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solver.study.validate.counts import Dealt
from solver.study.validate.page import report_page
from solver.study.validate.plots import Bar, draw_bars, draw_course, power_of_ten
from solver.study.validate.report import Plan, Report
from tests.commands.running import ROOT, Done, ask, start
from tests.study.validate.checking import WATCHED, judged
from tests.study.validate.simulators import (
    LastRerollNotThrown,
    Simulator,
    TiesToTheFirstSeat,
)

CHASE = Dealt("chase-421", "3")
CLAIMS = "quantity,count,n\n"
RIGHT = "odds 421 in 3,22813,100000\n"
WRONG = "odds 421 in 3,24000,100000\n"
FEW = "odds 421 in 3,23,100\n"


class _Nesting(HTMLParser):
    """Fails where tags are not closed in the order in which they were opened."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(value is not None for _, value in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page(report: Report, name: str = "mine.csv") -> str:
    """The page of a report, looked through: well nested, and in need of nothing else."""
    text = report_page(report, name)
    nesting = _Nesting()
    nesting.feed(text)
    assert nesting.open == []
    assert not re.search(r"https?:|src=|href=|<script|@import|url\(", text)
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        _check_drawing(svg)
    return text


def _check_drawing(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for shape in root.iter():
        for name, value in shape.attrib.items():
            if name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(value) <= width, (shape.tag, shape.attrib)
            if name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(value) <= height, (shape.tag, shape.attrib)
            if name == "points":
                for point in value.split():
                    x, y = map(float, point.split(","))
                    assert 0 <= x <= width
                    assert 0 <= y <= height


@pytest.mark.parametrize("plan", [Plan(), WATCHED])
def test_a_page_shows_every_check(plan: Plan) -> None:
    text = page(judged(CLAIMS + RIGHT + WRONG.replace("in 3", "in 2"), plan))
    assert "mine.csv: rejected" in text
    assert "odds 421 in 3" in text
    assert "odds 421 in 2" in text


@pytest.mark.parametrize("plan", [Plan(), WATCHED])
def test_a_page_draws_every_hand(plan: Plan) -> None:
    text = page(judged(LastRerollNotThrown(1).counts(3_000), plan, CHASE))
    assert len(re.findall(r"<circle", text)) == 56
    assert 'class="wrong"' in text
    assert ("rejected above" in text) == plan.watched


def test_a_page_names_broken_rules() -> None:
    text = page(judged(TiesToTheFirstSeat(1).lines(20)))
    assert "Rules broken" in text
    assert "line " in text
    assert "tied for lowest" in text
    assert "Rules broken" not in page(judged(Simulator(1).lines(2)))


def test_names_are_escaped() -> None:
    claim = 'quantity,count,n\n"value ""jetons{pot=5}: round 2""",5,10\n'
    text = page(judged(claim), '<script>alert("1")</script>.csv')
    assert "&lt;script&gt;" in text
    assert "value &quot;jetons{pot=5}: round 2&quot;" in text


def test_what_is_infinite_is_drawn_at_the_rim() -> None:
    _check_drawing(draw_course(((0.0, 0.0), (10.0, float("inf"))), 4.6))
    _check_drawing(draw_course(((0.0, 0.0),), 4.6))
    _check_drawing(draw_bars([Bar("x" * 200, -1, -1, 1, wrong=True)], 0.01))


@pytest.mark.parametrize(("value", "shown"), [(1.0, "1"), (0.0123, "0.012"), (1e-300, "10^-300.0")])
def test_small_p_values_are_powers_of_ten(value: float, shown: str) -> None:
    assert power_of_ten(value) == shown


def run(tmp_path: Path, data: str, *options: str) -> Done:
    file = tmp_path / "mine"
    file.write_text(data, "utf-8")
    return ask("validate", str(file), *options)


@pytest.mark.parametrize(
    ("claims", "code", "verdict"),
    [
        (RIGHT, 0, "agrees: claims"),
        (RIGHT + WRONG, 3, "rejected: claims"),
        (RIGHT + FEW, 4, "too little data: claims"),
    ],
)
@pytest.mark.parametrize("layout", ["table", "json", "csv"])
def test_the_exit_code_is_the_verdict(
    tmp_path: Path, claims: str, code: int, verdict: str, layout: str
) -> None:
    done = run(tmp_path, CLAIMS + claims, "--format", layout)
    assert (done.code, done.err) == (code, "")
    assert verdict.split(":")[0] in done.out
    if layout == "table":
        assert done.out.startswith(verdict)


def test_bad_files_exit_with_2_and_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, "hand,count\n421,-5\n", "--rolls", "1")
    assert (done.code, done.out) == (2, "")
    assert done.err == "421: line 2: count must be a whole number from 0 on, not '-5'\n"
    for arguments in (("nowhere.csv",), (str(tmp_path),)):
        done = ask("validate", *arguments)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "option", [("--level", "0"), ("--level", "1"), ("--level", "nan"), ("--margin", "x")]
)
def test_levels_and_margins_have_bounds(tmp_path: Path, option: tuple[str, str]) -> None:
    done = run(tmp_path, CLAIMS + RIGHT, *option)
    assert done.code == 2
    assert f"not {option[1]!r}" in done.err


def test_the_page_is_written_beside(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = run(tmp_path, CLAIMS + WRONG, "--html", str(target))
    assert done.code == 3
    assert target.read_text("utf-8").startswith("<!doctype html>")


def test_standard_input_is_read() -> None:
    lines = Simulator(1).lines(3)
    done = start("validate", "-", "--stream", stdin=lines.encode())
    assert (done.code, done.err) == (4, "")
    broken = start("validate", "-", stdin=b"")
    assert (broken.code, broken.err) == (2, "421: the file is empty\n")


def test_people_are_told_which_hands_are_off(tmp_path: Path) -> None:
    counts = LastRerollNotThrown(1).counts(20_000)
    done = run(tmp_path, counts, "--strategy", "chase-421", "--rolls", "3")
    assert done.code == 3
    off = [line for line in done.out.splitlines() if line.endswith("off")]
    assert 1 <= len(off) <= 6
    assert off[0].split()[0] == "421"


@pytest.mark.parametrize("name", ["claims.csv", "counts.csv", "games.jsonl"])
def test_the_examples_are_right(name: str) -> None:
    done = ask("validate", str(ROOT / "data/examples" / name), "--margin", "0.5")
    assert (done.code, done.err) == (0, "")
