"""Claims: a table of quantities, each with a count and n, or an estimate with n or its error."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, floor, sqrt

from solver.errors import DataError, HandError, PositionError, RulesError, StrategyError
from solver.game.rules import Rules
from solver.game.words import fold, quote
from solver.language import _
from solver.study.validate.checks import Evidence
from solver.study.validate.evidence import Estimate, Proportion
from solver.study.validate.inputs import Line, Row, Table
from solver.study.validate.quantities import Quantity, exact_quantity

COLUMNS = ("quantity", "count", "n", "estimate", "standard error")
_FORMS = ({"count", "n"}, {"estimate", "n"}, {"estimate", "standard error"})

MOST_CLAIMS = 10_000
LONGEST_JSON = 10_000_000
"""Characters; claims in JSON are read at once."""


def read_json(lines: Iterator[Line]) -> Iterator[Row]:
    """Yield the claims of a JSON list of objects, as rows of a table; lines count objects.

    The first of ``lines`` begins with its bracket.

    Raises:
        DataError: not a list of objects with texts and numbers.
    """
    text = ""
    for line in lines:
        text += line.text + "\n"
        if len(text) > LONGEST_JSON:
            raise DataError(
                _("claims in JSON of more than {most} characters: write CSV").format(
                    most=LONGEST_JSON
                )
            )
    try:
        # Numbers stay as they are written: their digits say how they were rounded.
        claims = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise DataError(_("not JSON: {error}").format(error=error)) from None
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, dict) or not all(isinstance(v, str) for v in claim.values()):
            raise DataError(
                _("claim {number} must be an object of texts and numbers, not {claim}").format(
                    number=number, claim=quote(claim)
                )
            )
        cells = {fold(key): value for key, value in claim.items()}
        yield Row(number, cells, decimal_comma=False)


class ClaimReader:
    """Reads the rows of claims; each is evidence, in the order of the file.

    When watched, rows are blocks in the order in which they were played: the rows of one
    quantity are added up, and looked at after each.
    """

    def __init__(self, rules: Rules, *, watched: bool) -> None:
        self.rules, self.watched = rules, watched
        self.evidence: list[Evidence] = []
        self._known: dict[str, Quantity] = {}
        self._sums: dict[str, Proportion] = {}

    def read(self, rows: Iterator[Row], settled: Callable[[], bool]) -> None:
        """Read rows until, when watched, all is ``settled``.

        Raises:
            DataError: a row that is no claim, or more of them than `MOST_CLAIMS`.
        """
        row = None
        for row in rows:
            unknown = [column for column in row.cells if column not in COLUMNS]
            if unknown or "quantity" not in row.cells:
                found = unknown[0] if unknown else ", ".join(row.cells)
                raise row.error(
                    _(
                        "a claim has a quantity, and count and n, estimate and n, "
                        "or estimate and standard_error, not {found}"
                    ).format(found=quote(found))
                )
            quantity = self._quantity(row)
            evidence = _evidence(row, quantity)
            if self.watched:
                self._add_up(row, evidence)
                if settled():
                    return
            else:
                if len(self.evidence) >= MOST_CLAIMS:
                    raise row.error(
                        _("more than {most} claims; split the file").format(most=MOST_CLAIMS)
                    )
                self.evidence.append(evidence)
        if row is None:
            raise DataError(_("there are no claims in the file"))

    def _quantity(self, row: Row) -> Quantity:
        text = row.cells["quantity"]
        if text not in self._known:
            if len(self._known) >= MOST_CLAIMS:
                raise row.error(
                    _("more than {most} quantities; split the file").format(most=MOST_CLAIMS)
                )
            self._known[text] = _exact(row, text, self.rules)
        return self._known[text]

    def _add_up(self, row: Row, block: Proportion | Estimate) -> None:
        if not isinstance(block, Proportion) or block.least != block.most:
            raise row.error(_("--stream needs count and n, block by block"))
        total = self._sums.get(block.name)
        if total is None:
            total = Proportion(block.name, block.exact, shares=block.shares, watched=True)
            self._sums[block.name] = total
            self.evidence.append(total)
        total.add(block.least, block.n)
        total.look()


def _exact(row: Row, text: str, rules: Rules) -> Quantity:
    try:
        return exact_quantity(text, rules)
    except (DataError, HandError, PositionError, RulesError, StrategyError) as error:
        raise row.error(_("{text}: {fault}").format(text=quote(text), fault=error)) from None


def _evidence(row: Row, quantity: Quantity) -> Proportion | Estimate:
    given = {name for name, cell in row.cells.items() if cell.strip()} - {"quantity"}
    if given not in _FORMS:
        raise row.error(
            _(
                "a claim has count and n, estimate and n, or estimate and standard_error, "
                "not {columns}"
            ).format(columns=", ".join(sorted(given)) or _("nothing"))
        )
    if "standard error" in given:
        error = row.number("standard error")[0]
        if error <= 0:
            stated = quote(row.cells["standard error"])
            raise row.error(_("standard_error must be above 0, not {stated}").format(stated=stated))
        return _estimate(row, quantity, error)
    n = row.whole("n")
    if n == 0:
        raise row.error(_("n is 0: nothing was played"))
    if quantity.variance is not None:
        if "count" in given:
            raise row.error(_("a number of rounds is claimed by estimate, not by count"))
        return _estimate(row, quantity, Fraction(sqrt(quantity.variance / n)))
    least, most = _count(row, quantity, n)
    return Proportion(
        quantity.text, quantity.exact, shares=quantity.shares, n=n, least=least, most=most
    )


def _count(row: Row, quantity: Quantity, n: int) -> tuple[Fraction, Fraction]:
    """The least and the greatest count that the row may mean."""
    if "estimate" not in row.cells or not row.cells["estimate"].strip():
        count = row.number("count")[0] if quantity.shares else Fraction(row.whole("count"))
        if not 0 <= count <= n:
            raise row.error(
                _("count {count} is not from 0 to n, which is {n}").format(
                    count=row.cells["count"], n=n
                )
            )
        return count, count
    estimate, rounding = _probability(row)
    least = max((estimate - rounding) * n, Fraction(0))
    most = min((estimate + rounding) * n, Fraction(n))
    if quantity.shares:
        return least, most
    if ceil(least) > floor(most):
        raise row.error(
            _("no count out of {n} gives the estimate {estimate}").format(
                n=n, estimate=row.cells["estimate"].strip()
            )
        )
    return Fraction(ceil(least)), Fraction(floor(most))


def _probability(row: Row) -> tuple[Fraction, Fraction]:
    estimate, rounding = row.number("estimate")
    if not 0 <= estimate <= 1:
        raise row.error(
            _("a probability is from 0 to 1, not {estimate}").format(
                estimate=quote(row.cells["estimate"])
            )
        )
    return estimate, rounding


def _estimate(row: Row, quantity: Quantity, standard_error: Fraction) -> Estimate:
    is_rounds = quantity.variance is not None
    value, rounding = row.number("estimate") if is_rounds else _probability(row)
    return Estimate(
        name=quantity.text,
        exact=quantity.exact,
        value=value,
        rounding=rounding,
        standard_error=standard_error,
        scale=quantity.exact if is_rounds else Fraction(1),
    )


def claims_of(table: Table) -> Iterator[Row]:
    """Return the rows of a table of claims.

    Raises:
        DataError: it has other columns.
    """
    if not set(table.columns) <= set(COLUMNS):
        raise DataError(
            _(
                "line {number}: claims have the columns quantity, count, n, estimate, "
                "standard_error, not {text}"
            ).format(number=table.header.number, text=quote(table.header.text))
        )
    return table.rows()
