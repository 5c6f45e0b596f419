"""What a game can break of its rules, and how that is told."""

from dataclasses import dataclass
from enum import StrEnum

from solver.language import _, marked


class Breach(StrEnum):
    """What kind of rule is broken; the value is its name in answers."""

    ORDER = marked("order of play")
    ROLLS = marked("number of rolls")
    KEPT = marked("kept dice")
    BARRAGE = marked("barrage")
    LOSER = marked("loser")
    WINNER = marked("winner")
    TRANSFER = marked("transfer")
    END = marked("end of the game")
    PAYOFFS = marked("payoffs")


@dataclass(frozen=True)
class Fault:
    """A rule broken in a game; ``round`` counts from 1 and is 0 for the game as a whole."""

    line: int
    game: int
    round: int
    breach: Breach
    message: str

    def __str__(self) -> str:
        if not self.round:
            return _("line {line}, game {game}: {fault}").format(
                line=self.line, game=self.game, fault=self.message
            )
        return _("line {line}, game {game}, round {round}: {fault}").format(
            line=self.line, game=self.game, round=self.round, fault=self.message
        )


class BrokenError(Exception):
    """A breach, without where."""

    def __init__(self, breach: Breach, message: str) -> None:
        super().__init__(message)
        self.breach = breach
