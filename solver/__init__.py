"""Exact solver and adviser for the French bar dice game 421."""

__all__ = ["__version__"]
__version__ = "0.1.0"
