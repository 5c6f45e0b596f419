"""A game that is being played: what is to be done next, and by whom; dice; who else plays."""
