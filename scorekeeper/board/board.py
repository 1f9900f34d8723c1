"""A complete board: shape, wiring and look."""

from typing import cast

import msgspec

from scorekeeper.board.light import Look
from scorekeeper.board.shape import Measures, Shape
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import BadlyWired, Wiring, check_wiring, wire_in_order


class Board(msgspec.Struct, frozen=True):
    """A board; it does not change during a game. Raises BadlyWired."""

    shape: Shape
    wiring: Wiring
    look: Look = Look()

    def __post_init__(self) -> None:
        if found := check_wiring(self.shape, self.wiring):
            raise BadlyWired(found)

    @property
    def tracks(self) -> int:
        """The number of tracks: teams with a row of holes of their own."""
        return len(self.shape.tracks)

    @property
    def holes(self) -> int:
        """The number of holes of each track."""
        return self.shape.holes

    @property
    def pixels(self) -> int:
        """The number of pixels of the strip."""
        return self.wiring.pixels

    @property
    def lights(self) -> tuple[tuple[int, ...], ...]:
        """The pixel of each hole, by track; a valid board has one for every hole."""
        return cast(tuple[tuple[int, ...], ...], self.wiring.tracks)


def build(
    shape: str = "straight", measures: Measures | None = None, look: Look | None = None
) -> Board:
    """Return a board with one pixel per hole, wired in pegging order. Raises UnknownShape or
    CannotBeBuilt."""
    cut = shape_named(shape, measures or Measures())
    return Board(cut, wire_in_order(cut, "pegged"), look or Look())
