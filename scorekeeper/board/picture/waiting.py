"""OK was held, or points are to be typed: the front pegs that it is about are white."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.light.colour import WHITE
from scorekeeper.board.render.canvas import Stage

WAITING: Final = WHITE.at(0.5)


def draw_waiting(stage: Stage) -> None:
    """Of every team while OK counts as held; of one whose points wait for a digit. For a peg that
    has not left, its first hole is lit."""
    for team in stage.scene.waiting:
        stage.put(team, stage.fronts[team] or 1, WAITING)
