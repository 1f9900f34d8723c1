"""Somebody who built a board, and says what shines on it."""

from collections.abc import Callable, Sequence

from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Place
from tests.kit.drivers.waiting import soon


class BoardBuilder:
    """Looks at a strip of so many lights, whose holes are *strip*; *see* returns the bytes that it
    was sent, and *order* is what the chips of its lights take them for, byte by byte."""

    def __init__(
        self, strip: Sequence[Place], see: Callable[[], bytes], order: str = "RGB"
    ) -> None:
        self.strip, self._see, self._order = strip, see, order

    @property
    def lights(self) -> list[bytes]:
        """The lights of the strip as they shine: beyond its end is nothing."""
        sent, width = self._see(), len(self._order)
        return [sent[at : at + width] for at in range(0, width * len(self.strip), width)]

    def is_last_lit(self) -> bool:
        """The answer to the question of the halving, which something has to shine for."""
        soon(lambda: bool(self._lit))
        return any(self.lights[-1])

    def colour(self) -> str | None:
        """The letter of the colour in which all shine; None for several colours at once."""
        soon(lambda: bool(self._lit))
        seen = {at for light in self.lights for at, level in enumerate(light) if level}
        return self._order[seen.pop()] if len(seen) == 1 else None

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
