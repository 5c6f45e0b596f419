"""``python -m tests.benchmarks``: measures everything, and prints tables; a quarter of an hour."""

from tests.benchmarks.report import report

print(report())
