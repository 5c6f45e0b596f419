"""A report as one page of HTML that needs nothing else: no script, no font, no other file."""

from html import escape

from solver.language import _, decimal, spoken
from solver.study.html import heading, html_page, paragraph
from solver.study.validate.checks import Check
from solver.study.validate.plots import Bar, draw_bars, draw_course, power_of_ten
from solver.study.validate.report import (
    MOST_FAULTS,
    Faults,
    Finding,
    Report,
    Verdict,
    e_value_threshold,
)


def header() -> tuple[str, ...]:
    """Return the heads of what `check_cells` returns."""
    return (
        _("check"),
        _("n"),
        _("observed"),
        _("exact"),
        _("off by at most"),
        _("could see"),
        _("p"),
        _("verdict"),
    )


def report_page(report: Report, name: str) -> str:
    """Return the page of a report on the file called ``name``."""
    title = _("{name}: {verdict}").format(name=name, verdict=_(report.verdict))
    parts = [
        paragraph(summary(report)),
        *map(paragraph, report.notes),
        _faults(report),
        _table(report),
        _overview(report),
        *(_law(finding, report) for finding in report.findings if finding.check.parts),
        *(_course(finding, report) for finding in report.findings if finding.check.course),
    ]
    return html_page(title, parts)


def summary(report: Report) -> str:
    """Return in one line how the file was judged, and what follows."""
    plan = report.plan
    follows = {
        Verdict.AGREES: _("every value is within {margin} of the exact one"),
        Verdict.REJECTED: _("something is not as the rules and the exact laws have it"),
        Verdict.UNDECIDED: _("nothing is refuted, but not all is known to within {margin}"),
    }[report.verdict]
    judged = (
        _("{kind}, level {level} over all checks by watched e-processes: {follows}")
        if plan.watched
        else _("{kind}, level {level} over all checks by Holm's method: {follows}")
    )
    return judged.format(
        kind=_(report.kind),
        level=decimal(f"{plan.level:g}"),
        follows=follows.format(margin=decimal(f"{plan.margin:g}")),
    )


def _faults(report: Report) -> str:
    faults = report.faults
    if not faults.kinds:
        return ""
    items = "".join(f"<li>{escape(str(fault))}</li>" for fault in faults.first)
    head, line = heading(_("Rules broken")), paragraph(faults_line(faults))
    return f"{head}{line}<ul>{items}</ul>"


def faults_line(faults: Faults) -> str:
    """Return in one line how many games break the rules, and which."""
    kinds = ", ".join(
        _("{breach} in {count}").format(breach=_(breach), count=count)
        for breach, count in faults.kinds.most_common()
    )
    return _(
        "{broken} of {games} games break the rules first by: {kinds}; up to {most} of them are:"
    ).format(broken=faults.kinds.total(), games=faults.games, kinds=kinds, most=MOST_FAULTS)


def check_cells(finding: Finding) -> tuple[str, ...]:
    """Return the cells of a check for people, under `check`, `n`, `observed` and so on."""
    check = finding.check
    name = spoken(check.name)
    if check.parts:
        name = _("{check} (furthest: {part})").format(check=name, part=check.parts[0].label)
    return (
        name,
        "" if check.n is None else str(check.n),
        decimal(f"{float(check.observed):.6g}"),
        decimal(f"{float(check.exact):.6g}"),
        decimal(f"{check.reach:.2g}"),
        decimal(f"{check.detectable:.2g}"),
        decimal(power_of_ten(finding.adjusted)),
        _(finding.verdict),
    )


def _table(report: Report) -> str:
    rows = []
    for finding in report.findings:
        cells = check_cells(finding)
        kind = ' class="rejected"' if finding.verdict is Verdict.REJECTED else ""
        inner = "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells[1:-1])
        rows.append(
            f"<tr><td>{escape(cells[0])}</td>{inner}<td{kind}>{escape(cells[-1])}</td></tr>"
        )
    head = "".join(f"<th>{escape(name)}</th>" for name in header())
    return (
        f'{heading(_("Checks"))}<div class="scroll"><table><thead><tr>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _bar(check: Check, *, wrong: bool) -> Bar:
    exact = float(check.exact or 0)
    low, middle, high = (
        (float(value or 0) - exact) / check.scale
        for value in (check.low, check.observed, check.high)
    )
    return Bar(spoken(check.name), low, middle, high, wrong)


def _overview(report: Report) -> str:
    bars = [
        _bar(finding.check, wrong=finding.verdict is Verdict.REJECTED)
        for finding in report.findings
        if not finding.check.parts
    ]
    if not bars:
        return ""
    return heading(_("How far off")) + draw_bars(bars, report.plan.margin)


def _law(finding: Finding, report: Report) -> str:
    bars = []
    for part in finding.check.parts:
        exact = float(part.exact)
        bars.append(
            Bar(
                part.label,
                part.low - exact,
                float(part.observed) - exact,
                part.high - exact,
                part.off,
            )
        )
    return heading(spoken(finding.check.name)) + draw_bars(bars, report.plan.margin)


def _course(finding: Finding, report: Report) -> str:
    threshold = e_value_threshold(finding.place, report.plan)
    drawn = draw_course(finding.check.course, threshold)
    title = _("{check}, watched").format(check=spoken(finding.check.name))
    return heading(title) + drawn
