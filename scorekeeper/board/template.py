"""The pages of a full-size drilling template: holes to drill, tape, and the data path.

LEDs are numbered from 1 on paper, as people count.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from math import dist
from typing import Final, NamedTuple

from scorekeeper.board.marks import (
    BLACK,
    BLUE,
    DIGIT,
    FAINT,
    GREY,
    MARGIN,
    Box,
    Circle,
    Layer,
    Mark,
    Page,
    Paper,
    Pen,
    Polyline,
    Rectangle,
    Text,
    arrow,
    cross,
    figures_size,
)
from scorekeeper.board.shape import CLOSE, STREET, Point, Shape
from scorekeeper.board.tiling import FOOT, Register, Tile, Tiling, registers, room_on, tiling
from scorekeeper.board.wiring import Board, Wiring
from scorekeeper.words import Words, en

DRILL: Final = 5.0
"""Default drill diameter in mm: a 5 × 5 mm LED shines through, and wood remains between holes."""
SMALLEST_DRILL, LARGEST_DRILL = 0.5, 15.0
MIN_WOOD: Final = 0.5

HOLE: Final = Pen(0.15, BLACK)
START: Final = Pen(0.15, BLACK, (0.8, 0.6))
CROSS: Final = Pen(0.1, BLACK)
GAME: Final = Pen(0.3, GREY)
GAME_FREE: Final = 1.0
LINE: Final = Pen(0.15, GREY)
SAW: Final = Pen(0.35, BLACK)

LARGEST, SMALLEST = 2.2, 0.8
"""Maximum and minimum height of the digits beside a hole, in mm."""
FREE: Final = 0.4


class NoWoodLeft(ValueError):
    """The drill is so wide that neighbouring holes would touch."""

    def __init__(self, drill: float, most: float) -> None:
        super().__init__(f"a {drill:g} mm drill is too wide; the maximum is {most:g} mm")
        self.drill, self.most = drill, most


def hole(at: Point, drill: float) -> tuple[Mark, ...]:
    """Return a circle of the *drill*'s diameter with a cross at its centre."""
    return (Circle(at, drill / 2, HOLE), *cross(at, 0.3 * drill, CROSS))


def beside(figure: Text, way: Point, drill: float) -> Text:
    """Return *figure* moved from the centre of a hole to a place beside it, in direction *way*."""
    wide, high = figures_size(figure.words, figure.height)
    far = drill / 2 + FREE + abs(way.x) * wide / 2 + abs(way.y) * high / 2
    return figure._replace(at=figure.at.moved(way, far), middle=True)


WIDTH: Final = 10.0
"""Width of tape with bare LEDs, in mm; narrower if the rows are closer together."""
TAPE: Final = Pen(0.15, FAINT, (2.0, 1.0))
DATA: Final = Pen(0.2, BLUE)
JUMP: Final = Pen(0.15, BLUE, (1.0, 1.0))
MIN_ARROW_LENGTH, MAX_ARROW_LENGTH = 2.0, 14.0
"""Minimum length of an arrow in mm, and its maximum length including its number."""
ARROW_FREE: Final = 0.8
RELATIVE_RADIUS: Final = 0.38
"""Hole radius in the rear view, relative to the distance between holes."""
MIN_ARROW: Final = 1.5
MIN_HEIGHT: Final = 1.2
"""Minimum height of digits in mm; with less room only the ends of runs are numbered."""


class Light(NamedTuple):
    """An LED: its position, its number from 1, and the direction of pegging there."""

    at: Point
    number: int
    heading: Point


def runs(shape: Shape, wiring: Wiring) -> Iterator[tuple[Light, ...]]:
    """Yield runs of LEDs in data order; a run ends with its piece, or where the numbering jumps."""
    for track, pixels in zip(shape.tracks, wiring.tracks, strict=True):
        for start, end in pairwise([0, *accumulate(track.pieces)]):
            lights = [
                Light(track.holes[hole - 1], number + 1, track.heading(hole))
                for hole, number in enumerate(pixels[start:end], start + 1)
                if number is not None
            ]
            for run in _even(lights):
                yield run if run[0].number <= run[-1].number else run[::-1]


