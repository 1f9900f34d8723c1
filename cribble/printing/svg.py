"""A page as SVG, its width and height in mm, so that printers and lasers know its true size."""

from html import escape

from scorekeeper.board.light import hex_of
from scorekeeper.board.marks import (
    Circle,
    Layer,
    Mark,
    Page,
    Pen,
    Polyline,
    Rectangle,
    Text,
)
from scorekeeper.board.svg import element


def as_svg(page: Page, title: str) -> bytes:
    """Return the whole file, each mark on a line of its own."""
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
    return (element("svg", name, white, *map(_layer, page.layers), **attributes) + "\n").encode()


def _layer(layer: Layer) -> str:
    group = element(
        "g",
        *(f"\n{_drawn(mark)}" for mark in layer.marks),
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


def _drawn(mark: Mark) -> str:
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
    """Return a measure in mm, true to a thousandth."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
