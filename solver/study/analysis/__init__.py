"""How well a game was played, and how lucky: every decision and every roll, exactly."""
