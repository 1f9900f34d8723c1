"""The plank that a board is cut from: its outline, its sheen and its grain."""

from collections.abc import Iterator
from itertools import pairwise
from math import sin
from typing import Final

from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.svg.element import at, element
from scorekeeper.board.svg.theme import Theme

GOLDEN: Final = 0.618034
"""Steps of this fraction fill a whole evenly but irregularly: the wood is always the same."""

FIBRES: Final = 22
WAVES: Final = 3


def sheen(theme: Theme, lies: bool) -> str:
    """Return the gradient ``plank``: lighter along the middle."""
    stops = ((0, theme.dark), (0.5, theme.light), (1, theme.dark))
    across = {"x2": 0, "y2": 1} if lies else {}
    return element(
        "linearGradient",
        *(element("stop", offset=offset, stop_color=colour) for offset, colour in stops),
        id="plank",
        **across,
    )


def outline(size: Point, unit: float) -> str:
    """Return the clip path ``outline``, so that no grain runs over the edge."""
    return element("clipPath", _rounded(size, unit, 0.1), id="outline")


def plank(size: Point, unit: float, theme: Theme) -> str:
    """Return the wood and its edge."""
    return "".join(
        (
            element(
                "g",
                _rounded(size, unit, 0, fill="url(#plank)"),
                *_grain(size, unit),
                clip_path="url(#outline)",
                fill="none",
                stroke=theme.edge,
            ),
            _rounded(size, unit, 0.1, fill="none", stroke=theme.edge, stroke_width=0.2 * unit),
            _rounded(size, unit, 0.26, fill="none", stroke="#fff", stroke_opacity=".14"),
        )
    )


def _rounded(size: Point, unit: float, inset: float, **looks: object) -> str:
    by = inset * unit
    if "stroke" in looks:
        looks = {"stroke_width": 0.07 * unit, **looks}
    return element(
        "rect",
        x=by or None,
        y=by or None,
        width=size.x - 2 * by,
        height=size.y - 2 * by,
        rx=1.4 * unit,
        **looks,
    )


def _grain(size: Point, unit: float) -> Iterator[str]:
    """Yield fibres along the longer side."""
    lies = size.x >= size.y
    long, wide = (size.x, size.y) if lies else (size.y, size.x)
    for fibre in range(FIBRES):
        part = fibre * GOLDEN % 1
        sway = unit * (0.2 + 0.5 * (fibre * 0.37 % 1))
        middle = wide * (fibre + part) / FIBRES
        ways = [
            Point(long * step / WAVES, middle + sway * sin(1.9 * step + 2.4 * fibre))
            for step in range(WAVES + 1)
        ]
        yield element(
            "path",
            d=_swaying(ways if lies else [Point(way.y, way.x) for way in ways], lies),
            stroke_width=unit * (0.03 + 0.11 * part),
            opacity=f"{0.05 + 0.11 * (fibre * 0.73 % 1):.2f}",
        )


def _swaying(ways: list[Point], lies: bool) -> str:
    """Return a smooth curve through *ways* that leaves each of them along the grain."""
    pieces = [f"M{at(ways[0])}"]
    for here, there in pairwise(ways):
        half = Point((here.x + there.x) / 2, (here.y + there.y) / 2)
        one, other = (
            (Point(half.x, here.y), Point(half.x, there.y))
            if lies
            else (Point(here.x, half.y), Point(there.x, half.y))
        )
        pieces.append(f"C{at(one)} {at(other)} {at(there)}")
    return "".join(pieces)
