"""A claim that may still be called: the game holes glow amber, whatever the claim missed."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.light.colour import AMBER
from scorekeeper.board.render.canvas import Stage

OPEN: Final = AMBER.at(0.45)


def draw_windows(stage: Stage) -> None:
    """Every team's last hole: no peg stands there before the game is won, and then none is open."""
    if stage.scene.window_open:
        for team in range(len(stage.scene.moves)):
            stage.put(team, stage.fitted.target, OPEN)
