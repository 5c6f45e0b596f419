"""Talks with the command ``421`` through a terminal of its own, as a person does."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pexpect

from tests.commands.running import COMMAND, environment

SECONDS = 60
WIDE = (50, 200)

LANG = {"en": "C.UTF-8"}
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
