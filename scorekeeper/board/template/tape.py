"""The back of the wood: pieces of tape, and the direction of the data through the LEDs."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import dist
from typing import Final, NamedTuple

from scorekeeper.board.geometry.shape import CLOSE, Point, Shape
from scorekeeper.board.template.ink import (
    BLUE,
    FAINT,
    Mark,
    Pen,
    Polyline,
    Text,
    arrow,
    figures_size,
)
from scorekeeper.board.template.wood import beside, figures
from scorekeeper.board.wiring.wiring import Wiring

WIDTH: Final = 10.0
"""Of tape with bare LEDs, in mm; closer rows are drawn as wide as fits."""
TAPE: Final = Pen(0.15, FAINT, (2.0, 1.0))
DATA: Final = Pen(0.2, BLUE)
SHORTEST, ARROW = 2.0, 14.0
"""Millimetres of an arrow with its figure."""
FREE: Final = 0.8


class Light(NamedTuple):
    """A pixel in its hole, and the direction of pegging there."""

    at: Point
    number: int
    heading: Point


def laid(shape: Shape, wiring: Wiring, drill: float) -> Iterator[Mark]:
    """Yield each run's first pixel and an arrow; the edges too if the board takes tape."""
    high = figures(shape, drill)
    for run in runs(shape, wiring):
        if shape.on_tape:
            yield taped(run, shape)
        yield from data(run, drill, high)


def runs(shape: Shape, wiring: Wiring) -> Iterator[tuple[Light, ...]]:
    """Yield the pixels in the order of the data, split where a piece ends or the numbers jump."""
    for track, pixels in zip(shape.tracks, wiring.tracks, strict=True):
        for start, end in pairwise([0, *accumulate(track.pieces)]):
            lights = [
                Light(track.holes[hole - 1], number, track.heading(hole))
                for hole, number in enumerate(pixels[start:end], start + 1)
                if number is not None
            ]
            for run in _even(lights):
                yield run if run[0].number <= run[-1].number else run[::-1]


def _even(lights: list[Light]) -> Iterator[tuple[Light, ...]]:
    """Yield parts of one piece in which the numbers go up or down by equal steps."""
    part = lights[:1]
    for light in lights[1:]:
        if len(part) > 1 and light.number - part[-1].number != part[1].number - part[0].number:
            yield tuple(part)
            part = []
        part = [*part, light]
    if part:
        yield tuple(part)


def taped(run: tuple[Light, ...], shape: Shape) -> Polyline:
    """Return the edges of a piece of tape, cut half a pitch beyond its outer LEDs."""
    way = _way(run)
    aside = Point(way.y, -way.x)
    half = min(WIDTH, shape.lane) / 2
    start, end = run[0].at.moved(way, -shape.pitch / 2), run[-1].at.moved(way, shape.pitch / 2)
    corners = (
        start.moved(aside, half),
        end.moved(aside, half),
        end.moved(aside, -half),
        start.moved(aside, -half),
    )
    return Polyline(corners, TAPE, closed=True)


def data(run: tuple[Light, ...], drill: float, high: float) -> Iterator[Mark]:
    """Yield the number of the first pixel, to the right of the pegging, and an arrow behind it."""
    first, way = run[0], _way(run)
    right = Point(-first.heading.y, first.heading.x)
    figure = beside(Text(first.at, str(first.number), high, BLUE), right, drill)
    yield figure
    wide, tall = figures_size(figure.words, high)
    start = abs(way.x) * wide / 2 + abs(way.y) * tall / 2 + FREE
    long = min(ARROW, _straight(run)) - start
    if long > SHORTEST:
        yield from arrow(figure.at.moved(way, start), way, long, DATA)


def _straight(run: tuple[Light, ...]) -> float:
    """Return how far the data runs clear of the holes."""
    bent = dist(run[0].heading, run[-1].heading) > CLOSE
    return dist(run[0].at, run[1].at if bent else run[-1].at)


def _way(run: tuple[Light, ...]) -> Point:
    """Return the direction in which the data leaves the first pixel."""
    if len(run) == 1:
        return run[0].heading
    far = dist(run[0].at, run[1].at)
    return Point((run[1].at.x - run[0].at.x) / far, (run[1].at.y - run[0].at.y) / far)
