"""A game is being chosen with keys: as many lights as its number, beside them the dealer's seat."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.light import WHITE
from scorekeeper.board.picture.stage import Paint
from scorekeeper.board.scene import Choosing

CHOSEN: Final = WHITE.at(0.35)
ASKED: Final = WHITE.at(0.08)
"""A faint light says that a number is waited for."""


def draw_choosing(paint: Paint, choosing: Choosing, games: int) -> None:
    """The first track shows the game, the second who deals."""
    for track, (number, most) in enumerate(((choosing.game, games), (choosing.dealer, 1))):
        for hole in range(1, max(number, most) + 1):
            paint.hole(track, hole, CHOSEN if hole <= number else ASKED)
