"""The sheets of a template: a window onto the board, a name, and a bar that proves the scale."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Self

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.template.ink import BLACK, GREY, Mark, Pen, Polyline, Text, reach, rectangle
from scorekeeper.board.template.legend import RIGHT, SMALL, legend
from scorekeeper.board.template.paper import FOOT, MARGIN, Box, Paper, Tile, Tiling, measure, tiling
from scorekeeper.board.template.registration import registers
from scorekeeper.board.template.tape import laid, strung
from scorekeeper.board.template.wood import SAW, drilled, lines, numbered
from scorekeeper.board.wiring.wiring import Wiring
from scorekeeper.words import Words, en

NAME: Final = 3.6
BAR: Final = 100
"""Millimetres; measuring it shows if the sheet was printed in true size."""
RULE: Final = Pen(0.2, BLACK)
CENTIMETRE: Final = 10
TICKS: Final = {0: 3.0, BAR // 2: 2.0, BAR: 3.0}
SHORT: Final = 1.2


def foot(laid: Tiling, tile: Tile, drill: float, words: Words) -> Iterator[Mark]:
    """Yield everything below the window of *tile*."""
    top = laid.paper.height - MARGIN - FOOT
    yield Text(Point(MARGIN, top + 5), _name(laid, tile, words), NAME)
    yield from _bar(Point(MARGIN, top + 12))
    beside = Point(MARGIN + BAR + 3, top + 9.5)
    yield Text(beside, words.say("print at 100 %: this bar is 100 mm long"), SMALL)
    seen = words.say("The board is seen from the front.")
    yield Text(beside.moved(Point(0, 3.4)), seen, SMALL)
    yield from legend(laid, top + 17, drill, words)


def _title(shape: Shape) -> str:
    measures = f"{shape.name}, {len(shape.tracks)} × {shape.holes}, {measure(shape.pitch)} mm"
    return f"Cribble ({measures})"


def _name(laid: Tiling, tile: Tile, words: Words) -> str:
    where = words.say(
        "sheet {number} of {sheets}: row {row}, column {column}",
        number=(tile.row - 1) * laid.columns + tile.column,
        sheets=len(laid.tiles),
        row=tile.row,
        column=tile.column,
    )
    return f"{_title(laid.shape)} – {where}"


def _bar(start: Point) -> Iterator[Mark]:
    """Yield a ruler of BAR millimetres, with a tick each centimetre."""
    yield Polyline((start, start.moved(RIGHT, BAR)), RULE)
    for far in range(0, BAR + 1, CENTIMETRE):
        below = start.moved(RIGHT, far)
        yield Polyline((below, below.moved(Point(0, -TICKS.get(far, SHORT)))), RULE)


MOST_SHEETS: Final = 100
CUT: Final = Pen(0.1, GREY)


class TooManySheets(ValueError):
    """More sheets than anybody would glue together."""

    def __init__(self, sheets: int) -> None:
        super().__init__(f"the template would take {sheets} sheets; it is {MOST_SHEETS} at most")
        self.sheets = sheets


class Sheet(NamedTuple):
    """A page to print, at ``row`` and ``column`` from 1.

    ``board`` are the marks on the wood, whose corner is at ``corner`` of the paper, seen through
    ``window``; ``foot`` are marks on the paper itself.
    """

    paper: Paper
    row: int
    column: int
    window: Box
    corner: Point
    board: tuple[Mark, ...]
    foot: tuple[Mark, ...]

    @classmethod
    def plain(cls, paper: Paper, number: int, marks: Iterable[Mark]) -> Self:
        """Return page *number* of a list of pages, with *marks* on the paper and no board."""
        whole = Box(0, 0, paper.width, paper.height)
        return cls(paper, number, 1, whole, Point(0, 0), (), tuple(marks))


def sheets(board: Board, paper: Paper, drill: float, words: Words) -> tuple[Sheet, ...]:
    """Return the whole template, row by row. Raises NoWoodLeft or TooManySheets."""
    tiles = tiling(board.shape, paper)
    if len(tiles.tiles) > MOST_SHEETS:
        raise TooManySheets(len(tiles.tiles))
    marks = tuple(_marks(tiles, board.wiring, drill))
    return tuple(
        _sheet(tiles, tile, marks, tuple(foot(tiles, tile, drill, words))) for tile in tiles.tiles
    )


BEHIND: Final = (
    en("Seen from behind, as lights are pushed in or tape is laid: left and right are exchanged."),
    en("Lights are counted from 1, at the end where the data goes in. Do not drill by this page."),
)


def behind(board: Board, paper: Paper, words: Words) -> Sheet:
    """Return one page with the whole back of *board*: the LEDs in their order, each in its hole."""
    shape = tiling(board.shape, paper).shape

    def fits(held: Paper) -> float:
        return min(held.room.width / shape.size.x, held.room.height / shape.size.y, 1.0)

    held = max(paper, paper.lying(), key=fits)
    scale, room = fits(held), held.room

    def place(at: Point) -> Point:
        return Point(room.left + scale * (shape.size.x - at.x), room.top + scale * at.y)

    right, bottom = place(Point(0, shape.size.y))
    marks: list[Mark] = [rectangle(room.left, room.top, right, bottom, SAW)]
    marks += strung(shape, board.wiring, place)
    for number, track in enumerate(shape.tracks, 1):
        before = track.holes[0].moved(track.heading(1), -(len(track.starts) + 2) * shape.pitch)
        name = words.say("track {number}", number=number)
        marks.append(Text(place(before), name, SMALL, middle=True))
    top = held.height - MARGIN - FOOT
    marks.append(Text(Point(MARGIN, top + 5), _title(shape), NAME))
    marks += (
        Text(Point(MARGIN, top + 6 + 4 * line), words.say(sentence), SMALL)
        for line, sentence in enumerate(BEHIND, 1)
    )
    return Sheet.plain(held, 1, marks)


def _marks(tiles: Tiling, wiring: Wiring, drill: float) -> Iterator[Mark]:
    """Yield all marks on the wood, the most important last."""
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


def _cut_lines(tiles: Tiling, tile: Tile, window: Box) -> Iterator[Polyline]:
    """Return the edges of a window beyond which another sheet continues."""
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    edges = (
        (tile.column > 1, Point(left, top), Point(left, bottom)),
        (tile.column < tiles.columns, Point(right, top), Point(right, bottom)),
        (tile.row > 1, Point(left, top), Point(right, top)),
        (tile.row < tiles.rows, Point(left, bottom), Point(right, bottom)),
    )
    return (Polyline((start, end), CUT) for inside, start, end in edges if inside)


def _is_seen(mark: Mark, window: Box) -> bool:
    low, high = reach(mark)
    return (
        low.x <= window.right
        and high.x >= window.left
        and low.y <= window.bottom
        and high.y >= window.top
    )