def _even(lights: list[Light]) -> Iterator[tuple[Light, ...]]:
    """Split the lights of a piece into parts with equally spaced numbers."""
    part = lights[:1]
    for light in lights[1:]:
        if len(part) > 1 and light.number - part[-1].number != part[1].number - part[0].number:
            yield tuple(part)
            part = []
        part = [*part, light]
    if part:
        yield tuple(part)


def _way(run: tuple[Light, ...]) -> Point:
    return run[0].heading if len(run) == 1 else run[0].at.towards(run[1].at)


SAMPLE: Final = 3.0
"""Diameter in mm of the holes drawn in the legend, regardless of the drill."""
SMALL: Final = 2.5
COLUMN, ROW = 63.0, 6.0
ROWS: Final = 2
INDENT: Final = 9.0
MIDDLE: Final = Point(3.5, 0.0)
RIGHT: Final = Point(1.0, 0.0)


class LegendItem(NamedTuple):
    """An entry of the legend: what a mark means, how to draw it, and which templates need it."""

    means: str
    drawn: Callable[[Point], tuple[Mark, ...]]
    is_needed: Callable[[Tiling], bool] = lambda _: True


LEGEND: Final = (
    LegendItem(en("drill {drill} mm"), lambda at: hole(at.moved(MIDDLE), SAMPLE)),
    LegendItem(
        en("align matching letters"),
        lambda at: Register("A", at.moved(MIDDLE)).drawn(),
        lambda tiles: len(tiles.tiles) > 1,
    ),
    LegendItem(en("start, not drilled"), lambda at: (Circle(at.moved(MIDDLE), SAMPLE / 2, START),)),
    LegendItem(
        en("game hole"),
        lambda at: (
            *hole(at.moved(MIDDLE), SAMPLE),
            Circle(at.moved(MIDDLE), SAMPLE / 2 + GAME_FREE, GAME),
        ),
    ),
    LegendItem(
        en("light 7, counting from 1, and the data direction"),
        lambda at: (
            Text(at.moved(RIGHT, 1.2), "7", 2.0, BLUE, middle=True),
            *arrow(at.moved(RIGHT, 2.6), RIGHT, 4.4, DATA),
        ),
    ),
    LegendItem(
        en("tape, behind the wood"),
        lambda at: (Rectangle(Box(at.x, at.y - 1.5, 2 * MIDDLE.x, 3.0), TAPE),),
        lambda tiles: tiles.shape.on_tape,
    ),
)

