"""Light walls and the keypad's box: each pixel alone, every printed part closed."""

import shutil
import struct
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from cribble.fabrication.dxf import as_dxf
from cribble.fabrication.flat import Cut, Hole, Outline, Slot
from cribble.fabrication.keypad_box import GAP, RINGS, SIZE, keypad_box, keypad_lid, keypad_sheet
from cribble.fabrication.panel import light_places
from cribble.fabrication.solid import Block, Solid
from cribble.fabrication.walls import WALL, cell_side, wall_sheet, wall_strip, wall_strips
from cribble.printing.overlay import FILM
from scorekeeper.board.shape import Measures, Shape
from scorekeeper.board.shapes import SHAPES, shape_named

LED = 5.0
"""The side of a usual LED on tape, in mm."""


def boxes(cuts: tuple[Cut, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Yield left, top, right and bottom of every cut."""
    for one in cuts:
        match one:
            case Hole(at=at, diameter=diameter):
                half = diameter / 2
                yield at.x - half, at.y - half, at.x + half, at.y + half
            case Slot(at=at, wide=wide, high=high):
                yield at.x - wide / 2, at.y - high / 2, at.x + wide / 2, at.y + high / 2
            case Outline(at=at, size=size):
                yield at.x, at.y, at.x + size.x, at.y + size.y


def shape(per_metre: float, name: str = "classic") -> Shape:
    """Return a shape on tape with so many LEDs a metre."""
    return shape_named(name, Measures(tracks=2, pitch=1000 / per_metre))


@pytest.mark.parametrize(("name", "tracks"), [*((name, 2) for name in SHAPES), ("paperclip", 3)])
def test_light_walls_leave_each_pixel_alone(name: str, tracks: int) -> None:
    """Each cell has one pixel in its middle, and WALL at least to the next cell."""
    board = shape_named(name, Measures(tracks=tracks))
    cells = [one for one in wall_sheet(board, 5.0).cut if isinstance(one, Slot)]
    assert [cell.at for cell in cells] == [*light_places(board)]
    assert cells[0].wide >= LED, "a LED goes into its cell"
    for one, other in combinations(cells, 2):
        across, down = abs(one.at.x - other.at.x), abs(one.at.y - other.at.y)
        assert max(across - one.wide, down - one.high) >= WALL - 1e-6


@pytest.mark.parametrize("per_metre", [144, 60, 30])
def test_strips_of_walls_are_for_every_pixel_and_fit_the_bed(per_metre: int) -> None:
    board = shape(per_metre)
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
    """They are 0.8 mm high, and stand between two lights of tape with 144 a metre."""
    whole, *_, below = wall_strip(shape(144), 15).blocks
    assert not below.solid
    assert whole.high[2] - below.low[2] > 0.8


SOLIDS = {
    "walls of 144": lambda: wall_strip(shape(144), 15),
    "walls of 60": lambda: wall_strip(shape(60), 11),
    "one cell": lambda: wall_strip(shape(30), 1),
    "keypad's box": keypad_box,
    "keypad's lid": keypad_lid,
}


@pytest.mark.parametrize("name", SOLIDS)
def test_every_printed_part_is_closed(name: str) -> None:
    """Each edge belongs to two triangles, which run along it in opposite directions."""
    edges = Counter(
        edge for a, b, c in SOLIDS[name]().triangles() for edge in ((a, b), (b, c), (c, a))
    )
    assert {*edges.values()} == {1}
    assert {(end, start) for start, end in edges} == {*edges}


def volume(solid: Solid) -> float:
    """Return the space inside the surface; less than nothing if it is inside out."""
    return sum(
        (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
        / 6
        for a, b, c in solid.triangles()
    )


def test_a_box_with_a_hole_has_the_volume_of_both() -> None:
    blocks = (Block((0, 0, 0), (4, 3, 2)), Block((1, 1, 0), (2, 2, 2), solid=False))
    assert volume(Solid("", blocks[:1])) == pytest.approx(24)
    assert volume(Solid("", blocks)) == pytest.approx(22)


def test_an_stl_has_as_many_triangles_as_it_says() -> None:
    data = keypad_lid().as_stl()
    (count,) = struct.unpack("<I", data[80:84])
    assert len(data) == 84 + 50 * count
    assert not data.startswith(b"solid"), "which would be read as text"


def test_the_film_fits_its_box_and_the_lid_its_walls() -> None:
    box, inside, recess, *_ = keypad_box().blocks
    assert recess.high[0] - recess.low[0] > FILM.x
    assert recess.high[1] - recess.low[1] > FILM.y
    plate, lip, *_ = keypad_lid().blocks
    assert plate.high[:2] == box.high[:2]
    for axis in (0, 1):
        assert inside.low[axis] < lip.low[axis] < lip.high[axis] < inside.high[axis]


def test_plates_of_the_keypad_box_lie_apart() -> None:
    """Top, bottom and rings; what is cut in each lies within it, and clear of the rest."""
    sheet = keypad_sheet()
    found = [*boxes(sheet.cut)]
    plates = [box for box in found if box[2] - box[0] > FILM.x + 10]
    inner = [box for box in found if box not in plates]
    assert len(plates) == RINGS + 2
    for one, other in (*combinations(plates, 2), *combinations(inner, 2)):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1], (
            one,
            other,
        )
    for left, top, right, low in inner:
        assert any(a < left and b < top and right < c and low < d for a, b, c, d in plates)
    assert all(a > 0 and b > 0 and c < sheet.size.x and d < sheet.size.y for a, b, c, d in plates)


def test_the_film_s_cable_comes_out_within_the_rings() -> None:
    """Both as they lie on their plates, from the corner of each."""
    slots = [one for one in keypad_sheet().cut if isinstance(one, Slot)]
    tail, _, ring, *_ = slots
    there = ring.at.x - 2 * (SIZE.x + GAP), ring.at.y
    assert abs(tail.at.x - there[0]) + tail.wide / 2 < ring.wide / 2
    assert abs(tail.at.y - there[1]) + tail.high / 2 < ring.high / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLIDS)
def test_openscad_takes_every_printed_part_as_a_body(name: str, tmp_path: Path) -> None:
    """CGAL cuts only what is closed and does not cut itself, and finds one body."""
    solid = SOLIDS[name]()
    (tmp_path / "part.stl").write_bytes(solid.as_stl())
    said = openscad(
        tmp_path, 'intersection() { import("part.stl"); translate([-1,-1,-1]) cube(600); }'
    )
    assert "Simple:        yes" in said
    assert "Volumes:         2" in said, "the outside, and one inside"


@pytest.mark.slow
def test_openscad_reads_the_holes_of_the_dxf_in_mm(tmp_path: Path) -> None:
    """It knows circles, but no polylines of R12."""
    sheet = wall_sheet(shape(60), 5.0)
    (tmp_path / "part.dxf").write_bytes(as_dxf(sheet))
    openscad(tmp_path, 'linear_extrude(3) import("part.dxf", layer="CUT", $fn=64);')
    corners = [
        tuple(map(float, line.split()[1:]))
        for line in (tmp_path / "out.stl").read_text(encoding="ascii").splitlines()
        if line.strip().startswith("vertex")
    ]
    holes = tuple(one for one in sheet.cut if isinstance(one, Hole))
    lefts, tops, rights, lows = zip(*boxes(holes), strict=True)
    for axis, low, high in (
        (0, min(lefts), max(rights)),
        (1, sheet.size.y - max(lows), sheet.size.y - min(tops)),
    ):
        along = [corner[axis] for corner in corners]
        assert min(along) == pytest.approx(low, abs=0.01)
        assert max(along) == pytest.approx(high, abs=0.01)


def openscad(folder: Path, script: str) -> str:
    """Return what OpenSCAD says of *script*; its body is in out.stl."""
    if not shutil.which("openscad"):
        pytest.skip("openscad is not installed")
    (folder / "part.scad").write_text(script, encoding="utf-8")
    done = subprocess.run(
        ["openscad", "-o", "out.stl", "part.scad"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr
