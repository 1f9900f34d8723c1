"""Light walls: between any two pixels there is wall, so that a light stays in its own hole."""

from collections import Counter
from collections.abc import Mapping
from math import ceil
from typing import Final

from cribble.fabrication.flat import Flat, Outline, Slot
from cribble.fabrication.panel import CORNER, light_places, screw_holes
from cribble.fabrication.solid import Block, Solid
from scorekeeper.board.shape import Point, Shape
from scorekeeper.board.wiring import pieces_of

WALL: Final = 1.2
"""Millimetres between two cells: three lines of a usual nozzle, and what a laser leaves whole."""
WIDEST: Final = 12.0
"""Of a cell; more makes it no brighter."""
TAPE: Final = 10.0
"""The width of tape, and of a wall that stands on it."""
HIGH: Final = 8.0
"""From the tape to the panel."""
OVER_COPPER: Final = 1.0
"""Room beneath the walls across the tape: its capacitors are 0.8 mm high."""
PLAY: Final = 0.2
BED: Final = 200.0
SMALLEST_BED, LARGEST_BED = 60.0, 1000.0


def cell_side(shape: Shape) -> float:
    """Return the side of each cell, so that WALL is left between the two that are closest."""
    places = light_places(shape)
    closest = min(
        max(abs(one.x - other.x), abs(one.y - other.y))
        for number, one in enumerate(places)
        for other in places[:number]
    )
    return min(closest - WALL, WIDEST)


def wall_sheet(shape: Shape, hole_mm: float) -> Flat:
    """Return a sheet with a square cell for every pixel: two or three of them make the walls."""
    side = cell_side(shape)
    return Flat(
        "walls",
        shape.size,
        (),
        (
            *(Slot(at, side, side) for at in light_places(shape)),
            *screw_holes(shape, hole_mm),
            Outline(Point(0, 0), shape.size, CORNER),
        ),
    )


def wall_strips(shape: Shape, bed: float) -> Mapping[int, int]:
    """Return how many strips to print, by their cells, so that each is at most *bed* mm long."""
    found: Counter[int] = Counter()
    most = max(int(bed / shape.pitch), 1)
    for piece in pieces_of(shape):
        cells = len(piece.places)
        strips = ceil(cells / most)
        for number in range(strips):
            found[cells // strips + (number < cells % strips)] += 1
    return dict(sorted(found.items(), reverse=True))


def wall_strip(shape: Shape, cells: int) -> Solid:
    """Return a strip of so many *cells*, to be printed as it lies: the panel's side down.

    Its ends are half walls, so that strips follow one another without a gap.
    """
    pitch, wide = shape.pitch, min(TAPE, shape.lane - PLAY)
    long, inner = cells * pitch - PLAY, pitch - WALL
    blocks = [Block((0, 0, 0), (long, wide, HIGH))]
    for cell in range(cells):
        left = cell * pitch - PLAY / 2 + WALL / 2
        blocks.append(Block((left, WALL, 0), (left + inner, wide - WALL, HIGH), solid=False))
    blocks.append(Block((0, WALL, HIGH - OVER_COPPER), (long, wide - WALL, HIGH), solid=False))
    return Solid(f"walls-{cells}", tuple(blocks))
