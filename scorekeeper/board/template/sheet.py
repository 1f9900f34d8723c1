"""One sheet of a template: its window onto the board, and at its foot what makes it of use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.foot import foot
from scorekeeper.board.template.ink import GREY, Mark, Pen, Way, reach
from scorekeeper.board.template.paper import Box, Paper
from scorekeeper.board.template.registration import registers
from scorekeeper.board.template.tape import laid
from scorekeeper.board.template.tiles import Tile, Tiling, tiling
from scorekeeper.board.template.wood import drilled, lines, numbered
from scorekeeper.board.wiring.wiring import Wiring
from scorekeeper.words import Words

MOST_SHEETS: Final = 100
CUT: Final = Pen(0.1, GREY)


class TooManySheets(ValueError):
    """Nobody would glue so many together."""

    def __init__(self, sheets: int) -> None:
        super().__init__(f"the template would take {sheets} sheets; it is {MOST_SHEETS} at most")
        self.sheets = sheets


class Sheet(NamedTuple):
    """A page to print: ``row`` and ``column`` from 1 say where it lies.

    ``board`` are the marks on the wood, which lies with its corner at ``corner`` of the paper and
    is seen through ``window``; ``foot`` are marks on the paper itself.
    """

    paper: Paper
    row: int
    column: int
    window: Box
    corner: Point
    board: tuple[Mark, ...]
    foot: tuple[Mark, ...]


def sheets(board: Board, paper: Paper, drill: float, words: Words) -> tuple[Sheet, ...]:
    """The whole template, sheet by sheet from the top left one, row by row.

    Raises NoWoodLeft or TooManySheets.
    """
    tiles = tiling(board.shape, paper)
    if len(tiles.tiles) > MOST_SHEETS:
        raise TooManySheets(len(tiles.tiles))
    marks = tuple(_marks(tiles, board.wiring, drill))
    return tuple(
        _sheet(tiles, tile, marks, tuple(foot(tiles, tile, drill, words))) for tile in tiles.tiles
    )


def _marks(tiles: Tiling, wiring: Wiring, drill: float) -> Iterator[Mark]:
    """All that is on the wood, what matters most last."""
    shape = tiles.shape
    holes = tuple(at for track in shape.tracks for at in (*track.holes, *track.starts))
    yield from laid(shape, wiring, drill)
    yield from lines(shape)
    yield from numbered(shape, drill)
    for register in registers(tiles, holes, drill):
        yield from register.drawn()
    yield from drilled(shape, drill)


def _sheet(tiles: Tiling, tile: Tile, marks: Sequence[Mark], below: tuple[Mark, ...]) -> Sheet:
    room = tiles.paper.room
    window = Box(room.left, room.top, tile.window.width, tile.window.height)
    return Sheet(
        paper=tiles.paper,
        row=tile.row,
        column=tile.column,
        window=window,
        corner=Point(window.left - tile.window.left, window.top - tile.window.top),
        board=tuple(mark for mark in marks if _is_seen(mark, tile.window)),
        foot=(*_cut_lines(tiles, tile, window), *below),
    )


def _cut_lines(tiles: Tiling, tile: Tile, window: Box) -> Iterator[Way]:
    """The edges of a window behind which another sheet goes on."""
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    edges = (
        (tile.column > 1, Point(left, top), Point(left, bottom)),
        (tile.column < tiles.columns, Point(right, top), Point(right, bottom)),
        (tile.row > 1, Point(left, top), Point(right, top)),
        (tile.row < tiles.rows, Point(left, bottom), Point(right, bottom)),
    )
    return (Way((start, end), CUT) for inside, start, end in edges if inside)


def _is_seen(mark: Mark, window: Box) -> bool:
    low, high = reach(mark)
    return (
        low.x <= window.right
        and high.x >= window.left
        and low.y <= window.bottom
        and high.y >= window.top
    )
