"""What the game is: dice, rules, ranking, positions and their notation."""
