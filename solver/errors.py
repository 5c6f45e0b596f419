"""Everything the solver refuses, under one root.

Each child also inherits the built-in exception it refines, so that a caller may catch
either. The message is one line: what was expected, what was found, and how to mend it.
"""


class SolverError(Exception):
    """Root of all errors that the solver raises on purpose."""


class HandError(SolverError, ValueError):
    """A text or a collection of dice that is not a hand of three dice from 1 to 6."""


class RulesError(SolverError, ValueError):
    """Unknown rules, an unknown field, a value out of range, or a senseless combination."""


class PositionError(SolverError, ValueError):
    """A position that cannot be read, or that cannot occur under its rules."""


class TableError(SolverError, ValueError):
    """A stored table that is damaged, of another version, or of other rules."""


class UnsolvedError(SolverError, LookupError):
    """A game whose table is not stored yet; the message holds the command that solves it."""


class RefutedError(SolverError, ArithmeticError):
    """A table or a strategy that fails the optimality equations; the message says where."""


class ConvergenceError(SolverError, ArithmeticError):
    """Strategy iteration did not settle within its bound; no value is claimed."""


class StrategyError(SolverError, ValueError):
    """A strategy that does not exist, or a policy file that cannot be read or makes no sense."""


class DataError(SolverError, ValueError):
    """A file of somebody's numbers or games that cannot be read; the message names the line."""


class ClusterError(SolverError, ConnectionError):
    """A cluster that cannot be reached or used, or that is lost; the message says which."""


class QueryError(SolverError, ValueError):
    """A question put to the server whose parameters are missing, unknown, repeated or wrong."""


INPUT_ERRORS = (HandError, PositionError, RulesError, StrategyError, DataError, QueryError)
"""The errors of whoever asks; all others are those of what was to answer."""


def is_interrupt(error: BaseException | None) -> bool:
    """Return whether an error is an interrupt, or what becomes of one while compiled code runs."""
    while isinstance(error, SystemError):
        error = error.__cause__
    return isinstance(error, KeyboardInterrupt)