NAME: Final = 3.6
BAR: Final = 100
RULE: Final = Pen(0.2, BLACK)
TICKS: Final = {0: 3.0, BAR // 2: 2.0, BAR: 3.0}
SHORT: Final = 1.2
MAX_SHEETS: Final = 100
CUT: Final = Pen(0.1, GREY)


class TooManySheets(ValueError):
    """The template would take more sheets than can reasonably be glued together."""

    def __init__(self, sheets: int) -> None:
        super().__init__(f"the template would need {sheets} sheets; the maximum is {MAX_SHEETS}")
        self.sheets = sheets


def sheets(board: Board, paper: Paper, drill: float, words: Words) -> tuple[Page, ...]:
    """Return the pages of the template, row by row. Each has a layer of marks on the wood, clipped
    to a window, and a layer of marks on the paper. Raises NoWoodLeft or TooManySheets."""
    tiles = tiling(board.shape, paper)
    if len(tiles.tiles) > MAX_SHEETS:
        raise TooManySheets(len(tiles.tiles))
    wood = tuple(_wood(tiles, board.wiring, drill))
    room = room_on(tiles.paper)
    pages = []
    for tile in tiles.tiles:
        window = Box(room.left, room.top, tile.window.width, tile.window.height)
        offset = Point(window.left - tile.window.left, window.top - tile.window.top)
        seen = tuple(mark for mark in wood if mark.extent.meets(tile.window))
        left, top, right, bottom = window.left, window.top, window.right, window.bottom
        edges = (
            (tile.column > 1, Point(left, top), Point(left, bottom)),
            (tile.column < tiles.columns, Point(right, top), Point(right, bottom)),
            (tile.row > 1, Point(left, top), Point(right, top)),
            (tile.row < tiles.rows, Point(left, bottom), Point(right, bottom)),
        )
        cuts = (Polyline((start, end), CUT) for goes_on, start, end in edges if goes_on)
        below = (*cuts, *_foot(tiles, tile, drill, words))
        area = Box(0, 0, tiles.paper.width, tiles.paper.height)
        pages.append(Page(area, (Layer(seen, window=window, offset=offset), Layer(below))))
    return tuple(pages)


def _wood(tiles: Tiling, wiring: Wiring, drill: float) -> Iterator[Mark]:
    """Yield all marks on the wood, the most important last. Raises NoWoodLeft."""
    shape = tiles.shape
    most = min(shape.pitch, shape.lane) - MIN_WOOD
    if drill > most:
        raise NoWoodLeft(drill, most)
    # So high that two figures fit between two rows.
    high = max(min((shape.lane - drill) / 2 - 2 * FREE, LARGEST), SMALLEST)
    starts = dict.fromkeys(point for track in shape.tracks for point in track.starts)
    holes = dict.fromkeys(point for track in shape.tracks for point in track.holes)
    games = dict.fromkeys(track.holes[-1] for track in shape.tracks)
    for run in runs(shape, wiring):
        if shape.on_tape:
            yield _tape(run, shape)
        yield from _data(run, drill + 2 * GAME_FREE * (run[0].at in games), high)
    yield Rectangle(Box(0, 0, *shape.size), SAW)
    for number in range(len(shape.tracks)):
        for before in range(STREET, shape.holes - 1, STREET):
            yield Polyline(tuple(shape.across(number, before)), LINE)
    for track in shape.tracks:
        for number in range(STREET, shape.holes + 1, STREET):
            heading = track.heading(number)
            figure = Text(track.holes[number - 1], str(number), high)
            yield beside(figure, Point(heading.y, -heading.x), drill)
    for register in registers(tiles, (*holes, *starts), drill):
        yield from register.drawn()
    yield from (Circle(point, drill / 2, START) for point in starts)
    for point in holes:
        yield from hole(point, drill)
    yield from (Circle(point, drill / 2 + GAME_FREE, GAME) for point in games)


def _tape(run: tuple[Light, ...], shape: Shape) -> Polyline:
    way = _way(run)
    aside = Point(way.y, -way.x)
    half = min(WIDTH, shape.lane) / 2
    start, end = run[0].at.moved(way, -shape.pitch / 2), run[-1].at.moved(way, shape.pitch / 2)
    corners = (
        start.moved(aside, half),
        end.moved(aside, half),
        end.moved(aside, -half),
        start.moved(aside, -half),
    )
    return Polyline(corners, TAPE, closed=True)


def _data(run: tuple[Light, ...], drill: float, high: float) -> Iterator[Mark]:
    """Yield the first LED's number, to the right of the pegging direction, and an arrow from it in
    the data direction, as long as it stays clear of the holes."""
    first, way = run[0], _way(run)
    right = Point(-first.heading.y, first.heading.x)
    figure = beside(Text(first.at, str(first.number), high, BLUE), right, drill)
    yield figure
    wide, tall = figures_size(figure.words, high)
    start = abs(way.x) * wide / 2 + abs(way.y) * tall / 2 + ARROW_FREE
    is_bent = dist(first.heading, run[-1].heading) > CLOSE
    straight = dist(first.at, run[1].at if is_bent else run[-1].at)
    long = min(MAX_ARROW_LENGTH, straight) - start
    if long > MIN_ARROW_LENGTH:
        yield from arrow(figure.at.moved(way, start), way, long, DATA)


def scale_bar(start: Point) -> Iterator[Polyline]:
    """Yield a bar of 100 mm, to check that the sheet was printed at actual size."""
    yield Polyline((start, start.moved(RIGHT, BAR)), RULE)
    for far in range(0, BAR + 1, 10):
        tick = start.moved(RIGHT, far)
        yield Polyline((tick, tick.moved(Point(0, -TICKS.get(far, SHORT)))), RULE)


def _foot(tiles: Tiling, tile: Tile, drill: float, words: Words) -> Iterator[Mark]:
    top = tiles.paper.height - MARGIN - FOOT
    where = words.say(
        "sheet {number} of {sheets}: row {row}, column {column}",
        number=(tile.row - 1) * tiles.columns + tile.column,
        sheets=len(tiles.tiles),
        row=tile.row,
        column=tile.column,
    )
    yield Text(Point(MARGIN, top + 5), f"{_title(tiles.shape)} – {where}", NAME)
    yield from scale_bar(Point(MARGIN, top + 12))
    aside = Point(MARGIN + BAR + 3, top + 9.5)
    yield Text(aside, words.say("print at 100 %: this bar is 100 mm long"), SMALL)
    seen = words.say("Front view of the board.")
    yield Text(aside.moved(Point(0, 3.4)), seen, SMALL)
    for number, item in enumerate(item for item in LEGEND if item.is_needed(tiles)):
        column, row = divmod(number, ROWS)
        at = Point(MARGIN + column * COLUMN, top + 17 + row * ROW)
        yield from item.drawn(at)
        means = words.say(item.means, drill=_measure(drill))
        yield Text(at.moved(Point(INDENT, 0.9)), means, SMALL)


def _title(shape: Shape) -> str:
    measures = f"{shape.name}, {len(shape.tracks)} × {shape.holes}, {_measure(shape.pitch)} mm"
    return f"Cribble ({measures})"


def _measure(millimetres: float) -> str:
    return f"{millimetres:.2f}".rstrip("0").rstrip(".")


BEHIND: Final = (
    en("Rear view, where lights are pushed in or tape is laid: left and right are reversed."),
    en("Lights are numbered from 1, starting at the data input. Do not drill from this page."),
)


def behind(board: Board, paper: Paper, words: Words) -> Page:
    """Return one page showing the whole *board* from behind, each hole with its LED number."""
    shape = tiling(board.shape, paper).shape

    def fits(held: Paper) -> float:
        room = room_on(held)
        return min(room.width / shape.size.x, room.height / shape.size.y, 1.0)

    held = max(paper, paper.lying(), key=fits)
    scale, room = fits(held), room_on(held)

    def place(at: Point) -> Point:
        return Point(room.left + scale * (shape.size.x - at.x), room.top + scale * at.y)

    wood = Box(room.left, room.top, scale * shape.size.x, scale * shape.size.y)
    marks: list[Mark] = [Rectangle(wood, SAW), *_string(shape, board.wiring, place)]
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
    return Page.of(held, marks)


def _string(shape: Shape, wiring: Wiring, place: Callable[[Point], Point]) -> Iterator[Mark]:
    """Yield the holes with their LED numbers, and the data path, mapped by *place*."""
    lights = {light.number: light for run in runs(shape, wiring) for light in run}
    scale = dist(place(Point(0, 0)), place(Point(0, 1)))
    radius = RELATIVE_RADIUS * min(shape.pitch, shape.lane) * scale
    high = min(1.6 * radius / (DIGIT * len(str(max(lights, default=1)))), radius)
    for track in shape.tracks:
        yield from (Circle(place(at), radius, START) for at in track.starts)
        yield from (Circle(place(at), radius, HOLE) for at in track.holes)
        yield Circle(place(track.holes[-1]), radius + 0.4, GAME)
    ordered = [lights[number] for number in sorted(lights)]
    for light, after in pairwise(ordered):
        here, there = place(light.at), place(after.at)
        long, way = dist(here, there) - 2 * radius, here.towards(there)
        is_next = dist(light.at, after.at) < 2.5 * max(shape.pitch, shape.lane)
        wire = arrow(here.moved(way, radius), way, long, DATA if is_next else JUMP)
        yield from wire if long > MIN_ARROW else wire[:1]
    ends = {run[end].number for run in runs(shape, wiring) for end in (0, -1)}
    for light in ordered:
        height = high if high >= MIN_HEIGHT else LARGEST
        figure = Text(place(light.at), str(light.number), height, BLUE, middle=True)
        if height == high:
            yield figure
        elif light.number in ends:
            ahead = place(light.at.moved(light.heading, 1 / scale))
            way = Point(ahead.x - figure.at.x, ahead.y - figure.at.y)
            yield beside(figure, Point(way.y, -way.x), 2 * radius)
