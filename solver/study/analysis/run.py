"""Analysing games one after the other."""

from collections.abc import Callable, Iterator, Sequence

from solver.errors import DataError
from solver.language import _
from solver.study.analysis.model import GameAnalysis
from solver.study.analysis.walk import Analyst
from solver.study.record.model import Record

Progress = Callable[[int, int], None]
"""Told how many games are analysed, and how many there are."""


def check_games(games: Sequence[Record]) -> None:
    """Refuse games that cannot be added up.

    Raises:
        DataError: they are of different rules, or of different numbers of players.
    """
    first = games[0]
    for game in games:
        if game.rules != first.rules:
            message = _("game {n} is of {other}, but the first of {rules}: analyse them apart")
            names = {"other": game.rules.name, "rules": first.rules.name}
            raise DataError(message.format(n=game.number, **names))
        if len(game.players) != len(first.players):
            message = _("game {n} has {other} players, but the first {players}: analyse them apart")
            counts = {"other": len(game.players), "players": len(first.players)}
            raise DataError(message.format(n=game.number, **counts))


def analyse_games(games: Sequence[Record], progress: Progress) -> Iterator[GameAnalysis]:
    """Yield the analysis of each of some games that `check_games` accepts.

    Raises:
        UnsolvedError: their game is not solved; the message has the command that does it.
        TableError: its table cannot be trusted.
    """
    analyst = Analyst(games[0].rules, len(games[0].players))
    for done, game in enumerate(games):
        progress(done, len(games))
        yield analyst.analyse(game)
    progress(len(games), len(games))
