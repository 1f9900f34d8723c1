"""A key that could not be: the front pegs wink twice, and nothing has moved."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.light.colour import WHITE
from scorekeeper.board.render.canvas import Paint, Stage
from scorekeeper.board.render.scene import Scene

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
