"""A half-typed count: where the front peg would come to stand."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.render.canvas import Stage

GHOST: Final = 0.35
WAY: Final = 0.08


def draw_ghost(stage: Stage) -> None:
    """A pale light at the end of a faint way that begins at the front peg; no peg looks so."""
    ghost = stage.scene.ghost
    if ghost is None:
        return
    front, pale = stage.scene.moves[ghost.team].front, stage.colour(ghost.team).pale()
    way = pale.at(WAY)
    for score in range(min(front, ghost.to) + 1, max(front, ghost.to)):
        stage.put(ghost.team, score, way)
    stage.put(ghost.team, ghost.to, pale.at(GHOST))
