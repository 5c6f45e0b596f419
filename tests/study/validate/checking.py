"""Runs ``validate`` on texts."""

import io

import pytest

from solver.errors import DataError
from solver.game.rules import Rules
from solver.study.validate.counts import Dealt
from solver.study.validate.report import Plan, Report
from solver.study.validate.run import validate
from tests.checks import one_line

WATCHED = Plan(watched=True)


def judged(data: str | bytes, plan: Plan = Plan(), dealt: Dealt = Dealt()) -> Report:  # noqa: B008
    """The report on a file."""
    binary = data.encode() if isinstance(data, str) else data
    return validate(io.BufferedReader(io.BytesIO(binary)), Rules(name="jetons"), plan, dealt)


def refused(data: str | bytes, plan: Plan = Plan(), dealt: Dealt = Dealt()) -> str:  # noqa: B008
    """The message with which a file is refused."""
    with pytest.raises(DataError) as caught:
        judged(data, plan, dealt)
    return one_line(caught.value)
