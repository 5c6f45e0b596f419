"""Tests that are tested: every small change of the source must make one of them fail."""
