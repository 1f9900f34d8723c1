"""The SVG drawing of a board: wood, grain, lines, numbers, holes and pegs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final, NamedTuple

import msgspec

from scorekeeper.board.light import MIN_COLOURS, TEAM_COLOURS, Colour
from scorekeeper.board.shape import STREET, Bend, Fit, Point, Segment, Shape


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of one kind of wood: the ``light`` and ``dark`` parts of the plank, its ``edge``
    and grain, the ``ink`` of lines and numbers, and the colour of the ``skunk`` letters."""

    light: str
    dark: str
    edge: str
    ink: str
    skunk: str


THEMES: Final[Mapping[str, Theme]] = {
    "walnut": Theme(
        light="#6e4424", dark="#55311a", edge="#2b1709", ink="#f6e3c5", skunk="#ffd9d2"
    ),
    "maple": Theme(light="#e3bd84", dark="#cf9f60", edge="#7a5224", ink="#3d260f", skunk="#7c0a1c"),
}

DEPTH: Final = 0.72
"""Share of an LED colour's brightness retained on wood; bright colours retain more."""
DULL: Final = 14
"""Grey added to every colour, because wood is less saturated than light."""


class Dye(msgspec.Struct, frozen=True):
    """A team's colour on wood, and on the lit and the shaded side of a peg."""

    fill: str
    light: str
    dark: str


def dye(colour: Colour) -> Dye:
    """Return a team's colour for a drawing: darker than the LED, so that numbers stay readable."""
    red, green, blue = colour
    bright = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    deep = DEPTH + (1 - DEPTH) * bright
    fill = tuple(DULL + (1 - DULL / 128) * part * deep for part in (red, green, blue))
    return Dye(
        _hex(fill),
        _hex(tuple(part + (255 - part) * 0.5 for part in fill)),
        _hex(tuple(part * 0.45 for part in fill)),
    )


def _hex(colour: tuple[float, ...]) -> str:
    return f"#{bytes(round(part) for part in colour).hex()}"


GOLDEN: Final = 0.618034
"""Multiples of this fraction are spread evenly but irregularly; no random numbers are needed."""

FIBRES: Final = 22
WAVES: Final = 3


def gradient(kind: str, stops: Mapping[float, str], **looks: object) -> str:
    """Return a gradient: *stops* are its colours, by their offset from 0 to 1."""
    colours = (element("stop", offset=f"{at:g}", stop_color=stops[at]) for at in stops)
    return element(f"{kind}Gradient", *colours, **looks)


def plank(size: Point, unit: float, theme: Theme) -> Iterator[str]:
    """Yield the wood and its edge."""
    yield element(
        "g",
        _rounded(size, unit, 0, fill="url(#plank)"),
        *_grain(size, unit),
        clip_path="url(#outline)",
        fill="none",
        stroke=theme.edge,
    )
    yield _rounded(size, unit, 0.1, fill="none", stroke=theme.edge, stroke_width=0.2 * unit)
    yield _rounded(size, unit, 0.26, fill="none", stroke="#fff", stroke_opacity=".14")


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
    """Return a smooth curve through *ways* that runs along the grain at each of them."""
    pieces = [f"M{xy(ways[0])}"]
    for here, there in pairwise(ways):
        half = here.halfway(there)
        leaving, arriving = (
            (Point(half.x, here.y), Point(half.x, there.y))
            if lies
            else (Point(here.x, half.y), Point(there.x, half.y))
        )
        pieces.append(f"C{xy(leaving)} {xy(arriving)} {xy(there)}")
    return "".join(pieces)


GOLD: Final = "#e9c46a"
GOLD_EDGE: Final = "#7a5a12"
RAYS: Final = 8


def streets(shape: Shape, unit: float, theme: Theme) -> str:
    """Return the thin line at the end of each street of every track."""
    lines = (
        drawn(shape.across(track, hole))
        for track in range(len(shape.tracks))
        for hole in range(STREET, shape.holes - 1, STREET)
    )
    return element(
        "path", d="".join(lines), stroke=theme.ink, stroke_width=f"{0.08 * unit:.2f}", opacity=".5"
    )


def numbers(shape: Shape, unit: float, theme: Theme) -> str:
    """Return the hole numbers."""
    return element(
        "g",
        *(written(str(one.hole), one.at, unit) for one in shape.numbers),
        fill=theme.ink,
        fill_opacity=".92",
        **lettering(unit),
    )


def stars(shape: Shape, unit: float) -> str:
    """Return a star around every game hole, as large as the neighbouring holes allow."""
    drawn_stars = ""
    for hole in dict.fromkeys(track.holes[-1] for track in shape.tracks):
        others = (other for track in shape.tracks for other in track.holes if other != hole)
        nearest = min((dist(hole, other) for other in others), default=unit)
        outer = min(1.06 * unit, nearest - 0.45 * unit)
        rays = [(step * pi / RAYS, 0.58 if step % 2 else 1) for step in range(2 * RAYS)]
        points = [
            Point(hole.x + far * outer * sin(turn), hole.y - far * outer * cos(turn))
            for turn, far in rays
        ]
        drawn_stars += f"M{'L'.join(map(xy, points))}z"
    return element("path", d=drawn_stars, fill=GOLD, stroke=GOLD_EDGE, stroke_width=0.06 * unit)


