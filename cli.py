"""The command ``421``: finds the command that was asked for, and makes every failure one line.

To add a command, add a line to `COMMANDS` and a file of that name to ``solver/commands``,
which holds a click command called ``command``.
"""

# ruff: noqa: E402 - an interrupt while the rest is loaded is told like any other

import sys
from types import TracebackType


def _end_at(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the program where nobody else did: of an interrupt, no more than that."""
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("421: interrupted\n")
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _end_at

import gc

gc.disable()  # whatever is loaded stays: to search it for garbage takes a tenth of a start

import io
import os
import signal
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from importlib import import_module
from typing import NoReturn

import click

from solver import __version__
from solver.errors import INPUT_ERRORS, SolverError, is_interrupt
from solver.files import why_refused
from solver.game.words import one_line
from solver.language import LANGUAGES, _, chosen

COMMANDS = {
    "advise": "Say what to keep of a roll: every keep, best first.",
    "explain": "Say why a keep is the best one, in words made from the numbers.",
    "value": "Say what a position is worth to each player.",
    "numbers": "Exact numbers of a solved game: rounds, duration, what opening is worth.",
    "odds": "Say the best chance of making a hand or a class.",
    "hands": "List the hands in order, or say which of two wins.",
    "rules": "List, show, compare and check rules.",
    "solve": "Solve a game, prove its values, and keep the table.",
    "verify": "Prove stored tables right, from the rules alone.",
    "simulate": "Play rounds or games with dice, and count how they end.",
    "evaluate": "Say what strategies come to against each other, exactly.",
    "exploit": "Say how much a strategy loses to the best response, exactly.",
    "validate": "Test somebody's numbers against the exact ones.",
    "analyse": "Say how well games were played, and how lucky, exactly.",
    "record": "Check written games, and write them out in full, or in the other form.",
    "export": "Write policies, values and models to files, or to standard output.",
    "plot": "Draw pictures of the exact numbers, into a file or in letters.",
    "quiz": "Ask decisions that people get wrong, and say what answers cost.",
    "play": "Play a game against strategies, or be advised at a real table.",
    "serve": "Serve the page, and answers to other programs, until it is interrupted.",
}
"""Each command with the first line of its help, so that the help of all imports none."""

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def _collect_what_comes() -> None:
    """Collect garbage from now on, but not among what is loaded already."""
    gc.freeze()
    gc.enable()


def _load(name: str) -> click.Command:
    module = f"solver.commands.{name}"
    if module not in sys.modules:
        gc.disable()
        try:
            import_module(module)
        finally:
            _collect_what_comes()
    command: click.Command = sys.modules[module].command
    return command


class LazyGroup(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name.

        Raises:
            click.UsageError: there is none; the message holds the nearest names.
        """
        if cmd_name in COMMANDS:
            return _load(cmd_name)
        if ctx.resilient_parsing:
            return None
        from difflib import get_close_matches

        near = ", ".join(get_close_matches(cmd_name, COMMANDS) or COMMANDS)
        raise click.UsageError(
            _("no command {name}; there is {near}").format(name=repr(cmd_name), near=near), ctx
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(line)) for name, line in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="421 %(version)s")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help="Language to speak, also behind the command.  [default: the locale's]",
)
def group() -> None:
    """Exact advice for the French bar dice game 421.

    \b
    Example:
      421 advise 6 1 4 --left 2
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; print errors as one line each."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # "–" on a terminal that knows only ASCII
    # Values of whole games are exact, with more digits than Python prints unasked.
    sys.set_int_max_str_digits(0)
    language, given = _take_language(arguments)
    with ExitStack() as speaker:
        try:
            spoken = speaker.enter_context(_speaking(language or chosen(os.environ)))
            code = spoken.main(given, prog_name="421", standalone_mode=False)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return BAD_INPUT
        except Exception as error:
            message, code = judge(error)
            click.echo(f"421: {one_line(message)}", err=True)
        return code if isinstance(code, int) else 0


def _take_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the language asked for, if any, and the arguments with ``--lang`` moved to the front.

    Click alone would read it only before the command, and after some of its messages are made.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    language: str | None = None
    rest: list[str] = []
    words = iter(arguments[:end])
    for word in words:
        if word == "--lang":
            language = next(words, "")
        elif word.startswith("--lang="):
            language = word.partition("=")[2]
        else:
            rest.append(word)
    rest += arguments[end:]
    if language is None:
        return "", rest
    return (language if language in LANGUAGES else ""), ["--lang", language, *rest]


def _speaking(language: str) -> AbstractContextManager[click.Command]:
    """Speak a language; what is yielded is the group that says its help in it."""
    if language == LANGUAGES[0]:
        return nullcontext(group)
    from solver.commands.spoken import speaking_with_click

    return speaking_with_click(language, group)


def judge(error: Exception) -> tuple[str, int]:
    """Return what to say of an error, and the exit code; raise it in Python's developer mode."""
    match error:
        case click.UsageError():
            asked = error.ctx.command_path if error.ctx else "421"
            said = error.format_message()
            system = error.__context__
            if isinstance(system, OSError) and system.strerror:  # which click passes on
                said = said.replace(system.strerror, why_refused(system))
            message = _("{message} (see '{command} --help')")
            return message.format(message=said, command=asked), BAD_INPUT
        case _ if isinstance(error, click.Abort) or is_interrupt(error):
            return _("interrupted"), INTERRUPTED
        case _ if isinstance(error, INPUT_ERRORS):
            return str(error), BAD_INPUT
        case SolverError() | click.ClickException():
            return str(error), FAILED
        case OSError():
            where = f" {error.filename!r}" if error.filename else ""
            return f"{why_refused(error)}{where}", FAILED
    if sys.flags.dev_mode:
        raise error
    message = _("a fault of the solver, {name}: {error}; python -X dev shows where")
    return message.format(name=type(error).__name__, error=error), FAILED


def main() -> NoReturn:
    """Do what the command line of this process says, and exit."""
    code = run(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # all is done, and Python takes time to leave
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os._exit(code)  # it is said already, and Python would say it again
    sys.exit(code)


_collect_what_comes()

if __name__ == "__main__":
    main()
