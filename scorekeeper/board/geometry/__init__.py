"""The places of all holes of a board, in millimetres, and the fit of a game on them."""
