"""Write pages as a PDF at actual size."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Final
from unicodedata import normalize

import pydyf

from scorekeeper.board.light import Colour
from scorekeeper.board.marks import Box, Circle, Mark, Page, Pen, Polyline, Rectangle, Text
from scorekeeper.board.shape import Point

POINT: Final = 72 / 25.4
"""Points per millimetre; a PDF point is 1/72 inch."""
LATIN: Final = "cp1252"
"""Python's name for PDF's WinAnsiEncoding."""
HANDLE: Final = 4 / 3 * (2**0.5 - 1)
"""Bézier handle length for a quarter circle, accurate to 0.03 % of the radius."""
FONT: Final = {
    "Type": "/Font",
    "Subtype": "/Type1",
    "BaseFont": "/Helvetica",
    "Encoding": "/WinAnsiEncoding",
}


def as_pdf(pages: Sequence[Page], title: str) -> bytes:
    """Return the PDF file."""
    pdf = pydyf.PDF()
    pdf.info.update(Title=pydyf.String(title), Producer=pydyf.String("Cribble"))
    font = pydyf.Dictionary(FONT)
    pdf.add_object(font)
    fonts = pydyf.Dictionary({"F": font.reference})
    for page in pages:
        stream = pydyf.Stream(compress=True)
        _draw(stream, page)
        pdf.add_object(stream)
        size = [0, 0, page.area.width * POINT, page.area.height * POINT]
        entries = {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "MediaBox": pydyf.Array(size),
            "Contents": stream.reference,
            "Resources": pydyf.Dictionary({"Font": fonts}),
        }
        pdf.add_page(pydyf.Dictionary(entries))
    # Printer dialogs of most readers then do not shrink the sheet by themselves.
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None"})
    out = BytesIO()
    pdf.write(out)
    return out.getvalue()


def _draw(stream: pydyf.Stream, page: Page) -> None:
    # From here on: millimetres, to the right and down.
    stream.set_matrix(POINT, 0, 0, -POINT, -page.area.left * POINT, page.area.bottom * POINT)
    for layer in page.layers:
        stream.push_state()
        if layer.window is not None:
            stream.rectangle(*layer.window)
            stream.clip()
            stream.end()
        stream.set_matrix(1, 0, 0, 1, *layer.offset)
        for mark in layer.marks:
            _put(stream, mark)
        stream.pop_state()


def _put(stream: pydyf.Stream, mark: Mark) -> None:
    match mark:
        case Circle(pen=pen):
            _take(stream, pen)
            _rounded(stream, mark.extent, mark.radius)
            stream.stroke_and_close()
        case Polyline(points=points, pen=pen, closed=closed):
            _take(stream, pen)
            stream.move_to(*points[0])
            for point in points[1:]:
                stream.line_to(*point)
            (stream.stroke_and_close if closed else stream.stroke)()
        case Rectangle(extent=box, pen=pen, radius=radius):
            _take(stream, pen)
            if radius:
                _rounded(stream, box, radius)
            else:
                stream.rectangle(*box)
            stream.stroke_and_close()
        case Text(words=words, height=height, colour=colour):
            stream.begin_text()
            stream.set_color_rgb(*_parts(colour))
            stream.set_font_size("F", height)
            # Letters stand upright, though the paper is counted downwards.
            stream.set_text_matrix(1, 0, 0, -1, *mark.start)
            # In the letters that the font has: a minus as a dash, a Ő as an O.
            letters = (
                letter if letter.encode(LATIN, "ignore") else normalize("NFKD", letter)[0]
                for letter in words.replace("−", "–")
            )
            stream.show_text_string("".join(letters).encode(LATIN, "replace"))
            stream.end_text()


def _take(stream: pydyf.Stream, pen: Pen) -> None:
    stream.set_line_width(pen.width)
    stream.set_color_rgb(*_parts(pen.colour), stroke=True)
    stream.set_dash(pen.dashes, 0)


def _parts(colour: Colour) -> tuple[float, ...]:
    return tuple(part / 255 for part in colour)


def _rounded(stream: pydyf.Stream, box: Box, radius: float) -> None:
    """Append *box* with rounded corners to the path, clockwise from the right."""
    left, top, right, low = box.left, box.top, box.right, box.bottom
    centres = (
        Point(right - radius, low - radius),
        Point(left + radius, low - radius),
        Point(left + radius, top + radius),
        Point(right - radius, top + radius),
    )
    ways = (Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1), Point(1, 0))
    stream.move_to(*centres[0].moved(ways[0], radius))
    for centre, (here, there) in zip(centres, pairwise(ways), strict=True):
        start, end = centre.moved(here, radius), centre.moved(there, radius)
        stream.line_to(*start)
        handles = start.moved(there, HANDLE * radius), end.moved(here, HANDLE * radius)
        stream.curve_to(*handles[0], *handles[1], *end)
