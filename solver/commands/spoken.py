"""Help, and click's own messages, in another language than English.

Commands are written with their help in English. It is translated when it is about to be
shown, in copies, so the commands themselves never change.
"""

import gettext
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc

import click

from solver.language import DOMAIN, _, catalogues, speaking

Translate = Callable[[str], str]

_VARIABLE = "LANGUAGE"


@contextmanager
def speaking_with_click(language: str, group: click.Group) -> Iterator[click.Command]:
    """Speak a language other than English inside; yield the group that says its help in it."""
    domain, variable = gettext.textdomain(), os.environ.get(_VARIABLE)
    gettext.bindtextdomain(DOMAIN, catalogues())
    gettext.textdomain(DOMAIN)
    # Click's messages go through gettext itself, which asks only the environment.
    os.environ[_VARIABLE] = language
    try:
        with speaking(language):
            yield translated(group)
    finally:
        gettext.textdomain(domain)
        del os.environ[_VARIABLE]
        if variable is not None:
            os.environ[_VARIABLE] = variable


def translated(command: click.Command, translate: Translate = _) -> click.Command:
    """Return a copy of a command that says its help, and that of its commands, translated."""
    spoken = copy(command)
    spoken._help_option = None  # where click keeps the option --help, in the language it had
    spoken.options_metavar = command.options_metavar and translate(command.options_metavar)
    spoken.help = command.help and _translated_help(command.help, translate)
    spoken.params = [_translated_parameter(command, param, translate) for param in command.params]
    if isinstance(spoken, click.Group):
        group, find = spoken, spoken.get_command

        def get_command(ctx: click.Context, cmd_name: str) -> click.Command | None:
            found = find(ctx, cmd_name)
            return found and translated(found, translate)

        group.subcommand_metavar = translate(group.subcommand_metavar)
        group.get_command = get_command  # type: ignore[method-assign]
    return spoken


def _translated_help(text: str, translate: Translate) -> str:
    r"""A help text, paragraph by paragraph; after ``\b`` line by line, but indented ones stay."""
    paragraphs = cleandoc(text).split("\n\n")
    return "\n\n".join(
        "\n".join(line if line[0] in "\b " else translate(line) for line in part.split("\n"))
        if part.startswith("\b")
        else translate(" ".join(part.split()))
        for part in paragraphs
    )


def _translated_parameter(
    command: click.Command, parameter: click.Parameter, translate: Translate
) -> click.Parameter:
    spoken = copy(parameter)
    if isinstance(spoken, click.Option):
        spoken.help = spoken.help and translate(spoken.help)
    if word := _stand_in(parameter):
        shown = parameter.make_metavar(click.Context(command))
        spoken.metavar = shown.replace(word, translate(word))
    return spoken


def _stand_in(parameter: click.Parameter) -> str:
    """The word that stands for a value in the help; empty where none or the choices do."""
    if isinstance(parameter.type, click.Choice) or getattr(parameter, "is_flag", False):
        return ""
    if isinstance(parameter, click.Argument):
        return parameter.metavar or parameter.human_readable_name.upper()
    return parameter.metavar or parameter.type.name.upper()
