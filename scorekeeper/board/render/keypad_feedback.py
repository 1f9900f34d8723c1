"""What the board shows of a keypad: a game being chosen, and a key that was refused."""

from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import WHITE
from scorekeeper.board.render.canvas import Paint, Stage
from scorekeeper.board.render.scene import Choosing, Scene
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


WINK: Final = 0.2
"""Seconds dark, then as many lit, then dark again: slower than three a second, which trouble some
people."""
WINKS: Final = 2
DARK: Final = bytes(3)
NO: Final = WHITE.at(0.3)
"""Where no peg stands that could wink, the first hole lights up."""


def draw_refused(stage: Stage) -> None:
    """The front pegs are dark for a wink; for one that has not left, its first hole is lit."""
    if _winks(stage.scene, stage.seconds):
        for team, front in sorted(enumerate(stage.fronts), key=lambda peg: peg[1]):
            stage.put(team, front or 1, DARK if front else NO)


def draw_refused_without_pegs(paint: Paint, scene: Scene, tracks: int, seconds: float) -> None:
    """The first holes, before anybody plays."""
    if _winks(scene, seconds):
        for track in range(tracks):
            paint.hole(track, 1, NO)


def refused_until(scene: Scene) -> float:
    """The second from which on nothing winks any more."""
    return 0.0 if scene.refused is None else scene.refused + (2 * WINKS - 1) * WINK


def _winks(scene: Scene, seconds: float) -> bool:
    if scene.refused is None or not scene.refused <= seconds < refused_until(scene):
        return False
    return int((seconds - scene.refused) / WINK) % 2 == 0
