"""Divide a board into the fewest overlapping sheets, with register marks to align them."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, product
from math import ceil, dist
from string import ascii_uppercase
from typing import Final, NamedTuple

from scorekeeper.board.marks import MARGIN, RED, Box, Circle, Mark, Paper, Pen, Text, cross
from scorekeeper.board.shape import WAYS, Point, Shape, turned

FOOT: Final = 26.0
"""Height in mm of the area at the bottom for the scale bar, title and legend."""
OVERLAP: Final = 20.0
"""Overlap of two neighbouring sheets in mm; a hole of this size is complete on one of them."""
EDGE: Final = 0.5
"""Extra space around the outline in mm, so that its line is not cut."""


class Tile(NamedTuple):
    """The part of the board on one sheet: ``row`` and ``column`` from 1, and its ``window``."""

    row: int
    column: int
    window: Box


class Tiling(NamedTuple):
    """The tiles of a board, row by row, with the orientation of ``paper`` and board."""

    paper: Paper
    shape: Shape
    rows: int
    columns: int
    tiles: tuple[Tile, ...]


def room_on(paper: Paper) -> Box:
    """Return the area of *paper* available for the board."""
    return Box(MARGIN, MARGIN, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT)


def tiling(shape: Shape, paper: Paper) -> Tiling:
    """Return the tiles of a board; the paper, then the board, is rotated if that saves sheets."""
    turns = [shape, *(other for way in WAYS if (other := turned(shape, way)) is not shape)]
    tried = []
    for turn, held in product(turns, (paper, paper.lying())):
        across = _cuts(turn.size.x + 2 * EDGE, room_on(held).width)
        down = _cuts(turn.size.y + 2 * EDGE, room_on(held).height)
        tiles = tuple(
            Tile(row, column, Box(left - EDGE, top - EDGE, width, height))
            for row, (top, height) in enumerate(down, 1)
            for column, (left, width) in enumerate(across, 1)
        )
        tried.append(Tiling(held, turn, len(down), len(across), tiles))
    return min(tried, key=lambda tiling: len(tiling.tiles))


def _cuts(length: float, room: float) -> list[tuple[float, float]]:
    """Return the start and length of the fewest equal tiles that cover *length*."""
    count = 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP))
    each = (length + (count - 1) * OVERLAP) / count
    return [(number * (each - OVERLAP), each) for number in range(count)]


RADIUS: Final = 2.0
ARM: Final = 4.0
LETTER: Final = 2.6
PEN: Final = Pen(0.15, RED)
CLEAR: Final = 1.0
INSET: Final = ARM + 2.0
"""White space around a mark in mm, if there is room."""
STEP: Final = 2.0
"""Grid spacing of the search for a free position, in mm."""


class Register(NamedTuple):
    """A register mark: on two neighbouring sheets, at the same position on the wood."""

    letter: str
    at: Point

    def drawn(self) -> tuple[Mark, ...]:
        """Return a crosshair with the mark's letter."""
        beside = Point(self.at.x + RADIUS, self.at.y - RADIUS)
        letter = Text(beside, self.letter, LETTER, RED)
        return (Circle(self.at, RADIUS, PEN), *cross(self.at, ARM, PEN), letter)


class Seam(NamedTuple):
    """The area shared by exactly two neighbouring sheets; ``upright`` if they are side by side."""

    box: Box
    upright: bool


def registers(laid: Tiling, holes: Sequence[Point], drill: float) -> Iterator[Register]:
    """Yield two marks per pair of sheets, one in each half of their seam, far from the *holes*."""
    clear = drill / 2 + ARM + CLEAR
    words = chain.from_iterable(product(ascii_uppercase, repeat=length) for length in count(1))
    letters = map("".join, words)  # A to Z, AA to ZZ, and so on.
    for seam in _seams(laid):
        near = [hole for hole in holes if seam.box.holds(hole, -clear)]
        for half in (-1, 1):
            rooms = {
                at: min([clear, *(dist(at, hole) for hole in near)]) for at in _places(seam, half)
            }
            yield Register(next(letters), max(rooms, key=rooms.__getitem__))


def _seams(laid: Tiling) -> Iterator[Seam]:
    """Yield the seams, without the corners that four sheets share."""
    beyond = OVERLAP if laid.rows > 1 else 0.0, OVERLAP if laid.columns > 1 else 0.0
    for tile in laid.tiles:
        left, top, width, height = tile.window
        if tile.column < laid.columns:
            box = Box(tile.window.right - OVERLAP, top, OVERLAP, height)
            yield Seam(box.trimmed(0.0, beyond[0]), upright=True)
        if tile.row < laid.rows:
            box = Box(left, tile.window.bottom - OVERLAP, width, OVERLAP)
            yield Seam(box.trimmed(beyond[1], 0.0), upright=False)


def _places(seam: Seam, half: int) -> Iterator[Point]:
    """Yield positions for a whole mark in one *half* of the seam, from the end to the middle."""
    middle = Point(seam.box.left + seam.box.width / 2, seam.box.top + seam.box.height / 2)
    sides = seam.box.width / 2 - INSET, seam.box.height / 2 - INSET
    wide, long = sides if seam.upright else sides[::-1]
    for along in _steps(long, ARM):
        for aside in sorted(_steps(wide, -wide), key=abs):
            far = Point(aside, half * along) if seam.upright else Point(half * along, aside)
            yield middle.moved(far)


def _steps(start: float, end: float) -> list[float]:
    """Return values from *start* down to *end*, inclusive; only *start* if it is the lower one."""
    steps = max(ceil((start - end) / STEP), 0)
    return [start - (start - end) * step / max(steps, 1) for step in range(steps + 1)]
