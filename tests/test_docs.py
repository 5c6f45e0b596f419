"""What the documentation shows is what the program prints."""

from pathlib import Path

import pytest

from tests.renew_docs import ROOT, documents, renew


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_output_shown_is_real(path: Path) -> None:
    text = path.read_text("utf-8")
    assert renew(text) == text, "python -m tests.renew_docs writes it anew"


def test_documents_show_output() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in documents()}
    assert found >= {"README.md", "docs/rules.md", "docs/strategy.md", "docs/commands.md"}


def test_a_wrong_output_is_seen() -> None:
    wrong = "```console\n$ 421 odds 421 --rolls 1\n421 in 1 roll: 2.79 %\n```\n"
    assert "1/36" in renew(wrong)
    assert "stop" in renew("<!-- generated: opening -->\n<!-- end generated -->\n")
