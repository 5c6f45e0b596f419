"""How measurements are written: times, ratios, tables, and what they were made on."""

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from solver import __version__

Row = Sequence[str]

PACKAGES = (
    "click", "icepool", "mdpsolver", "numba", "numpy", "python-flint", "quantecon", "stormpy",
    "yatzy-solver",
)  # fmt: skip


def duration(seconds: float) -> str:
    """Return a time with three digits, in a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def ratio(slower: float, faster: float) -> str:
    """Return how many times as long one takes as the other, with three digits."""
    times = slower / faster
    return f"{times:.3g}" if times < 1000 else f"{round(times, 2 - len(str(int(times))) + 1):,.0f}"


def table(heads: Row, rows: Iterable[Row]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def machine() -> str:
    """Return on what this runs, with what, and when."""
    cpu = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (cpu.read_text("utf-8").splitlines() if cpu.exists() else [])
        if line.startswith("model name")
    ]
    core = models[0] if models else platform.processor() or platform.machine()
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {core}, {os.cpu_count()} cores{load}; "
        f"{platform.system()}, Python {platform.python_version()}, solver-421 {__version__}; "
        f"{', '.join(found)}."
    )
