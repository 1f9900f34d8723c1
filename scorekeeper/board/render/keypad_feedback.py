"""A game is being chosen with keys: as many lights as its number, beside them the dealer's seat,
and what is left out where not every card will be entered."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import WHITE
from scorekeeper.board.render.canvas import Paint
from scorekeeper.board.render.scene import Choosing
from scorekeeper.rules.variants import RULES

CHOSEN: Final = WHITE.at(0.35)
MOST_SEATS: Final = max(row.players for row in RULES.values())
ASKED: Final = WHITE.at(0.08)
"""A faint light says that a number is waited for."""


def draw_choosing(paint: Paint, choosing: Choosing, board: Board, games: int) -> None:
    """The first track shows the game, the second who deals. Where there is only one, the dealer
    comes behind all the games, after a dark hole; what is left out behind all dealers, after
    another. What a short track has no hole for is not shown.
    """
    dealers = (1, 0) if board.tracks > 1 else (0, games + 1)
    track, last = dealers
    _draw(paint, board, (0, 0), choosing.game, games)
    _draw(paint, board, dealers, choosing.dealer, 1)
    _draw(paint, board, (track, last + MOST_SEATS + 1), choosing.left_out, 0)


def _draw(paint: Paint, board: Board, behind: tuple[int, int], number: int, most: int) -> None:
    """So many lights, on a track *behind* one of its holes, and where one may be asked for."""
    track, last = behind
    for one in range(1, max(number, most) + 1):
        if last + one <= board.holes:
            paint.hole(track, last + one, CHOSEN if one <= number else ASKED)
