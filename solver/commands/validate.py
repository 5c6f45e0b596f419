"""``421 validate``: somebody's numbers against the exact ones."""

from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

import click

from solver.commands.options import answering, waiting, with_rules
from solver.commands.output import Answer, Column, heading
from solver.files import replace_file
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.words import quote
from solver.language import _, decimal
from solver.study.documents.document import Cell, Document
from solver.study.validate.counts import Dealt
from solver.study.validate.page import check_cells, faults_line, header, report_page, summary
from solver.study.validate.report import Finding, Plan, Report, Verdict
from solver.study.validate.run import validate

EXIT_CODES = {Verdict.AGREES: 0, Verdict.REJECTED: 3, Verdict.UNDECIDED: 4}

_MOST_PARTS = 6
"""Outcomes of a law that people are shown; the other forms have all of them."""

_FIELDS = (
    *("check", "part", "n", "observed", "expected", "low", "high", "reach", "detectable"),
    *("p_value", "adjusted", "method", "verdict"),
)


def _between_0_and_1(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1e-6 <= value < 1:
        raise click.BadParameter(
            _("a number from 0.000001 to below 1, not {text}").format(text=quote(text))
        )
    return value


@click.command("validate")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--level",
    type=_between_0_and_1,
    metavar="NUMBER",
    default="0.01",
    show_default=True,
    help="Chance of rejecting a right simulator, over all checks.",
)
@click.option(
    "--margin",
    type=_between_0_and_1,
    metavar="NUMBER",
    default="0.01",
    show_default=True,
    help="How far off a probability may be and agree; for rounds, the share.",
)
@click.option("--stream", is_flag=True, help="Watch, and stop as soon as something is rejected.")
@click.option("--strategy", help="Who made the counted hands; or 'optimal', who played the games.")
@click.option("--rolls", help="In how many rolls the counted hands were made.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a report with plots into this file as well.",
)
@with_rules
@answering
def command(
    file: BufferedReader,
    level: float,
    margin: float,
    stream: bool,
    strategy: str | None,
    rolls: str | None,
    html: Path | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> Answer:
    """Test somebody's numbers against the exact ones.

    FILE holds claims (quantity, and count and n, or estimate and n or standard_error), counts
    (hand, count), or whole games (JSON Lines), which are also played again by the rules. A
    single - reads standard input. Exit codes: 0 agrees, 3 rejected, 4 too little data to tell.

    \b
    Examples:
      421 validate data/examples/claims.csv
      421 validate data/examples/counts.csv --strategy chase-421 --rolls 3
      421 validate games.jsonl --stream --html report.html
    """
    asked = find_rules(rules or "jetons", settings)
    with waiting():
        report = validate(file, asked, Plan(level, margin, stream), Dealt(strategy, rolls))
    if html is not None:
        replace_file(html, report_page(report, file.name).encode())
    return _answer(report, asked)


def _answer(report: Report, rules: Rules) -> Answer:
    shown = [cells for finding in report.findings for cells in _shown(finding)]
    plan, faults, heads = report.plan, report.faults, header()
    named = [str(fault) for fault in faults.first]
    counted = [faults_line(faults)] if faults.kinds else []
    return Answer(
        lines=(
            _("{verdict}: {summary}").format(verdict=_(report.verdict), summary=summary(report)),
            _("{rules}, where the file names none").format(rules=heading(rules)),
            *(*report.notes, *counted, *named),
        ),
        table=[
            Column(title, [row[place] for row in shown], right=0 < place < len(heads) - 1)
            for place, title in enumerate(heads)
        ],
        document=Document(
            name="checks",
            fields=_FIELDS,
            items=[item for finding in report.findings for item in _items(finding)],
            facts={
                "kind": report.kind,
                "verdict_of_file": report.verdict.value,
                "level": plan.level,
                "margin": plan.margin,
                "stream": plan.watched,
                "stopped_early": report.stopped,
                "games": faults.games,
                "games_broken": faults.kinds.total(),
                "faults": tuple(named),
                "notes": report.notes,
            },
            rules=rules,
        ),
        code=EXIT_CODES[report.verdict],
    )


def _shown(finding: Finding) -> Iterator[tuple[str, ...]]:
    yield check_cells(finding)
    wrong = [part for part in finding.check.parts if part.off]
    if finding.verdict is Verdict.REJECTED:
        for part in sorted(wrong, key=lambda part: abs(part.observed - part.exact), reverse=True)[
            :_MOST_PARTS
        ]:
            yield (
                f"  {part.label}",
                "",
                decimal(f"{float(part.observed):.6g}"),
                decimal(f"{float(part.exact):.6g}"),
                *("", "", "", _("off")),
            )


def _items(finding: Finding) -> Iterator[tuple[Cell, ...]]:
    """A row for the check, and one for each outcome of its law."""
    check = finding.check
    yield (
        *(check.name, None, check.n, check.observed, check.exact, check.low, check.high),
        *(check.reach, check.detectable, check.p_value, finding.adjusted, check.method),
        finding.verdict.value,
    )
    for part in check.parts:
        yield (
            *(check.name, part.label, check.n, part.observed, part.exact, part.low, part.high),
            *(None, None, None, None, None, "off" if part.off else None),
        )
