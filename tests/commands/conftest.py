"""Commands run in this process say nothing of their progress, however slow the machine is."""

import pytest


@pytest.fixture(autouse=True)
def _no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.commands.progress.LINE_SECONDS", 1e9)
