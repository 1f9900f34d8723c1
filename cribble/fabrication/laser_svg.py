"""A flat part as SVG for a laser: red is cut, blue is engraved, a millimetre is a millimetre."""

from typing import Final

from cribble.fabrication.flat import Circle, Cut, Engraving, Flat, Hole, Outline, Slot
from scorekeeper.board.shape import Point
from scorekeeper.board.svg import element, mm

CUT, ENGRAVE = "#ff0000", "#0000ff"
HAIRLINE: Final = 0.1
EDGE: Final = 1.0
"""Beyond the sheet, so that the kerf outside an outline is on it."""


def as_laser_svg(flat: Flat, line: float = HAIRLINE) -> bytes:
    """Return the whole file, its lines *line* mm wide."""
    wide, high = mm(flat.size.x + 2 * EDGE), mm(flat.size.y + 2 * EDGE)
    edge = mm(-EDGE)
    layers = (
        ("engrave", ENGRAVE, [_engraving(one) for one in flat.engraved]),
        ("cut", CUT, [_cut(one) for one in flat.cut]),
    )
    groups = [
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" fill="none" '
        f'stroke="{colour}" stroke-width="{line:g}">\n' + "\n".join(shapes) + "\n</g>"
        for name, colour, shapes in layers
    ]
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{wide}mm" height="{high}mm" viewBox="{edge} {edge} {wide} {high}">\n'
        f"<title>{flat.name}</title>\n" + "\n".join(groups) + "\n</svg>\n"
    )
    return text.encode()


def _engraving(one: Engraving) -> str:
    if isinstance(one, Circle):
        return _circle(one.at, one.diameter)
    places = (f"{mm(point.x)} {mm(point.y)}" for point in one.points)
    return element("path", d="M" + "L".join(places))


def _cut(one: Cut) -> str:
    match one:
        case Hole(at=at, diameter=diameter):
            return _circle(at, diameter)
        case Slot(at=at, wide=wide, high=high):
            corner = Point(at.x - wide / 2, at.y - high / 2)
            return _rectangle(corner, Point(wide, high), 0.0)
        case Outline(at=at, size=size, radius=radius):
            return _rectangle(at, size, radius)


def _circle(at: Point, diameter: float) -> str:
    return element("circle", cx=mm(at.x), cy=mm(at.y), r=mm(diameter / 2))


def _rectangle(at: Point, size: Point, radius: float) -> str:
    return element(
        "rect",
        x=mm(at.x),
        y=mm(at.y),
        width=mm(size.x),
        height=mm(size.y),
        rx=mm(radius) if radius else None,
    )
