"""What is printed on a wooden board: the ends of the streets, and the skunk lines."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.light.colour import VIOLET, WHITE
from scorekeeper.board.render.canvas import Stage

END_OF_STREET: Final = WHITE.at(0.08)
SKUNK: Final = VIOLET.at(0.2)


def draw_marks(stage: Stage) -> None:
    """As far as the owner of the board likes them."""
    if stage.look.streets:
        for track in set(stage.fitted.tracks):
            for hole in range(STREET, stage.last, STREET):
                stage.paint.hole(track, hole, END_OF_STREET)
    if stage.look.skunk:
        _draw_skunks(stage)


def _draw_skunks(stage: Stage) -> None:
    """The hole that saves, on every team's track, in the lap to which it belongs."""
    for team, front in enumerate(stage.fronts):
        lap = stage.fitted.stand(team, front).lap
        for below in stage.scene.skunks:
            if stage.fitted.stand(team, below).lap == lap:
                stage.put(team, below, SKUNK)
