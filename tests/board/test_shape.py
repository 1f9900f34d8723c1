"""Every shape with all measures: positions of holes, pieces, lines and numbers."""

import json
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import dist, nan
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.board.shape import (
    MAX_LAPS,
    CannotBeBuilt,
    Fit,
    Measures,
    Misfit,
    NoLine,
    PegPlace,
    Point,
    Segment,
    Shape,
    fit,
)
from scorekeeper.board.shapes import SHAPES, UnknownShape, shape_named
from tests.kit.paths import DATA

CELL = 10.0


def drawn(shape: Shape) -> list[str]:
    """Draw holes by number: ``o`` for a start hole, ``'`` before a label; margins are trimmed.

    For pitches and lanes of one cell; holes between cells are errors.
    """
    cells: dict[tuple[int, int], str] = {}
    for track in shape.tracks:
        for start in track.starts:
            cells[_cell(start)] = "o"
        for hole, at in enumerate(track.holes, 1):
            cells[_cell(at)] = str(hole)
    for number in shape.numbers:
        assert _cell(number.at) not in cells
        cells[_cell(number.at)] = f"'{number.hole}"
    rows, columns = zip(*cells, strict=True)
    return [
        "".join(
            cells.get((row, column), "").rjust(4)
            for column in range(min(columns), max(columns) + 1)
        ).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]


def _cell(at: Point) -> tuple[int, int]:
    row, column = at.y / CELL, at.x / CELL
    assert abs(row - round(row)) < 1e-6, at
    assert abs(column - round(column)) < 1e-6, at
    return round(row), round(column)


USUAL = {"classic": 61, "sixty-one": 61, "straight": 121, "paperclip": 121}


class Kind(NamedTuple):
    """A shape with its options, and whether it is for tape."""

    name: str
    measures: dict[str, Any]
    on_tape: bool = True


KINDS = [
    *(Kind(name, {"game_holes": holes}) for name in SHAPES for holes in ("each", "one")),
    Kind("sixty-one", {"ends": "opposite"}),
    *(
        Kind("paperclip", {"game_holes": holes, "bends": "round"}, on_tape=False)
        for holes in ("each", "one")
    ),
]
MEASURES = [
    (6.94, 14.0, 0.0),
    (16.67, 7.0, 5.0),
    (33.3, 80.0, 0.0),
]
"""Tape with 144 and 60 lights per metre, and single pixels: pitch, lane and street gap."""


@cache
def all_shapes() -> list[tuple[Kind, Shape]]:
    return [
        (
            kind,
            shape_named(
                kind.name,
                Measures(tracks=tracks, pitch=pitch, lane=lane, street_gap=gap, **kind.measures),
            ),
        )
        for kind, (pitch, lane, gap), tracks in product(KINDS, MEASURES, (1, 2, 3))
        if tracks < 3 or "ends" not in kind.measures
    ]


def every_shape(check: Callable[[Kind, Shape], None]) -> Callable[[], None]:
    def test() -> None:
        failed = []
        for kind, shape in all_shapes():
            try:
                check(kind, shape)
            except AssertionError as wrong:
                failed.append((kind, len(shape.tracks), shape.pitch, shape.lane, str(wrong)))
        assert not failed

    test.__doc__ = check.__doc__
    return test


def all_holes(shape: Shape) -> list[Point]:
    """Return all holes that are drilled, including start holes; a shared game hole once."""
    places = [place for track in shape.tracks for place in (*track.holes, *track.starts)]
    return sorted(set(places))


def nearest(places: Sequence[Point]) -> float:
    least = float("inf")
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            if other.x - one.x >= least:
                break
            least = min(least, dist(one, other))
    return least


def all_lines(shape: Shape) -> Iterator[Segment]:
    for track, hole in product(range(len(shape.tracks)), range(1, shape.holes)):
        yield shape.across(track, hole)


def from_line(place: Point, line: Segment) -> float:
    (x, y), (x_end, y_end) = line
    across, down = x_end - x, y_end - y
    part = ((place.x - x) * across + (place.y - y) * down) / (across**2 + down**2)
    part = max(0.0, min(1.0, part))
    return dist(place, (x + part * across, y + part * down))


@every_shape
def test_every_hole_has_room_around_it(kind: Kind, shape: Shape) -> None:
    tracks = len(shape.tracks)
    shared = tracks > 1 and kind.measures.get("game_holes") == "one"
    assert shape.one_game_hole == shared
    places = all_holes(shape)
    assert len(places) == tracks * (USUAL[kind.name] + 2) - shared * (tracks - 1)
    assert nearest(places) >= min(shape.pitch, shape.lane) - 1e-6
    if shared and kind.name in {"classic", "sixty-one"}:
        middle = (min(place.x for place in places) + max(place.x for place in places)) / 2
        assert abs(shape.tracks[0].holes[-1].x - middle) < 1e-6, "the game hole for all"


