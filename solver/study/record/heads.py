"""The lines at the head of a record: what is played, by whom, and when."""

import re
from collections.abc import Callable, Sequence
from datetime import date

from solver.errors import SolverError
from solver.game.presets import find_rules
from solver.game.rules import MAX_PLAYERS
from solver.game.words import quote
from solver.language import _
from solver.study.record.words import Word, Words
from solver.study.referee import Standing, first_standing

_NAME = re.compile(r"[^\W\d_][^\s,>#]{0,29}")
_WHOLE = re.compile("[0-9]{1,15}", re.ASCII)
_FIRST_WORDS = ("game", "rules", "phase", "players", "seed", "date", "barrage", "result")
"""Of lines that are no turns."""


def fault_of_name(name: str, others: Sequence[str]) -> str:
    """Return why nobody can be called so who comes after others; empty if one can."""
    if name in others:
        return _("{name} stands twice").format(name=quote(name))
    if not _NAME.fullmatch(name) or name in _FIRST_WORDS:
        message = _("a player's name is one word that begins with a letter, not {found}")
        return message.format(found=quote(name))
    if len(others) == MAX_PLAYERS:
        return _("there are at most {n} players").format(n=MAX_PLAYERS)
    return ""


class Heads:
    """What the head of a record says so far; see `solver.study.record.model.Record`.

    Attributes:
        players: their names; empty until they are read.
    """

    def __init__(self) -> None:
        self.rules = find_rules("jetons")
        self.players: tuple[str, ...] = ()
        self.number = 1
        self.seed: int | None = None
        self.date = ""
        self._phase: Word | None = None
        self._given: set[str] = set()
        self._readers: dict[str, Callable[[Words], None]] = {
            "game": self._read_number,
            "rules": self._read_rules,
            "phase": self._read_phase,
            "players": self._read_players,
            "seed": self._read_seed,
            "date": self._read_date,
        }

    def __contains__(self, word: str) -> bool:
        return word in self._readers

    def read(self, first: Word, words: Words) -> None:
        """Read a line whose first word is one of those that are ``in`` this."""
        if first.text in self._given:
            first.refuse(_("{word} stands twice").format(word=quote(first.text)))
        self._given.add(first.text)
        self._readers[first.text](words)

    def begin(self, name: Word, opener: int) -> Standing:
        """Return where the game begins, once somebody called ``name`` opens."""
        if self._phase and self.rules.phases != "separate":
            message = _("{rules} is one game, of which no phase is played alone")
            self._phase.refuse(message.format(rules=self.rules.name))
        alone = self._phase is not None
        try:
            return first_standing(self.rules, len(self.players), opener, decharge_alone=alone)
        except SolverError as error:
            name.refuse(str(error))

    def _whole(self, words: Words, missing: str) -> int:
        word = words.next(missing)
        if not _WHOLE.fullmatch(word.text):
            message = _("a whole number of at most 15 digits, not {found}")
            word.refuse(message.format(found=quote(word.text)))
        return int(word.text)

    def _read_number(self, words: Words) -> None:
        self.number = self._whole(words, _("the number of the game is missing"))

    def _read_seed(self, words: Words) -> None:
        self.seed = self._whole(words, _("the seed is missing"))

    def _read_rules(self, words: Words) -> None:
        named = words.rest(_("the rules are missing: a preset, such as jetons{pot=11}"))
        try:
            self.rules = find_rules(named.text)
        except SolverError as error:
            named.refuse(str(error))

    def _read_phase(self, words: Words) -> None:
        word = words.next(_("the phase is missing: decharge"))
        if word.text != "decharge":
            message = _("the only phase to be named is decharge, not {found}")
            word.refuse(message.format(found=quote(word.text)))
        self._phase = word

    def _read_date(self, words: Words) -> None:
        word = words.next(_("the date is missing, such as 2026-11-30"))
        try:
            day = date.fromisoformat(word.text).isoformat()
        except ValueError:
            day = ""
        if day != word.text:
            message = _("a date is such as 2026-11-30, not {found}")
            word.refuse(message.format(found=quote(word.text)))
        self.date = day

    def _read_players(self, words: Words) -> None:
        names: list[str] = []
        while words:
            word = words.next("")
            if fault := fault_of_name(word.text, names):
                word.refuse(fault)
            names.append(word.text)
        if len(names) < 2:
            words.end.refuse(_("two players or more are named, round the table"))
        self.players = tuple(names)
