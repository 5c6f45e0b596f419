"""Small changes of a module's source, by the operators of mutmut.

Mutmut itself changes only the bodies of undecorated functions, and here tables are made when a
module is imported, and functions remember their results. So its operators are applied to the
whole module, one at a time. Left out are annotations, decorators, imports, assertions (they
state what cannot occur, as ``strict=True`` of zip does) and the wording of messages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

_LEFT_OUT = {"Annotation", "Assert", "Decorator", "Import", "ImportFrom", "TypeAlias"}

_NOT_ENTERED = {"cast", "TypeVar", "_", "ngettext"}
"""Calls that do nothing when the program runs, and those that speak to people."""

_STRICT = re.compile(r"\bstrict=\w+")

_TEXTS = {"SimpleString", "ConcatenatedString", "FormattedStringText"}


@dataclass(frozen=True)
class Mutant:
    """One change: where it begins, the statement's line before and after, the new module."""

    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """The line before and after: what is the same change wherever the line stands."""
        return f"{self.before} -> {self.after}"

    @property
    def change(self) -> str:
        """What tells it apart in its module: the line's number, and its name."""
        return f"{self.line}: {self.name}"


def _kind(node: Any) -> str:
    return type(node).__name__


def _left_out(node: Any, raising: bool) -> bool:
    kind = _kind(node)
    if kind == "Call" and _kind(node.func) == "Name":
        return node.func.value in _NOT_ENTERED
    if kind == "Expr":
        return _kind(node.value) in _TEXTS  # a docstring
    return kind in _LEFT_OUT or (raising and kind in _TEXTS)


def _nodes(node: Any, raising: bool = False) -> Iterator[Any]:
    """Yield the nodes that may be changed, in the order of the source."""
    if not _left_out(node, raising):
        yield node
        for child in node.children:
            yield from _nodes(child, raising or _kind(node) == "Raise")


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every change of a module's source that still compiles, each new source once.

    It needs the extra ``mutation``.
    """
    import libcst
    from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
    from mutmut.mutation.mutators import mutation_operators

    wrapper = MetadataWrapper(libcst.parse_module(source), unsafe_skip_copy=True)
    spans = wrapper.resolve(ByteSpanPositionProvider)
    code, old = source.encode(), source.splitlines()
    given = {_STRICT.sub("", source)}
    for node in _nodes(wrapper.module):
        operators = [operator for kind, operator in mutation_operators if isinstance(node, kind)]
        changes = [changed for operator in operators for changed in operator(node)]
        # Of a text one change is enough; upper and lower case are no others.
        for changed in changes[:1] if _kind(node) == "SimpleString" else changes:
            if _kind(node) == "Match":  # which alone is more than a part of a line
                new = wrapper.module.deep_replace(node, changed).code
            else:
                start, end = spans[node].start, spans[node].start + spans[node].length
                part = wrapper.module.code_for_node(changed).encode()
                new = (code[:start] + part + code[end:]).decode()
            kept = _STRICT.sub("", new)
            if kept not in given and _compiles(new):
                given.add(kept)
                line = code.count(b"\n", 0, spans[node].start) + 1
                yield Mutant(line, *_first_difference(old, new.splitlines()), new)


def _first_difference(old: list[str], new: list[str]) -> tuple[str, str]:
    for before, after in zip_longest(old, new, fillvalue=""):
        if before != after:
            return before.strip(), after.strip()
    raise AssertionError("a mutant differs from its source")


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True
