"""The drawing of a board: every hole in its place, compact, and suited for embedding in a page."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from scorekeeper.board.shape import WAYS, Fit, Measures, Point, Shape, fit, turned
from scorekeeper.board.shapes import SHAPES, proposed_shape, shape_named
from scorekeeper.board.svg import PegPoints, svg
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES
from tools.drawing.__main__ import DOCS
from tools.drawing.boards import games, pictures

NS = "{http://www.w3.org/2000/svg}"
BOARDS = tuple(product(SHAPES, (1, 2, 3)))
ALLOWED = {
    *("svg", "title", "defs", "g", "use", "path", "rect", "circle", "ellipse", "text", "clipPath"),
    *("linearGradient", "radialGradient", "stop"),
}


def fitted(shape: Shape, teams: int = 2, target: int = 61) -> Fit:
    found = fit(shape, (target,) * teams)
    assert isinstance(found, Fit)
    return found


def drawn(shape: Shape, **how: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg(shape, **how))  # type: ignore[arg-type]


def points(path: str) -> set[Point]:
    return {Point(float(x), float(y)) for x, y in re.findall(r"M([-\d.]+) ([-\d.]+)h0", path)}


def tenths(*holes: Point) -> set[Point]:
    return {Point(round(x, 1), round(y, 1)) for x, y in holes}


@pytest.mark.parametrize(("name", "tracks"), BOARDS)
def test_every_hole_is_drawn_where_it_is(name: str, tracks: int) -> None:
    shape = shape_named(name, Measures(tracks=tracks))
    picture = drawn(shape, title="A board")
    wanted = tenths(*(hole for track in shape.tracks for hole in (*track.starts, *track.holes)))
    path = picture.find(f".//{NS}path[@id='holes']")
    assert path is not None
    assert points(path.get("d", "")) == wanted
    assert path.get("d", "").count("M") == len(wanted)
    assert [float(part) for part in picture.get("viewBox", "").split()] == [
        0,
        0,
        *(round(part, 1) for part in shape.size),
    ]


@pytest.mark.parametrize(("name", "tracks"), BOARDS)
def test_drawing_is_small_and_self_contained(name: str, tracks: int) -> None:
    shape = shape_named(name, Measures(tracks=tracks))
    text = svg(
        shape, fit=fitted(shape, 2, 121), below=(91, 61), pegs=(PegPoints(63, 57), PegPoints(1, 0))
    )
    tree = ElementTree.fromstring(text)
    assert {one.tag.removeprefix(NS) for one in tree.iter()} <= ALLOWED
    given = {name for one in tree.iter() for name in one.attrib}
    assert not {name for name in given if name == "style" or name.startswith("on")}
    ids = [one.get("id") for one in tree.iter() if one.get("id")]
    asked = set(re.findall(r"url\(#([\w-]+)\)", text)) | {
        one.get("href", "")[1:] for one in tree.iter(f"{NS}use")
    }
    assert len(ids) == len(set(ids))
    assert asked <= set(ids)


@pytest.mark.parametrize(("name", "way"), tuple(product(SHAPES, WAYS)))
def test_turned_board_is_the_same_board(name: str, way: str) -> None:
    shape = shape_named(name, Measures())
    other = turned(shape, way)  # type: ignore[arg-type]
    lies = other.size.x >= other.size.y
    assert lies == (way == "landscape")
    assert sorted(other.size) == sorted(shape.size)
    if other is not shape:
        high = shape.size.y
        for track, was in zip(other.tracks, shape.tracks, strict=True):
            assert track.holes == tuple(Point(high - y, x) for x, y in was.holes)
            assert track.starts == tuple(Point(high - y, x) for x, y in was.starts)
        assert [one.hole for one in other.numbers] == [one.hole for one in shape.numbers]


def test_pegs_stand_in_their_holes() -> None:
    shape = shape_named("straight", Measures())
    picture = drawn(shape, fit=fitted(shape, 2, 121), pegs=(PegPoints(63, 57), PegPoints(0, 0)))
    uses = {one.get("href"): one for one in picture.iter(f"{NS}use") if one.get("x")}
    one, other = shape.tracks
    wanted = {
        "#front-0": one.holes[62],
        "#back-0": one.holes[56],
        "#front-1": other.starts[0],
        "#back-1": other.starts[1],
    }
    found = {
        name: Point(float(peg.get("x", "")), float(peg.get("y", ""))) for name, peg in uses.items()
    }
    assert found == {name: next(iter(tenths(hole))) for name, hole in wanted.items()}


def red(picture: ElementTree.Element) -> list[str]:
    """Return the skunk lines."""
    return [one.get("d", "") for one in picture.iter(f"{NS}path") if one.get("stroke") == "#b3001b"]


def test_skunk_lines_follow_the_rules() -> None:
    shape = shape_named("straight", Measures())
    picture = drawn(shape, fit=fitted(shape, 2, 121), below=(61, 91))
    found = [[float(x) for x in re.findall(r"[ML]([-\d.]+)", line)] for line in red(picture)]
    row = shape.tracks[0].holes
    middles = [round((row[bound - 2].x + row[bound - 1].x) / 2, 1) for bound in (91, 61)]
    assert found == [[middle] * 4 for middle in middles]
    written = [one.text for one in picture.iter(f"{NS}text") if one.text in {"S", "SS"}]
    assert written == ["S", "SS"]


def gold(picture: ElementTree.Element) -> list[str]:
    return [
        one.get("d", "")
        for one in picture.iter(f"{NS}path")
        if "#e9c46a" in {one.get("fill"), one.get("stroke")}
    ]


def test_end_of_a_short_game_is_marked() -> None:
    shape = shape_named("straight", Measures())
    assert len(gold(drawn(shape, fit=fitted(shape, 2, 121)))) == 1
    _, ring = gold(drawn(shape, fit=fitted(shape, 2, 61)))
    assert points(ring) == tenths(*(track.holes[60] for track in shape.tracks))


@pytest.mark.parametrize("key", RULES)
def test_suggested_board_of_every_game_fits(key: str) -> None:
    shape = proposed_shape(RULES[key])
    rules = RULES[key]
    assert len(shape.tracks) == len(rules.teams)
    assert fitted(shape, len(rules.teams), rules.target).whole
    for name, target in product(SHAPES, (31, 32, 61, 121, 181, 363)):
        house = house_rules(key, {"target": target, "shape": name})
        assert fitted(proposed_shape(house), len(house.teams), target).place_of(0, target).hole


def test_docs_show_every_board_and_how_each_game_fits() -> None:
    text = (DOCS / "boards.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"pictures/boards/([\w-]+)\.svg", text))
    drawn = {path.stem for path in (DOCS / "pictures/boards").iterdir()}
    assert shown == set(pictures()) == drawn
    assert [line for line in games() if line not in text.splitlines()] == []
