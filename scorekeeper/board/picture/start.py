"""Before the first point a peg stands in a start hole, where no light is: its track says so."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.light.colour import mixed
from scorekeeper.board.render.canvas import Stage

WAITING: Final = 0.12


def draw_start(stage: Stage) -> None:
    """A faint light in the first hole of every team without a point; those of teams that share a
    track mix."""
    lit: dict[int, list[bytes]] = {}
    for team, front in enumerate(stage.fronts):
        if front == 0:
            lit.setdefault(stage.fitted.tracks[team], []).append(stage.colour(team).at(WAITING))
    for track, lights in lit.items():
        stage.paint.hole(track, 1, mixed(lights))
