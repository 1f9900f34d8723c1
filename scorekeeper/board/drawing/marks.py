"""What is written and cut into a board: lines between the streets, skunk lines, numbers, stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final

from scorekeeper.board.drawing.element import at, dots, element
from scorekeeper.board.drawing.theme import Theme
from scorekeeper.board.fit import Fit
from scorekeeper.board.shape import Line, Point, Shape
from scorekeeper.board.wood import STREET

GOLD: Final = "#e9c46a"
GOLD_EDGE: Final = "#7a5a12"
RAYS: Final = 8

LETTERS: Final = ("S", "SS")
"""At the skunk line, and at the one for losers who are twice as far behind."""


BEYOND: Final = (0.5, 0.8, 1.1)
ASIDE: Final = (0, 0.5, -0.5, 0.8, -0.8)
"""Where letters may stand: so far beyond the end of their line, and to its sides."""
ROOM: Final = 0.72
"""How far they keep from all else, all as parts of the width of a lane."""


def streets(shape: Shape, unit: float, theme: Theme) -> str:
    """The thin line after every fifth hole of each track."""
    lines = (
        _drawn(shape.across(track, hole))
        for track in range(len(shape.tracks))
        for hole in range(STREET, shape.holes - 1, STREET)
    )
    return element(
        "path",
        d="".join(lines),
        stroke=theme.ink,
        stroke_width=f"{0.08 * unit:.2f}",
        opacity=".5",
    )


def numbers(shape: Shape, unit: float, theme: Theme) -> str:
    """The number of every tenth hole or so, beside it."""
    return element(
        "g",
        *(_written(str(one.hole), one.at, unit) for one in shape.numbers),
        fill=theme.ink,
        fill_opacity=".92",
        **_type(unit),
    )


def skunks(
    shape: Shape, fit: Fit, below: Sequence[int], unit: float, theme: Theme
) -> Iterator[str]:
    """The line that a loser must have crossed, once for every bound; *below* is their scores."""
    for letters, bound in zip(LETTERS, sorted(below, reverse=True), strict=False):
        hole = fit.stand(0, bound - 1).hole
        tracks = range(len(shape.tracks)) if 0 < hole < shape.holes else ()
        lines = [shape.across(track, hole) for track in tracks]
        if not lines:
            continue
        d = "".join(map(_drawn, lines))
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
        "g", _written(letters, there, unit), fill=theme.skunk, font_weight="700", **_type(unit)
    )


def _beside(lines: Sequence[Line], shape: Shape, unit: float) -> Point:
    """The place for letters nearest to an end of *lines* where nothing else is written or cut;
    where there is none, the one with the most room."""
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
    """Where letters would be hard to read: holes, what lies between them, and numbers."""
    yield from (number.at for number in shape.numbers)
    for track in shape.tracks:
        yield from track.holes
        ways = (*track.starts, *track.holes)
        yield from (Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(ways))


def _aside(end: Point, other: Point, beyond: float, aside: float) -> Point:
    """On from *end*, away from the *other* end, and so far to the side."""
    long = dist(end, other)
    x, y = (end.x - other.x) / long, (end.y - other.y) / long
    return Point(end.x + beyond * x - aside * y, end.y + beyond * y + aside * x)


def stars(shape: Shape, unit: float) -> str:
    """A star around every game hole, as large as its neighbours allow."""
    game = list(dict.fromkeys(track.holes[-1] for track in shape.tracks))
    return element(
        "path",
        d="".join(_star(hole, _room(shape, hole, unit)) for hole in game),
        fill=GOLD,
        stroke=GOLD_EDGE,
        stroke_width=0.06 * unit,
    )


def ends(shape: Shape, fit: Fit, unit: float) -> str:
    """A ring around the hole in which a game ends that does not reach the game hole."""
    stands = (fit.stand(team, fit.target) for team in range(len(fit.tracks)))
    holes = dict.fromkeys(shape.tracks[stand.track].holes[stand.hole - 1] for stand in stands)
    return element(
        "path", d=dots(holes), stroke=GOLD, stroke_width=0.8 * unit, stroke_linecap="round"
    )


def _room(shape: Shape, hole: Point, unit: float) -> float:
    others = (one for track in shape.tracks for one in track.holes if one != hole)
    nearest = min((dist(hole, one) for one in others), default=unit)
    return min(1.06 * unit, nearest - 0.45 * unit)


def _star(middle: Point, radius: float) -> str:
    points = (
        Point(middle.x + far * sin(step * pi / RAYS), middle.y - far * cos(step * pi / RAYS))
        for step in range(2 * RAYS)
        for far in (radius if step % 2 == 0 else 0.58 * radius,)
    )
    return f"M{'L'.join(map(at, points))}z"


def _drawn(line: Line) -> str:
    return f"M{at(line.start)}L{at(line.end)}"


def _written(text: str, there: Point, unit: float) -> str:
    return element("text", text, x=there.x, y=there.y + 0.2 * unit)


def _type(unit: float) -> dict[str, object]:
    return {
        "font_family": "Georgia,serif",
        "font_size": 0.62 * unit,
        "text_anchor": "middle",
    }
