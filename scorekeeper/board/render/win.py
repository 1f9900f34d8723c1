"""A win that everyone sees: the winner's streets run towards the game hole and stay lit."""

from math import inf
from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.render.canvas import Stage
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.render.walk import all_there

PAUSE_SECONDS: Final = 0.5
"""Before they run: a light that the peg has just passed then does not come on a third time."""
RUN_SECONDS: Final = 3.0
"""With the longest walk before it, a win is told in less than five seconds."""
RUN_HOLES_A_SECOND: Final = 10
"""A light in every fifth hole then flashes twice a second: three would trouble some people."""
RUNNING: Final = 0.8
WON: Final = 0.3


def draw_win(stage: Stage) -> None:
    """Every fifth hole, running for a while, then at rest; nothing before the peg is home."""
    scene, seconds = stage.scene, stage.seconds
    if scene.winner is None or seconds < _told_at(scene):
        return
    first, level = STREET, WON
    if scene.just_won and seconds < win_ends(scene):
        first = 1 + int((seconds - _told_at(scene)) * RUN_HOLES_A_SECOND) % STREET
        level = RUNNING
    light = stage.colour(scene.winner).at(level)
    for hole in range(first, stage.last + 1, STREET):
        stage.paint.hole(stage.fitted.tracks[scene.winner], hole, light)


def win_ends(scene: Scene) -> float:
    """The second from which on nothing runs any more."""
    return max(_told_at(scene) + RUN_SECONDS, 0.0)


def _told_at(scene: Scene) -> float:
    """The second at which a win begins to be told: soon after the pegs are there, or long ago."""
    return all_there(scene) + PAUSE_SECONDS if scene.just_won else -inf
