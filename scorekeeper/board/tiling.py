"""A board on the fewest overlapping sheets, and the register marks to lay them over each other."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, product
from math import ceil, dist
from string import ascii_uppercase
from typing import Final, NamedTuple

from scorekeeper.board.marks import MARGIN, RED, Box, Circle, Mark, Paper, Pen, Text, cross
from scorekeeper.board.shape import WAYS, Point, Shape, turned

FOOT: Final = 26.0
"""Height of the scale bar, the sheet's name and the legend at the bottom."""
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


def room_on(paper: Paper) -> Box:
    """Return the part of *paper* that is for the board."""
    return Box(MARGIN, MARGIN, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT)


def tiling(shape: Shape, paper: Paper) -> Tiling:
    """Return the tiles of a board. Paper, and then the board, are turned if that saves sheets."""
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
    """Return the start and length of each of the fewest tiles along *length*; all are alike."""
    count = 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP))
    each = (length + (count - 1) * OVERLAP) / count
    return [(number * (each - OVERLAP), each) for number in range(count)]


RADIUS: Final = 2.0
ARM: Final = 4.0
LETTER: Final = 2.6
PEN: Final = Pen(0.15, RED)
CLEAR: Final = 1.0
INSET: Final = ARM + 2.0
"""Millimetres of white around a mark, if there is room."""
STEP: Final = 2.0
"""From place to place, in the search for room."""


class Register(NamedTuple):
    """A mark on two neighbouring sheets, at the same place of the wood."""

    letter: str
    at: Point

    def drawn(self) -> tuple[Mark, ...]:
        """Return the mark as a crosshair with its letter."""
        beside = Point(self.at.x + RADIUS, self.at.y - RADIUS)
        letter = Text(beside, self.letter, LETTER, RED)
        return (Circle(self.at, RADIUS, PEN), *cross(self.at, ARM, PEN), letter)


class Seam(NamedTuple):
    """The part that only two neighbouring sheets share; ``upright`` if they are side by side."""

    box: Box
    upright: bool


def registers(laid: Tiling, holes: Sequence[Point], drill: float) -> Iterator[Register]:
    """Yield two marks for every two neighbouring sheets, in either half of what they share, as
    clear of the *holes* as possible."""
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
    """Yield the seams, without the ends that the next row or column may share."""
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
    """Yield where a whole mark fits within one *half* of the seam, from its end to its middle."""
    middle = Point(seam.box.left + seam.box.width / 2, seam.box.top + seam.box.height / 2)
    sides = seam.box.width / 2 - INSET, seam.box.height / 2 - INSET
    wide, long = sides if seam.upright else sides[::-1]
    for along in _steps(long, ARM):
        for aside in sorted(_steps(wide, -wide), key=abs):
            far = Point(aside, half * along) if seam.upright else Point(half * along, aside)
            yield middle.moved(far)


def _steps(start: float, end: float) -> list[float]:
    """Return steps from *start* down to *end*, inclusive; only the start if it is lower."""
    steps = max(ceil((start - end) / STEP), 0)
    return [start - (start - end) * step / max(steps, 1) for step in range(steps + 1)]
