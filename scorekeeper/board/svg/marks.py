"""Marks on a board: lines between the streets, numbers, and stars."""

from math import cos, dist, pi, sin
from typing import Final

from scorekeeper.board.geometry.fit import Fit
from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.svg.element import at, dots, drawn, element, lettering, written
from scorekeeper.board.svg.theme import Theme

GOLD: Final = "#e9c46a"
GOLD_EDGE: Final = "#7a5a12"
RAYS: Final = 8


def streets(shape: Shape, unit: float, theme: Theme) -> str:
    """Return the thin line after every fifth hole of each track."""
    lines = (
        drawn(shape.across(track, hole))
        for track in range(len(shape.tracks))
        for hole in range(STREET, shape.holes - 1, STREET)
    )
    return element(
        "path", d="".join(lines), stroke=theme.ink, stroke_width=f"{0.08 * unit:.2f}", opacity=".5"
    )


def numbers(shape: Shape, unit: float, theme: Theme) -> str:
    """Return the number of about every tenth hole, beside it."""
    return element(
        "g",
        *(written(str(one.hole), one.at, unit) for one in shape.numbers),
        fill=theme.ink,
        fill_opacity=".92",
        **lettering(unit),
    )


def stars(shape: Shape, unit: float) -> str:
    """Return a star around every game hole, as large as its neighbours allow."""
    game = list(dict.fromkeys(track.holes[-1] for track in shape.tracks))
    return element(
        "path",
        d="".join(_star(hole, _room(shape, hole, unit)) for hole in game),
        fill=GOLD,
        stroke=GOLD_EDGE,
        stroke_width=0.06 * unit,
    )


def ends(shape: Shape, fit: Fit, unit: float) -> str:
    """Return a ring around the last hole of a game that does not reach the game hole."""
    stands = (fit.place_of(team, goal) for team, goal in enumerate(fit.goals))
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
