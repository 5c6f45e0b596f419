"""Functions are compiled also where the machine code cannot be kept."""

from collections.abc import Callable
from typing import Any

import pytest
from numba import njit

from solver.engine import compiled


def test_where_no_folder_can_be_written_functions_are_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So numba behaves for a user without a home, where the package is not to be written to."""
    asked = []

    def unwritable(*, nogil: bool, cache: bool = False) -> Callable[..., Any]:
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(nogil=nogil)

    monkeypatch.setattr(compiled, "njit", unwritable)

    def twice(number: int) -> int:
        return 2 * number

    doubled = compiled.compiled(twice)
    assert doubled(21) == 42
    assert hasattr(doubled, "py_func"), "it is compiled"
    assert asked == [True, False]
