"""Draw a scene on a board. Pure: the same scene and second give the same frame.

Pegs, lamps, overlays (streets, laps, ghost, windows, win) and keypad feedback each have a file.
"""

from scorekeeper.board.render.picture import picture, settles_at

__all__ = ["picture", "settles_at"]
