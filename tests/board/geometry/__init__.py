"""Where the holes of a board are, and how a game fits on it."""
