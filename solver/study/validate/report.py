"""What follows from the evidence of a file as a whole.

Level: a right simulator is rejected with probability at most ``level``, over all tests of the
file together. For a finished file the p-values are adjusted by Holm's method; the bound is
exact where the tests are, and holds in the limit where they are Pearson's. Watched e-processes
hold it at any number of looks; as new tests may come up while one watches, the i-th test has
the share 1 / (i (i + 1)) of the level for itself, and all shares sum to at most 1.

Agreement is claimed, not assumed: a check agrees if its interval of coverage 1 - level lies
within the margin around the exact value, and a file agrees if every check does. If any true
value is off by more than the margin, that is said with probability at most ``level``: no
correction for several checks is needed, since all must agree (intersection-union).

A file that is neither rejected nor agrees has too little data. A difference that is certain
but within the margin is a difference: it is rejected, and the interval says how small it is.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log

from solver.language import marked
from solver.study.validate.breaches import Breach, Fault
from solver.study.validate.checks import Check, Evidence
from solver.study.validate.statistics import holm

MOST_FAULTS = 20
"""Of broken games that are named; all are counted."""


class Verdict(StrEnum):
    """What is said of a check, or of a file."""

    AGREES = marked("agrees")
    REJECTED = marked("rejected")
    UNDECIDED = marked("too little data")


@dataclass(frozen=True)
class Plan:
    """How evidence is to be judged.

    Attributes:
        level: the probability of a false alarm that is accepted.
        margin: how far off a value may be and still agree: a probability; for a number of
            rounds a share of it.
        watched: e-processes are looked at as the file is read.
    """

    level: float = 0.01
    margin: float = 0.01
    watched: bool = False


@dataclass(frozen=True)
class Finding:
    """A check with its p-value adjusted for all tests of the file.

    ``place`` is that of its evidence among all of the file, from 0.
    """

    place: int
    check: Check
    adjusted: float
    verdict: Verdict


@dataclass
class Faults:
    """Games that break the rules: the first ones, and how many of each kind."""

    games: int = 0
    first: list[Fault] = field(default_factory=list)
    kinds: Counter[Breach] = field(default_factory=Counter)

    def add(self, fault: Fault | None) -> None:
        """Add a game that was replayed."""
        self.games += 1
        if fault is not None:
            self.kinds[fault.breach] += 1
            if len(self.first) < MOST_FAULTS:
                self.first.append(fault)


@dataclass(frozen=True)
class Report:
    """What a file was found to be.

    Attributes:
        kind: ``claims``, ``counts`` or ``games``.
        findings: one for each check, in the order of the file.
        faults: rules broken; always empty but for games.
        notes: what was not tested, and why.
        stopped: a watched e-process ended the reading early.
    """

    kind: str
    plan: Plan
    findings: tuple[Finding, ...]
    faults: Faults
    notes: tuple[str, ...]
    stopped: bool

    @property
    def verdict(self) -> Verdict:
        """The verdict on the file as a whole."""
        verdicts = {finding.verdict for finding in self.findings}
        if self.faults.kinds or Verdict.REJECTED in verdicts:
            return Verdict.REJECTED
        return Verdict.AGREES if verdicts == {Verdict.AGREES} else Verdict.UNDECIDED


def judge(evidence: Sequence[Evidence], plan: Plan) -> tuple[Finding, ...]:
    """Test all evidence of a file together; what is empty is left out."""
    given = [(place, piece) for place, piece in enumerate(evidence) if not piece.empty]
    checks = [piece.check(plan.level, len(given)) for _, piece in given]
    places = [place for place, _ in given]
    p_values = [check.p_value for check in checks]
    if plan.watched:
        adjusted = [min(1.0, p * _one_of(place)) for p, place in zip(p_values, places, strict=True)]
    else:
        adjusted = holm(p_values)
    return tuple(
        Finding(place, check, p, _verdict(check, p, plan))
        for place, check, p in zip(places, checks, adjusted, strict=True)
    )


def _one_of(place: int) -> int:
    """By what the p-value of a watched test is multiplied; places count from 0."""
    return (place + 1) * (place + 2)


def _verdict(check: Check, adjusted: float, plan: Plan) -> Verdict:
    if adjusted <= plan.level:
        return Verdict.REJECTED
    return Verdict.AGREES if check.reach <= plan.margin else Verdict.UNDECIDED


def e_value_threshold(place: int, plan: Plan) -> float:
    """Return the log of the e-value from which on a watched test rejects."""
    return log(_one_of(place) / plan.level)


def is_settled(evidence: Sequence[Evidence], plan: Plan) -> bool:
    """Return whether a watched e-process has rejected already."""
    return any(piece.peak >= e_value_threshold(place, plan) for place, piece in enumerate(evidence))
