"""A flat part as DXF R12, which every laser's program reads: a layer to cut, a layer to engrave."""

from collections.abc import Iterator, Sequence
from math import pi, tan

from cribble.fabrication.flat import Circle, Cut, Engraving, Flat, Hole, Outline, Slot
from scorekeeper.board.shape import Point

LAYERS = {"CUT": 1, "ENGRAVE": 5}
"""Their colours: red and blue."""
QUARTER = tan(pi / 8)
"""The bulge of a quarter circle."""


def as_dxf(flat: Flat) -> bytes:
    """Return the whole file; a unit is a millimetre, and y counts upwards."""
    groups = [*_head(flat.size), *_layers(), (0, "SECTION"), (2, "ENTITIES")]
    for engraving in flat.engraved:
        groups += _engraving(engraving, flat.size.y)
    for cut in flat.cut:
        groups += _cut(cut, flat.size.y)
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in groups).encode("ascii")


def _head(size: Point) -> list[tuple[int, object]]:
    return [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$INSUNITS"),
        (70, 4),
        (9, "$MEASUREMENT"),
        (70, 1),
        (9, "$EXTMIN"),
        *_at(Point(0, size.y), size.y),
        (9, "$EXTMAX"),
        *_at(Point(size.x, 0), size.y),
        (0, "ENDSEC"),
    ]


def _layers() -> list[tuple[int, object]]:
    groups: list[tuple[int, object]] = [
        (0, "SECTION"),
        (2, "TABLES"),
        (0, "TABLE"),
        (2, "LAYER"),
        (70, len(LAYERS)),
    ]
    for name, colour in LAYERS.items():
        groups += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    return [*groups, (0, "ENDTAB"), (0, "ENDSEC")]


def _engraving(one: Engraving, high: float) -> list[tuple[int, object]]:
    if isinstance(one, Circle):
        return _circle("ENGRAVE", one.at, one.diameter, high)
    return list(_way("ENGRAVE", [(point, 0.0) for point in one.points], high, closed=False))


def _cut(one: Cut, high: float) -> list[tuple[int, object]]:
    match one:
        case Hole(at=at, diameter=diameter):
            return _circle("CUT", at, diameter, high)
        case Slot(at=at, wide=wide, high=tall):
            corner = Point(at.x - wide / 2, at.y - tall / 2)
            return _cut(Outline(corner, Point(wide, tall)), high)
        case Outline(at=at, size=size, radius=r):
            right, low = at.x + size.x, at.y + size.y
            corners = [(Point(at.x, at.y), 0.0), (Point(right, at.y), 0.0)]
            corners += [(Point(right, low), 0.0), (Point(at.x, low), 0.0)]
            if r:
                # Turning right on paper, where y counts downwards: bulges are negative.
                corners = [
                    (Point(at.x + r, at.y), 0.0),
                    (Point(right - r, at.y), -QUARTER),
                    (Point(right, at.y + r), 0.0),
                    (Point(right, low - r), -QUARTER),
                    (Point(right - r, low), 0.0),
                    (Point(at.x + r, low), -QUARTER),
                    (Point(at.x, low - r), 0.0),
                    (Point(at.x, at.y + r), -QUARTER),
                ]
            return list(_way("CUT", corners, high, closed=True))


def _circle(layer: str, at: Point, diameter: float, high: float) -> list[tuple[int, object]]:
    return [(0, "CIRCLE"), (8, layer), *_at(at, high), (40, _number(diameter / 2))]


def _way(
    layer: str, points: Sequence[tuple[Point, float]], high: float, *, closed: bool
) -> Iterator[tuple[int, object]]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    yield from ((10, "0.0"), (20, "0.0"), (30, "0.0"))
    for point, bulge in points:
        yield from ((0, "VERTEX"), (8, layer), *_at(point, high))
        if bulge:
            yield 42, _number(bulge)
    yield from ((0, "SEQEND"), (8, layer))


def _at(point: Point, high: float) -> list[tuple[int, object]]:
    return [(10, _number(point.x)), (20, _number(high - point.y)), (30, "0.0")]


def _number(value: float) -> str:
    return f"{value:.4f}"
