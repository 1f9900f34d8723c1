"""A flat part for a laser: outlines, holes and engraved lines in mm, and the kerf of the beam."""

from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.shape import Point

KERF: Final = 0.15
"""Millimetres that a usual laser burns away."""
MOST_KERF: Final = 0.5


class Hole(NamedTuple):
    """A round hole."""

    at: Point
    diameter: float


class Slot(NamedTuple):
    """A rectangular hole around ``at``, its sides along the sheet's."""

    at: Point
    wide: float
    high: float


class Outline(NamedTuple):
    """The edge of a part: its top left corner, its size, and the radius of its corners."""

    at: Point
    size: Point
    radius: float = 0.0


class Polyline(NamedTuple):
    """An engraved line from point to point."""

    points: tuple[Point, ...]


class Circle(NamedTuple):
    """An engraved circle."""

    at: Point
    diameter: float


Cut: TypeAlias = Hole | Slot | Outline
Engraving: TypeAlias = Polyline | Circle


class Flat(NamedTuple):
    """A sheet: what is cut, holes before outlines, so that no part is loose before it is done."""

    name: str
    size: Point
    engraved: tuple[Engraving, ...]
    cut: tuple[Cut, ...]

    def compensated(self, kerf: float) -> "Flat":
        """Return the sheet with cuts moved into the waste by half the *kerf*."""
        return self._replace(cut=tuple(_moved(one, kerf) for one in self.cut))

    def shifted(self, by: Point) -> "Flat":
        """Return the sheet moved by *by*."""
        return self._replace(
            cut=tuple(one._replace(at=one.at.moved(by)) for one in self.cut),
            engraved=tuple(_shifted(one, by) for one in self.engraved),
        )


def _moved(one: Cut, kerf: float) -> Cut:
    match one:
        case Hole(at=at, diameter=diameter):
            return Hole(at, diameter - kerf)
        case Slot(at=at, wide=wide, high=high):
            return Slot(at, wide - kerf, high - kerf)
        case Outline(at=at, size=size, radius=radius):
            grown = Point(size.x + kerf, size.y + kerf)
            out = Point(-1, -1)
            return Outline(at.moved(out, kerf / 2), grown, radius + kerf / 2 if radius else 0.0)


def _shifted(one: Engraving, by: Point) -> Engraving:
    if isinstance(one, Polyline):
        return Polyline(tuple(point.moved(by) for point in one.points))
    return Circle(one.at.moved(by), one.diameter)


def side_by_side(name: str, parts: tuple[Flat, ...], columns: int, gap: float) -> Flat:
    """Return parts of one size on one sheet, in rows of *columns*."""
    size = parts[0].size
    placed = [
        part.shifted(
            Point(gap + number % columns * (size.x + gap), gap + number // columns * (size.y + gap))
        )
        for number, part in enumerate(parts)
    ]
    rows = -(-len(parts) // columns)
    return Flat(
        name,
        Point(gap + columns * (size.x + gap), gap + rows * (size.y + gap)),
        tuple(one for part in placed for one in part.engraved),
        tuple(one for part in placed for one in part.cut),
    )
