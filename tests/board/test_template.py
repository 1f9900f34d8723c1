"""The drilling template: exact size on every paper, complete over all sheets, and legible."""

import re
from functools import cache
from itertools import pairwise, product
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cribble.boards import board_of
from cribble.config.file import read_config
from cribble.printing.vector import as_svg
from scorekeeper.board.marks import MARGIN, PAPERS, Box, Page, Polyline, Rectangle, Text
from scorekeeper.board.pdf import as_pdf
from scorekeeper.board.shape import Measures, Point, Shape
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.template import (
    CUT,
    DRILL,
    SAW,
    TooManySheets,
    behind,
    runs,
    sheets,
)
from scorekeeper.board.tiling import FOOT, room_on, tiling
from scorekeeper.board.wiring import ORDERS, Board, Wiring, build, wire_in_order
from scorekeeper.words import Words
from tests.kit.drivers.command_line import typed
from tests.kit.oracles.pdf_pages import Printed, Spot, printed
from tests.kit.paths import ROOT

EN = Words.of("en")
BOARD_FILES = ROOT / "docs" / "boards"
NEAR = 0.1

ROUND = Measures(tracks=3, pitch=9.0, lane=12.0, street_gap=3.0, bends="round", game_holes="one")
LARGE = Measures(tracks=2, pitch=1000 / 60, lane=40.0)
"""At 60 lights per metre even a classic board exceeds the paper in both directions."""


board = cache(build)


@cache
def drawn(of: Board, paper: str, drill: float = DRILL) -> tuple[Page, ...]:
    return sheets(of, PAPERS[paper], drill, EN)


@cache
def pages_of(of: Board, paper: str) -> tuple[Printed, ...]:
    return printed(as_pdf(drawn(of, paper), "Cribble"))


def shown(of: Board, paper: str) -> Shape:
    """Return the board as placed on the sheets, possibly rotated by 90°."""
    return tiling(of.shape, PAPERS[paper]).shape


def places(shape: Shape) -> list[Point]:
    return list(dict.fromkeys(at for one in shape.tracks for at in one.holes))


def crossings(page: Printed) -> list[Spot]:
    """Return where two black lines of 0.6 drill diameters cross."""
    arms = [
        it.middle
        for it in page.shapes
        if max(it.size) == pytest.approx(0.6 * DRILL, abs=0.01) and min(it.size) < 0.01
    ]
    return [one for one, other in pairwise(arms) if dist(one, other) < 0.01]


BOARDS = {
    **{
        f"{name}-{tracks}": (name, Measures(tracks=tracks))
        for name in SHAPES
        for tracks in (1, 2, 3)
    },
    "paperclip-round": ("paperclip", ROUND),
    "classic-large": ("classic", LARGE),
}


TILED = ("straight-3", "paperclip-2", "classic-large")


