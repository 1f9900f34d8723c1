"""A whole board: its shape, its lights, and how it is to look."""

from __future__ import annotations

import msgspec

from scorekeeper.board.light import Look
from scorekeeper.board.shape import Shape
from scorekeeper.board.shapes import shape_called
from scorekeeper.board.wiring import Wiring, row_by_row
from scorekeeper.board.wood import Wood


class BadlyWired(ValueError):
    """The wiring is not one for this shape."""

    def __init__(self, wanted: tuple[int, ...], got: tuple[int, ...]) -> None:
        super().__init__(f"the tracks have {wanted} holes, but their lights are {got}")
        self.wanted, self.got = wanted, got


class TooFewColours(ValueError):
    """Two tracks would look the same."""

    def __init__(self, tracks: int, colours: int) -> None:
        super().__init__(f"{tracks} tracks need a colour each, but there are {colours}")
        self.tracks, self.colours = tracks, colours


class Board(msgspec.Struct, frozen=True):
    """The wood, which does not change with the game. Raises BadlyWired or TooFewColours."""

    shape: Shape
    wiring: Wiring
    look: Look = Look()

    def __post_init__(self) -> None:
        wanted = tuple(len(track.holes) for track in self.shape.tracks)
        got = tuple(map(len, self.wiring.tracks))
        if wanted != got:
            raise BadlyWired(wanted, got)
        if len(self.look.colours) < len(wanted):
            raise TooFewColours(len(wanted), len(self.look.colours))

    @property
    def tracks(self) -> int:
        """How many teams have a row of holes of their own."""
        return len(self.shape.tracks)

    @property
    def holes(self) -> int:
        """How many holes each track has, its game hole included."""
        return self.shape.holes

    @property
    def pixels(self) -> int:
        """How many lights the strip has."""
        return self.wiring.pixels


def build(shape: str = "straight", wood: Wood | None = None, look: Look | None = None) -> Board:
    """The board of that shape, wired row by row. Raises UnknownShape or TooFewColours."""
    cut = shape_called(shape, wood or Wood())
    return Board(cut, row_by_row(cut), look or Look())
