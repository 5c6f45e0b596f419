"""``421 plot``: the commands of docs/plots.md draw its pictures; what else they take and refuse."""

import re
import shlex
from pathlib import Path

import pytest

from tests.commands.running import ROOT, ask, ask_json

PAGE = (ROOT / "docs/plots.md").read_text("utf-8")
COMMANDS = re.findall(r"^421 (plot .* --out (\S+))$", PAGE, re.MULTILINE)
PICTURES = ["decharge", "keeps", "roll", "hands", "rounds"]


def _written(path: Path) -> list[str]:
    """Every text in an SVG picture, in order; matplotlib notes each beside its outlines."""
    return re.findall("<!-- (.*) -->", path.read_text("utf-8"))


def test_the_page_has_a_command_and_a_place_for_each_picture() -> None:
    assert [Path(out).stem for _, out in COMMANDS] == PICTURES
    assert re.findall(r"\]\(pictures/(\w+)\.svg\)", PAGE) == PICTURES
    # Beside them lie pictures of the page, which a browser takes.
    assert sorted(path.stem for path in ROOT.glob("docs/pictures/*.svg")) == sorted(PICTURES)


@pytest.mark.parametrize(("command", "out"), COMMANDS, ids=PICTURES)
def test_the_page_shows_what_its_commands_draw(command: str, out: str, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    done = ask(*shlex.split(command.replace(out, str(drawn))))
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(f"drawn into {drawn}\n")
    assert _written(drawn) == _written(ROOT / out) != []


def test_letters_are_drawn_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    done = ask("plot", "keeps")
    assert (done.code, done.err) == (0, "")
    assert "\n421 " + "." * 56 + "\n" in done.out
    assert done.out.isascii()


def test_numbers_and_a_file_come_together(tmp_path: Path) -> None:
    drawn = tmp_path / "rounds.pdf"
    document = ask_json("plot", "rounds", "--rules", "jambes", "-o", str(drawn))
    assert [point["rounds"] for point in document["points"]] == [1, 2, 3]
    assert drawn.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (("plot", "roll", "-o", "roll.gif"), 2, ".png, .svg or .pdf, not 'roll.gif'"),
        (("plot", "roll", "-o", "roll"), 2, ".png, .svg or .pdf, not 'roll'"),
        (("plot", "keeps", "--left", "3"), 2, "from 1 to 2, not '3'"),
        (("plot", "keeps", "round 2 | roll 641 left 1"), 2, "leave out"),
        (("plot", "decharge", "--rules", "jambes"), 2, "no décharge"),
        (("plot", "hands", "optimal", "sleepy"), 2, "no strategy 'sleepy'"),
        (("plot", "rounds", "round 2"), 2, "no state of a game"),
        (("plot", "roll", "comptoir: start 3"), 1, "421 solve"),
        (("plot", "roll", "-o", "/dev/null/roll.svg"), 1, "/dev/null"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(
    command: tuple[str, ...], code: int, words: str
) -> None:
    done = ask(*command)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert done.err.count("\n") == 1
