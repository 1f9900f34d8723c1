"""Keypad feedback on the board: a game being chosen, and a key that was refused."""

from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import WHITE
from scorekeeper.board.render.canvas import Canvas, RenderContext
from scorekeeper.board.render.scene import Choosing, Scene
from scorekeeper.board.render.walk import PAUSE_SECONDS, moving_teams
from scorekeeper.rules.variants import RULES

CHOSEN: Final = WHITE.at(0.35)
MOST_SEATS: Final = max(row.players for row in RULES.values())
ASKED: Final = WHITE.at(0.08)
"""A faint light where a number is expected."""


def draw_choosing(canvas: Canvas, choosing: Choosing, board: Board, games: int) -> None:
    """Draw the game on the first track and the dealer on the second.

    On a single track the dealer comes after all games and a dark hole; what is left out after all
    dealers and another. What has no hole on a short track is not shown.
    """
    dealers = (1, 0) if board.tracks > 1 else (0, games + 1)
    track, last = dealers
    _draw(canvas, board, (0, 0), choosing.game, games)
    _draw(canvas, board, dealers, choosing.dealer, 1)
    _draw(canvas, board, (track, last + MOST_SEATS + 1), choosing.left_out, 0)


def _draw(canvas: Canvas, board: Board, behind: tuple[int, int], number: int, most: int) -> None:
    """Light *number* holes after *behind* (track, hole), and faintly those up to *most*."""
    track, last = behind
    for one in range(1, max(number, most) + 1):
        if last + one <= board.holes:
            canvas.hole(track, last + one, CHOSEN if one <= number else ASKED)


WINK: Final = 0.2
"""Seconds dark, then as many lit, then dark again: flashing at 3 Hz or more harms some people."""
WINKS: Final = 2
DARK: Final = bytes(3)
NO: Final = WHITE.at(0.3)
"""The light in the first hole, if there is no peg to wink."""


def draw_refused(context: RenderContext) -> None:
    """Darken the front pegs for a wink; light the first hole for a peg that has not left.

    A peg on its way, or one that has only just arrived, does not wink: it came on a moment ago.
    """
    refused = context.scene.refused
    if refused is None or not _winks(context.scene, context.seconds):
        return
    fresh = moving_teams(context.scene, context.fitted, refused - PAUSE_SECONDS)
    for team, front in sorted(enumerate(context.fronts), key=lambda peg: peg[1]):
        if team not in fresh:
            context.put(team, front or 1, DARK if front else NO)


def draw_refused_without_pegs(canvas: Canvas, scene: Scene, tracks: int, seconds: float) -> None:
    """Light the first holes, before a game."""
    if _winks(scene, seconds):
        for track in range(tracks):
            canvas.hole(track, 1, NO)


def refused_ends(scene: Scene) -> float:
    """Return the second at which the winking ends."""
    return 0.0 if scene.refused is None else scene.refused + (2 * WINKS - 1) * WINK


def _winks(scene: Scene, seconds: float) -> bool:
    if scene.refused is None or not scene.refused <= seconds < refused_ends(scene):
        return False
    return int((seconds - scene.refused) / WINK) % 2 == 0
