"""How solutions are kept: one store, checked on reading."""
