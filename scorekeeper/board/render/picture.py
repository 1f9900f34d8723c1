"""The whole picture: the lowest layer first, the pegs near the top."""

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit, Misfit, fit
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.render import keypad_feedback, overlays
from scorekeeper.board.render.canvas import Canvas, RenderContext
from scorekeeper.board.render.lamps import draw_lamps
from scorekeeper.board.render.pegs import breathing_ends, draw_pegs
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.render.walk import fronts_at, walk_ends
from scorekeeper.rules.variants import RULES

LAYERS = (
    overlays.draw_start,
    overlays.draw_marks,
    overlays.draw_laps,
    overlays.draw_windows,
    overlays.draw_win,
    overlays.draw_ghost,
    draw_pegs,
    overlays.draw_waiting,
    keypad_feedback.draw_refused,
)


def picture(scene: Scene, board: Board, seconds: float) -> Frame:
    """Return the frame *seconds* after the latest change of *scene*.

    A game that does not fit on the board leaves its holes dark.
    """
    canvas = Canvas(board)
    draw_lamps(canvas, scene, board)
    if scene.choosing:
        keypad_feedback.draw_choosing(canvas, scene.choosing, board, len(RULES))
    if scene.choosing or not scene.moves:
        keypad_feedback.draw_refused_without_pegs(canvas, scene, len(board.lights), seconds)
    elif isinstance(fitted := _fitted(scene, board), Fit):
        fronts = fronts_at(scene, fitted, seconds)
        context = RenderContext(scene, board.look, fitted, seconds, fronts, canvas)
        for draw in LAYERS:
            draw(context)
    return canvas.frame


def settles_at(scene: Scene, board: Board) -> float:
    """Return the second after which nothing changes; ``inf`` if pegs breathe for ever."""
    refused = keypad_feedback.refused_ends(scene)
    if scene.choosing or not isinstance(fitted := _fitted(scene, board), Fit):
        return refused
    breathe = any(move.back or (fitted.shared and move.front) for move in scene.moves)
    rest = breathing_ends(scene, board.look) if breathe else 0.0
    return max(rest, walk_ends(scene), overlays.win_ends(scene), refused)


def _fitted(scene: Scene, board: Board) -> Fit | Misfit | None:
    """Return how the game fits on the board; None before a game."""
    if not scene.moves:
        return None
    return fit(board.shape, scene.goals)
