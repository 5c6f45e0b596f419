"""Talks with the command ``421`` through a terminal of its own, as a person does."""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pexpect

from tests.commands.running import COMMAND, environment, start

SECONDS = 60
WIDE = (50, 200)

LANG = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}
"""By language the locale in which it is spoken."""


@dataclass
class Talk:
    """A talk that is going on, and all that was shown in it."""

    terminal: "pexpect.spawn[str]"
    shown: str = ""

    def hear(self, text: str) -> None:
        """Wait for a text."""
        self._take(re.escape(text))

    def hear_match(self, pattern: str) -> re.Match[str]:
        """Wait for what a pattern matches; ``$`` in it is no end of a line."""
        self._take(pattern)
        match = self.terminal.match
        assert isinstance(match, re.Match)
        return match

    def _take(self, pattern: str) -> None:
        self.terminal.expect(pattern)
        self.shown += self.terminal.before or ""
        self.shown += self.terminal.after if isinstance(self.terminal.after, str) else ""

    def type(self, text: str) -> None:
        """Type a line."""
        self.terminal.sendline(text)

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.terminal.sendintr()

    def end(self) -> None:
        """Press Ctrl-D."""
        self.terminal.sendeof()

    def code(self) -> int:
        """Wait for the end; return the exit code."""
        self._take_rest()
        self.terminal.close()
        assert self.terminal.signalstatus is None
        code = self.terminal.exitstatus
        assert isinstance(code, int)
        return code

    def _take_rest(self) -> None:
        self.terminal.expect(pexpect.EOF)
        self.shown += self.terminal.before or ""


_TRANSCRIPT = re.compile(r"^    \$ 421 (.*)\n((?:    .*\n|\n)*?    .*\n)(?=\n?\S|\Z)", re.MULTILINE)
_PROMPT = re.compile(r"(?:keep|\w (?:kept|rolled))> ")
_SPLIT = re.compile(rf"({_PROMPT.pattern})")


def transcript(page: Path) -> str:
    """The talk that a page of the documentation shows, indented there by four spaces."""
    found = _TRANSCRIPT.search(page.read_text("utf-8"))
    assert found, page
    return dedent(found[0])


def talk_again(shown: str) -> str:
    """What a talk looks like if what was typed in it is typed again."""
    command, _, rest = shown.partition("\n")
    typed = [line.partition("> ")[2] for line in rest.splitlines() if _PROMPT.match(line)]
    arguments = shlex.split(command.removeprefix("$ 421 "))
    done = start(*arguments, stdin="".join(f"{line}\n" for line in typed).encode())
    assert (done.code, done.err) == (0, "")
    # What a person types stands on the screen, with the line that he ends.
    first, *parts = _SPLIT.split(done.out)
    said = zip(parts[::2], typed, parts[1::2], strict=True)
    lines = "".join(f"{prompt}{line}\n{after}" for prompt, line, after in said)
    return f"{command}\n{first}{lines}"


@contextmanager
def talking(*arguments: str, language: str = "en", **variables: str) -> Iterator[Talk]:
    """Start the command on a terminal; whatever happens, it is ended."""
    spoken = {"LANG": LANG[language], "LANGUAGE": language, "LC_ALL": "", "TERM": "dumb"}
    command, *first = COMMAND
    terminal = pexpect.spawn(
        command,
        [*first, *arguments],
        env=environment(spoken | variables),
        encoding="utf-8",
        timeout=SECONDS,
        dimensions=WIDE,
    )
    try:
        yield Talk(terminal)
    finally:
        terminal.close(force=True)
