"""Games from a file, whichever way they are written: as records, or as a log in JSON Lines."""

from collections.abc import Iterator
from functools import lru_cache
from io import BufferedReader

from solver.errors import DataError, RulesError
from solver.game.presets import find_rules
from solver.language import _
from solver.study.game_log import LoggedGame, read_games
from solver.study.record.model import Record, record_of
from solver.study.record.read import read_records

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_rules = lru_cache(maxsize=64)(find_rules)


def read_any_games(file: BufferedReader) -> Iterator[Record]:
    """Yield every game of a file; which form it has shows at its first character.

    Raises:
        DataError: a line cannot be read, or a game breaks its rules; the message has the line.
    """
    if file.peek(1).removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] == b"{":
        for line, game in read_games(file):
            yield _converted(line, game)
        return
    for _line, record in read_records(file):
        yield record


def _converted(line: int, game: LoggedGame) -> Record:
    try:
        return record_of(game, _rules(game.rules))
    except (DataError, RulesError) as error:
        raise DataError(_("line {line}: {error}").format(line=line, error=error)) from None
