"""Parts: flat ones for a laser, with kerf compensation, and solid ones for a 3D printer."""

import struct
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.light import Colour
from scorekeeper.board.marks import Box, Circle, Layer, Page, Pen, Polyline, Rectangle
from scorekeeper.board.shape import Point

KERF: Final = 0.15
"""Default kerf of a laser in mm."""
MAX_KERF: Final = 0.5
CUT, ENGRAVE = Colour(255, 0, 0), Colour(0, 0, 255)
HAIRLINE: Final = 0.1
EDGE: Final = 1.0
"""Page margin in mm, which contains the kerf outside an outline."""

Hole: TypeAlias = Circle | Rectangle
Engraving: TypeAlias = Circle | Polyline | Rectangle


class Flat(NamedTuple):
    """A sheet for a laser. ``holes`` are cut before ``outlines``, while parts are still
    attached."""

    name: str
    size: Point
    engraved: tuple[Engraving, ...]
    holes: tuple[Hole, ...]
    outlines: tuple[Rectangle, ...]

    def compensated(self, kerf: float) -> "Flat":
        """Return the sheet with its cuts offset by half the *kerf* into the waste."""
        return self._replace(
            holes=tuple(hole.grown(-kerf / 2) for hole in self.holes),
            outlines=tuple(outline.grown(kerf / 2) for outline in self.outlines),
        )

    def page(self, line: float = HAIRLINE) -> Page:
        """Return layers ``engrave`` (blue) and ``cut`` (red), with lines *line* mm wide."""
        engrave, cut = Pen(line, ENGRAVE), Pen(line, CUT)
        layers = (
            Layer(tuple(mark._replace(pen=engrave) for mark in self.engraved), "engrave"),
            Layer(tuple(mark._replace(pen=cut) for mark in (*self.holes, *self.outlines)), "cut"),
        )
        return Page(Box(0, 0, *self.size).trimmed(-EDGE, -EDGE), layers, is_white=False)


Corner: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Corner, Corner, Corner]

HEADER: Final = b"Cribble: binary STL, a unit is a millimetre".ljust(80)


class Block(NamedTuple):
    """A box between two corners, in mm; if not ``solid``, it is subtracted."""

    low: Corner
    high: Corner
    solid: bool = True


class Solid(NamedTuple):
    """A body: blocks are added or subtracted in order."""

    name: str
    blocks: tuple[Block, ...]

    def triangles(self) -> Iterator[Triangle]:
        """Yield the triangles of the surface, counterclockwise as seen from outside."""
        lines = [
            sorted({_fine(corner[axis]) for one in self.blocks for corner in (one.low, one.high)})
            for axis in range(3)
        ]
        filled = self._filled(lines)
        for cell in sorted(filled):
            for axis, side in product(range(3), (0, 1)):
                beside = list(cell)
                beside[axis] += 2 * side - 1
                if tuple(beside) not in filled:
                    yield from _face(lines, cell, axis, side)

    def _filled(self, lines: Sequence[Sequence[float]]) -> set[tuple[int, ...]]:
        filled: set[tuple[int, ...]] = set()
        for block in self.blocks:
            ranges = [
                range(
                    lines[axis].index(_fine(block.low[axis])),
                    lines[axis].index(_fine(block.high[axis])),
                )
                for axis in range(3)
            ]
            cells = set(product(*ranges))
            filled = filled | cells if block.solid else filled - cells
        return filled

    def as_stl(self) -> bytes:
        """Return a binary STL file with zero normals; readers compute their own."""
        triangles = [*self.triangles()]
        parts = [HEADER, struct.pack("<I", len(triangles))]
        for triangle in triangles:
            numbers = (number for corner in triangle for number in corner)
            parts.append(struct.pack("<12fH", 0, 0, 0, *numbers, 0))
        return b"".join(parts)


def _fine(value: float) -> float:
    """Round to 0.001 mm, so that coincident edges compare equal."""
    return round(value, 3)


def _face(
    lines: Sequence[Sequence[float]], cell: tuple[int, ...], axis: int, side: int
) -> Iterator[Triangle]:
    first, second = (axis + 1) % 3, (axis + 2) % 3
    corners = []
    for along, across in ((0, 0), (1, 0), (1, 1), (0, 1)):
        point = [0.0, 0.0, 0.0]
        point[axis] = lines[axis][cell[axis] + side]
        point[first] = lines[first][cell[first] + along]
        point[second] = lines[second][cell[second] + across]
        corners.append((point[0], point[1], point[2]))
    a, b, c, d = corners if side else corners[::-1]
    yield a, b, c
    yield a, c, d
