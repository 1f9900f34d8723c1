"""Draw a scene on a board. Pure: the same scene and second give the same frame.

One file for each thing that is seen: pegs, ghost, laps, marks, windows, win, lamps, a game that is
being chosen, and a key that could not be.
"""

from scorekeeper.board.render.picture import picture, settles_at

__all__ = ["picture", "settles_at"]
