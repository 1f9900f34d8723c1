"""Somebody who built a board, and says what shines on it."""

from collections.abc import Callable, Sequence
from typing import Final

from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.geometry.shapes import shape_named
from scorekeeper.board.wiring.wiring import Place
from tests.kit.drivers.waiting import soon

COLOURS: Final = "RGB"


class BoardBuilder:
    """Looks at a strip of so many lights, whose holes are *strip*; *see* returns the bytes that it
    was sent, three a light, and *order* is what the chips of its lights take them for."""

    def __init__(
        self, strip: Sequence[Place], see: Callable[[], bytes], order: str = "RGB"
    ) -> None:
        self.strip, self._see, self._order = strip, see, order

    @property
    def lights(self) -> list[bytes]:
        """The lights of the strip as they shine: beyond its end is nothing."""
        sent = self._see()
        return [sent[at : at + 3] for at in range(0, 3 * len(self.strip), 3)]

    def is_last_lit(self) -> bool:
        """The answer to the question of the halving."""
        return any(self.lights[-1])

    def colour(self) -> str:
        """The letter of the colour in which all shine."""
        (first,) = {light for light in self.lights if any(light)}
        (byte,) = (at for at, level in enumerate(first) if level)
        return self._order[byte]

    def hole(self) -> Place:
        """The hole of the one light that shines, as soon as one does."""
        soon(lambda: len(self._lit) == 1)
        return self.strip[self._lit[0]]

    @property
    def _lit(self) -> list[int]:
        return [at for at, light in enumerate(self.lights) if any(light)]


def four_pieces() -> list[Place]:
    """122 lights on a classic board for two: the second row of the second team, then the first of
    the first, backwards, then the two others."""
    shape = shape_named("classic", Measures(tracks=2))
    rows = [
        [Place(number, hole) for hole in row]
        for number, track in enumerate(shape.tracks)
        for row in track.rows
    ]
    return [*rows[3], *rows[0][::-1], *rows[2], *rows[1]]
