"""A whole board: its shape, its lights, and how it is to look."""

from typing import cast

import msgspec

from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes import shape_called
from scorekeeper.board.light.colour import Look
from scorekeeper.board.wiring.check import faults
from scorekeeper.board.wiring.layouts import laid
from scorekeeper.board.wiring.wiring import BadlyWired, Wiring


class Board(msgspec.Struct, frozen=True):
    """The wood, which does not change with the game. Raises BadlyWired."""

    shape: Shape
    wiring: Wiring
    look: Look = Look()

    def __post_init__(self) -> None:
        if found := faults(self.shape, self.wiring):
            raise BadlyWired(found)

    @property
    def tracks(self) -> int:
        """How many teams have a row of holes of their own."""
        return len(self.shape.tracks)

    @property
    def holes(self) -> int:
        """How many holes each track has."""
        return self.shape.holes

    @property
    def pixels(self) -> int:
        """How many lights the strip has."""
        return self.wiring.pixels

    @property
    def lights(self) -> tuple[tuple[int, ...], ...]:
        """The light of each hole by track: on a board none is missing."""
        return cast(tuple[tuple[int, ...], ...], self.wiring.tracks)


def build(shape: str = "straight", wood: Wood | None = None, look: Look | None = None) -> Board:
    """The board of that shape, a light a hole in pegging order. Raises UnknownShape or
    CannotBeBuilt."""
    cut = shape_called(shape, wood or Wood())
    return Board(cut, laid(cut, "pegged"), look or Look())
