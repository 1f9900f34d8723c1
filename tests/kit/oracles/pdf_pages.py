"""Pages of a PDF as parsed by PDFium: words and lines, in mm from the top left."""

import re
from collections.abc import Iterator
from ctypes import c_float, c_uint
from math import dist
from typing import Final, NamedTuple

import pypdfium2
from pypdfium2 import raw

MM: Final = 25.4 / 72
"""Millimetres per point."""


class Spot(NamedTuple):
    """A position on a sheet, in mm to the right and down."""

    x: float
    y: float


class Shape(NamedTuple):
    """A stroked path: points with curve handles, and stroke style."""

    points: tuple[Spot, ...]
    is_curved: bool
    width: float
    colour: tuple[int, int, int]

    @property
    def low(self) -> Spot:
        return Spot(min(at.x for at in self.points), min(at.y for at in self.points))

    @property
    def high(self) -> Spot:
        return Spot(max(at.x for at in self.points), max(at.y for at in self.points))

    @property
    def middle(self) -> Spot:
        return Spot((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)

    @property
    def size(self) -> Spot:
        return Spot(self.high.x - self.low.x, self.high.y - self.low.y)


class Printed:
    """A page: size in mm, words, and shapes."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._page = page
        self.size = Spot(page.get_width() * MM, page.get_height() * MM)
        text = page.get_textpage()
        self.words: str = text.get_text_range()
        self._letters = [*_lone_letters(text, self.size.y)]
        objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
        self.shapes = [_shape(it, self.size) for it in objects]

    def circles(self, width: float) -> list[Shape]:
        found = (it for it in self.shapes if it.is_curved)
        return [it for it in found if dist(it.size, (width, width)) < 0.01]

    def is_white_within(self, margin: float) -> bool:
        drawn = self._page.render(scale=1, grayscale=True).to_pil()
        far, (right, low) = int(margin / MM), drawn.size
        edges = (
            *((0, 0, right, far), (0, low - far, right, low)),
            *((0, 0, far, low), (right - far, 0, right, low)),
        )
        return all(drawn.crop(edge).getextrema() == (255, 255) for edge in edges)

    def registers(self, above: float) -> dict[str, Spot]:
        """Return the centres of the red circles above *above*, by their letters."""
        red = (it.middle for it in self.shapes if it.is_curved and it.colour == (200, 0, 0))
        return {
            min(self._letters, key=lambda one: dist(one[1], at))[0]: at
            for at in red
            if at.y < above
        }


def printed(pdf: bytes) -> tuple[Printed, ...]:
    return tuple(map(Printed, pypdfium2.PdfDocument(pdf)))


def _shape(it: pypdfium2.PdfObject, size: Spot) -> Shape:
    matrix = it.get_matrix()

    def spot(segment: raw.FPDF_PATHSEGMENT) -> Spot:
        x, y = c_float(), c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        right, up = matrix.on_point(x.value, y.value)
        return Spot(right * MM, size.y - up * MM)

    segments = [
        raw.FPDFPath_GetPathSegment(it.raw, number)
        for number in range(raw.FPDFPath_CountSegments(it.raw))
    ]
    kinds = {raw.FPDFPathSegment_GetType(segment) for segment in segments}
    width, (red, green, blue, alpha) = c_float(), (c_uint() for _ in range(4))
    raw.FPDFPageObj_GetStrokeWidth(it.raw, width)
    raw.FPDFPageObj_GetStrokeColor(it.raw, red, green, blue, alpha)
    return Shape(
        tuple(map(spot, segments)),
        raw.FPDF_SEGMENT_BEZIERTO in kinds,
        width.value,
        (red.value, green.value, blue.value),
    )


def _lone_letters(text: pypdfium2.PdfTextPage, high: float) -> Iterator[tuple[str, Spot]]:
    """Yield single capitals and their positions."""
    for found in re.finditer(r"(?<![^\s])[A-Z]{1,2}(?![^\s])", text.get_text_range()):
        left, bottom, _, top = text.get_charbox(found.start())
        yield found[0], Spot(left * MM, high - (bottom + top) / 2 * MM)
