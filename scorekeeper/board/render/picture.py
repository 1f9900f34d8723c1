"""The whole picture: what lies beneath first, the pegs last."""

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit, Misfit, fit
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.render.canvas import Paint, Stage
from scorekeeper.board.render.keypad_feedback import (
    draw_choosing,
    draw_refused,
    draw_refused_without_pegs,
    refused_until,
)
from scorekeeper.board.render.lamps import draw_lamps
from scorekeeper.board.render.overlays import (
    draw_ghost,
    draw_laps,
    draw_marks,
    draw_start,
    draw_waiting,
    draw_windows,
)
from scorekeeper.board.render.pegs import breathing_ends, draw_pegs
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.render.walk import all_there, fronts_at
from scorekeeper.board.render.win import draw_win, win_ends
from scorekeeper.rules.variants import RULES

LAYERS = (
    draw_start,
    draw_marks,
    draw_laps,
    draw_windows,
    draw_win,
    draw_ghost,
    draw_pegs,
    draw_waiting,
    draw_refused,
)


def picture(scene: Scene, board: Board, seconds: float) -> Frame:
    """The frame *seconds* after the change that *scene* tells of. A game that does not fit on the
    board leaves its holes dark.
    """
    paint = Paint(board)
    draw_lamps(paint, scene, board)
    if scene.choosing:
        draw_choosing(paint, scene.choosing, board, len(RULES))
    if scene.choosing or not scene.moves:
        draw_refused_without_pegs(paint, scene, len(board.lights), seconds)
    elif isinstance(fitted := _fitted(scene, board), Fit):
        fronts = fronts_at(scene, fitted, seconds)
        stage = Stage(scene, board.look, fitted, seconds, fronts, paint)
        for draw in LAYERS:
            draw(stage)
    return paint.frame


def still_after(scene: Scene, board: Board) -> float:
    """From this second on the picture of *scene* does not change any more; ``inf`` where the owner
    of the board wants pegs that breathe without end."""
    refused = refused_until(scene)
    if scene.choosing or not isinstance(fitted := _fitted(scene, board), Fit):
        return refused
    breathe = any(move.back or (fitted.shared and move.front) for move in scene.moves)
    rest = breathing_ends(scene, board.look) if breathe else 0.0
    return max(rest, all_there(scene), win_ends(scene), refused)


def _fitted(scene: Scene, board: Board) -> Fit | Misfit | None:
    """How the game stands on the board; None before anybody plays."""
    if not scene.moves:
        return None
    return fit(board.shape, len(scene.moves), scene.target)
