"""Parts for laser and 3D printer: holes match the pixels, nothing overlaps, solids are closed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from cribble.fabrication.files import (
    RINGS,
    WALL,
    cell_side,
    keypad_sheet,
    wall_sheet,
    wall_strip,
    wall_strips,
)
from cribble.fabrication.panel import (
    LETTERS,
    engraved,
    labels_of,
    letters_width,
    light_places,
    panel,
    screw_holes,
    start_places,
)
from cribble.fabrication.part import Flat, Hole
from cribble.printing.keys import FILM
from cribble.printing.vector import as_dxf, as_svg
from scorekeeper.board.marks import Box, Circle, Rectangle
from scorekeeper.board.shape import Measures, Point
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wiring import Board, build
from scorekeeper.words import Words
from tools.drawing.keypad_box import keypad_box, keypad_lid


class DrawnCircle(NamedTuple):
    layer: str
    x: float
    y: float
    radius: float


class Polyline(NamedTuple):
    layer: str
    closed: bool
    corners: tuple[tuple[float, float, float], ...]


def entities(data: bytes) -> Iterator[DrawnCircle | Polyline]:
    """Yield the entities of a DXF R12 file, parsed independently of the program."""
    found = data.decode("ascii").split("\n")
    assert found.pop() == ""
    pairs = [(int(code), value) for code, value in zip(found[::2], found[1::2], strict=True)]
    assert pairs[-1] == (0, "EOF")
    parts: list[tuple[str, dict[int, str]]] = []
    for code, value in pairs[pairs.index((2, "ENTITIES")) + 1 :]:
        if code == 0:
            parts.append((value, {}))
        else:
            parts[-1][1][code] = value
    corners: list[tuple[float, float, float]] = []
    head: dict[int, str] = {}
    for kind, values in parts:
        match kind:
            case "CIRCLE":
                x, y, radius = (float(values[code]) for code in (10, 20, 40))
                yield DrawnCircle(values[8], x, y, radius)
            case "POLYLINE":
                head, corners = values, []
            case "VERTEX":
                bulge = float(values.get(42, "0"))
                corners.append((float(values[10]), float(values[20]), bulge))
            case "SEQEND":
                yield Polyline(head[8], head[70] == "1", tuple(corners))


EN, FR = Words.of("en"), Words.of("fr")
BUILT = [
    *((shape, 2, "square") for shape in SHAPES),
    ("classic", 3, "square"),
    ("paperclip", 2, "round"),
]
LED = 5.0
"""The side of a typical LED on tape, in mm."""


def classic(per_metre: float) -> Board:
    return build("classic", Measures(tracks=2, pitch=1000 / per_metre, lane=20.0))


@pytest.mark.parametrize("per_metre", [144, 60, 30])
def test_holes_lie_where_the_pixels_of_the_strip_lie(per_metre: int) -> None:
    """Along each piece of tape, the LEDs are 6.94, 16.67 or 33.33 mm apart."""
    board = classic(per_metre)
    holes = [one.at for one in panel(board, 5.0, "", EN).holes if isinstance(one, Circle)]
    assert len(holes) == len(light_places(board.shape)) + 4, "and four screws"
    track = board.shape.tracks[0]
    for row in track.rows:
        first = track.holes[row.start - 1]
        for number, hole in enumerate(row):
            there = first.moved(track.heading(row.start), number * 1000 / per_metre)
            assert min(dist(there, at) for at in holes) < 0.001, hole


@pytest.mark.parametrize(("shape", "tracks", "bends"), BUILT)
def test_nothing_on_a_panel_overlaps(shape: str, tracks: int, bends: str) -> None:
    board = build(shape, Measures(tracks=tracks, bends=bends))
    size = board.shape.size
    holes = [it for it in panel(board, 5.0, "Cribble", FR).holes if isinstance(it, Circle)]
    for one, other in combinations(holes, 2):
        assert dist(one.at, other.at) >= one.radius + other.radius + 0.5
    assert all(2 * one.radius < one.at.x < size.x - 2 * one.radius for one in holes)
    holes += [Circle(at, 2.5) for at in start_places(board.shape)]
    labels = labels_of(board.shape, tuple(holes), "Cribble", FR)
    for number, label in enumerate(labels):
        assert label.clears(holes, labels[:number], size)
        room = label.extent.trimmed(-0.001, -0.001)
        assert all(room.holds(point) for line in engraved(*label) for point in line.points)


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
def test_the_usual_board_has_its_screws_numbers_ends_and_name(words: Words) -> None:
    shape = classic(144).shape
    screws = tuple(screw_holes(shape, 5.0))
    corners = [(x, y) for x in (7, shape.size.x - 7) for y in (7, shape.size.y - 7)]
    assert [hole.at for hole in screws] == corners
    said = [label.words for label in labels_of(shape, screws, "Chez Zoé", words)]
    numbers = (str(number.hole) for number in shape.numbers)
    ends = [words.say("start"), words.say("game")]
    assert sorted(said) == sorted([*numbers, *2 * ends, "Chez Zoé"])


KERFS: list[tuple[Hole, Hole]] = [
    (Circle(Point(5, 5), 2.5), Circle(Point(5, 5), 2.4)),
    (Rectangle(Box(2, 3.5, 6, 3)), Rectangle(Box(2.1, 3.6, 5.8, 2.8))),
]


@pytest.mark.parametrize(("drawn", "burnt"), KERFS)
def test_half_a_kerf_lies_in_the_waste(drawn: Hole, burnt: Hole) -> None:
    mark, outline = Circle(Point(9, 9), 1.0), Rectangle(Box(0, 0, 50, 20), radius=4.0)
    flat = Flat("", Point(60, 30), (mark,), (drawn,), (outline,)).compensated(0.2)
    (hole,), (edge,) = flat.holes, flat.outlines
    assert hole.extent == pytest.approx(burnt.extent)
    assert (*edge.extent, edge.radius) == pytest.approx((-0.1, -0.1, 50.2, 20.2, 4.1))
    assert flat.engraved == (mark,), "what is engraved stays"


def test_svg_and_dxf_have_the_same_holes_in_mm() -> None:
    flat = panel(classic(60), 5.0, "Cribble", EN).compensated(0.15)
    tree = ElementTree.fromstring(as_svg(flat.page(), flat.name))
    assert tree.attrib["width"] == f"{flat.size.x + 2:g}mm"
    circles = {
        name: [
            tuple(float(one.attrib[key]) for key in ("cx", "cy", "r"))
            for one in tree.findall(f"{{*}}g[@id='{name}']/{{*}}circle")
            if one.attrib["stroke"] == colour
        ]
        for name, colour in (("cut", "#ff0000"), ("engrave", "#0000ff"))
    }
    read = [*entities(as_dxf(flat.page()))]
    for name, drawn in circles.items():
        assert drawn
        assert [
            (one.x, flat.size.y - one.y, one.radius)
            for one in read
            if isinstance(one, DrawnCircle) and one.layer == name.upper()
        ] == [pytest.approx(circle, abs=0.001) for circle in drawn]
    (outline,) = (one for one in read if isinstance(one, Polyline) and one.layer == "CUT")
    assert outline.closed
    xs, ys = ([corner[axis] for corner in outline.corners] for axis in (0, 1))
    assert max(xs) - min(xs) == pytest.approx(flat.size.x + 0.15, abs=0.001)
    assert max(ys) - min(ys) == pytest.approx(flat.size.y + 0.15, abs=0.001)


def test_corners_of_an_outline_bulge_outwards() -> None:
    """A quarter circle's midpoint lies between its chord and the corner that it rounds."""
    outline = Rectangle(Box(0, 0, 50, 20), radius=4.0)
    (drawn,) = entities(as_dxf(Flat("", Point(50, 20), (), (), (outline,)).page()))
    assert isinstance(drawn, Polyline)
    corners = drawn.corners
    assert {bulge for *_, bulge in corners} == {0.0, -0.4142}
    for (x, y, bulge), (to_x, to_y, _) in pairwise((*corners, corners[0])):
        if bulge:
            middle = (
                (x + to_x) / 2 + bulge * (to_y - y) / 2,
                (y + to_y) / 2 - bulge * (to_x - x) / 2,
            )
            ends = (x + to_x) / 2, (y + to_y) / 2
            assert dist(middle, (25, 10)) > dist(ends, (25, 10))


