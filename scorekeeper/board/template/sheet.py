"""The sheets of a template: a window onto the board, register marks, a legend, a scale bar."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, product
from math import ceil, dist
from string import ascii_uppercase
from typing import Final, NamedTuple, Self

from scorekeeper.board.board import Board
from scorekeeper.board.shape import Point, Shape
from scorekeeper.board.template.ink import (
    BLACK,
    BLUE,
    GREY,
    RED,
    Mark,
    Pen,
    Polyline,
    Ring,
    Text,
    arrow,
    cross,
    reach,
    rectangle,
)
from scorekeeper.board.template.paper import (
    FOOT,
    MARGIN,
    OVERLAP,
    Box,
    Paper,
    Tile,
    Tiling,
    measure,
    tiling,
)
from scorekeeper.board.template.wood import (
    DATA,
    SAW,
    TAPE,
    drilled,
    game,
    hole,
    laid,
    lines,
    numbered,
    start,
    strung,
)
from scorekeeper.board.wiring import Wiring
from scorekeeper.words import Words, en

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
        return (Ring(self.at, RADIUS, PEN), *cross(self.at, ARM, PEN), letter)


class Seam(NamedTuple):
    """The part that only two neighbouring sheets share; ``upright`` if they are side by side."""

    box: Box
    upright: bool


def registers(laid: Tiling, holes: Sequence[Point], drill: float) -> tuple[Register, ...]:
    """Return two marks for every two neighbouring sheets, as clear of the *holes* as possible."""
    places = (at for seam in _seams(laid) for at in _placed(seam, holes, drill / 2 + ARM + CLEAR))
    return tuple(Register(letter, at) for letter, at in zip(_letters(), places, strict=False))


def _letters() -> Iterator[str]:
    """Yield A to Z, AA to ZZ, and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


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


def _placed(seam: Seam, holes: Sequence[Point], clear: float) -> Iterator[Point]:
    """Yield one place in each half of the *seam*, *clear* of all holes or as far as possible."""
    near = [hole for hole in holes if seam.box.holds(hole, -clear)]

    def room(place: Point) -> float:
        return min([clear, *(dist(place, hole) for hole in near)])

    yield max(_places(seam, -1), key=room)
    yield max(_places(seam, 1), key=room)


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


SAMPLE: Final = 3.0
"""The drill in the legend, whatever it is on the board."""
SMALL: Final = 2.5
COLUMN, ROW = 63.0, 6.0
ROWS: Final = 2
INDENT: Final = 9.0
MIDDLE: Final = Point(3.5, 0.0)
RIGHT: Final = Point(1.0, 0.0)


class LegendItem(NamedTuple):
    """The meaning of a mark, how it is drawn at a place, and which templates need it."""

    means: str
    drawn: Callable[[Point], tuple[Mark, ...]]
    is_needed: Callable[[Tiling], bool] = lambda _: True


def _hole(at: Point) -> tuple[Mark, ...]:
    return hole(at.moved(MIDDLE), SAMPLE)


def _data(at: Point) -> tuple[Mark, ...]:
    figure = Text(at.moved(RIGHT, 1.2), "7", 2.0, BLUE, middle=True)
    return (figure, *arrow(at.moved(RIGHT, 2.6), RIGHT, 4.4, DATA))


LEGEND: Final = (
    LegendItem(en("drill {drill} mm"), _hole),
    LegendItem(
        en("lay the same letters over each other"),
        lambda at: Register("A", at.moved(MIDDLE)).drawn(),
        lambda laid: len(laid.tiles) > 1,
    ),
    LegendItem(en("start, not drilled"), lambda at: (start(at.moved(MIDDLE), SAMPLE),)),
    LegendItem(en("game hole"), lambda at: (*_hole(at), game(at.moved(MIDDLE), SAMPLE))),
    LegendItem(en("light 7, counted from 1, and where the data goes"), _data),
    LegendItem(
        en("tape, behind the wood"),
        lambda at: (rectangle(at.x, at.y - 1.5, at.x + 2 * MIDDLE.x, at.y + 1.5, TAPE),),
        lambda laid: laid.shape.on_tape,
    ),
)


def legend(laid: Tiling, top: float, drill: float, words: Words) -> Iterator[Mark]:
    """Yield the entries that this template needs, in columns from *top* down."""
    needed = [entry for entry in LEGEND if entry.is_needed(laid)]
    for number, entry in enumerate(needed):
        column, row = divmod(number, ROWS)
        at = Point(MARGIN + column * COLUMN, top + row * ROW)
        yield from entry.drawn(at)
        means = words.say(entry.means, drill=measure(drill))
        yield Text(at.moved(Point(INDENT, 0.9)), means, SMALL)


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
