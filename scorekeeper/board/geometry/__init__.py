"""Where the holes of a board are, in millimetres, and how a game fits on them."""
