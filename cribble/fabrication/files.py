"""All files for building a board: panel, light walls, keypad box, wiring drawings."""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import ceil
from typing import Final, NamedTuple

from cribble.config.schema import Config
from cribble.devices import STRIPS
from cribble.fabrication.panel import CORNER, SCREW, light_places, panel, screw_holes
from cribble.fabrication.part import Block, Flat, Hole, Solid
from cribble.printing.keys import FILM
from cribble.printing.vector import as_dxf, as_svg
from scorekeeper.board.marks import Box, Circle, Rectangle
from scorekeeper.board.shape import Point, Shape
from scorekeeper.board.wiring import Board, pieces_of
from scorekeeper.words import Words, en

NAME = "Cribble"


class OutputFile(NamedTuple):
    """A file: name, content, and translated description."""

    name: str
    data: bytes
    about: str


def output_files(
    board: Board, config: Config, words: Words, *, hole_mm: float, kerf: float, bed: float
) -> Iterator[OutputFile]:
    """Yield all files, reproducibly: for holes of *hole_mm*, a laser with a *kerf* in mm, and a
    printer with a *bed* of that length in mm."""
    shape = board.shape
    front = panel(board, hole_mm, config.name or NAME, words)
    yield from _flat(front, kerf, words.say("front panel"))
    if shape.on_tape:  # The holes are the walls of loose lights.
        walls = wall_sheet(shape, hole_mm)
        yield from _flat(walls, kerf, words.say("light walls, 3 mm thick, two or three times"))
        for cells, count in wall_strips(shape, bed).items():
            solid = wall_strip(shape, cells)
            about = words.say("light walls: print {n} times", n=count)
            yield OutputFile(f"{solid.name}.stl", solid.as_stl(), about)
    yield from _flat(keypad_sheet(), kerf, words.say("a box for sixteen keys, 3 mm thick"))
    drawings = files("cribble") / "drawings"
    for name, sentence in (
        ("keypad-box.stl", en("the same box to print")),
        ("keypad-lid.stl", en("its lid")),
    ):
        yield OutputFile(name, (drawings / name).read_bytes(), words.say(sentence))
    if drawing := STRIPS[config.strip.name].drawing:
        shipped = drawings / words.lang
        schematic = (shipped / "wiring" / f"{drawing}.svg").read_bytes()
        yield OutputFile("wiring.svg", schematic, words.say("wiring diagram"))
        breadboard = (shipped / "breadboards" / f"{drawing}.svg").read_bytes()
        yield OutputFile("breadboard.svg", breadboard, words.say("the same on a breadboard"))


def _flat(flat: Flat, kerf: float, about: str) -> Iterator[OutputFile]:
    page = flat.compensated(kerf).page()
    yield OutputFile(f"{flat.name}.svg", as_svg(page, flat.name), about)
    yield OutputFile(f"{flat.name}.dxf", as_dxf(page), about)


WALL: Final = 1.2
"""Wall thickness between cells in mm: three lines of a 0.4 mm nozzle, and enough for a laser."""
WIDEST: Final = 12.0
"""Maximum width of a cell in mm; wider ones are not brighter."""
TAPE: Final = 10.0
"""Width in mm of LED tape, and maximum width of the walls on it."""
HIGH: Final = 8.0
"""Distance from the tape to the panel in mm."""
OVER_COPPER: Final = 1.0
"""Clearance in mm under walls that cross the tape: its capacitors are 0.8 mm high."""
PLAY: Final = 0.2
BED: Final = 200.0
SMALLEST_BED, LARGEST_BED = 60.0, 1000.0


def cell_side(shape: Shape) -> float:
    """Return the side of a cell that leaves WALL between the closest two."""
    places = light_places(shape)
    closest = min(
        max(abs(one.x - other.x), abs(one.y - other.y))
        for number, one in enumerate(places)
        for other in places[:number]
    )
    return min(closest - WALL, WIDEST)


