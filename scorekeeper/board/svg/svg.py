"""The whole drawing of a board, as one SVG text."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.geometry.shape import Bend, Shape
from scorekeeper.board.light.colour import LEAST_COLOURS, TEAM_COLOURS, Colour
from scorekeeper.board.svg.element import at, dots, element, number
from scorekeeper.board.svg.marks import ends, numbers, stars, streets
from scorekeeper.board.svg.pegs import PegPoints, standing, symbols
from scorekeeper.board.svg.plank import outline, plank, sheen
from scorekeeper.board.svg.skunks import skunks
from scorekeeper.board.svg.theme import THEMES, Dye, Theme, dye

HOLE: Final = 0.44
"""The width of a drawn hole, relative to the distance to the next."""
RIM: Final = 0.07
INLAY: Final = 0.82
"""The width of an inlay, relative to its lane."""
GIRTH: Final = 1.45
"""The most that a lane counts for here, relative to the distance between holes."""


def svg(
    shape: Shape,
    *,
    colours: Sequence[Colour] = TEAM_COLOURS,
    theme: str = "walnut",
    fit: Fit | None = None,
    below: Sequence[int] = (),
    pegs: Sequence[PegPoints] = (),
    title: str = "",
) -> str:
    """Return *shape* as a complete picture, in mm.

    *colours* by team, *theme* one of THEMES. With a *fit* skunk lines and pegs are drawn: *below*
    are the bounds of the rules, *pegs* the points of each team. The same board always gives the
    same text.
    """
    looks = THEMES[theme]
    unit, girth = min(shape.pitch, shape.lane), min(shape.lane, GIRTH * shape.pitch)
    width, height = map(number, shape.size)
    teams = max(LEAST_COLOURS, len(shape.tracks), len(fit.goals) if fit else 0)
    dyes = tuple(map(dye, colours[:teams]))
    return element(
        "svg",
        element("title", escape(title)) if title else "",
        element("defs", *_defined(shape, dyes, unit, looks)),
        plank(shape.size, unit, looks),
        *_inlays(shape, dyes, girth),
        streets(shape, unit, looks),
        numbers(shape, girth, looks),
        stars(shape, unit),
        ends(shape, fit, unit) if fit and not fit.whole else "",
        *(skunks(shape, fit, below, girth, looks) if fit else ()),
        *_holes(unit),
        *(standing(shape, fit, pegs) if fit else ()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
    )


def _defined(shape: Shape, dyes: Sequence[Dye], unit: float, theme: Theme) -> Iterator[str]:
    holes = dict.fromkeys(hole for track in shape.tracks for hole in (*track.starts, *track.holes))
    yield sheen(theme, shape.size.x >= shape.size.y)
    yield outline(shape.size, unit)
    yield element("path", d=dots(holes), id="holes")
    yield from symbols(dyes, unit)


def _inlays(shape: Shape, dyes: Sequence[Dye], girth: float) -> Iterator[str]:
    """Yield the coloured wood beneath each track, and the shadow of its groove."""
    ways = [_way(track.inlay) for track in shape.tracks]
    shadow = element("path", d="".join(ways), stroke="#000", stroke_width=0.9 * girth, opacity=".3")
    coloured = (
        element("path", d=way, stroke=dyes[track % len(dyes)].fill, opacity=".66")
        for track, way in enumerate(ways)
    )
    yield element(
        "g",
        shadow,
        *coloured,
        fill="none",
        stroke_width=INLAY * girth,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _way(inlay: Sequence[Bend]) -> str:
    first, *others = inlay
    return f"M{at(first.at)}" + "".join(map(_step, others))


def _step(bend: Bend) -> str:
    if not bend.radius:
        return f"L{at(bend.at)}"
    radius = number(abs(bend.radius))
    return f"A{radius} {radius} 0 0 {int(bend.radius > 0)} {at(bend.at)}"


def _holes(unit: float) -> Iterator[str]:
    """Yield every hole with the light on its rim."""
    for colour, width in (("#fff", HOLE + RIM), ("#1d0f06", HOLE)):
        yield element(
            "use",
            href="#holes",
            stroke=colour,
            stroke_opacity=".3" if colour == "#fff" else None,
            stroke_width=f"{width * unit:.2f}",
            stroke_linecap="round",
        )
