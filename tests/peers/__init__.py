"""Comparison with other people's programs; needs the extra ``peers``."""
