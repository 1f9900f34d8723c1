"""The pegs: symbols for each team, and their places."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.board.geometry.fit import Fit, PegPlace
from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.svg.element import element, number
from scorekeeper.board.svg.theme import Dye

FRONT: Final = 0.52
"""The radius of a front peg, relative to the distance between two holes."""
BACK: Final = 0.4

SIGNS: Final = (
    None,
    "M-.26-.26L.26 .26M-.26 .26L.26-.26",
    "M-.3 0H.3",
    "M0-.3V.3",
    "M0-.28L.25 .18H-.25Z",
)
"""The cut in the head of a front peg, by team, for people who cannot use colour: none, a cross, a
bar across, a bar upright, a triangle. Within a peg whose hole is 1 from the next."""


class PegPoints(NamedTuple):
    """The points of a team at its front and its back peg."""

    front: int
    back: int


def symbols(dyes: Sequence[Dye], unit: float) -> Iterator[str]:
    """Yield ``front-0``, ``back-0`` and so on, each centred on its hole."""
    for team, dye in enumerate(dyes):
        stops = ((0, dye.light), (0.45, dye.fill), (1, dye.dark))
        yield element(
            "radialGradient",
            *(element("stop", offset=f"{offset:g}", stop_color=colour) for offset, colour in stops),
            id=f"peg-{team}",
            cx=".35",
            cy=".3",
            r=".8",
        )
        scale = f"scale({number(unit)})"
        yield element("g", *_front(team, dye), id=f"front-{team}", transform=scale)
        yield element("g", *_back(team, dye), id=f"back-{team}", transform=scale)


def _front(team: int, dye: Dye) -> Iterator[str]:
    yield _shadow(FRONT)
    yield _head(team, FRONT, dye)
    yield _ring(FRONT + 0.07, 0.1, 0.95)
    if sign := SIGNS[team % len(SIGNS)]:
        yield element(
            "path",
            d=sign,
            fill="none",
            stroke="#fff" if team == 1 else dye.dark,
            stroke_width=".13",
            stroke_linecap="round",
        )


def _back(team: int, dye: Dye) -> Iterator[str]:
    yield _shadow(BACK)
    yield _head(team, BACK, dye)
    yield _ring(BACK + 0.04, 0.06, 0.65)
    yield element("circle", r=".16", fill=dye.dark)


def _shadow(radius: float) -> str:
    return element(
        "ellipse",
        cx=f"{0.3 * radius:.2f}",
        cy=f"{0.5 * radius:.2f}",
        rx=f"{1.06 * radius:.2f}",
        ry=f"{0.9 * radius:.2f}",
        opacity=".35",
    )


def _head(team: int, radius: float, dye: Dye) -> str:
    return element(
        "circle", r=f"{radius:.2f}", fill=f"url(#peg-{team})", stroke=dye.dark, stroke_width=".06"
    )


def _ring(radius: float, width: float, opacity: float) -> str:
    return element(
        "circle",
        r=f"{radius:.2f}",
        fill="none",
        stroke="#fff",
        stroke_width=f"{width:.2f}",
        opacity=f"{opacity:.2f}",
    )


def place(shape: Shape, stand: PegPlace, *, front: bool) -> Point:
    """Return where a peg at *stand* is drawn."""
    track = shape.tracks[stand.track]
    if stand.hole:
        return track.holes[stand.hole - 1]
    return track.starts[0 if front else 1]


def standing(shape: Shape, fit: Fit, pegs: Sequence[PegPoints]) -> Iterator[str]:
    """Yield the back pegs, and the front pegs above them."""
    for kind in ("back", "front"):
        for team, points in enumerate(pegs):
            stand = fit.place_of(team, getattr(points, kind))
            x, y = place(shape, stand, front=kind == "front")
            yield element("use", href=f"#{kind}-{team}", x=x, y=y)
