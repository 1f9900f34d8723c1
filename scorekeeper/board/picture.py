"""Draw a scene on a board. Pure: the same scene and second give the same frame.

The front peg is steady and bright. The back peg is dim, and breathes for a while after a change. A
peg walks hole by hole. The winner's streets run towards the game hole and stay lit.
"""

from __future__ import annotations

from math import pi, sin
from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.fit import Fit, Misfit, fit
from scorekeeper.board.light import Colour, Frame
from scorekeeper.board.scene import Move, Scene
from scorekeeper.board.shapes import STREET

STEP: Final = 0.09
"""Seconds that a peg takes from hole to hole; less where it has far to go."""
WALK_AT_MOST: Final = 1.4

FRONT: Final = 1.0
BACK: Final = 0.3
BREATH: Final = 0.14
"""How far breathing takes the back peg up and down."""
BREATH_SECONDS: Final = 2.5

RUN_SECONDS: Final = 3.4
"""With the longest walk before it, a win is told in less than five seconds."""
RUN_HOLES_A_SECOND: Final = 10
"""A light in every fifth hole then flashes twice a second: three would trouble some people."""
RUNNING: Final = 0.8
WON: Final = 0.3
ROUND: Final = 0.12
"""A light at the end of the track for every time that the front peg has been round, while there are
holes for them."""


def picture(scene: Scene, board: Board, seconds: float) -> Frame:
    """The frame *seconds* after the change that *scene* tells of. A game that does not fit on the
    board leaves it dark.
    """
    light = bytearray(3 * board.pixels)
    fitted = fit(board, len(scene.moves), scene.target)
    if isinstance(fitted, Misfit):
        return bytes(light)
    for team, move in enumerate(scene.moves):
        track = _Track(light, board.wiring.tracks[team], board.look.colours[team])
        if team == scene.winner:
            _draw_win(track, fitted, seconds - _told_at(scene))
        _draw_pegs(track, fitted, move, seconds, board.look.breaths)
    return bytes(light)


def still_after(scene: Scene, board: Board) -> float:
    """From this second on the picture of *scene* does not change any more."""
    breathing = board.look.breaths * BREATH_SECONDS if any(m.back for m in scene.moves) else 0.0
    return max(breathing, *map(_walk, scene.moves), _told_at(scene) + RUN_SECONDS)


class _Track:
    """One team's holes, to paint on."""

    def __init__(self, light: bytearray, pixels: tuple[int, ...], colour: Colour) -> None:
        self._light, self._pixels, self._colour = light, pixels, colour

    def put(self, hole: int, level: float) -> None:
        """Light *hole*, from 1, in the team's colour; hole 0 is off the board."""
        if hole:
            at = 3 * self._pixels[hole - 1]
            self._light[at : at + 3] = self._colour.at(level)


def _draw_pegs(track: _Track, fitted: Fit, move: Move, seconds: float, breaths: float) -> None:
    front = _walked(move, seconds)
    for lap in range(min(fitted.rounds(front), fitted.holes)):
        track.put(fitted.holes - lap, ROUND)
    track.put(fitted.hole(move.back), _breath(seconds, breaths))
    track.put(fitted.hole(front), FRONT)


def _walk(move: Move) -> float:
    """How many seconds the front peg is on its way."""
    return min(move.holes * STEP, WALK_AT_MOST)


def _walked(move: Move, seconds: float) -> int:
    """Where the front peg is; the first step is taken at once."""
    if seconds >= _walk(move):
        return move.front
    steps = 1 + int(seconds / _walk(move) * move.holes)
    return move.start + steps if move.front > move.start else move.start - steps


def _breath(seconds: float, breaths: float) -> float:
    """How bright the back peg is: a whole breath begins and ends where it rests."""
    if seconds >= breaths * BREATH_SECONDS:
        return BACK
    return BACK + BREATH * sin(2 * pi * seconds / BREATH_SECONDS)


def _told_at(scene: Scene) -> float:
    """The second at which a win begins to be told: when the pegs are there, or long ago."""
    return max(map(_walk, scene.moves), default=0.0) if scene.just_won else -RUN_SECONDS


def _draw_win(track: _Track, fitted: Fit, seconds: float) -> None:
    """Every fifth hole, running for a while, then at rest; nothing before the peg is home."""
    if seconds < 0:
        return
    running = seconds < RUN_SECONDS
    first = 1 + int(seconds * RUN_HOLES_A_SECOND) % STREET if running else STREET
    for hole in range(first, fitted.holes + 1, STREET):
        track.put(hole, RUNNING if running else WON)
