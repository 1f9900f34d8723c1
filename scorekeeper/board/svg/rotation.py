"""Turn a whole board, for a phone held upright or a board on a wall."""

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from scorekeeper.board.geometry.shape import Number, Point, Shape

Way: TypeAlias = Literal["landscape", "portrait"]

WAYS: Final[tuple[Way, ...]] = ("landscape", "portrait")


def turned(shape: Shape, way: Way) -> Shape:
    """Return *shape*, with a quarter turn to the right unless it is *way* already."""
    lies = shape.size.x >= shape.size.y
    return shape if lies == (way == "landscape") else _quarter(shape)


def _quarter(shape: Shape) -> Shape:
    """Return *shape* after a quarter turn; arcs still bend to the same side."""
    high = shape.size.y

    def turn(point: Point) -> Point:
        return Point(high - point.y, point.x)

    return replace(
        shape,
        tracks=tuple(track.mapped(turn) for track in shape.tracks),
        size=Point(high, shape.size.x),
        numbers=tuple(Number(one.hole, turn(one.at)) for one in shape.numbers),
    )
