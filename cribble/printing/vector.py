"""A page as SVG, and as DXF R12 for laser software, both at actual size."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import pi, tan
from typing import Final, TypeAlias

from scorekeeper.board.light import Colour, hex_of
from scorekeeper.board.marks import BLACK, Circle, Layer, Mark, Page, Pen, Polyline, Rectangle, Text
from scorekeeper.board.shape import Point
from scorekeeper.board.svg import element


def as_svg(page: Page, title: str) -> bytes:
    """Return the SVG file, one line per mark."""
    left, top, width, height = map(mm, page.area)
    white = element("rect", width=width, height=height, fill="#fff") if page.is_white else ""
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
        "width": f"{width}mm",
        "height": f"{height}mm",
        "viewBox": f"{left} {top} {width} {height}",
        "font-family": "Helvetica, Arial, sans-serif",
    }
    name = element("title", escape(title))
    return (
        element("svg", name, white, *map(_svg_layer, page.layers), **attributes) + "\n"
    ).encode()


def _svg_layer(layer: Layer) -> str:
    group = element(
        "g",
        *(f"\n{_svg_mark(mark)}" for mark in layer.marks),
        **{
            "id": layer.name or None,
            "inkscape:groupmode": "layer" if layer.name else None,
            "inkscape:label": layer.name or None,
            "transform": f"translate({mm(layer.offset.x)} {mm(layer.offset.y)})"
            if any(layer.offset)
            else None,
        },
    )
    if layer.window is None:
        return group
    left, top, width, height = map(mm, layer.window)
    window = element("rect", x=left, y=top, width=width, height=height)
    clip = element("clipPath", window, id="window")
    return clip + element("g", group, clip_path="url(#window)")


def _svg_mark(mark: Mark) -> str:
    match mark:
        case Circle(at=at, radius=radius, pen=pen):
            return element("circle", cx=mm(at.x), cy=mm(at.y), r=mm(radius), **_stroke(pen))
        case Polyline(points=points, pen=pen, closed=closed):
            places = (" ".join(map(mm, point)) for point in points)
            path = "M" + "L".join(places) + ("z" if closed else "")
            return element("path", d=path, **_stroke(pen))
        case Rectangle(extent=box, pen=pen, radius=radius):
            left, top, width, height = map(mm, box)
            corner = mm(radius) if radius else None
            size = {"x": left, "y": top, "width": width, "height": height, "rx": corner}
            return element("rect", **size, **_stroke(pen))
        case Text(words=words, height=height, colour=colour):
            x, y = map(mm, mark.start)
            return element(
                "text", escape(words), x=x, y=y, font_size=mm(height), fill=hex_of(colour)
            )


def _stroke(pen: Pen) -> dict[str, str | None]:
    return {
        "fill": "none",
        "stroke": hex_of(pen.colour),
        "stroke_width": mm(pen.width),
        "stroke_dasharray": " ".join(map(mm, pen.dashes)) or None,
    }


def mm(value: float) -> str:
    """Format a length in mm, rounded to 0.001."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


Group: TypeAlias = tuple[int, object]
"""A DXF group: code and value, each on its own line."""

COLOURS: Final[Mapping[Colour, int]] = {Colour(255, 0, 0): 1, Colour(0, 0, 255): 5}
"""AutoCAD colour indexes."""
BLACK_OR_WHITE: Final = 7
QUARTER: Final = tan(pi / 8)
"""The bulge of a quarter circle."""


def as_dxf(page: Page) -> bytes:
    """Return the DXF file in millimetres, with y pointing up.

    Raises ValueError for text, because fonts differ between machines.
    """
    low, high = Point(page.area.left, page.area.bottom), Point(page.area.right, page.area.top)
    middle = page.area.top + page.area.bottom
    groups: list[Group] = [
        *((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)),
        *((9, "$EXTMIN"), *_at(low, middle), (9, "$EXTMAX"), *_at(high, middle)),
        *((0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER")),
        (70, len(page.layers)),
        *(group for layer in page.layers for group in _dxf_layer(layer)),
        *((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")),
    ]
    for layer in page.layers:
        for mark in layer.marks:
            groups += _dxf_mark(layer.name.upper(), mark, middle)
    groups += ((0, "ENDSEC"), (0, "EOF"))
    return "".join(f"{code}\n{value}\n" for code, value in groups).encode("ascii")


def _dxf_layer(layer: Layer) -> tuple[Group, ...]:
    pens = (mark.pen for mark in layer.marks if not isinstance(mark, Text))
    colour = COLOURS.get(next((pen.colour for pen in pens), BLACK), BLACK_OR_WHITE)
    return (0, "LAYER"), (2, layer.name.upper()), (70, 0), (62, colour), (6, "CONTINUOUS")


def _dxf_mark(layer: str, mark: Mark, middle: float) -> Sequence[Group]:
    match mark:
        case Circle(at=at, radius=radius):
            return (0, "CIRCLE"), (8, layer), *_at(at, middle), (40, _number(radius))
        case Polyline(points=points, closed=closed):
            return [*_polyline(layer, [(point, 0.0) for point in points], middle, closed=closed)]
        case Rectangle(extent=box, radius=r):
            left, top, right, low = box.left, box.top, box.right, box.bottom
            corners = [(Point(left, top), 0.0), (Point(right, top), 0.0)]
            corners += [(Point(right, low), 0.0), (Point(left, low), 0.0)]
            if r:
                # Clockwise, because y points down on the page: bulges are negative.
                corners = [
                    (Point(left + r, top), 0.0),
                    (Point(right - r, top), -QUARTER),
                    (Point(right, top + r), 0.0),
                    (Point(right, low - r), -QUARTER),
                    (Point(right - r, low), 0.0),
                    (Point(left + r, low), -QUARTER),
                    (Point(left, low - r), 0.0),
                    (Point(left, top + r), -QUARTER),
                ]
            return [*_polyline(layer, corners, middle, closed=True)]
        case Text(words=words):
            raise ValueError(f"DXF text is not supported: engrave {words!r} as lines")


def _polyline(
    layer: str, corners: Sequence[tuple[Point, float]], middle: float, *, closed: bool
) -> Iterator[Group]:
    """Yield a polyline through *corners*, each with the bulge of the arc to the next."""
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    yield from ((10, "0.0"), (20, "0.0"), (30, "0.0"))
    for point, bulge in corners:
        yield from ((0, "VERTEX"), (8, layer), *_at(point, middle))
        if bulge:
            yield 42, _number(bulge)
    yield from ((0, "SEQEND"), (8, layer))


def _at(point: Point, middle: float) -> tuple[Group, Group, Group]:
    return (10, _number(point.x)), (20, _number(middle - point.y)), (30, "0.0")


def _number(value: float) -> str:
    return f"{value:.4f}"
