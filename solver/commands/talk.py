"""The talk at the table of ``421 play``: what is asked, answered, taken back and told."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import click

from solver.commands.dialogue import HELP, HINT, QUIT, UNDO, EndedError, ask_line, say
from solver.commands.output import short
from solver.errors import HandError
from solver.game.dice import ALL_DICE
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.notation import Position
from solver.game.words import fold
from solver.language import _, ngettext
from solver.study.advice import advise
from solver.study.explain import explain
from solver.study.figures import points
from solver.study.play.chance import Chance
from solver.study.play.game import Barrage, Choose, Game, Over, Throw
from solver.study.play.keeping import RecordFile
from solver.study.play.score import Score
from solver.study.play.words import advice_words, news, read_throw, standing_words
from solver.study.record.write import THEN
from solver.study.sentences import sentences
from solver.study.strategies import Strategy
from solver.study.typed import read_keep

T = TypeVar("T")


class Talk:
    """A game, the person who plays it, and how to go back.

    Attributes:
        game: where it stands.
        score: what the person's choices have cost.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        me: int,
        strategies: Mapping[int, Strategy],
        chance: Chance | None,
        file: RecordFile | None,
    ) -> None:
        """Begin; without ``chance`` the dice and choices of everybody are typed in."""
        self.game = game
        self.score = Score()
        self._names = names
        self._me = me
        self._strategies = strategies
        self._chance = chance
        self._file = file
        self._past: list[tuple[Game, Score]] = []
        self._ahead: list[str] = []

    def play(self) -> None:
        """Play until the game is over.

        Raises:
            EndedError, click.Abort: the person has ended it.
        """
        say("", standing_words(self.game, self._names))
        while True:
            match self.game.due():
                case Throw(player, keep):
                    self._throw(player, keep)
                case Choose(player, position):
                    self._choose(player, position)
                case Barrage(_role, players):
                    self._barrage(players)
                case Over():
                    return

    def end(self) -> None:
        """Say how it ended, what the person's choices cost, and what is written down."""
        due = self.game.due()
        if isinstance(due, Over):
            paid = zip(self._names, due.payoffs, strict=True)
            result = ", ".join(f"{name} {payoff}" for name, payoff in paid)
            say("", _("The game is over: {result}.").format(result=result))
        else:
            say("", _("The game is not over."))
        if self.score.choices:
            say(
                ngettext(
                    "Of your choices {n} mattered; {points} points were lost, exactly {loss}.",
                    "Of your choices {n} mattered; {points} points were lost, exactly {loss}.",
                    self.score.choices,
                ).format(
                    n=self.score.choices,
                    points=points(self.score.lost),
                    loss=short(self.score.lost),
                )
            )
        if self._file is not None:
            say(
                ngettext(
                    "{n} round is written into {file}.",
                    "{n} rounds are written into {file}.",
                    self._file.rounds,
                ).format(n=self._file.rounds, file=self._file.path)
            )

    def _throw(self, player: int, keep: int) -> None:
        game = self.game
        if self._chance is not None:
            self._go_on(game.throw(self._chance.hand(game.throws(), keep)))
            return
        question = _("{name} rolled").format(name=self._names[player])
        thrown = self._answer(question, lambda text: game.throw(read_throw(text, keep)))
        if thrown is not None:
            self._remember()
            self._go_on(thrown)

    def _barrage(self, players: tuple[int, ...]) -> None:
        game = self.game
        hands: dict[int, int] = {}
        for number, player in enumerate(players):
            hand: int | None
            if self._chance is not None:
                hand = self._chance.hand(game.throws() + number, ALL_DICE)
            else:
                question = _("{name} rolled for the barrage").format(name=self._names[player])
                hand = self._answer(question, parse_hand)
            if hand is None:
                return
            hands[player] = hand
        if self._chance is None:
            self._remember()
        self._go_on(game.barrage(hands))

    def _choose(self, player: int, position: Position) -> None:
        game, mine = self.game, player == self._me
        if self._chance is not None and not mine:
            strategy = self._strategies[player]
            self._go_on(game.keep(self._chance.choice(game.throws(), strategy, position)))
            return
        usual = "stop"
        question = _("keep") if self._chance else _("{name} kept").format(name=self._names[player])
        if mine:
            say(_rolled(position))
        if mine and self._chance is None:
            advice = advise(position)
            usual = format_keep(advice.choices[0].keep) or "none"
            say(*advice_words(advice))

        def keep(text: str) -> int:
            typed = usual if not text and self._chance is None else text
            return read_keep(typed, game.rolls[-1], game.allowed())

        kept = self._answer(question, keep, position if mine else None)
        if kept is None:
            return
        self._remember()
        if mine:
            self.score = self.score.plus(position, kept)
        self._go_on(game.keep(kept))

    def _answer(
        self, question: str, read: Callable[[str], T], mine: Position | None = None
    ) -> T | None:
        """What is made of what is typed; None if something was taken back instead.

        ``mine`` is the position in which the person himself chooses.

        Raises:
            EndedError, click.Abort: he ends it.
        """
        while True:
            text = self._ahead.pop(0) if self._ahead else self._type(question)
            word = fold(text)
            if word in QUIT:
                raise EndedError
            if word in UNDO:
                self._take_back()
                return None
            if word in HINT:
                say(*self._hint(mine))
            elif word in HELP:
                say(_help(typed=self._chance is None))
            else:
                try:
                    return read(text)
                except HandError as error:
                    self._ahead.clear()
                    say(str(error))

    def _type(self, question: str) -> str:
        """The first of the things that are typed in a line, with ``>`` between them."""
        text, *self._ahead = (part.strip() for part in ask_line(question).split(THEN))
        return text

    def _hint(self, mine: Position | None) -> Sequence[str]:
        if mine is None:
            return (_("A hint is given when it is you who chooses."),)
        return sentences(explain(mine))

    def _remember(self) -> None:
        self._past.append((self.game, self.score))

    def _take_back(self) -> None:
        if not self._past:
            say(_("There is nothing to take back."))
            return
        self.game, self.score = self._past.pop()
        self._write()
        say(_("Taken back."), standing_words(self.game, self._names))

    def _go_on(self, game: Game) -> None:
        """Go on to what a game has become, and tell what is new in it."""
        before, self.game = self.game, game
        say(*news(before, game, self._names))
        self._write()
        if len(game.rounds) > len(before.rounds) and game.payoffs is None:
            say("", standing_words(game, self._names))

    def _write(self) -> None:
        if self._file is None:
            return
        try:
            self._file.write(self.game)
        except OSError as error:
            fault = f"{error.strerror or error} {str(self._file.path)!r}"
            click.echo(
                _("421: the record could not be written: {fault}").format(fault=fault), err=True
            )


def _rolled(position: Position) -> str:
    assert position.roll is not None, "somebody chooses"
    return ngettext(
        "You rolled {roll}; {n} more roll is allowed.",
        "You rolled {roll}; {n} more rolls are allowed.",
        position.left,
    ).format(roll=format_keep(position.roll), n=position.left)


def _help(*, typed: bool) -> str:
    if typed:
        return _(
            "Type the dice on the table, or those thrown; then the dice kept, stop or none, or "
            "nothing for what is usual. A whole turn in one line is 641 > 41 > 421. "
            "h is a hint, u takes back, q ends."
        )
    return _(
        "Type the dice to keep, such as 61; stop; or none, to throw all. "
        "h is a hint, u takes back, q ends."
    )
