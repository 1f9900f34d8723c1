"""A sheet as SVG, its width and height in mm, so that printers know its true size."""

from html import escape

from scorekeeper.board.light import hex_of
from scorekeeper.board.svg import element, mm
from scorekeeper.board.template.ink import Mark, Pen, Polyline, Ring, Text
from scorekeeper.board.template.sheet import Sheet


def as_svg(sheet: Sheet, title: str) -> str:
    """The whole file."""
    width, height = mm(sheet.paper.width), mm(sheet.paper.height)
    left, top, wide, high = map(mm, sheet.window)
    return element(
        "svg",
        element("title", escape(title)),
        element("clipPath", element("rect", x=left, y=top, width=wide, height=high), id="window"),
        element("rect", width=width, height=height, fill="#fff"),
        element(
            "g",
            element(
                "g",
                *map(_drawn, sheet.board),
                transform=f"translate({mm(sheet.corner.x)} {mm(sheet.corner.y)})",
            ),
            clip_path="url(#window)",
        ),
        element("g", *map(_drawn, sheet.foot)),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{width}mm",
        height=f"{height}mm",
        viewBox=f"0 0 {width} {height}",
        font_family="Helvetica, Arial, sans-serif",
    )


def _drawn(mark: Mark) -> str:
    match mark:
        case Ring(at=at, radius=radius, pen=pen):
            return element(
                "circle",
                cx=mm(at.x),
                cy=mm(at.y),
                r=mm(radius),
                **_stroke(pen),
            )
        case Polyline(points=points, pen=pen, closed=closed):
            places = (" ".join(map(mm, point)) for point in points)
            way = "M" + "L".join(places) + ("z" if closed else "")
            return element("path", d=way, **_stroke(pen))
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
