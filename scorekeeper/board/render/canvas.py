"""A scene set upon a board in one moment, and the strip on which that is painted."""

from typing import NamedTuple

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.light.colour import Colour, Frame, Look
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Team


class Paint:
    """The lights of a board. What is painted last stays."""

    def __init__(self, board: Board) -> None:
        self._light, self._tracks = bytearray(3 * board.pixels), board.lights

    @property
    def frame(self) -> Frame:
        """What was painted."""
        return bytes(self._light)

    def pixel(self, track: int, hole: int) -> int | None:
        """The light in *hole*, from 1, of *track*; None for hole 0, beside the first one."""
        return self._tracks[track][hole - 1] if hole > 0 else None

    def put(self, pixel: int | None, light: bytes) -> None:
        """Give *pixel* that *light*."""
        if pixel is not None:
            self._light[3 * pixel : 3 * pixel + 3] = light

    def hole(self, track: int, hole: int, light: bytes) -> None:
        """Give *hole* of *track* that *light*."""
        self.put(self.pixel(track, hole), light)


class Stage(NamedTuple):
    """``fronts``: where each team's front peg is in this moment, on its way perhaps."""

    scene: Scene
    look: Look
    fitted: Fit
    seconds: float
    fronts: tuple[int, ...]
    paint: Paint

    @property
    def last(self) -> int:
        """The last hole of a track that this game uses."""
        return min(self.fitted.target, self.fitted.holes)

    def colour(self, team: Team) -> Colour:
        """The colour of *team*."""
        return self.look.colours[team]

    def pixel(self, team: Team, score: int) -> int | None:
        """The light where a peg of *team* with that *score* stands."""
        stand = self.fitted.stand(team, score)
        return self.paint.pixel(stand.track, stand.hole)

    def put(self, team: Team, score: int, light: bytes) -> None:
        """Give the hole of that *score* on the track of *team* that *light*."""
        self.paint.put(self.pixel(team, score), light)
