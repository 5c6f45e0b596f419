"""Solutions to take away: tables, graphs, a sheet for the bar, and models for other solvers."""
