"""Both ways to draw: files of the right kind, with the right words; and letters in their places."""

import re
import struct
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solver.errors import SolverError
from solver.game.presets import find_rules
from solver.game.state import Round
from solver.study.pictures.charts import Chart, HeatMap, Series
from solver.study.pictures.contents import what_to_keep
from solver.study.pictures.drawing import draw
from solver.study.pictures.letters import draw_letters

UP = Series("up", "rising", "u", tuple(Fraction(step, 10) for step in range(11)))
DOWN = Series("down", "falling", "d", UP.values[::-1])


def _chart(*series: Series, form: str) -> Chart:
    lines = form == "lines"
    labels = tuple(range(11))
    return Chart(
        *("Title", "subtitle", "across", "up", "step", labels, series),
        "lines" if lines else "bars",
        (0, 5, 10),
    )


PICTURES: list[Chart | HeatMap] = [
    _chart(UP, DOWN, form="lines"),
    _chart(UP, DOWN, form="bars"),
    _chart(UP, form="bars"),
    what_to_keep(find_rules("jetons"), Round(2), 1),
]


@pytest.mark.parametrize("picture", PICTURES, ids=["lines", "pair", "bars", "map"])
def test_a_drawing_says_what_it_shows(picture: Chart | HeatMap, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    draw(picture, path)
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    written = re.findall("<!-- (.*) -->", text)
    assert {picture.title, picture.subtitle} <= set(written)
    if isinstance(picture, HeatMap):
        assert written.count("421") == written.count("221") == 2
        assert {"stop", "keep two dice", "keep the ace", "throw all"} <= set(written)
    else:
        assert {"0", "5", "10", "across", "up", "0 %"} <= set(written)
        assert len(picture.series) == 1 or {"rising", "falling"} <= set(written)


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.svg", "other.svg")]
    for path in paths:
        draw(PICTURES[2], path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_file_is_what_its_name_says(tmp_path: Path) -> None:
    for name in ("picture.PDF", "picture.png"):
        draw(PICTURES[2], tmp_path / name)
    assert (tmp_path / "picture.PDF").read_bytes().startswith(b"%PDF-")
    head = (tmp_path / "picture.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", head[16:24]) == (960, 720)


def test_without_matplotlib_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("solver.study.pictures.drawing.find_spec", lambda _name: None)
    with pytest.raises(SolverError, match=re.escape("pip install 'solver-421[plot]'")):
        draw(PICTURES[0], tmp_path / "picture.svg")
    assert not [*tmp_path.iterdir()]


def test_letters_need_no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert draw_letters(PICTURES[0], 80)


def test_marks_stand_where_their_numbers_are() -> None:
    lines = draw_letters(_chart(UP, DOWN, form="lines"), 55)
    assert lines[:4] == ["Title", "across | up", "u rising", "d falling"]
    assert lines[5] == "   |0 %" + " " * 43 + "100 %"
    assert lines[6] == " 0 |u" + " " * 49 + "d"
    assert lines[11] == " 5 |" + " " * 25 + "u"  # the first of two that meet
    assert lines[16] == "10 |d" + " " * 49 + "u"


def test_bars_are_as_long_as_their_numbers() -> None:
    lines = draw_letters(_chart(UP, form="bars"), 55)
    assert [line.count("u") for line in lines[-11:]] == [5 * step for step in range(11)]


@pytest.mark.parametrize("width", [10, 40, 55, 80, 300])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for picture in PICTURES:
        lines = draw_letters(picture, width)
        assert max(map(len, lines)) <= max(40, min(width, 100)), picture


def test_a_map_comes_in_parts_where_it_is_too_wide() -> None:
    wide, narrow = (draw_letters(PICTURES[3], width) for width in (80, 40))
    row = next(line for line in wide if line.startswith("551 "))
    assert row == "551 " + "1" * 36 + "22" + "." * 18
    parts = [line.removeprefix("551 ") for line in narrow if line.startswith("551 ")]
    assert len(parts) == 2
    assert "".join(parts) == row.removeprefix("551 ")
