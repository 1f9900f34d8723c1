"""The wood on a template: what to drill, and on its back the tape and the way of the data.

Paper counts LEDs from 1, as hands do.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from math import dist
from typing import Final, NamedTuple

from scorekeeper.board.shape import CLOSE, STREET, Point, Shape
from scorekeeper.board.template.ink import (
    BLACK,
    BLUE,
    DIGIT,
    FAINT,
    GREY,
    Mark,
    Pen,
    Polyline,
    Ring,
    Text,
    arrow,
    cross,
    figures_size,
    rectangle,
)
from scorekeeper.board.wiring import Wiring

DRILL: Final = 5.0
"""Millimetres: an LED of 5 × 5 mm shines through it, and six in a row leave wood between them."""
SMALLEST_DRILL, LARGEST_DRILL = 0.5, 15.0
LEAST_WOOD: Final = 0.5

HOLE: Final = Pen(0.15, BLACK)
START: Final = Pen(0.15, BLACK, (0.8, 0.6))
CROSS: Final = Pen(0.1, BLACK)
GAME: Final = Pen(0.3, GREY)
GAME_FREE: Final = 1.0
LINE: Final = Pen(0.15, GREY)
SAW: Final = Pen(0.35, BLACK)

LARGEST, SMALLEST = 2.2, 0.8
"""Millimetres of the height of figures beside a hole."""
FREE: Final = 0.4


class NoWoodLeft(ValueError):
    """Neighbouring holes would run into each other."""

    def __init__(self, drill: float, most: float) -> None:
        super().__init__(f"a drill of {drill:g} mm is too wide here; it is {most:g} mm at most")
        self.drill, self.most = drill, most


def drilled(shape: Shape, drill: float) -> Iterator[Mark]:
    """Yield every hole with a cross at its centre; game holes have a second ring. The places of
    start holes, which are not drilled as they have no LED, are dashed. Raises NoWoodLeft."""
    most = min(shape.pitch, shape.lane) - LEAST_WOOD
    if drill > most:
        raise NoWoodLeft(drill, most)
    for at in dict.fromkeys(at for track in shape.tracks for at in track.starts):
        yield start(at, drill)
    for at in dict.fromkeys(at for track in shape.tracks for at in track.holes):
        yield from hole(at, drill)
    for at in dict.fromkeys(track.holes[-1] for track in shape.tracks):
        yield game(at, drill)


def hole(at: Point, drill: float) -> tuple[Mark, ...]:
    """Return a circle as wide as the *drill*, and a cross at its centre."""
    return (Ring(at, drill / 2, HOLE), *cross(at, 0.3 * drill, CROSS))


def start(at: Point, drill: float) -> Ring:
    """Return the dashed ring of a start hole, without a centre to drill at."""
    return Ring(at, drill / 2, START)


def game(at: Point, drill: float) -> Ring:
    """Return the ring around a game hole."""
    return Ring(at, drill / 2 + GAME_FREE, GAME)


def lines(shape: Shape) -> Iterator[Mark]:
    """Yield the outline, and the lines between the streets."""
    yield rectangle(0, 0, *shape.size, SAW)
    for track in range(len(shape.tracks)):
        for before in range(STREET, shape.holes - 1, STREET):
            yield Polyline(tuple(shape.across(track, before)), LINE)


def numbered(shape: Shape, drill: float) -> Iterator[Mark]:
    """Yield the number of every fifth hole, to the left of the pegging."""
    high = figures(shape, drill)
    for track in shape.tracks:
        for number in range(STREET, shape.holes + 1, STREET):
            heading = track.heading(number)
            left = Point(heading.y, -heading.x)
            figure = Text(track.holes[number - 1], str(number), high)
            yield beside(figure, left, drill)


def figures(shape: Shape, drill: float) -> float:
    """Return the height of the figures beside a hole, so that two fit between two rows."""
    return max(min((shape.lane - drill) / 2 - 2 * FREE, LARGEST), SMALLEST)


def beside(figure: Text, way: Point, drill: float) -> Text:
    """Return *figure* moved from the middle of a hole to beside it, along *way*."""
    wide, high = figures_size(figure.words, figure.height)
    far = drill / 2 + FREE + abs(way.x) * wide / 2 + abs(way.y) * high / 2
    return figure._replace(at=figure.at.moved(way, far), middle=True)


WIDTH: Final = 10.0
"""Of tape with bare LEDs, in mm; closer rows are drawn as wide as fits."""
TAPE: Final = Pen(0.15, FAINT, (2.0, 1.0))
DATA: Final = Pen(0.2, BLUE)
JUMP: Final = Pen(0.15, BLUE, (1.0, 1.0))
SHORTEST, ARROW = 2.0, 14.0
"""Millimetres of an arrow with its figure."""
ARROW_FREE: Final = 0.8
RELATIVE_RADIUS: Final = 0.38
"""Of a hole on the page of the back, relative to the distance between holes."""
SHORTEST_ARROW: Final = 1.5
LEAST_HEIGHT: Final = 1.2
"""Millimetres of the smallest figures; a board that has less room shows the ends of its runs."""


class Light(NamedTuple):
    """An LED in its hole, its number from 1, and the direction of pegging there."""

    at: Point
    number: int
    heading: Point


def laid(shape: Shape, wiring: Wiring, drill: float) -> Iterator[Mark]:
    """Yield each run's first LED and an arrow; the edges too if the board takes tape."""
    high = figures(shape, drill)
    games = {track.holes[-1] for track in shape.tracks}
    for run in runs(shape, wiring):
        if shape.on_tape:
            yield taped(run, shape)
        yield from data(run, drill + 2 * GAME_FREE * (run[0].at in games), high)


