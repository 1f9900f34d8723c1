"""The pixels of a board to paint on, and the scene, fit and time to paint."""

from typing import NamedTuple

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.light.colour import Colour, Frame, Look
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Team


class Canvas:
    """The pixels of a board. The last colour painted stays."""

    def __init__(self, board: Board) -> None:
        self._light, self._tracks = bytearray(3 * board.pixels), board.lights

    @property
    def frame(self) -> Frame:
        """The frame that was painted."""
        return bytes(self._light)

    def pixel(self, track: int, hole: int) -> int | None:
        """Return the pixel in *hole*, from 1, of *track*; None for hole 0, the start."""
        return self._tracks[track][hole - 1] if hole > 0 else None

    def put(self, pixel: int | None, light: bytes) -> None:
        """Set *pixel* to *light*; None is ignored."""
        if pixel is not None:
            self._light[3 * pixel : 3 * pixel + 3] = light

    def hole(self, track: int, hole: int, light: bytes) -> None:
        """Set *hole* of *track* to *light*."""
        self.put(self.pixel(track, hole), light)


class RenderContext(NamedTuple):
    """The input of every layer; ``fronts`` are the front pegs by team, maybe on their way."""

    scene: Scene
    look: Look
    fitted: Fit
    seconds: float
    fronts: tuple[int, ...]
    canvas: Canvas

    def colour(self, team: Team) -> Colour:
        """Return the colour of *team*."""
        return self.look.colours[team]

    def pixel(self, team: Team, score: int) -> int | None:
        """Return the pixel of a peg of *team* with *score* points."""
        stand = self.fitted.place_of(team, score)
        return self.canvas.pixel(stand.track, stand.hole)

    def put(self, team: Team, score: int, light: bytes) -> None:
        """Set the hole of *score* on the track of *team* to *light*."""
        self.canvas.put(self.pixel(team, score), light)