@every_shape
def test_pieces_cover_the_whole_track(kind: Kind, shape: Shape) -> None:
    gaps = False
    for track in shape.tracks:
        assert sum(track.pieces) == len(track.holes)
        assert track.pieces == shape.tracks[0].pieces
        for row in track.rows:
            steps = [dist(track.holes[hole - 1], track.holes[hole]) for hole in row[:-1]]
            assert all(step >= shape.pitch - 1e-6 for step in steps)
            gaps = gaps or any(step > shape.pitch + 1e-6 for step in steps)
    assert shape.on_tape == (kind.on_tape and not gaps)


@every_shape
def test_streets_of_five_are_set_apart_by_the_gap(kind: Kind, shape: Shape) -> None:
    for row in (row for row in shape.tracks[0].rows if shape.tracks[0].is_straight(row)):
        holes = shape.tracks[0].holes
        for hole in row[:-1]:
            more = dist(holes[hole - 1], holes[hole]) - shape.pitch
            assert more < 1e-6 or (hole % 5 == 0 and abs(more - 5) < 1e-6)


@every_shape
def test_numbers_and_lines_keep_off_the_holes(kind: Kind, shape: Shape) -> None:
    places, unit = all_holes(shape), min(shape.pitch, shape.lane)
    for number in shape.numbers:
        assert min(dist(number.at, place) for place in places) >= unit - 1e-6
    for one, other in combinations(shape.numbers, 2):
        assert dist(one.at, other.at) > unit
    for line in all_lines(shape):
        assert abs(dist(*line) - shape.lane) < 1e-6
        reach = shape.lane + unit
        first, last = (bisect(places, (line.start.x + aside,)) for aside in (-reach, reach))
        near = places[first:last]
        assert min(from_line(place, line) for place in near) > 0.45 * unit


@every_shape
def test_lines_stand_across_the_track_behind_their_holes(kind: Kind, shape: Shape) -> None:
    for number, track in enumerate(shape.tracks):
        for row in track.rows:
            is_straight = track.is_straight(row)
            for hole in range(row.start, min(row.stop, shape.holes)):
                start, end = shape.across(number, hole)
                middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
                here, there = track.holes[hole - 1 : hole + 1]
                half = shape.pitch / 2 if hole == row[-1] else dist(here, there) / 2
                assert any(abs(dist(middle, place) - half) < 1e-6 for place in (here, there))
                if is_straight:
                    way = track.heading(hole)
                    assert dist(start, middle.moved(Point(way.y, -way.x), shape.lane / 2)) < 1e-6
    for hole in (0, shape.holes):
        with pytest.raises(NoLine, match=f"lines can follow holes 1 to {shape.holes - 1}"):
            shape.across(0, hole)


@every_shape
def test_every_tenth_hole_is_numbered(kind: Kind, shape: Shape) -> None:
    assert {number.hole for number in shape.numbers} == set(range(10, shape.holes, 10))
    for number in shape.numbers:
        beside = [dist(track.holes[number.hole - 1], number.at) for track in shape.tracks]
        assert abs(min(beside) - shape.lane) < 1e-6


@every_shape
def test_everything_is_inside_the_outline(kind: Kind, shape: Shape) -> None:
    margin = 2 * max(shape.lane, shape.pitch)
    holes = all_holes(shape)
    written = [number.at for number in shape.numbers]
    lines = [end for line in all_lines(shape) for end in line]
    inlays = [bend.at for track in shape.tracks for bend in track.inlay]
    for edge, places in ((margin, holes), (0.0, [*written, *lines, *inlays])):
        for x, y in places:
            assert edge - 1e-6 <= x <= shape.size.x - edge + 1e-6
            assert edge - 1e-6 <= y <= shape.size.y - edge + 1e-6


@every_shape
def test_inlay_leads_from_the_start_to_the_end(kind: Kind, shape: Shape) -> None:
    for track in shape.tracks:
        assert track.inlay[0].at == track.starts[1]
        assert track.inlay[-1].at == track.holes[-2 if shape.one_game_hole else -1]


lengths = st.floats(1, 100)
any_measures = st.builds(
    Measures,
    tracks=st.integers(1, 3),
    pitch=lengths,
    lane=lengths,
    street_gap=st.just(0.0) | st.floats(0, 50),
    game_holes=st.sampled_from(["one", "each"]),
    bends=st.sampled_from(["square", "round"]),
)


@settings(max_examples=100)
@given(st.sampled_from(sorted(SHAPES)), any_measures)
def test_holes_keep_their_distance_for_any_measures(name: str, measures: Measures) -> None:
    assert (
        nearest(all_holes(shape_named(name, measures))) >= min(measures.pitch, measures.lane) - 1e-6
    )


def fitted_on(name: str, goals: tuple[int, ...], tracks: int = 2) -> Fit:
    found = fit(shape_named(name, Measures(tracks=tracks)), goals)
    assert isinstance(found, Fit)
    return found


