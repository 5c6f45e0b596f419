"""What holds for every test: nothing of the user's is touched, and chance repeats itself."""

from pathlib import Path

import pytest
from hypothesis import settings

from solver.files import CACHE_VARIABLE

# The same examples every time, and no clock: a slow machine is not a bug.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give each test, and the processes it starts, an empty cache folder."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
