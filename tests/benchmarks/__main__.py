"""``python -m tests.benchmarks``: measures everything, and prints tables; some ten minutes."""

from tests.benchmarks.report import report

print(report())