def ends(shape: Shape, fit: Fit, unit: float) -> str:
    """Return a ring around the last hole of teams whose goal is not the game hole."""
    stands = (fit.place_of(team, goal) for team, goal in enumerate(fit.goals))
    holes = dict.fromkeys(shape.tracks[stand.track].holes[stand.hole - 1] for stand in stands)
    return element(
        "path", d=dots(holes), stroke=GOLD, stroke_width=0.8 * unit, stroke_linecap="round"
    )


LETTERS: Final = ("S", "SS")
"""Labels of the skunk line and the double skunk line."""

BEYOND: Final = (0.5, 0.8, 1.1)
ASIDE: Final = (0, 0.5, -0.5, 0.8, -0.8)
"""Candidate offsets of a label beyond the end of its line, and to either side, in lane widths."""
ROOM: Final = 0.72
"""Minimum distance from a label to holes and numbers, in lane widths."""


def skunks(
    shape: Shape, fit: Fit, below: Sequence[int], unit: float, theme: Theme
) -> Iterator[str]:
    """Yield the skunk line for each bound; *below*: the scores below which a loser is skunked."""
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
        label = written(letters, _beside(lines, shape, unit), unit)
        yield element("g", label, fill=theme.skunk, font_weight="700", **lettering(unit))


def _beside(lines: Sequence[Segment], shape: Shape, unit: float) -> Point:
    """Return the free position nearest to an end of *lines*, or else the one with the most room."""
    taken = tuple(_taken(shape))
    places = [
        end.moved(way, beyond * unit).moved(Point(-way.y, way.x), aside * unit)
        for beyond in BEYOND
        for aside in ASIDE
        for line in lines
        for end, other in (line, line[::-1])
        for way in [other.towards(end)]
    ]
    rooms = [min(dist(place, thing) for thing in taken) for place in places]
    free = [place for place, room in zip(places, rooms, strict=True) if room >= ROOM * unit]
    return free[0] if free else places[rooms.index(max(rooms))]


def _taken(shape: Shape) -> Iterator[Point]:
    """Yield positions that a label must avoid: holes, midpoints between them, and numbers."""
    yield from (number.at for number in shape.numbers)
    for track in shape.tracks:
        yield from track.holes
        ways = (*track.starts, *track.holes)
        yield from (here.halfway(there) for here, there in pairwise(ways))


FRONT: Final = 0.52
"""Radius of a front peg, relative to the distance between two holes."""
BACK: Final = 0.4

SIGNS: Final = (
    None,
    "M-.26-.26L.26 .26M-.26 .26L.26-.26",
    "M-.3 0H.3",
    "M0-.3V.3",
    "M0-.28L.25 .18H-.25Z",
)
"""The mark cut into the head of a front peg, by team, for users who cannot rely on colour: none,
a cross, a horizontal bar, a vertical bar, a triangle. Paths, in units of the distance between
holes."""


class PegPoints(NamedTuple):
    """The scores at which a team's front and back pegs stand."""

    front: int
    back: int


def symbols(dyes: Sequence[Dye], unit: float) -> Iterator[str]:
    """Yield the symbols ``front-0``, ``back-0`` and so on, each centred on its hole."""
    for team, dye in enumerate(dyes):
        stops = {0: dye.light, 0.45: dye.fill, 1: dye.dark}
        yield gradient("radial", stops, id=f"peg-{team}", cx=".35", cy=".3", r=".8")
        scale, sign = f"scale({number(unit)})", SIGNS[team % len(SIGNS)]
        ink = "#fff" if team == 1 else dye.dark
        line = {"fill": "none", "stroke": ink, "stroke_width": ".13", "stroke_linecap": "round"}
        cut = element("path", d=sign, **line) if sign else ""
        front = (*_head(team, FRONT, dye), _ring(FRONT + 0.07, "0.10", "0.95"), cut)
        pit = element("circle", r=".16", fill=dye.dark)
        back = (*_head(team, BACK, dye), _ring(BACK + 0.04, "0.06", "0.65"), pit)
        yield element("g", *front, id=f"front-{team}", transform=scale)
        yield element("g", *back, id=f"back-{team}", transform=scale)


def _head(team: int, radius: float, dye: Dye) -> Iterator[str]:
    """Yield the shadow and the head of a peg."""
    yield element(
        "ellipse",
        cx=f"{0.3 * radius:.2f}",
        cy=f"{0.5 * radius:.2f}",
        rx=f"{1.06 * radius:.2f}",
        ry=f"{0.9 * radius:.2f}",
        opacity=".35",
    )
    fill = f"url(#peg-{team})"
    yield element("circle", r=f"{radius:.2f}", fill=fill, stroke=dye.dark, stroke_width=".06")


def _ring(radius: float, width: str, opacity: str) -> str:
    line = {"stroke": "#fff", "stroke_width": width, "opacity": opacity}
    return element("circle", r=f"{radius:.2f}", fill="none", **line)


