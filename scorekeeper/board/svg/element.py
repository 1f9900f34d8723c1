"""Single elements of SVG, as short as possible."""

from collections.abc import Iterable
from html import escape

from scorekeeper.board.geometry.shape import Point, Segment


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return one element. ``stroke_width=2`` is written ``stroke-width="2"``; None is left out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{given}>{body}</{name}>" if body else f"<{name}{given}/>"


def number(value: float) -> str:
    """Return a length to a tenth, without needless zeros."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def at(point: Point) -> str:
    """Return the coordinates of a point within a path."""
    return f"{number(point.x)} {number(point.y)}"


def dots(points: Iterable[Point]) -> str:
    """Return a path of round ends only: a dot as wide as its stroke at every point."""
    return "".join(f"M{at(point)}h0" for point in points)


def _text(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(str(value))


def drawn(line: Segment) -> str:
    """Return *line* as a part of a path."""
    return f"M{at(line.start)}L{at(line.end)}"


def written(text: str, there: Point, unit: float) -> str:
    """Return *text* with its centre *there*."""
    return element("text", text, x=there.x, y=there.y + 0.2 * unit)


def lettering(unit: float) -> dict[str, object]:
    """Return the font attributes of all text on a board."""
    return {"font_family": "Georgia,serif", "font_size": 0.62 * unit, "text_anchor": "middle"}


def mm(value: float) -> str:
    """Return a measure in mm, true to a thousandth."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
