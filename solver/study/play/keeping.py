"""The file that a game is written into while it is played, after the games that it has."""

from pathlib import Path

from solver.errors import DataError
from solver.files import replace_file
from solver.language import _
from solver.study.play.game import Game, record_game
from solver.study.record.heads import fault_of_name
from solver.study.record.read import read_records
from solver.study.record.write import format_record


def read_names(text: str) -> tuple[str, ...]:
    """Return the players' names in a text such as ``Anne,Bob``: those that a record may have.

    Raises:
        DataError: it has others.
    """
    names: list[str] = []
    for name in text.split(","):
        if fault := fault_of_name(name.strip(), names):
            raise DataError(fault)
        names.append(name.strip())
    return tuple(names)


class RecordFile:
    """A file of records; the last one is of the game that is played.

    Attributes:
        path: where it is.
        rounds: how many rounds of that game it holds.
    """

    def __init__(self, path: Path, names: tuple[str, ...], seed: int | None, date: str) -> None:
        """Read the games that are there.

        Raises:
            DataError: the file is no record.
            OSError: it cannot be read.
        """
        self.path = path
        self.rounds = 0
        self._names, self._seed, self._date = names, seed, date
        self._before, self._number = b"", 1
        if path.exists() and path.stat().st_size:
            self._before = path.read_bytes()
            with path.open("rb") as file:
                try:
                    *_before, (_line, last) = read_records(file)
                except DataError as error:
                    message = _("{file}: {fault}")
                    raise DataError(message.format(file=path, fault=error)) from None
            self._number = last.number + 1

    def write(self, game: Game) -> None:
        """Bring the file to where the game stands; it holds rounds that are over.

        Raises:
            OSError: as writing does.
        """
        if len(game.rounds) == self.rounds:
            return
        text = b""
        if game.rounds:
            record = record_game(game, self._names, self._number, self._seed, self._date)
            text = format_record(record).encode()
        between = b"\n" if self._before and text else b""
        replace_file(self.path, self._before + between + text)
        self.rounds = len(game.rounds)
