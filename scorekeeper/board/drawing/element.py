"""Writes single elements of SVG, as short as they can be said."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from scorekeeper.board.shape import Point


def element(name: str, *inside: str, **attributes: object) -> str:
    """One element. ``stroke_width=2`` is written ``stroke-width="2"``; None is left out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{given}>{body}</{name}>" if body else f"<{name}{given}/>"


def number(value: float) -> str:
    """A measure to a tenth, without what need not be written."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def at(point: Point) -> str:
    """The two numbers of a point within a path."""
    return f"{number(point.x)} {number(point.y)}"


def dots(points: Iterable[Point]) -> str:
    """A path that is nothing but round ends: a dot as wide as its stroke at every point."""
    return "".join(f"M{at(point)}h0" for point in points)


def _text(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(str(value))
