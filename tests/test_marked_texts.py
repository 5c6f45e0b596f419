"""Texts for people are marked for translation, whole: the source is read, not run.

What a person reads is known by where it stands: what is raised as one of our errors or as one
of click, the lines and heads of an answer, what is echoed, and what is said to be under way.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.renew_catalogue import MARKERS, ROOT, source_files

ERRORS = re.compile(
    r"(Hand|Rules|Position|Table|Unsolved|Refuted|Convergence|Strategy|Data|Cluster|Solver|Field"
    r"|_Forbidden)Error"
)
SPOKEN = {
    *("UsageError", "BadParameter", "ClickException", "BadArgumentUsage", "BadOptionUsage"),
    *("Answer.lines", "Column", "Column.title", "echo", "confirm", "prompt"),
    *("showing_progress", "work", "error"),
}
"""Calls whose first argument people read; after a dot, an argument by its name."""

SPOKEN_SECOND = {"BrokenError", "refuse", "list_of"}

WORD = re.compile(r"[^\W\d_]{2,}")


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _texts(part: ast.AST) -> Iterator[ast.expr]:
    """Literals with words in an expression, but those that are marked or only look things up."""
    if isinstance(part, ast.Call) and _name(part) in MARKERS:
        return
    if isinstance(part, ast.Subscript):
        yield from _texts(part.value)
        return
    if isinstance(part, ast.Constant) and isinstance(part.value, str) and WORD.search(part.value):
        yield part
    for below in ast.iter_child_nodes(part):
        if not (isinstance(part, ast.FormattedValue) and below is part.format_spec):
            yield from _texts(below)


def _spoken_parts(call: ast.Call) -> Iterator[ast.expr]:
    name = _name(call)
    if call.args and (name in SPOKEN or ERRORS.fullmatch(name)):
        yield call.args[0]
    if len(call.args) > 1 and name in SPOKEN_SECOND:
        yield call.args[1]
    for keyword in call.keywords:
        if f"{name}.{keyword.arg}" in SPOKEN:
            yield keyword.value


def faults(source: str) -> list[str]:
    """Every text that is not marked, and every mark around something else than a text."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for part in _spoken_parts(node):
            found += [f"line {text.lineno}: {ast.unparse(text)}" for text in _texts(part)]
        if isinstance(node.func, ast.Name) and node.func.id in MARKERS:
            texts = node.args[:2] if node.func.id == "ngettext" else node.args
            for text in texts:
                if isinstance(text, ast.JoinedStr | ast.BinOp):
                    found.append(f"line {text.lineno}: not one text: {ast.unparse(text)}")
    return found


@pytest.mark.parametrize("path", source_files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_are_marked(path: Path) -> None:
    assert faults(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "raise RulesError('no such rules')",
        "raise errors.RulesError(f'{name} is wrong')",
        "raise row.error('a bad row')",
        "raise DataError(_('line {n}').format(n=n) + ' is bad')",
        "raise DataError(_('line {n}: {why}').format(n=n, why='is bad'))",
        "click.echo(f'done with {n}')",
        "Column('keep', cells)",
        "Answer(lines=(f'{a}; seat 0 opens',), name='x')",
        "Answer(lines=[*lines, 'the end'])",
        "showing_progress('solving')",
        "_(f'keep {dice}')",
        "_('keep ' + dice)",
        "ngettext(f'{n} roll', '{n} rolls', n)",
    ],
)
def test_what_is_not_marked_is_seen(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "raise RulesError(_('no rules {name}').format(name=quote(name)))",
        "raise RulesError(message) from None",
        "raise ValueError('a fault of the caller')",
        "Column(_('keep'), ['best', 'worst'])",
        "Answer(lines=(format_position(asked), f'{a} = {b:.4g}', facts['rounds']), name='plan')",
        "click.echo(', '.join(names))",
        "_(line)",
    ],
)
def test_the_rest_is_allowed(source: str) -> None:
    assert faults(source) == []