def strung(shape: Shape, wiring: Wiring, place: Callable[[Point], Point]) -> Iterator[Mark]:
    """Yield all holes, moved by *place*, each with the number of its LED, and the line from LED to
    LED in the order of the data."""
    lights = {light.number: light for run in runs(shape, wiring) for light in run}
    scale = dist(place(Point(0, 0)), place(Point(0, 1)))
    radius = RELATIVE_RADIUS * min(shape.pitch, shape.lane) * scale
    high = min(1.6 * radius / (DIGIT * len(str(max(lights, default=1)))), radius)
    for track in shape.tracks:
        yield from (Ring(place(at), radius, START) for at in track.starts)
        yield from (Ring(place(at), radius, HOLE) for at in track.holes)
        yield Ring(place(track.holes[-1]), radius + 0.4, GAME)
    ordered = [lights[number] for number in sorted(lights)]
    for light, after in pairwise(ordered):
        here, there = place(light.at), place(after.at)
        long = (far := dist(here, there)) - 2 * radius
        way = Point((there.x - here.x) / far, (there.y - here.y) / far)
        is_next = dist(light.at, after.at) < 2.5 * max(shape.pitch, shape.lane)
        wire = arrow(here.moved(way, radius), way, long, DATA if is_next else JUMP)
        yield from wire if long > SHORTEST_ARROW else wire[:1]
    ends = {run[end].number for run in runs(shape, wiring) for end in (0, -1)}
    for light in ordered:
        height = high if high >= LEAST_HEIGHT else LARGEST
        figure = Text(place(light.at), str(light.number), height, BLUE, middle=True)
        if height == high:
            yield figure
        elif light.number in ends:
            ahead = place(light.at.moved(light.heading, 1 / scale))
            way = Point(ahead.x - figure.at.x, ahead.y - figure.at.y)
            yield beside(figure, Point(way.y, -way.x), 2 * radius)


def runs(shape: Shape, wiring: Wiring) -> Iterator[tuple[Light, ...]]:
    """Yield the LEDs in the order of the data, split where a piece ends or the numbers jump."""
    for track, pixels in zip(shape.tracks, wiring.tracks, strict=True):
        for start, end in pairwise([0, *accumulate(track.pieces)]):
            lights = [
                Light(track.holes[hole - 1], number + 1, track.heading(hole))
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
    """Yield the number of the first LED, to the right of the pegging, and an arrow behind it."""
    first, way = run[0], _way(run)
    right = Point(-first.heading.y, first.heading.x)
    figure = beside(Text(first.at, str(first.number), high, BLUE), right, drill)
    yield figure
    wide, tall = figures_size(figure.words, high)
    start = abs(way.x) * wide / 2 + abs(way.y) * tall / 2 + ARROW_FREE
    long = min(ARROW, _straight(run)) - start
    if long > SHORTEST:
        yield from arrow(figure.at.moved(way, start), way, long, DATA)


def _straight(run: tuple[Light, ...]) -> float:
    """Return how far the data runs clear of the holes."""
    bent = dist(run[0].heading, run[-1].heading) > CLOSE
    return dist(run[0].at, run[1].at if bent else run[-1].at)


def _way(run: tuple[Light, ...]) -> Point:
    """Return the direction in which the data leaves the first LED."""
    if len(run) == 1:
        return run[0].heading
    far = dist(run[0].at, run[1].at)
    return Point((run[1].at.x - run[0].at.x) / far, (run[1].at.y - run[0].at.y) / far)