def test_every_letter_of_the_lettering_is_drawn() -> None:
    for words in ("ÎLE DE LA GAÎTÉ", "L’Œuf & Cie", "Façade 1234567890"):
        lines = [*engraved(words, Point(100, 50), 6.0)]
        xs = [point.x for line in lines for point in line.points]
        assert (min(xs) + max(xs)) / 2 == pytest.approx(100, abs=1.0)
        assert max(xs) - min(xs) == pytest.approx(letters_width(words, 6.0), abs=0.01)
    assert letters_width("Œ", 6.0) == letters_width("OE", 6.0) > letters_width("O", 6.0)
    assert [*engraved("é", Point(0, 0), 6.0)] != [*engraved("e", Point(0, 0), 6.0)]
    assert [*engraved("日", Point(0, 0), 6.0)] == []
    assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"} <= {*LETTERS}


@pytest.mark.parametrize(("name", "tracks"), [*((name, 2) for name in SHAPES), ("paperclip", 3)])
def test_light_walls_leave_each_pixel_alone(name: str, tracks: int) -> None:
    board = build(name, Measures(tracks=tracks)).shape
    holes = wall_sheet(board, 5.0).holes
    cells = [one.extent for one in holes if isinstance(one, Rectangle)]
    middles = [(cell.left + cell.width / 2, cell.top + cell.height / 2) for cell in cells]
    assert middles == [pytest.approx(at) for at in light_places(board)]
    assert cells[0].width >= LED, "a LED goes into its cell"
    grown = [cell.trimmed(-WALL / 2 + 1e-6, -WALL / 2 + 1e-6) for cell in cells]
    assert not any(one.meets(other) for one, other in combinations(grown, 2))


