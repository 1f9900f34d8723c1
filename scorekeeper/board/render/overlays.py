"""Layers beneath and beside the pegs: street marks, laps, start, ghost, open windows, waiting."""

from collections import Counter
from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.light.colour import AMBER, VIOLET, WHITE, mixed
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


LAP: Final = 0.12


def draw_laps(stage: Stage) -> None:
    """From the hole before the game hole backwards, a faint light for every lap a peg has done."""
    told: Counter[int] = Counter()
    for team, front in enumerate(stage.fronts):
        track, _, lap = stage.fitted.stand(team, front)
        for _ in range(1, lap):
            told[track] += 1
            stage.paint.hole(track, stage.fitted.holes - told[track], stage.colour(team).at(LAP))


OPEN: Final = AMBER.at(0.45)


def draw_windows(stage: Stage) -> None:
    """Every team's last hole: no peg stands there before the game is won, and then none is open."""
    if stage.scene.window_open:
        for team in range(len(stage.scene.moves)):
            stage.put(team, stage.fitted.target, OPEN)


AT_START: Final = 0.12


def draw_start(stage: Stage) -> None:
    """A faint light in the first hole of every team without a point; those of teams that share a
    track mix."""
    lit: dict[int, list[bytes]] = {}
    for team, front in enumerate(stage.fronts):
        if front == 0:
            lit.setdefault(stage.fitted.tracks[team], []).append(stage.colour(team).at(AT_START))
    for track, lights in lit.items():
        stage.paint.hole(track, 1, mixed(lights))


AWAITED: Final = WHITE.at(0.5)


def draw_waiting(stage: Stage) -> None:
    """Of every team while OK counts as held; of one whose points wait for a digit. For a peg that
    has not left, its first hole is lit."""
    for team in stage.scene.waiting:
        stage.put(team, stage.fronts[team] or 1, AWAITED)
