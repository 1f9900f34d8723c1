"""The front panel: holes where the strip's pixels lie, lettering beside them, nothing overlaps."""

from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest

from cribble.fabrication.dxf import as_dxf
from cribble.fabrication.flat import Circle, Flat, Hole, Outline, Polyline, Slot
from cribble.fabrication.laser_svg import CUT, as_laser_svg
from cribble.fabrication.lettering import LETTERS, engraved, letters_width
from cribble.fabrication.panel import (
    Label,
    labels_of,
    light_places,
    panel,
    screw_holes,
    start_places,
)
from scorekeeper.board.board import Board, build
from scorekeeper.board.shape import Measures, Point
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wiring import wire_in_order
from scorekeeper.words import Words
from tests.kit.formats import dxf_file

EN, FR = Words.of("en"), Words.of("fr")
BUILT = [
    *((shape, 2, "square") for shape in SHAPES),
    ("classic", 3, "square"),
    ("paperclip", 2, "round"),
]


def classic(per_metre: float) -> Board:
    """Return the classic board on tape with so many LEDs a metre."""
    return build("classic", Measures(tracks=2, pitch=1000 / per_metre, lane=20.0))


@pytest.mark.parametrize("per_metre", [144, 60, 30])
def test_holes_lie_where_the_pixels_of_the_strip_lie(per_metre: int) -> None:
    """Along each piece of tape, LED after LED, 6.94, 16.67 and 33.33 mm apart."""
    board = classic(per_metre)
    holes = [one.at for one in panel(board, 5.0, "", EN).cut if isinstance(one, Hole)]
    pixels = len(light_places(board.shape))
    assert len(holes) == pixels + 4, "and four screws"
    track = board.shape.tracks[0]
    for row in track.rows:
        first = track.holes[row.start - 1]
        for number, hole in enumerate(row):
            there = first.moved(track.heading(row.start), number * 1000 / per_metre)
            assert min(dist(there, at) for at in holes) < 0.001, hole


def test_holes_of_every_second_led_lie_above_leds() -> None:
    """Holes 13.9 mm apart are above tape of 144 a metre, whose LEDs are half as far."""
    board = build("straight", Measures(tracks=1, pitch=2000 / 144, holes=31))
    wiring = wire_in_order(board.shape, "pegged", leds_per_m=144)
    xs = [one.at.x for one in panel(Board(board.shape, wiring), 5.0, "", EN).cut[:31]]
    leds = [xs[0] + led * 1000 / 144 for led in range(wiring.pixels)]
    used = [leds[light] for (light,) in zip(*wiring.tracks, strict=True) if light is not None]
    assert xs == pytest.approx(used, abs=0.001)


@pytest.mark.parametrize(("shape", "tracks", "bends"), BUILT)
def test_nothing_on_a_panel_overlaps(shape: str, tracks: int, bends: str) -> None:
    board = build(shape, Measures(tracks=tracks, bends=bends))
    size = board.shape.size
    holes = [one for one in panel(board, 5.0, "Cribble", FR).cut if isinstance(one, Hole)]
    for one, other in combinations(holes, 2):
        assert dist(one.at, other.at) >= (one.diameter + other.diameter) / 2 + 0.5
    assert all(one.diameter < one.at.x < size.x - one.diameter for one in holes)
    holes += [Hole(at, 5.0) for at in start_places(board.shape)]
    labels = labels_of(board.shape, tuple(holes), "Cribble", FR)
    for number, label in enumerate(labels):
        assert label.clears(holes, labels[:number], size)
        left, top, right, low = label.box()
        points = [point for line in engraved(*label) for point in line.points]
        assert min(point.x for point in points) >= left - 0.001
        assert max(point.x for point in points) <= right + 0.001
        assert min(point.y for point in points) >= top - 0.001
        assert max(point.y for point in points) <= low + 0.001


def test_screws_are_in_the_corners() -> None:
    size = classic(144).shape.size
    found = [(hole.at.x, hole.at.y) for hole in screw_holes(classic(144).shape, 5.0)]
    assert found == [(x, y) for x in (7, size.x - 7) for y in (7, size.y - 7)]


HERE = Label("HERE", Point(50, 50), 6.0)
LABELS = {
    "alone": (HERE, [], [], True),
    "on another": (HERE, [], [Label("I", Point(60, 54), 6.0)], False),
    "beside another": (HERE, [], [Label("I", Point(65, 50), 6.0)], True),
    "on a hole": (HERE, [Hole(Point(45, 55), 3.0)], [], False),
    "beside a hole": (HERE, [Hole(Point(50, 60), 3.0)], [], True),
    "off the edge": (HERE._replace(at=Point(8, 50)), [], [], False),
    "below the edge": (HERE._replace(at=Point(50, 98)), [], [], False),
}


@pytest.mark.parametrize("name", LABELS)
def test_lettering_keeps_clear(name: str) -> None:
    label, holes, labels, is_clear = LABELS[name]
    assert label.clears(holes, labels, Point(100, 100)) == is_clear


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
def test_the_usual_board_has_its_numbers_its_ends_and_its_name(words: Words) -> None:
    shape = classic(144).shape
    screws = tuple(screw_holes(shape, 5.0))
    said = [label.words for label in labels_of(shape, screws, "Chez Zoé", words)]
    ends = [words.say("start"), words.say("game")]
    assert sorted(said) == sorted(
        [*(str(number.hole) for number in shape.numbers), *2 * ends, "Chez Zoé"]
    )