@pytest.mark.parametrize("per_metre", [144, 60, 30])
def test_strips_of_walls_are_for_every_pixel_and_fit_the_bed(per_metre: int) -> None:
    board = classic(per_metre).shape
    strips = wall_strips(board, 200.0)
    assert sum(cells * count for cells, count in strips.items()) == len(light_places(board))
    for cells in strips:
        solid = wall_strip(board, cells)
        assert solid.blocks[0].high[0] <= 200.0
        rooms = list(solid.blocks[1:-1])
        middles = [(room.low[0] + room.high[0]) / 2 for room in rooms]
        assert len(rooms) == cells
        assert middles[0] == pytest.approx(board.pitch / 2 - 0.1)
        assert all(other - one == pytest.approx(board.pitch) for one, other in pairwise(middles))
        assert rooms[0].high[0] - rooms[0].low[0] >= LED
        assert cell_side(board) >= LED


def test_printed_walls_pass_over_the_capacitors_of_the_tape() -> None:
    """They are 0.8 mm high, and stand between two lights of tape with 144 per metre."""
    whole, *_, below = wall_strip(classic(144).shape, 15).blocks
    assert not below.solid
    assert whole.high[2] - below.low[2] > 0.8


SOLIDS = {
    "walls of 144": lambda: wall_strip(classic(144).shape, 15),
    "walls of 60": lambda: wall_strip(classic(60).shape, 11),
    "one cell": lambda: wall_strip(classic(30).shape, 1),
    "keypad's box": keypad_box,
    "keypad's lid": keypad_lid,
}


@pytest.mark.parametrize("name", SOLIDS)
def test_every_printed_part_is_closed(name: str) -> None:
    """Each edge belongs to two triangles, which traverse it in opposite directions."""
    edges = Counter(
        edge for a, b, c in SOLIDS[name]().triangles() for edge in ((a, b), (b, c), (c, a))
    )
    assert {*edges.values()} == {1}
    assert {(end, start) for start, end in edges} == {*edges}


def test_the_film_fits_its_box_and_the_lid_its_walls() -> None:
    box, inside, recess, *_ = keypad_box().blocks
    assert recess.high[0] - recess.low[0] > FILM.x
    assert recess.high[1] - recess.low[1] > FILM.y
    plate, lip, *_ = keypad_lid().blocks
    assert plate.high[:2] == box.high[:2]
    for axis in (0, 1):
        assert inside.low[axis] < lip.low[axis] < lip.high[axis] < inside.high[axis]


def test_plates_of_the_keypad_box_lie_apart() -> None:
    sheet = keypad_sheet()
    plates = [outline.extent for outline in sheet.outlines]
    holes = [hole.extent for hole in sheet.holes]
    assert len(plates) == RINGS + 2
    for one, other in (*combinations(plates, 2), *combinations(holes, 2)):
        assert not one.meets(other)
    for inner, outers in ((holes, plates), (plates, [Box(0, 0, *sheet.size)])):
        for box in inner:
            corners = Point(box.left, box.top), Point(box.right, box.bottom)
            assert any(all(outer.holds(at, 0.1) for at in corners) for outer in outers)
