"""Layers around the pegs: street marks, laps, start, ghost, open windows, waiting, win."""

from collections import Counter
from math import inf
from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.light.colour import AMBER, VIOLET, WHITE, mixed
from scorekeeper.board.render.canvas import RenderContext
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.render.walk import PAUSE_SECONDS, moving_teams, walk_ends

END_OF_STREET: Final = WHITE.at(0.08)
SKUNK: Final = VIOLET.at(0.2)


def draw_marks(context: RenderContext) -> None:
    """Mark streets and skunk lines, as the look asks."""
    if context.look.streets:
        for track in set(context.fitted.tracks):
            for hole in range(STREET, min(context.fitted.target, context.fitted.holes), STREET):
                context.canvas.hole(track, hole, END_OF_STREET)
    if context.look.skunk:
        _draw_skunks(context)


def _draw_skunks(context: RenderContext) -> None:
    """Mark the hole that avoids a skunk on every team's track, in the lap to which it belongs."""
    fitted = context.fitted
    for team, front in enumerate(context.fronts):
        lap = fitted.place_of(team, front).lap
        for line in context.scene.skunks:
            below = line - fitted.target + fitted.goals[team]
            if below > 0 and (fitted.is_one_lap or fitted.place_of(team, below).lap == lap):
                context.put(team, below, SKUNK)


GHOST: Final = 0.35
WAY: Final = 0.08


def draw_ghost(context: RenderContext) -> None:
    """Draw a pale light at the end of a faint line from the front peg; no peg looks like it."""
    ghost = context.scene.ghost
    if ghost is None:
        return
    front, pale = context.scene.moves[ghost.team].front, context.colour(ghost.team).pale()
    way = pale.at(WAY)
    for score in range(min(front, ghost.to) + 1, max(front, ghost.to)):
        context.put(ghost.team, score, way)
    context.put(ghost.team, ghost.to, pale.at(GHOST))


LAP: Final = 0.12


def draw_laps(context: RenderContext) -> None:
    """Light a faint hole for every lap that a peg has completed, back from the game hole."""
    if context.fitted.is_one_lap:
        return
    told: Counter[int] = Counter()
    for team, front in enumerate(context.fronts):
        track, _, lap = context.fitted.place_of(team, front)
        for _ in range(1, lap):
            told[track] += 1
            context.canvas.hole(
                track, context.fitted.holes - told[track], context.colour(team).at(LAP)
            )


OPEN: Final = AMBER.at(0.45)


def draw_windows(context: RenderContext) -> None:
    """Light every team's last hole while a claim may be called: no peg can be there yet."""
    if context.scene.window_open:
        for team in range(len(context.scene.moves)):
            context.put(team, context.fitted.goals[team], OPEN)


AT_START: Final = 0.12


def draw_start(context: RenderContext) -> None:
    """Light the first hole of every team without points; teams on one track are mixed."""
    if 0 not in context.fronts:
        return
    lit: dict[int, list[bytes]] = {}
    for team, front in enumerate(context.fronts):
        if front == 0:
            lit.setdefault(context.fitted.tracks[team], []).append(
                context.colour(team).at(AT_START)
            )
    for track, lights in lit.items():
        context.canvas.hole(track, 1, mixed(lights))


AWAITED: Final = WHITE.at(0.5)


def draw_waiting(context: RenderContext) -> None:
    """Light the front pegs of teams that wait for more keys, or their first holes.

    A peg on its way keeps its colour: between the lights beside it, white could be a second flash.
    """
    waiting = context.scene.waiting
    on_way = waiting and moving_teams(context.scene, context.fitted, context.seconds)
    for team in waiting:
        if team not in on_way:
            context.put(team, context.fronts[team] or 1, AWAITED)


RUN_SECONDS: Final = 3.0
"""With the longest walk before it, a win takes less than five seconds."""
RUN_HOLES_A_SECOND: Final = 10
"""A light in every fifth hole then flashes twice a second: 3 Hz or more harms some people."""
RUNNING: Final = 0.8
WON: Final = 0.3


def draw_win(context: RenderContext) -> None:
    """Light every fifth hole, running for a while, then at rest, once the peg has arrived."""
    scene, seconds = context.scene, context.seconds
    if scene.winner is None or seconds < _win_begins(scene):
        return
    first, level = STREET, WON
    if scene.just_won and seconds < win_ends(scene):
        first = 1 + int((seconds - _win_begins(scene)) * RUN_HOLES_A_SECOND) % STREET
        level = RUNNING
    light = context.colour(scene.winner).at(level)
    for hole in range(first, context.fitted.last(scene.winner) + 1, STREET):
        context.canvas.hole(context.fitted.tracks[scene.winner], hole, light)


def win_ends(scene: Scene) -> float:
    """Return the second at which nothing runs any more."""
    return max(_win_begins(scene) + RUN_SECONDS, 0.0)


def _win_begins(scene: Scene) -> float:
    """Return the second at which a win is first shown: after the pegs arrive, or long ago."""
    return walk_ends(scene) + PAUSE_SECONDS if scene.just_won else -inf
