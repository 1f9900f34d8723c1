"""Where the front pegs are on their way: hole by hole, line by line."""

from __future__ import annotations

from scorekeeper.board.fit import Fit
from scorekeeper.board.scene import Scene
from scorekeeper.board.telling import Step, walk_seconds
from scorekeeper.game.actions import Team


def front_at(scene: Scene, team: Team, fitted: Fit, seconds: float) -> int:
    """The points at which the front peg of *team* stands; the first hole is taken at once."""
    reached = scene.moves[team].start
    for step in _steps(scene, team):
        walked = seconds - step.at
        if walked < 0:
            return reached
        if walked < step.seconds:
            return _between(reached, step.to, walked / step.seconds, fitted.holes - 1)
        reached = step.to
    return scene.moves[team].front


def all_there(scene: Scene) -> float:
    """The second from which on no peg of *scene* walks any more."""
    ways = (step for team in range(len(scene.moves)) for step in _steps(scene, team))
    return max((step.at + step.seconds for step in ways if step.seconds), default=0.0)


def _steps(scene: Scene, team: Team) -> tuple[Step, ...]:
    """The way of one team: the lines of its count, or all of it at once."""
    move = scene.moves[team]
    told = tuple(step for step in scene.steps if step.team == team)
    return told or (Step(team, move.front, 0.0, walk_seconds(move.holes)),)


def _between(start: int, to: int, part: float, lap: int) -> int:
    """So far on the way. Whole laps are left out: no light comes on twice for one walk."""
    holes = (abs(to - start) - 1) % lap + 1
    left = holes - 1 - int(part * holes)
    return to - left if to > start else to + left