def standing(shape: Shape, fit: Fit, pegs: Sequence[PegPoints]) -> Iterator[str]:
    """Yield the back pegs, then the front pegs on top of them."""
    for kind in ("back", "front"):
        for team, points in enumerate(pegs):
            stand = fit.place_of(team, getattr(points, kind))
            track = shape.tracks[stand.track]
            start = track.starts[kind == "back"]
            x, y = track.holes[stand.hole - 1] if stand.hole else start
            yield element("use", href=f"#{kind}-{team}", x=x, y=y)


HOLE: Final = 0.44
"""Diameter of a hole, relative to the distance to the next one."""
RIM: Final = 0.07
INLAY: Final = 0.82
"""Width of an inlay, relative to its lane."""
GIRTH: Final = 1.45
"""The largest width assumed for a lane, relative to the distance between holes."""


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
    """Return a complete drawing of *shape*, in mm.

    *colours* are those of the teams, *theme* is a key of THEMES. Skunk lines and pegs need a *fit*:
    *below* are the skunk bounds of the rules, *pegs* the scores of each team. The output is
    deterministic.
    """
    looks = THEMES[theme]
    unit, girth = min(shape.pitch, shape.lane), min(shape.lane, GIRTH * shape.pitch)
    width, height = map(number, shape.size)
    teams = max(MIN_COLOURS, len(shape.tracks), len(fit.goals) if fit else 0)
    dyes = tuple(map(dye, colours[:teams]))
    holes = dict.fromkeys(hole for track in shape.tracks for hole in (*track.starts, *track.holes))
    ways = [_way(track.inlay) for track in shape.tracks]
    sheen = {0: looks.dark, 0.5: looks.light, 1: looks.dark}  # Lightest along the middle.
    across = {"x2": 0, "y2": 1} if shape.size.x >= shape.size.y else {}
    return element(
        "svg",
        element("title", escape(title)) if title else "",
        element(
            "defs",
            gradient("linear", sheen, id="plank", **across),
            # No grain runs over the edge.
            element("clipPath", _rounded(shape.size, unit, 0.1), id="outline"),
            element("path", d=dots(holes), id="holes"),
            *symbols(dyes, unit),
        ),
        *plank(shape.size, unit, looks),
        element(  # The coloured wood beneath each track, and the shadow of its groove.
            "g",
            element("path", d="".join(ways), stroke="#000", stroke_width=0.9 * girth, opacity=".3"),
            *(
                element("path", d=way, stroke=dyes[track % len(dyes)].fill, opacity=".66")
                for track, way in enumerate(ways)
            ),
            fill="none",
            stroke_width=INLAY * girth,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        streets(shape, unit, looks),
        numbers(shape, girth, looks),
        stars(shape, unit),
        ends(shape, fit, unit) if fit and not fit.whole else "",
        *(skunks(shape, fit, below, girth, looks) if fit else ()),
        *(  # The holes, and the light reflected from their rims.
            element(
                "use",
                href="#holes",
                stroke=colour,
                stroke_opacity=".3" if colour == "#fff" else None,
                stroke_width=f"{width * unit:.2f}",
                stroke_linecap="round",
            )
            for colour, width in (("#fff", HOLE + RIM), ("#1d0f06", HOLE))
        ),
        *(standing(shape, fit, pegs) if fit else ()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
    )


def _way(inlay: Sequence[Bend]) -> str:
    first, *others = inlay
    return f"M{xy(first.at)}" + "".join(map(_step, others))


def _step(bend: Bend) -> str:
    if not bend.radius:
        return f"L{xy(bend.at)}"
    radius = number(abs(bend.radius))
    return f"A{radius} {radius} 0 0 {int(bend.radius > 0)} {xy(bend.at)}"


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return an SVG element. ``stroke_width=2`` becomes ``stroke-width="2"``; None is left out."""
    given = ""
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, int | float) else escape(str(value))
            given += f' {key.rstrip("_").replace("_", "-")}="{text}"'
    body = "".join(inside)
    return f"<{name}{given}>{body}</{name}>" if body else f"<{name}{given}/>"


def number(value: float) -> str:
    """Return a length rounded to a tenth, without trailing zeros."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def xy(point: Point) -> str:
    """Return the coordinates of a point in path syntax."""
    return f"{number(point.x)} {number(point.y)}"


def dots(points: Iterable[Point]) -> str:
    """Return a path of zero-length strokes, which renders as one dot per point."""
    return "".join(f"M{xy(point)}h0" for point in points)


def drawn(line: Segment) -> str:
    """Return *line* in path syntax."""
    return f"M{xy(line.start)}L{xy(line.end)}"


def written(text: str, there: Point, unit: float) -> str:
    """Return a text element centred on *there*."""
    return element("text", text, x=there.x, y=there.y + 0.2 * unit)


def lettering(unit: float) -> dict[str, object]:
    """Return the font attributes shared by all text on a board."""
    return {"font_family": "Georgia,serif", "font_size": 0.62 * unit, "text_anchor": "middle"}
