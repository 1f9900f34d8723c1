"""Paper of a night: score cards, the seats of each round, and the standing, as sheets to print."""