def test_teams_share_tracks_on_a_board_with_fewer() -> None:
    for tracks, wanted in {1: (0, 0, 0), 2: (0, 1, 0), 3: (0, 1, 2)}.items():
        fitted = fitted_on("classic", (121,) * 3, tracks)
        assert (fitted.tracks, fitted.shared) == (wanted, tracks < 3)
    assert fitted_on("classic", (121,) * 5, 3).tracks == (0, 1, 2, 0, 1)
    assert not fitted_on("classic", (121,) * 2, 3).shared


def test_teams_with_goals_of_their_own_end_where_each_has_won() -> None:
    classic, straight = (fitted_on(name, (61, 121)) for name in ("classic", "straight"))
    assert (classic.place_of(0, 60), classic.place_of(0, 61)) == ((0, 60, 1), (0, 61, 1))
    assert (classic.place_of(1, 61), classic.place_of(1, 121)) == ((1, 1, 2), (1, 61, 2))
    assert (straight.place_of(0, 61), straight.last(0)) == ((0, 61, 1), 61)
    assert (classic.whole, straight.whole) == (True, False)


targets = st.integers(31, 363)
holes = st.integers(2, 200)


@given(holes, targets)
def test_next_point_is_the_next_hole_of_the_lap(holes: int, target: int) -> None:
    fitted = fit(shape_named("straight", Measures(holes=holes)), (target,) * 2)
    if isinstance(fitted, Misfit):
        assert (target - 1) / (holes - 1) > MAX_LAPS
        return
    stands = [fitted.place_of(0, score) for score in range(target + 1)]
    for before, after in pairwise(stands):
        assert after in (PegPlace(0, before.hole + 1, before.lap), PegPlace(0, 1, before.lap + 1))
    assert stands[-1].lap == fitted.laps <= MAX_LAPS
    assert (stands[-1].hole == holes) is fitted.whole
    assert all(stand.hole < holes for stand in stands[:-1])


SMALL_BOARDS = (DATA / "small-boards.txt").read_text(encoding="utf-8").rstrip().split("\n\n= ")


@pytest.mark.parametrize("board", SMALL_BOARDS[1:], ids=lambda board: board.partition("\n")[0])
def test_small_board_has_its_holes_as_in_the_drawing(board: str) -> None:
    heading, *drawing = board.split("\n")
    name, measures = heading.split(" ", 1)
    shape = shape_named(name, Measures(pitch=10.0, lane=10.0, **json.loads(measures)))
    assert drawn(shape) == drawing


@pytest.mark.parametrize("bends", ["square", "round"])
@pytest.mark.parametrize("holes", range(46, 122, 5))
def test_paperclip_of_any_length_has_whole_streets(holes: int, bends: Any) -> None:
    shape = shape_named("paperclip", Measures(holes=holes, bends=bends, game_holes="one"))
    left, big, right, small, middle, game = shape.tracks[0].pieces
    assert (small, game) == (5, 1)
    assert all(size % 5 == 0 for size in (left, big, right, middle))
    assert left - 5 <= right <= left
    assert middle <= right - (5 if bends == "square" else 0)
    assert nearest(all_holes(shape)) >= shape.pitch - 1e-6


def test_unknown_shape_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownShape, match=r"unknown board shape 'staight'; available: .*straight"):
        shape_named("staight", Measures())


@pytest.mark.parametrize("wrong", [{"tracks": 0}, {"holes": -1}, {"pitch": nan}, {"lane": -1.0}])
def test_measures_that_no_board_has_are_refused(wrong: dict[str, Any]) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(CannotBeBuilt, match=f"{name} cannot be {value}"):
        Measures(**wrong)


@pytest.mark.parametrize(
    ("name", "measures", "sentence"),
    [
        ("classic", Measures(holes=3), "a board's holes cannot be 3; it must be 5, 7, 9 …"),
        ("sixty-one", Measures(holes=62), "a board's holes cannot be 62; it must be 5, 7, 9 …"),
        (
            "sixty-one",
            Measures(tracks=3, ends="opposite"),
            'a board\'s tracks cannot be 3; it must be ≤ 2 (ends = "opposite")',
        ),
        (
            "sixty-one",
            Measures(game_holes="one", ends="opposite"),
            'a board\'s game_holes cannot be \'one\'; it must be "each" (ends = "opposite")',
        ),
        ("straight", Measures(holes=1), "a board's holes cannot be 1; it must be ≥ 2"),
        (
            "paperclip",
            Measures(holes=120),
            "a board's holes cannot be 120; it must be 46, 51, 56 …",
        ),
    ],
)
def test_measures_that_a_shape_cannot_have_are_refused(
    name: str, measures: Measures, sentence: str
) -> None:
    with pytest.raises(CannotBeBuilt) as refusal:
        shape_named(name, measures)
    assert str(refusal.value) == sentence
