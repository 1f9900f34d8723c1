"""Turn a whole board, for a phone held upright or a board on a wall."""

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from scorekeeper.board.geometry.shape import Bend, Number, Point, Shape, Track

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

    def track(one: Track) -> Track:
        front, back = map(turn, one.starts)
        return replace(
            one,
            holes=tuple(map(turn, one.holes)),
            starts=(front, back),
            inlay=tuple(Bend(turn(bend.at), bend.radius) for bend in one.inlay),
        )

    return replace(
        shape,
        tracks=tuple(map(track, shape.tracks)),
        size=Point(high, shape.size.x),
        numbers=tuple(Number(one.hole, turn(one.at)) for one in shape.numbers),
    )