def test_both_languages_have_the_same_cuts() -> None:
    english, french = (panel(classic(144), 5.0, "Cribble", words) for words in (EN, FR))
    assert english.cut == french.cut
    assert english.engraved != french.engraved


KERFS = [
    (Hole(Point(5, 5), 5.0), Hole(Point(5, 5), 4.8)),
    (Slot(Point(5, 5), 6.0, 3.0), Slot(Point(5, 5), 5.8, 2.8)),
    (
        Outline(Point(0, 0), Point(50, 20), 4.0),
        Outline(Point(-0.1, -0.1), Point(50.2, 20.2), 4.1),
    ),
]


@pytest.mark.parametrize(("drawn", "burnt"), KERFS)
def test_half_a_kerf_lies_in_the_waste(drawn: Hole, burnt: Hole) -> None:
    """A hole is cut smaller and a part larger, so that both come out as they are meant."""
    flat = Flat("", Point(60, 30), (Circle(Point(9, 9), 2.0),), (drawn,)).compensated(0.2)
    values = [
        value for part in flat.cut[0] for value in (part if isinstance(part, tuple) else (part,))
    ]
    wanted = [value for part in burnt for value in (part if isinstance(part, tuple) else (part,))]
    assert values == pytest.approx(wanted)
    assert flat.engraved == (Circle(Point(9, 9), 2.0),), "what is engraved stays"


def test_svg_and_dxf_have_the_same_holes_in_mm() -> None:
    flat = panel(classic(60), 5.0, "Cribble", EN).compensated(0.15)
    tree = ElementTree.fromstring(as_laser_svg(flat))
    assert tree.attrib["width"] == f"{flat.size.x + 2:g}mm"
    cut, engrave = (tree.find(f"*[@id='{name}']") for name in ("cut", "engrave"))
    assert cut is not None
    assert engrave is not None
    assert cut.attrib["stroke"] == CUT != engrave.attrib["stroke"]
    circles = [
        tuple(float(one.attrib[key]) for key in ("cx", "cy", "r"))
        for one in cut.iter("{http://www.w3.org/2000/svg}circle")
    ]
    read = [*dxf_file.entities(as_dxf(flat))]
    holes = [one for one in read if isinstance(one, dxf_file.Circle) and one.layer == "CUT"]
    assert [(one.x, flat.size.y - one.y, one.radius) for one in holes] == [
        pytest.approx(circle, abs=0.001) for circle in circles
    ]
    (outline,) = (one for one in read if isinstance(one, dxf_file.Polyline) and one.layer == "CUT")
    assert outline.closed
    assert {bulge for *_, bulge in outline.corners} == {0.0, -0.4142}
    xs, ys = ([corner[axis] for corner in outline.corners] for axis in (0, 1))
    assert max(xs) - min(xs) == pytest.approx(flat.size.x + 0.15, abs=0.001)
    assert max(ys) - min(ys) == pytest.approx(flat.size.y + 0.15, abs=0.001)


def test_corners_of_an_outline_bulge_outwards() -> None:
    """A quarter circle's middle lies between its ends and the corner that it rounds."""
    flat = Flat("", Point(50, 20), (), (Outline(Point(0, 0), Point(50, 20), 4.0),))
    (outline,) = dxf_file.entities(as_dxf(flat))
    assert isinstance(outline, dxf_file.Polyline)
    corners = outline.corners
    for (x, y, bulge), (to_x, to_y, _) in pairwise((*corners, corners[0])):
        if bulge:
            middle = (
                (x + to_x) / 2 + bulge * (to_y - y) / 2,
                (y + to_y) / 2 - bulge * (to_x - x) / 2,
            )
            ends = (x + to_x) / 2, (y + to_y) / 2
            centre = 25, 10
            assert dist(middle, centre) > dist(ends, centre)


def test_every_letter_of_the_lettering_is_drawn() -> None:
    for words in ("DÉPART", "ÎLE DE LA GAÎTÉ", "L’Œuf & Cie", "Façade 1234567890"):
        lines = [*engraved(words, Point(100, 50), 6.0)]
        xs = [point.x for line in lines for point in line.points]
        assert (min(xs) + max(xs)) / 2 == pytest.approx(100, abs=1.0)
        assert max(xs) - min(xs) == pytest.approx(letters_width(words, 6.0), abs=0.01)
    assert letters_width("Œ", 6.0) == letters_width("OE", 6.0) > letters_width("O", 6.0)
    assert [*engraved("é", Point(0, 0), 6.0)] != [*engraved("e", Point(0, 0), 6.0)]
    assert [*engraved("日", Point(0, 0), 6.0)] == []
    assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"} <= {*LETTERS}


def test_a_letter_fits_its_grid() -> None:
    for drawn in LETTERS.values():
        points = [point for stroke in drawn.split("|") for point in stroke.split()]
        assert all(
            len(point) == 2 and point[0] in "01234" and point[1] in "0123456" for point in points
        )
        assert isinstance(next(engraved("A", Point(0, 0), 1.0)), Polyline)
