"""Paper sizes for a template, and how a board is split into the fewest overlapping sheets."""

from collections.abc import Mapping
from math import ceil
from typing import Final, NamedTuple

from scorekeeper.board.shape import WAYS, Point, Shape, turned

MARGIN: Final = 8.0
"""Millimetres around each sheet that no printer need reach; most leave 3 to 6.5 mm white."""
FOOT: Final = 26.0
"""Height of the scale bar, the sheet's name and the legend at the bottom."""


class Box(NamedTuple):
    """A rectangle, in mm."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.top + self.height

    def trimmed(self, sides: float, ends: float) -> "Box":
        """Return the box less *sides* at left and right, and *ends* at top and bottom."""
        return Box(
            self.left + sides, self.top + ends, self.width - 2 * sides, self.height - 2 * ends
        )

    def holds(self, at: Point, room: float = 0.0) -> bool:
        """True if *at* is inside with *room* around it; negative room: at most so far outside."""
        return (
            self.left + room <= at.x <= self.right - room
            and self.top + room <= at.y <= self.bottom - room
        )


class Paper(NamedTuple):
    """A sheet: its ``name`` in shops, and its width and height upright, in mm."""

    name: str
    width: float
    height: float

    def lying(self) -> "Paper":
        """Return the same sheet in landscape."""
        return Paper(self.name, self.height, self.width)

    @property
    def room(self) -> Box:
        """The area for the board."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT)


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


def measure(millimetres: float) -> str:
    """Return a length as it is written on paper, to a hundredth."""
    return f"{millimetres:.2f}".rstrip("0").rstrip(".")


OVERLAP: Final = 20.0
"""Millimetres that two neighbours share: every hole up to that size is whole on one of them."""
EDGE: Final = 0.5
"""Beyond the outline, so that its line is whole."""


class Tile(NamedTuple):
    """The part of the board on a sheet: its ``row`` and ``column`` from 1, and its ``window``."""

    row: int
    column: int
    window: Box


class Tiling(NamedTuple):
    """The tiles of a board, row by row, with the orientation of ``paper`` and board for them."""

    paper: Paper
    shape: Shape
    rows: int
    columns: int
    tiles: tuple[Tile, ...]


def tiling(shape: Shape, paper: Paper) -> Tiling:
    """Return the tiles of a board. Paper, and then the board, are turned if that saves sheets."""
    turns = [shape, *(other for way in WAYS if (other := turned(shape, way)) is not shape)]
    tried = (_tiled(turn, held) for turn in turns for held in (paper, paper.lying()))
    return min(tried, key=lambda tiling: len(tiling.tiles))


def _tiled(shape: Shape, paper: Paper) -> Tiling:
    across = _cuts(shape.size.x + 2 * EDGE, paper.room.width)
    down = _cuts(shape.size.y + 2 * EDGE, paper.room.height)
    tiles = tuple(
        Tile(row, column, Box(left - EDGE, top - EDGE, width, height))
        for row, (top, height) in enumerate(down, 1)
        for column, (left, width) in enumerate(across, 1)
    )
    return Tiling(paper, shape, len(down), len(across), tiles)


def _cuts(length: float, room: float) -> list[tuple[float, float]]:
    """Return the start and length of each of the fewest tiles along *length*; all are alike."""
    count = 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP))
    each = (length + (count - 1) * OVERLAP) / count
    return [(number * (each - OVERLAP), each) for number in range(count)]
