"""Reading records: every line is held to the rules as it is read, so an error has its place.

What follows from the rules may be left out: what a round moved, and the result. Where it is
written it must be right.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import BinaryIO

from solver.errors import DataError
from solver.game.dice import KEEPS_OF
from solver.game.dice_notation import format_keep
from solver.game.state import max_rolls
from solver.game.words import quote
from solver.language import _, ngettext
from solver.study.game_log import LoggedBarrage, LoggedRound, LoggedTurn
from solver.study.record.heads import Heads
from solver.study.record.model import Record
from solver.study.record.words import Word, Words
from solver.study.record.write import THEN, format_outcome, format_result
from solver.study.referee import Role, Standing, Ties, settle, ties_of
from solver.study.validate.inputs import read_lines

_ROLES: dict[str, Role] = {"lowest": "lowest", "best": "best"}


def read_records(file: BinaryIO) -> Iterator[tuple[int, Record]]:
    """Yield (number of its first line, record) for every game of a file.

    Each game after the first begins with a line ``game N``.

    Raises:
        DataError: a line is not of that form or breaks the rules; the message has its place.
    """
    game: _Game | None = None
    for line in read_lines(file):
        words = Words(line)
        if not words:
            continue
        if game is not None and words.words[0].text == "game" and game.begun:
            yield game.first_line, game.finish()
            game = None
        game = game or _Game(line.number)
        game.read(words)
    if game is None:
        raise DataError(_("the file is empty: a record has the players, and a line for every turn"))
    yield game.first_line, game.finish()


class _Game:
    """A game of which some lines are read."""

    def __init__(self, first_line: int) -> None:
        self.first_line = first_line
        self._heads = Heads()
        self._standing: Standing | None = None
        self._payoffs: tuple[Fraction, ...] | None = None
        self._rounds: list[LoggedRound] = []
        self._turns: list[LoggedTurn] = []
        self._barrages: list[LoggedBarrage] = []
        self._ties: Ties | None = None
        self._end = Word(first_line, 1, "")

    @property
    def begun(self) -> bool:
        """Whether somebody has rolled."""
        return bool(self._turns or self._rounds)

    def read(self, words: Words) -> None:
        """Read a line that has a word."""
        first = words.next("")
        self._end = words.end
        if first.text in self._heads:
            if self.begun:
                message = _("{word} stands before the first turn; the next game begins with 'game'")
                first.refuse(message.format(word=quote(first.text)))
            self._heads.read(first, words)
        elif first.text == "barrage":
            self._read_barrage(first, words)
        elif first.text == "result":
            self._read_result(first, words)
        else:
            player = self._player(first)
            if words and words.words[0].text in ("takes", "loses"):
                self._read_outcome(first, words)
            else:
                self._read_turn(first, player, words)
        words.finish()

    def finish(self) -> Record:
        """Return the record of the lines that are read."""
        if self._turns:
            self._end.refuse(self._missing())
        if not self._rounds:
            self._end.refuse(_("no round is played; a turn is written {turn}").format(turn=_TURN))
        heads, rounds = self._heads, tuple(self._rounds)
        facts = heads.number, heads.seed, heads.date
        return Record(heads.rules, heads.players, rounds, self._payoffs, *facts)

    def _missing(self) -> str:
        """Say what a round that has begun still lacks."""
        assert self._standing is not None, "a turn was read, so the game stands somewhere"
        due = self._ties.due() if self._ties else None
        if due is None:
            player = self._standing.players()[len(self._turns)]
            message = _("the round is not over: {name} has still to roll")
            return message.format(name=self._heads.players[player])
        role, level = due
        names = ", ".join(self._heads.players[player] for player in level)
        if role == "lowest":
            message = _("the round is not over: {names} are level for lowest, and throw a barrage")
        else:
            message = _("the round is not over: {names} are level for best, and throw a barrage")
        return message.format(names=names)

    def _player(self, word: Word) -> int:
        if not self._heads.players:
            message = _("the players are named first, as in 'players Anne, Bob', not {found}")
            word.refuse(message.format(found=quote(word.text)))
        if word.text not in self._heads.players:
            message = _("no player {found}; there is {names}")
            names = ", ".join(self._heads.players)
            word.refuse(message.format(found=quote(word.text), names=names))
        return self._heads.players.index(word.text)

    def _read_turn(self, name: Word, player: int, words: Words) -> None:
        standing = self._stand(name, player)
        self._refuse_turn(name, player, standing)
        rolls = [words.next(_("the dice are missing: {turn}").format(turn=_TURN)).hand()]
        kept: list[int] = []
        while words:
            self._read_roll(words, rolls, kept, self._most_rolls(standing))
        limit = len(self._turns[0].rolls) if self._turns else 0
        if limit > len(rolls) and self._heads.rules.followers == "exactly":
            message = ngettext(
                "the opener's {n} roll must be taken", "the opener's {n} rolls must be taken", limit
            )
            words.end.refuse(message.format(n=limit))
        self._turns.append(LoggedTurn(player, tuple(rolls), tuple(kept)))
        if len(self._turns) == len(standing.players()):
            self._ties = ties_of(self._heads.rules, standing, self._turns)
            self._settle(standing)

    def _most_rolls(self, standing: Standing) -> int:
        if self._turns:
            return len(self._turns[0].rolls)
        return max_rolls(self._heads.rules, standing.state)

    def _read_roll(self, words: Words, rolls: list[int], kept: list[int], most: int) -> None:
        sign = words.next("")
        if sign.text != THEN:
            message = _("'>' stands between the dice rolled and those kept, not {found}")
            sign.refuse(message.format(found=quote(sign.text)))
        if len(rolls) == most:
            message = ngettext(
                "no more than {n} roll is allowed", "no more than {n} rolls are allowed", most
            )
            sign.refuse(message.format(n=most))
        word = words.next(_("the dice kept are missing"))
        keep = word.keep()
        if keep not in KEEPS_OF[rolls[-1]]:
            message = _("{kept} cannot be kept of {hand}")
            word.refuse(message.format(kept=word.text, hand=format_keep(rolls[-1])))
        sign = words.next(_("the roll after it is missing: {turn}").format(turn=_TURN))
        if sign.text != THEN:
            message = _("'>' stands between the dice kept and the next roll, not {found}")
            sign.refuse(message.format(found=quote(sign.text)))
        word = words.next(_("the roll is missing"))
        hand = word.hand()
        if keep not in KEEPS_OF[hand]:
            message = _("{kept} was kept, but is not in {hand}")
            word.refuse(message.format(kept=format_keep(keep), hand=word.text))
        kept.append(keep)
        rolls.append(hand)

    def _stand(self, name: Word, opener: int) -> Standing:
        """Where the game stands; the player of the first turn opens it."""
        if not self.begun:
            self._standing = self._heads.begin(name, opener)
        if self._standing is None:
            name.refuse(_("the game is over; the next one begins with a line 'game 2'"))
        return self._standing

    def _refuse_turn(self, name: Word, player: int, standing: Standing) -> None:
        if self._ties is not None:
            name.refuse(self._missing())
        rolling = standing.players()[len(self._turns)]
        if player != rolling:
            message = _("{name} does not roll now; {other} does")
            name.refuse(message.format(name=name.text, other=self._heads.players[rolling]))

    def _read_barrage(self, first: Word, words: Words) -> None:
        word = words.next(_("a barrage is for lowest or for best"))
        role = _ROLES.get(word.text)
        if role is None:
            message = _("a barrage is for lowest or for best, not {found}")
            word.refuse(message.format(found=quote(word.text)))
        level = self._ties.level(role) if self._ties else ()
        if not level:
            first.refuse(_("nobody is level for {role}").format(role=role))
        thrown: dict[int, int] = {}
        while words:
            name = words.next("")
            player = self._player(name)
            if player not in level or player in thrown:
                message = _("{names} throw once each, not {found}")
                names = ", ".join(self._heads.players[other] for other in level)
                name.refuse(message.format(names=names, found=quote(name.text)))
            thrown[player] = words.next(_("the dice are missing")).hand()
        if missing := [self._heads.players[player] for player in level if player not in thrown]:
            words.end.refuse(_("{name} throws as well").format(name=missing[0]))
        assert self._ties is not None, "somebody is level"
        assert self._standing is not None, "he has rolled, so the game stands somewhere"
        self._barrages.append(LoggedBarrage(role, tuple(thrown.items())))
        self._ties.throw(role, thrown)
        self._settle(self._standing)

    def _settle(self, standing: Standing) -> None:
        """End the round if nobody is level any more."""
        if self._ties is None or self._ties.due() is not None:
            return
        settled = settle(self._heads.rules, standing, self._turns, self._barrages)
        self._rounds.append(settled.played)
        self._turns, self._barrages, self._ties = [], [], None
        if isinstance(settled.then, Standing):
            self._standing = settled.then
        else:
            self._standing, self._payoffs = None, settled.then

    def _read_outcome(self, first: Word, words: Words) -> None:
        if self._turns:
            first.refuse(self._missing())
        if not self._rounds:
            first.refuse(_("nobody has rolled yet"))
        words.words.insert(0, first)
        words.match(format_outcome(self._rounds[-1], self._heads.players))

    def _read_result(self, first: Word, words: Words) -> None:
        if self._payoffs is None:
            first.refuse(_("the game is not over"))
        words.words.insert(0, first)
        words.match(format_result(self._heads.players, self._payoffs))


_TURN = "'Anne 641 > 41 > 421'"
