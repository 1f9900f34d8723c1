"""The pegs: front ones steady and bright, back ones dim and breathing."""

from math import inf, pi, sin
from typing import Final, TypeAlias

from scorekeeper.board.light.colour import Look, mixed
from scorekeeper.board.render.canvas import RenderContext
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Team

FRONT: Final = 1.0
BACK: Final = 0.3
BREATH: Final = 0.14
"""The amplitude of the back peg's breathing."""
BREATH_SECONDS: Final = 2.5

BESIDE: Final = 0.6
"""The level of the lights beside a peg of three, relative to the middle one."""

MEETING_SECONDS: Final = 1.25
"""The turn of each of the pegs that meet in one hole."""

LitHoles: TypeAlias = dict[int, list[bytes]]
"""The lights that pegs want in each pixel."""


def draw_pegs(context: RenderContext) -> None:
    """Draw every team's pegs. Teams that meet in one hole take turns, and mix in the end."""
    breathing = context.seconds < breathing_ends(context.scene, context.look)
    back = _breath(context.seconds) if breathing else BACK
    if context.look.low_vision:
        for team, move in enumerate(context.scene.moves):
            _put_beside(context, team, move.back, back)
            _put_beside(context, team, context.fronts[team], FRONT)
    for pixel, lights in _pegs(context, back).items():
        context.canvas.put(pixel, _in_turn(lights, context.seconds) if breathing else mixed(lights))


def breathing_ends(scene: Scene, look: Look) -> float:
    """Return the second at which the back pegs come to rest."""
    return inf if look.low_vision and not scene.over else look.breaths * BREATH_SECONDS


def _breath(seconds: float) -> float:
    """Return the level of the back peg: a whole breath begins and ends where it rests."""
    return BACK + BREATH * sin(2 * pi * seconds / BREATH_SECONDS)


def _pegs(context: RenderContext, back: float) -> LitHoles:
    """Return the lights by pixel; a team's own front peg hides its back peg."""
    lit: LitHoles = {}
    for team, move in enumerate(context.scene.moves):
        colour, front = context.colour(team), context.pixel(team, context.fronts[team])
        behind = context.pixel(team, move.back)
        if behind is not None and behind != front:
            lit.setdefault(behind, []).append(colour.at(back))
        if front is not None:
            lit.setdefault(front, []).append(colour.at(FRONT))
    return lit


def _in_turn(lights: list[bytes], seconds: float) -> bytes:
    """Return one of the *lights* of pegs that breathe in the same hole."""
    return lights[int(seconds / MEETING_SECONDS) % len(lights)]


def _put_beside(context: RenderContext, team: Team, score: int, level: float) -> None:
    """Light the holes before and after a peg, but never a game hole without a peg."""
    track, hole, _ = context.fitted.place_of(team, score)
    light = context.colour(team).at(BESIDE * level)
    if hole:
        context.canvas.hole(track, hole - 1, light)
    if 0 < hole < context.fitted.last(team) - 1:
        context.canvas.hole(track, hole + 1, light)
