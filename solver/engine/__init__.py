"""How the game is solved: one turn, one round, and games as graphs of rounds."""
