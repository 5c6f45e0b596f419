"""What holds for every test: nothing of the user's is touched, and chance repeats itself."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from solver.files import CACHE_VARIABLE, USER_VARIABLE

# The same examples every time, and no clock: a slow machine is not a bug.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# Texts are compared in English, whatever the machine speaks; French is asked for.
os.environ["LANGUAGE"] = "en"


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give each test, and the processes it starts, empty folders of cache and user."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv(USER_VARIABLE, str(tmp_path / "user"))


@pytest.fixture(autouse=True)
def _digits_as_python_has_them() -> None:
    """Undo what the command line does to this process: it lifts the limit on digits."""
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
