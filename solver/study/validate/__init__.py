"""Somebody's numbers against the exact ones: claims, counts of hands, and whole games.

A file is read as `evidence`, each piece of which bears on one null hypothesis: that the
simulator has the exact law. `report.judge` tests all of it and says what follows.
"""