@pytest.mark.parametrize(
    ("kind", "paper"), [*product(BOARDS, ["a4"]), *product(TILED, {*PAPERS} - {"a4"})]
)
def test_every_hole_is_printed_where_it_is(kind: str, paper: str) -> None:
    of = board(*BOARDS[kind])
    shape = shown(of, paper)
    starts = [at for track in shape.tracks for at in track.starts]
    found, crossed = set[Point](), set[Point]()
    for sheet, page in zip(drawn(of, paper), pages_of(of, paper), strict=True):
        assert page.is_white_within(6.5)
        offset, window = sheet.layers[0].offset, sheet.layers[0].window
        assert window is not None
        assert Rectangle(Box(0, 0, *shape.size), SAW) in sheet.layers[0].marks
        rings, crosses = [it.middle for it in page.circles(DRILL)], crossings(page)
        for at in (*places(shape), *starts):
            spot = Point(offset.x + at.x, offset.y + at.y)
            if window.holds(spot, DRILL / 2):
                assert any(dist(ring, spot) < NEAR for ring in rings)
                found.add(at)
                crossed |= {at for cross in crosses if dist(cross, spot) < NEAR}
    assert found == {*places(shape), *starts}
    assert crossed == {*places(shape)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", TILED)
def test_sheets_are_put_together_by_their_red_marks(kind: str, paper: str) -> None:
    of = board(*BOARDS[kind])
    pages = {_place(page): page for page in pages_of(of, paper)}
    sheet = drawn(of, paper)[0]
    window = sheet.layers[0].window
    assert window is not None
    marks = {place: page.registers(above=window.bottom) for place, page in pages.items()}
    corners = {(1, 1): Spot(*sheet.layers[0].offset)}
    for row, column in sorted(set(pages) - {(1, 1)}):
        for before in {(row, column - 1), (row - 1, column)} & set(corners):
            far = _aside(marks[before], marks[row, column])
            corner = Spot(corners[before].x + far.x, corners[before].y + far.y)
            assert dist(corners.setdefault((row, column), corner), corner) < 2 * NEAR
    crosses = [
        (cross.x - corners[place].x, cross.y - corners[place].y)
        for place, page in pages.items()
        for cross in crossings(page)
    ]
    for at in places(shown(of, paper)):
        assert min(dist(at, cross) for cross in crosses) < 2 * NEAR


def _aside(one: dict[str, Spot], other: dict[str, Spot]) -> Spot:
    ways = [Spot(other[a].x - one[a].x, other[a].y - one[a].y) for a in one.keys() & other.keys()]
    assert len(ways) == 2
    assert dist(*ways) < NEAR
    return ways[0]


def _place(page: Printed) -> tuple[int, int]:
    found = re.search(r"sheet \d+ of \d+: row (\d+), column (\d+)", page.words)
    assert found
    return int(found[1]), int(found[2])


def test_sheet_proves_its_size_and_keeps_its_margins() -> None:
    (sheet,) = drawn(board("classic", Measures()), "a4")
    assert CUT not in (mark.pen for mark in sheet.layers[1].marks if isinstance(mark, Polyline))
    assert b"/PrintScaling /None" in as_pdf(drawn(board("classic", Measures()), "a4"), "Cribble")
    (page,) = pages_of(board("classic", Measures()), "a4")
    assert page.size == pytest.approx((297, 210), abs=0.01)
    bars = [it for it in page.shapes if it.low.y > 180 and it.size == pytest.approx((100, 0))]
    assert len(bars) == 1
    assert "print at 100 %: this bar is 100 mm long" in page.words
    assert min(min(it.low) for it in page.shapes) >= MARGIN - 0.01
    assert max(it.high.x for it in page.shapes) <= page.size.x - MARGIN + 0.01
    assert max(it.high.y for it in page.shapes) <= page.size.y - MARGIN + 0.01


def test_sheet_is_printed_in_french_with_accents() -> None:
    made = sheets(board("straight", Measures()), PAPERS["a4"], DRILL, Words.of("fr"))
    page = printed(as_pdf(made, ""))[1]
    words = page.words.replace("\xa0", " ")
    assert "feuille 2 de 4 : rangée 1, colonne 2" in words
    assert "imprimer à 100 % : cette règle a 100 mm" in words


def test_data_arrows_follow_the_wiring() -> None:
    shape = board("classic", Measures()).shape
    for order in ORDERS:
        wiring = wire_in_order(shape, order)
        found = tuple(runs(shape, wiring))
        assert len(found) == sum(len(track.pieces) for track in shape.tracks)
        for run in found:
            numbers = [light.number for light in run]
            assert numbers == sorted(numbers)
            assert [_light(wiring, shape, light.at) for light in run] == numbers


def _light(wiring: Wiring, shape: Shape, at: Point) -> int | None:
    return next(
        (pixels[track.holes.index(at)] or 0) + 1
        for track, pixels in zip(shape.tracks, wiring.tracks, strict=True)
        if at in track.holes
    )


@pytest.mark.parametrize("config", ["plank", "loose", "two-tracks", "three-tracks"])
@pytest.mark.parametrize("paper", PAPERS)
def test_page_seen_from_behind_has_each_light_in_its_hole(config: str, paper: str) -> None:
    of = board_of(read_config(BOARD_FILES / f"{config}.toml"))
    shape = shown(of, paper)
    page = behind(of, PAPERS[paper], EN)
    (wood,) = (mark.extent for mark in page.marks if isinstance(mark, Rectangle))
    scale = wood.height / shape.size.y
    assert wood.width == pytest.approx(scale * shape.size.x)
    held = PAPERS[paper] if page.area.width == PAPERS[paper].width else PAPERS[paper].lying()
    assert wood.right <= room_on(held).right
    assert wood.bottom <= room_on(held).bottom
    texts = (mark for mark in page.marks if isinstance(mark, Text))
    figures = {text.words: text.at for text in texts if text.words.isdigit()}
    assert len(figures) == of.tracks * of.holes
    for track, pixels in zip(shape.tracks, of.wiring.tracks, strict=True):
        for hole, pixel in zip(track.holes, pixels, strict=True):
            assert pixel is not None
            mirrored = Point(wood.right - scale * hole.x, wood.top + scale * hole.y)
            assert dist(figures[str(pixel + 1)], mirrored) < NEAR


def test_page_seen_from_behind_leads_the_string_from_light_to_light() -> None:
    of = board_of(read_config(BOARD_FILES / "plank.toml"))
    page = behind(of, PAPERS["a4"], EN)
    at = {int(m.words): m.at for m in page.marks if isinstance(m, Text) and m.words.isdigit()}
    wires = [m.points for m in page.marks if isinstance(m, Polyline) and len(m.points) == 2]
    for number in range(1, 122):
        here, there = at[number], at[number + 1]
        far = dist(here, there)
        assert any(
            dist(here, start) < far / 2 > dist(there, end)
            and dist(here, start) + dist(start, end) + dist(end, there) == pytest.approx(far)
            for start, end in wires
        )


def test_loose_lights_have_no_tape_on_any_board() -> None:
    """A board for 12 mm lights has straight rows, in which tape would fit."""
    plank = board_of(read_config(BOARD_FILES / "plank.toml"))
    for of in (plank, board("paperclip", ROUND)):
        assert "tape" not in pages_of(of, "a4")[0].words


def test_svg_sheets_equal_the_pdf_sheets() -> None:
    of = board("paperclip", Measures(tracks=2))
    for sheet, page in zip(drawn(of, "letter"), pages_of(of, "letter"), strict=True):
        svg = ElementTree.fromstring(as_svg(sheet, "Cribble"))
        assert (svg.get("width"), svg.get("height")) == ("215.9mm", "279.4mm")
        assert svg.get("viewBox") == "0 0 215.9 279.4"
        group = svg.find(".//{*}g[@transform]")
        assert group is not None
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform") or "")
        assert moved
        circles = {
            (float(one.get("cx", "")) + float(moved[1]), float(one.get("cy", "")) + float(moved[2]))
            for one in group.findall("{*}circle")
            if one.get("r") == "2.5"
        }
        foot = sheet.area.height - MARGIN - FOOT
        printed_ = {it.middle for it in page.circles(5.0) if it.middle.y < foot}
        assert sorted(circles) == [pytest.approx(at, abs=0.01) for at in sorted(printed_)]


def test_template_of_more_than_a_hundred_sheets_is_refused() -> None:
    with pytest.raises(TooManySheets) as caught:
        drawn(board("straight", Measures(pitch=600)), "a4")
    assert caught.value.sheets > 100


CONFIG = """
[board]
shape = "straight"
tracks = 2
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "cribble.toml"
    path.write_text(CONFIG)
    return path


def test_command_writes_one_pdf(tmp_path: Path, config: Path) -> None:
    out = str(tmp_path / "board.pdf")
    words = ("board", "template", "--config", str(config), "--out", out)
    done = typed(*words)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        out,
        "Sheets of A4: 5. Print at 100 %, not “fit to page”, and measure the scale bar.",
    ]
    assert len(printed(Path(out).read_bytes())) == 5
    assert typed(*words) == (2, "", f"cribble: {out} already exists.\n")


def test_command_writes_numbered_svg(tmp_path: Path, config: Path) -> None:
    out = tmp_path / "board.svg"
    words = ("board", "template", "--config", str(config), "--paper", "letter", "--out", str(out))
    done = typed(*words)
    names = [str(tmp_path / f"board-{number}.svg") for number in range(1, 6)]
    assert (done.code, done.out.splitlines()[:5]) == (0, names)
    Path(names[0]).unlink()
    assert typed(*words) == (2, "", f"cribble: {names[1]} already exists.\n")
    assert not Path(names[0]).exists()


def test_template_drills_holes_for_the_lights_of_the_config(tmp_path: Path) -> None:
    out = tmp_path / "first.pdf"
    first = str(ROOT / "docs/boards/plank.toml")
    done = typed("board", "template", "--config", first, "--paper", "letter", "--out", str(out))
    assert (done.code, done.err) == (0, "")
    assert "drill 12 mm" in printed(out.read_bytes())[0].words


WRONG = {
    ("--drill", "0"): "--drill cannot be 0; it must be 0.5–15 mm.",
    ("--drill", "nan"): "--drill cannot be nan; it must be 0.5–15 mm.",
    ("--drill", "five"): "--drill cannot be five; it must be 0.5–15 mm.",
    ("--drill", "7"): "A 7 mm drill leaves no wood between the holes: use 6.4 mm at most.",
    ("--paper", "a3"): "--paper cannot be a3; it must be a4 | letter.",
    ("--svg", "--out", "-"): (
        "Standard output can take only one SVG, not 5: name a file, or use --pdf."
    ),
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_template_faults_are_one_sentence(words: tuple[str, ...], config: Path) -> None:
    done = typed("board", "template", "--config", str(config), *words)
    assert done == (2, "", f"cribble: {WRONG[words]}\n")
