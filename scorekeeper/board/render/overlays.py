"""Layers beneath and beside the pegs: street marks, laps, start, ghost, open windows, waiting."""

from collections import Counter
from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.light.colour import AMBER, VIOLET, WHITE, mixed
from scorekeeper.board.render.canvas import RenderContext

END_OF_STREET: Final = WHITE.at(0.08)
SKUNK: Final = VIOLET.at(0.2)


def draw_marks(context: RenderContext) -> None:
    """As far as the owner of the board likes them."""
    if context.look.streets:
        for track in set(context.fitted.tracks):
            for hole in range(STREET, context.last, STREET):
                context.canvas.hole(track, hole, END_OF_STREET)
    if context.look.skunk:
        _draw_skunks(context)


def _draw_skunks(context: RenderContext) -> None:
    """The hole that saves, on every team's track, in the lap to which it belongs."""
    for team, front in enumerate(context.fronts):
        lap = context.fitted.stand(team, front).lap
        for below in context.scene.skunks:
            if context.fitted.stand(team, below).lap == lap:
                context.put(team, below, SKUNK)


GHOST: Final = 0.35
WAY: Final = 0.08


def draw_ghost(context: RenderContext) -> None:
    """A pale light at the end of a faint way that begins at the front peg; no peg looks so."""
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
    """From the hole before the game hole backwards, a faint light for every lap a peg has done."""
    told: Counter[int] = Counter()
    for team, front in enumerate(context.fronts):
        track, _, lap = context.fitted.stand(team, front)
        for _ in range(1, lap):
            told[track] += 1
            context.canvas.hole(
                track, context.fitted.holes - told[track], context.colour(team).at(LAP)
            )


OPEN: Final = AMBER.at(0.45)


def draw_windows(context: RenderContext) -> None:
    """Every team's last hole: no peg stands there before the game is won, and then none is open."""
    if context.scene.window_open:
        for team in range(len(context.scene.moves)):
            context.put(team, context.fitted.target, OPEN)


AT_START: Final = 0.12


def draw_start(context: RenderContext) -> None:
    """A faint light in the first hole of every team without a point; those of teams that share a
    track mix."""
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
    """Of every team while OK counts as held; of one whose points wait for a digit. For a peg that
    has not left, its first hole is lit."""
    for team in context.scene.waiting:
        context.put(team, context.fronts[team] or 1, AWAITED)
