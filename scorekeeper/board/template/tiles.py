"""A board is larger than a sheet: cut it into tiles that overlap, on as few sheets as can be."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.svg.rotation import WAYS, turned
from scorekeeper.board.template.paper import Box, Paper

OVERLAP: Final = 20.0
"""Millimetres that two neighbours share: every hole up to that size is whole on one of them."""
EDGE: Final = 0.5
"""Beyond the outline, so that its line is whole."""


class Tile(NamedTuple):
    """What of the board one sheet shows: its ``row`` and ``column`` from 1, and the ``window``
    onto the wood."""

    row: int
    column: int
    window: Box


class Tiling(NamedTuple):
    """All tiles, row by row, and how ``paper`` and board are to be held for them."""

    paper: Paper
    shape: Shape
    rows: int
    columns: int
    tiles: tuple[Tile, ...]


def tiling(shape: Shape, paper: Paper) -> Tiling:
    """The tiles of a board. Paper, and then the board, are turned where that saves sheets."""
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
    """Where each of the fewest tiles along *length* begins and how long it is; all are alike."""
    count = 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP))
    each = (length + (count - 1) * OVERLAP) / count
    return [(number * (each - OVERLAP), each) for number in range(count)]
