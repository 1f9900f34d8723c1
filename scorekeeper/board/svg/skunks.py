"""The skunk lines, and their letters where nothing else is written or cut."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import Final

from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.geometry.shape import Point, Segment, Shape
from scorekeeper.board.svg.element import drawn, element, lettering, written
from scorekeeper.board.svg.theme import Theme

LETTERS: Final = ("S", "SS")
"""At the skunk line, and at the double skunk line."""

BEYOND: Final = (0.5, 0.8, 1.1)
ASIDE: Final = (0, 0.5, -0.5, 0.8, -0.8)
"""Places of letters: beyond the end of their line, and to its sides."""
ROOM: Final = 0.72
"""The distance to everything else, all relative to the width of a lane."""


def skunks(
    shape: Shape, fit: Fit, below: Sequence[int], unit: float, theme: Theme
) -> Iterator[str]:
    """Yield the line that a loser must have crossed for every bound; *below* are their scores."""
    for letters, bound in zip(LETTERS, sorted(below, reverse=True), strict=False):
        hole = fit.place_of(0, bound - 1).hole
        tracks = range(len(shape.tracks)) if 0 < hole < shape.holes else ()
        lines = [shape.across(track, hole) for track in tracks]
        if not lines:
            continue
        d = "".join(map(drawn, lines))
        yield element(
            "g",
            element("path", d=d, stroke="#fff", stroke_width=0.19 * unit, stroke_linecap="round"),
            element(
                "path",
                d=d,
                stroke="#b3001b",
                stroke_width=0.12 * unit,
                stroke_dasharray=f"{0.19 * unit:.2f} {0.15 * unit:.2f}",
            ),
        )
        yield _letters(letters, _beside(lines, shape, unit), unit, theme)


def _letters(letters: str, there: Point, unit: float, theme: Theme) -> str:
    return element(
        "g", written(letters, there, unit), fill=theme.skunk, font_weight="700", **lettering(unit)
    )


def _beside(lines: Sequence[Segment], shape: Shape, unit: float) -> Point:
    """Return the place nearest to an end of *lines* that is clear; else the one with most room."""
    taken = tuple(_taken(shape))
    places = [
        _aside(end, other, beyond * unit, aside * unit)
        for beyond in BEYOND
        for aside in ASIDE
        for line in lines
        for end, other in (line, line[::-1])
    ]
    rooms = [min(dist(place, thing) for thing in taken) for place in places]
    free = [place for place, room in zip(places, rooms, strict=True) if room >= ROOM * unit]
    return free[0] if free else places[rooms.index(max(rooms))]


def _taken(shape: Shape) -> Iterator[Point]:
    """Yield where letters would be hard to read: holes, places between them, and numbers."""
    yield from (number.at for number in shape.numbers)
    for track in shape.tracks:
        yield from track.holes
        ways = (*track.starts, *track.holes)
        yield from (Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(ways))


def _aside(end: Point, other: Point, beyond: float, aside: float) -> Point:
    """Return the place on from *end*, away from *other*, and *aside* to the side."""
    long = dist(end, other)
    x, y = (end.x - other.x) / long, (end.y - other.y) / long
    return Point(end.x + beyond * x - aside * y, end.y + beyond * y + aside * x)
