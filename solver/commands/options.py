"""What the commands share of their command lines."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click

from solver.commands.output import LAYOUTS, Answer, is_terminal, write
from solver.game.presets import MAX_FILE_BYTES, PRESETS
from solver.game.words import SEED_DIGITS, parse_count, quote
from solver.language import _

P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return the type of an option that is a whole number within bounds, written in digits."""

    def number(text: str) -> int:
        count = parse_count(text, digits=5)
        if count is None or not least <= count <= most:
            raise click.BadParameter(
                _("a whole number from {least} to {most}, not {text}").format(
                    least=least, most=most, text=quote(text)
                )
            )
        return count

    return number


def read_seed(text: str) -> int:
    """Return the seed that a text writes: the type of an option."""
    seed = parse_count(text, SEED_DIGITS)
    if seed is None:
        raise click.BadParameter(
            _("a whole number of at most 15 digits, not {text}").format(text=quote(text))
        )
    return seed


def answering(function: Callable[P, Answer]) -> Callable[P, int]:
    """Give a command that returns an answer the options for its form; print it, return its code."""

    @click.option(
        "--format",
        "layout",
        type=click.Choice(LAYOUTS),
        default=LAYOUTS[0],
        show_default=True,
        help="How the answer is written.",
    )
    @click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
    @wraps(function)
    def command(layout: str, as_json: bool, *args: P.args, **kwargs: P.kwargs) -> int:
        answer = function(*args, **kwargs)
        write(answer, "json" if as_json else layout)
        return answer.code

    return command  # type: ignore[return-value]  # click passes what the options add


def complete_rules(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the presets that begin with what is typed, for the shell."""
    return [name for name in PRESETS if name.startswith(incomplete)]


def with_settings(function: F) -> F:
    """Add ``--set``, which gives ``settings``."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="FIELD=VALUE",
        help="Change a field of the rules, such as suites=off; may be repeated.",
    )(function)


def with_rules(function: F) -> F:
    """Add ``--rules`` and ``--set``, which give ``rules`` and ``settings``."""
    return click.option(
        "--rules",
        metavar="RULES",
        shell_complete=complete_rules,
        help="A preset, such as comptoir, or a TOML file.  [default: jetons; for legs jambes]",
    )(with_settings(function))


def read_words(words: Sequence[str]) -> str:
    """Return the words of an argument as one text; standard input for a single ``-``."""
    text = " ".join(words)
    return read_stdin().strip() if text == "-" else text


def read_stdin() -> str:
    """Return what stands on standard input.

    Raises:
        click.UsageError: it is too long for anything that is read there, or not UTF-8.
    """
    data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise click.UsageError(
            _("standard input is longer than {most} bytes").format(most=MAX_FILE_BYTES)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise click.UsageError(
            _("standard input is not UTF-8: {data}").format(data=quote(data))
        ) from None


@contextmanager
def waiting() -> Iterator[None]:
    """Count the seconds on the terminal while something is computed, from the first on."""
    if not is_terminal(sys.stderr):
        yield
        return
    from threading import Event, Thread

    done = Event()
    counting = _("computing, {seconds} s")  # here: another thread would speak English

    def count() -> None:
        text = ""
        seconds = 0
        while not done.wait(1):
            seconds += 1
            text = "\r" + counting.format(seconds=seconds)
            click.echo(text, err=True, nl=False)
        click.echo("\r" + " " * len(text) + "\r" if text else "", err=True, nl=False)

    thread = Thread(target=count, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
