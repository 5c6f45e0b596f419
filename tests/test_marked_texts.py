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
FIRST, SECOND, EVERY = slice(1), slice(1, 2), slice(None)
SPOKEN = {
    **dict.fromkeys(("UsageError", "BadParameter", "ClickException", "error"), FIRST),
    **dict.fromkeys(("Column", "echo", "confirm", "prompt", "ask_line"), FIRST),
    **dict.fromkeys(("showing_progress", "work"), FIRST),
    **dict.fromkeys(("BrokenError", "refuse", "list_of"), SECOND),
    "say": EVERY,
}
"""Calls, with those of their arguments that people read."""

SPOKEN_BY_NAME = {("Answer", "lines"), ("Column", "title")}

FOR_PROGRAMS = {
    "cli.py": "first lines of help, which the catalogue is held to",
    "solver/study/documents/hands.py": "a reason in JSON",
    "solver/study/exploit.py": "a name of a strategy",
    "solver/study/export/cheatsheet.py": "a title in JSON",
    "solver/study/export/dataset.py": "descriptions in JSON",
    "solver/study/export/graph.py": "a title in JSON",
    "solver/study/export/model_forms.py": "a title in JSON",
    "solver/study/export/odds.py": "descriptions in JSON",
    "solver/study/export/policy.py": "descriptions in JSON",
    "solver/study/export/values.py": "descriptions in JSON",
    "solver/study/html.py": "style",
    "solver/study/opening.py": "documentation",
    "solver/study/pictures/drawing.py": "a place that matplotlib knows",
    "solver/study/record/write.py": "lines of records, which are read again",
    "solver/study/results.py": "documentation",
    "solver/study/scaling.py": "documentation",
    "solver/study/strategies.py": "names that are typed",
    "solver/web/pool.py": "what a process runs",
}
"""Files with sentences that are not for people, or not in their language, and what these are."""

NOT_FOR_PEOPLE = {"option", "ValueError", "TypeError", "AssertionError", "AttributeError"}
"""Calls with texts that are translated elsewhere, or faults of whoever calls."""

WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]+ [^\W\d_]{2,}")


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
    yield from call.args[FIRST if ERRORS.fullmatch(name) else SPOKEN.get(name, slice(0))]
    for keyword in call.keywords:
        if (name, keyword.arg) in SPOKEN_BY_NAME:
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


def sentences(source: str) -> list[str]:
    """Every text of three words or more that is not marked, wherever it stands."""
    tree = ast.parse(source)
    left_out: set[ast.AST] = set()
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call) and _name(node) in NOT_FOR_PEOPLE | set(MARKERS)
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_call or is_docstring or isinstance(node, ast.Assert):
            left_out.update(ast.walk(node))
    return [
        f"line {node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if node not in left_out and SENTENCE.search(node.value)
    ]


@pytest.mark.parametrize("path", source_files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_are_marked(path: Path) -> None:
    source = path.read_text("utf-8")
    assert faults(source) == []
    assert bool(sentences(source)) == (path.relative_to(ROOT).as_posix() in FOR_PROGRAMS), (
        sentences(source)
    )


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


def test_sentences_are_seen_wherever_they_stand() -> None:
    assert sentences("def f():\n    return f'{a} beats all of {b}'") == ["line 2:  beats all of "]
    assert (
        sentences('def f():\n    """A text for programmers."""\n    _("stop with {hand} now")')
        == []
    )
