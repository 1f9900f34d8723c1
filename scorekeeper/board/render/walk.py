"""The front pegs on their way: hole by hole, line by line."""

from typing import Final

from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.render.timeline import Step, walk_seconds
from scorekeeper.game.actions import Team

PAUSE_SECONDS: Final = 0.5
"""After a walk: so that a light the peg has just passed does not come on a third time."""


def fronts_at(scene: Scene, fitted: Fit, seconds: float) -> tuple[int, ...]:
    """Return the points at which each team's front peg is at *seconds*."""
    walking = _walkers(scene, fitted)
    return tuple(
        _front_at(scene, team, fitted, seconds) if team in walking else move.front
        for team, move in enumerate(scene.moves)
    )


def walk_ends(scene: Scene) -> float:
    """Return the second at which no peg of *scene* walks any more."""
    ways = (step for team in range(len(scene.moves)) for step in _steps(scene, team))
    return max((step.at + step.seconds for step in ways if step.seconds), default=0.0)


def moving_teams(scene: Scene, fitted: Fit, seconds: float) -> frozenset[Team]:
    """Return the teams whose pegs have not arrived yet at *seconds*."""
    return _walkers(scene, fitted) if seconds < walk_ends(scene) else frozenset()


def _walkers(scene: Scene, fitted: Fit) -> frozenset[Team]:
    """Return the teams whose pegs walk: one on each track, the counting team first. Nobody could
    follow two pegs in one row, and where three pass one light flashes too often."""
    counting = {step.team for step in scene.steps}
    moved = [team for team, move in enumerate(scene.moves) if move.holes]
    first: dict[int, Team] = {}
    for team in sorted(moved, key=lambda team: team not in counting):
        first.setdefault(fitted.tracks[team], team)
    return frozenset(first.values())


def _front_at(scene: Scene, team: Team, fitted: Fit, seconds: float) -> int:
    """Return where a front peg is; the first hole of a walk is taken immediately."""
    reached = scene.moves[team].start
    for step in _steps(scene, team):
        if seconds < step.at:
            return reached
        if seconds < step.at + step.seconds:
            part = (seconds - step.at) / step.seconds
            return _between(reached, step.to, part, fitted.holes - 1)
        reached = step.to
    return scene.moves[team].front


def _steps(scene: Scene, team: Team) -> tuple[Step, ...]:
    """Return the way of one team: the lines of its count, or one walk."""
    move = scene.moves[team]
    told = tuple(step for step in scene.steps if step.team == team)
    return told or (Step(team, move.front, 0.0, walk_seconds(move.holes)),)


def _between(start: int, to: int, part: float, lap: int) -> int:
    """Return how far the peg is. Whole laps are skipped: no light comes on twice in one walk."""
    if start == to:
        return to
    holes = (abs(to - start) - 1) % lap + 1
    left = holes - 1 - int(part * holes)
    return to - left if to > start else to + left
