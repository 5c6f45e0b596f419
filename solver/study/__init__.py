"""What people do with a solution: advice, odds, strategies, checks and exports."""
