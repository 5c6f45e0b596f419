"""Exact solver and adviser for the French bar dice game 421.

>>> import solver
>>> solver.advise("round 2 | seen 652 in 2 | roll 611 left 1").value
Fraction(1, 1)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.game.notation import parse_position
    from solver.study.advice import advise, advise_all, evaluate

__all__ = ["__version__", "advise", "advise_all", "evaluate", "parse_position"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import what is asked for, and no sooner: the command line only wants the version."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from solver.study import advice

    return globals().setdefault(name, getattr(advice, name))
