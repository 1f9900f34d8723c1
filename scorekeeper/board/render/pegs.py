"""The pegs: front ones steady and bright, back ones dim and breathing."""

from math import inf, pi, sin
from typing import Final, TypeAlias

from scorekeeper.board.light.colour import Look, mixed
from scorekeeper.board.render.canvas import Stage
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Team

FRONT: Final = 1.0
BACK: Final = 0.3
BREATH: Final = 0.14
"""How far breathing takes the back peg up and down."""
BREATH_SECONDS: Final = 2.5

BESIDE: Final = 0.6
"""How bright the lights beside a peg of three are, beside the middle one."""

MEETING_SECONDS: Final = 1.25
"""For so long each of the pegs that meet in one hole has it, in turn."""

Lit: TypeAlias = dict[int, list[bytes]]
"""The lights that pegs want in each pixel."""


def draw_pegs(stage: Stage) -> None:
    """Every team's pegs. Where teams meet in one hole they take turns, and in the end they mix."""
    breathing = stage.seconds < breathing_ends(stage.scene, stage.look)
    back = _breath(stage.seconds) if breathing else BACK
    if stage.look.low_vision:
        for team, move in enumerate(stage.scene.moves):
            _put_beside(stage, team, move.back, back)
            _put_beside(stage, team, stage.fronts[team], FRONT)
    for pixel, lights in _pegs(stage, back).items():
        stage.paint.put(pixel, _met(lights, stage.seconds) if breathing else mixed(lights))


def breathing_ends(scene: Scene, look: Look) -> float:
    """The second in which the back pegs come to rest."""
    return inf if look.low_vision and not scene.over else look.breaths * BREATH_SECONDS


def _breath(seconds: float) -> float:
    """How bright the back peg is: a whole breath begins and ends where it rests."""
    return BACK + BREATH * sin(2 * pi * seconds / BREATH_SECONDS)


def _pegs(stage: Stage, back: float) -> Lit:
    """A team's own front peg hides its back peg."""
    lit: Lit = {}
    for team, move in enumerate(stage.scene.moves):
        colour, front = stage.colour(team), stage.pixel(team, stage.fronts[team])
        behind = stage.pixel(team, move.back)
        if behind is not None and behind != front:
            lit.setdefault(behind, []).append(colour.at(back))
        if front is not None:
            lit.setdefault(front, []).append(colour.at(FRONT))
    return lit


def _met(lights: list[bytes], seconds: float) -> bytes:
    return lights[int(seconds / MEETING_SECONDS) % len(lights)]


def _put_beside(stage: Stage, team: Team, score: int, level: float) -> None:
    """The lights before and behind a peg; none in a game hole where no peg stands."""
    track, hole, _ = stage.fitted.stand(team, score)
    light = stage.colour(team).at(BESIDE * level)
    if hole:
        stage.paint.hole(track, hole - 1, light)
    if 0 < hole < stage.last - 1:
        stage.paint.hole(track, hole + 1, light)
