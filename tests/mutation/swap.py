"""A changed module in a process that has already loaded it: only functions get other code.

Most changes are inside of a function. Then nothing need be loaded again: whoever holds the
function holds the changed one. What a module does on import cannot be changed in this way.
"""

import functools
import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any


class OnImportError(Exception):
    """The change is of what runs when the module is imported."""


def _functions(path: str) -> dict[CodeType, list[FunctionType]]:
    """All functions that a file has made, by their code."""
    found: dict[CodeType, list[FunctionType]] = {}
    for thing in gc.get_objects():
        # Its type, since a weak proxy may claim to be of any class, or have lost its own.
        if type(thing) is FunctionType and thing.__code__.co_filename == path:
            found.setdefault(thing.__code__, []).append(thing)
    return found


def _frame_of(code: CodeType) -> tuple[Any, ...]:
    """What code does, but for the functions that it makes and the lines on which it stands."""
    constants = [
        CodeType if isinstance(one, CodeType) else (type(one), repr(one)) for one in code.co_consts
    ]
    return (
        code.co_code,
        code.co_exceptiontable,
        code.co_names,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        code.co_flags,
        code.co_argcount,
        code.co_kwonlyargcount,
        code.co_posonlyargcount,
        *constants,
    )


class Swap:
    """The functions of a loaded module, which can be given the code of a changed one."""

    def __init__(self, path: Path) -> None:
        """Find the functions of a file."""
        self._path = str(path)
        self._code = self._compiled(path.read_text("utf-8"))
        self._functions = _functions(self._path)

    def _compiled(self, source: str) -> CodeType:
        return compile(source, self._path, "exec", dont_inherit=True)

    def changes(self, source: str) -> list[tuple[CodeType, CodeType]]:
        """Return the codes that differ in another source of the module, old and new.

        Raises:
            OnImportError: something else differs as well.
        """
        return list(self._differing(self._code, self._compiled(source)))

    def _differing(self, old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
        if old == new:
            return
        if old in self._functions:
            if old.co_freevars != new.co_freevars:
                raise OnImportError
            yield old, new
            return
        if _frame_of(old) != _frame_of(new):
            raise OnImportError
        for one, other in zip(old.co_consts, new.co_consts, strict=True):
            if isinstance(one, CodeType):
                yield from self._differing(one, other)

    def swap(self, old: CodeType, new: CodeType) -> None:
        """Give new code to the functions that have the old one."""
        for function in self._functions[old]:
            function.__code__ = new


def forget() -> None:
    """Empty the memories of all functions that remember (`functools.cache`)."""
    for thing in gc.get_objects():
        if type(thing) is functools._lru_cache_wrapper:
            thing.cache_clear()
