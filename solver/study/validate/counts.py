"""Counts: how often each hand was made, by a named strategy in so many rolls."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from solver.errors import DataError, HandError, RulesError, StrategyError
from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep
from solver.game.names import read_hand
from solver.game.rules import Rules
from solver.game.words import quote
from solver.language import Phrase, _
from solver.study.validate.checks import Evidence
from solver.study.validate.evidence import Fit
from solver.study.validate.inputs import Row, Table
from solver.study.validate.quantities import final_hands, rolls_of

COLUMNS = ("hand", "count", "strategy", "rolls", "block")

MOST_TABLES = 1_000

_hand = lru_cache(maxsize=4096)(read_hand)


@dataclass(frozen=True)
class Dealt:
    """What the counts are of, where the file does not say it: None if nobody does."""

    strategy: str | None = None
    rolls: str | None = None


def counts_of(table: Table) -> Iterator[Row]:
    """Return the rows of a table of counts.

    Raises:
        DataError: it has other columns.
    """
    if not set(table.columns) <= set(COLUMNS):
        raise DataError(
            _(
                "line {number}: counts have the columns hand, count, and as needed "
                "strategy, rolls, block, not {text}"
            ).format(number=table.header.number, text=quote(table.header.text))
        )
    return table.rows()


class CountReader:
    """Adds up rows into one table for each strategy and number of rolls."""

    def __init__(self, rules: Rules, dealt: Dealt, *, watched: bool) -> None:
        self.rules, self.dealt, self.watched = rules, dealt, watched
        self._tables: dict[tuple[str, str], Fit] = {}

    @property
    def evidence(self) -> list[Evidence]:
        """The tables, in the order of the file."""
        return list(self._tables.values())

    def read(self, rows: Iterator[Row], settled: Callable[[], bool]) -> None:
        """Read rows until, when watched, all is ``settled``; rows of one hand are added up.

        When watched, the tables are looked at where the column ``block`` changes and at the
        end: in between the rows are in no order that draws could have.

        Raises:
            DataError: a row that is no count.
        """
        block: str | None = None
        for row in rows:
            if self.watched and block is not None and row.cells.get("block", "") != block:
                self._look()
                if settled():
                    return
            block = row.cells.get("block", "")
            count = row.whole("count")
            try:
                hand = _hand(row.cells["hand"])
            except HandError as error:
                raise row.error(str(error)) from None
            self._table(row).add(hand, count)
        if block is None:
            raise DataError(_("there are no rows under the header"))
        if self.watched:
            self._look()

    def _look(self) -> None:
        for table in self._tables.values():
            table.look()

    def _table(self, row: Row) -> Fit:
        strategy = row.cells.get("strategy", self.dealt.strategy or "").strip()
        rolls = row.cells.get("rolls", self.dealt.rolls or "").strip()
        key = strategy, rolls
        if key not in self._tables:
            if len(self._tables) >= MOST_TABLES:
                raise row.error(
                    _("more than {most} tables; split the file").format(most=MOST_TABLES)
                )
            self._tables[key] = self._new_table(row, strategy, rolls)
        return self._tables[key]

    def _new_table(self, row: Row, strategy: str, rolls: str) -> Fit:
        if not rolls or (not strategy and rolls != "1"):
            raise row.error(
                _(
                    "of which strategy, in how many rolls? "
                    "Add the columns strategy and rolls, or --strategy and --rolls"
                )
            )
        try:
            law = final_hands(self.rules, strategy, rolls_of(rolls))
        except (DataError, RulesError, StrategyError) as error:
            raise row.error(str(error)) from None
        name = (
            Phrase("hands after {rolls} by {strategy}", rolls=rolls, strategy=strategy)
            if strategy
            else Phrase("hands after 1")
        )
        return Fit(name, [format_keep(hand) for hand in range(len(HANDS))], law,
                   watched=self.watched)  # fmt: skip