def wall_sheet(shape: Shape, hole_mm: float) -> Flat:
    """Return a sheet with a square cell per pixel, to be stacked two or three times."""
    side = cell_side(shape)
    cells = (_slot(at, side, side) for at in light_places(shape))
    outline = Rectangle(Box(0, 0, *shape.size), radius=CORNER)
    return Flat("walls", shape.size, (), (*cells, *screw_holes(shape, hole_mm)), (outline,))


def _slot(middle: Point, width: float, height: float) -> Rectangle:
    return Rectangle(Box(middle.x - width / 2, middle.y - height / 2, width, height))


def wall_strips(shape: Shape, bed: float) -> Mapping[int, int]:
    """Return the number of strips of each length, in cells; each is at most *bed* mm long."""
    lengths = Counter[int]()
    most = max(int(bed / shape.pitch), 1)
    for piece in pieces_of(shape):
        cells = len(piece.places)
        strips = ceil(cells / most)
        for number in range(strips):
            lengths[cells // strips + (number < cells % strips)] += 1
    return dict(sorted(lengths.items(), reverse=True))


def wall_strip(shape: Shape, cells: int) -> Solid:
    """Return a strip of *cells*, printed face down; its end walls have half the thickness, so that
    strips join without a gap."""
    pitch, wide = shape.pitch, min(TAPE, shape.lane - PLAY)
    long, inner = cells * pitch - PLAY, pitch - WALL
    blocks = [Block((0, 0, 0), (long, wide, HIGH))]
    for cell in range(cells):
        left = cell * pitch - PLAY / 2 + WALL / 2
        blocks.append(Block((left, WALL, 0), (left + inner, wide - WALL, HIGH), solid=False))
    blocks.append(Block((0, WALL, HIGH - OVER_COPPER), (long, wide - WALL, HIGH), solid=False))
    return Solid(f"walls-{cells}", tuple(blocks))


FRAME: Final = 8.0
FILM_TOP, BELOW = 5.0, 6.0
"""Margin above the film, and room for the slot below it, in mm."""
SIZE: Final = Point(FILM.x + 2 * FRAME, FILM.y + 2 * FRAME + BELOW)
TAIL: Final = Point(24.0, 3.0)
"""Size in mm of the slot for the film's flat cable."""
CABLE: Final = Point(12.0, 8.0)
"""Size in mm of the opening for a USB cable."""
RINGS: Final = 6
"""Number of rings, 3 mm each: 18 mm of inner height, for a Nano and its plug."""
COLUMNS, GAP = 4, 3.0


def keypad_sheet() -> Flat:
    """Return top, bottom and rings of the keypad's box on one sheet."""
    inset, middle = FRAME / 2, Point(SIZE.x / 2, SIZE.y / 2)
    tail = _slot(Point(middle.x, FILM_TOP + FILM.y + TAIL.y), *TAIL)
    cable = _slot(Point(middle.x, FRAME + CABLE.y), *CABLE)
    window = _slot(middle, SIZE.x - 2 * FRAME, SIZE.y - 2 * FRAME)
    screws: list[Hole] = [
        Circle(Point(x, y), SCREW / 2)
        for y in (inset, SIZE.y - inset)
        for x in (inset, SIZE.x - inset)
    ]
    plates = (tail, cable, *(window,) * RINGS)
    corners = [
        Point(GAP + column * (SIZE.x + GAP), GAP + row * (SIZE.y + GAP))
        for row, column in (divmod(number, COLUMNS) for number in range(len(plates)))
    ]
    rows = -(-len(plates) // COLUMNS)
    return Flat(
        "keypad-box",
        Point(GAP + COLUMNS * (SIZE.x + GAP), GAP + rows * (SIZE.y + GAP)),
        (Rectangle(Box(FRAME, FILM_TOP, *FILM)).moved(corners[0]),),
        tuple(
            hole.moved(corner)
            for corner, slot in zip(corners, plates, strict=True)
            for hole in (slot, *screws)
        ),
        tuple(Rectangle(Box(*corner, *SIZE), radius=CORNER) for corner in corners),
    )
