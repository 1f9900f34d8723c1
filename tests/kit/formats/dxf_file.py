"""A reader of DXF R12, written apart from the program: circles and polylines by their layer."""

from collections.abc import Iterator
from typing import NamedTuple


class Circle(NamedTuple):
    """A circle, y upwards."""

    layer: str
    x: float
    y: float
    radius: float


class Polyline(NamedTuple):
    """A polyline: its corners with their bulges."""

    layer: str
    closed: bool
    corners: tuple[tuple[float, float, float], ...]


def entities(data: bytes) -> Iterator[Circle | Polyline]:
    """Yield what is drawn."""
    found = data.decode("ascii").split("\n")
    assert found.pop() == ""
    pairs = [(int(code), value) for code, value in zip(found[::2], found[1::2], strict=True)]
    assert pairs[-1] == (0, "EOF")
    parts: list[tuple[str, dict[int, str]]] = []
    for code, value in pairs[pairs.index((2, "ENTITIES")) + 1 :]:
        if code == 0:
            parts.append((value, {}))
        else:
            parts[-1][1][code] = value
    corners: list[tuple[float, float, float]] = []
    head: dict[int, str] = {}
    for kind, values in parts:
        match kind:
            case "CIRCLE":
                x, y, radius = (float(values[code]) for code in (10, 20, 40))
                yield Circle(values[8], x, y, radius)
            case "POLYLINE":
                head, corners = values, []
            case "VERTEX":
                bulge = float(values.get(42, "0"))
                corners.append((float(values[10]), float(values[20]), bulge))
            case "SEQEND":
                yield Polyline(head[8], head[70] == "1", tuple(corners))
