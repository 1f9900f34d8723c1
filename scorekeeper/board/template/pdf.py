"""Sheets as one PDF, a page each, in which a millimetre is a millimetre."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Final
from unicodedata import normalize

import pydyf

from scorekeeper.board.light import Colour
from scorekeeper.board.shape import Point
from scorekeeper.board.template.ink import Mark, Pen, Polyline, Ring, Text
from scorekeeper.board.template.sheet import Sheet

POINT: Final = 72 / 25.4
"""In PDF a point is the 72nd part of an inch."""
LATIN: Final = "cp1252"
"""Python's name for PDF's WinAnsiEncoding."""
ROUND: Final = 4 / 3 * (2**0.5 - 1)
"""The handles of a quarter circle: with four of them it is true to 0.03 % of its radius."""


def as_pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """The whole file."""
    pdf = pydyf.PDF()
    pdf.info.update(Title=pydyf.String(title), Producer=pydyf.String("Cribble"))
    font = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type1",
            "BaseFont": "/Helvetica",
            "Encoding": "/WinAnsiEncoding",
        }
    )
    pdf.add_object(font)
    for sheet in sheets:
        _add_page(pdf, sheet, font)
    # Printer dialogs of most readers then do not shrink the sheet by themselves.
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None"})
    out = BytesIO()
    pdf.write(out)
    return out.getvalue()


def _add_page(pdf: pydyf.PDF, sheet: Sheet, font: pydyf.Dictionary) -> None:
    stream = pydyf.Stream(compress=True)
    _draw(stream, sheet)
    pdf.add_object(stream)
    fonts = pydyf.Dictionary({"F": font.reference})
    page = {
        "Type": "/Page",
        "Parent": pdf.pages.reference,
        "MediaBox": pydyf.Array([0, 0, sheet.paper.width * POINT, sheet.paper.height * POINT]),
        "Contents": stream.reference,
        "Resources": pydyf.Dictionary({"Font": fonts}),
    }
    pdf.add_page(pydyf.Dictionary(page))


def _draw(stream: pydyf.Stream, sheet: Sheet) -> None:
    # From here on: millimetres, to the right and down.
    stream.set_matrix(POINT, 0, 0, -POINT, 0, sheet.paper.height * POINT)
    stream.push_state()
    stream.rectangle(*sheet.window)
    stream.clip()
    stream.end()
    stream.set_matrix(1, 0, 0, 1, *sheet.corner)
    for mark in sheet.board:
        _put(stream, mark)
    stream.pop_state()
    for mark in sheet.foot:
        _put(stream, mark)


def _put(stream: pydyf.Stream, mark: Mark) -> None:
    match mark:
        case Ring(at=at, radius=radius, pen=pen):
            _take(stream, pen)
            _circle(stream, at, radius)
            stream.stroke_and_close()
        case Polyline(points=points, pen=pen, closed=closed):
            _take(stream, pen)
            stream.move_to(*points[0])
            for point in points[1:]:
                stream.line_to(*point)
            (stream.stroke_and_close if closed else stream.stroke)()
        case Text():
            _write(stream, mark)


def _take(stream: pydyf.Stream, pen: Pen) -> None:
    stream.set_line_width(pen.width)
    stream.set_color_rgb(*_parts(pen.colour), stroke=True)
    stream.set_dash(pen.dashes, 0)


def _parts(colour: Colour) -> tuple[float, ...]:
    return tuple(part / 255 for part in colour)


def _circle(stream: pydyf.Stream, at: Point, radius: float) -> None:
    handle = ROUND * radius
    ways = (Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1), Point(1, 0))
    stream.move_to(*at.moved(ways[0], radius))
    for here, there in pairwise(ways):
        one = at.moved(here, radius).moved(there, handle)
        other = at.moved(there, radius).moved(here, handle)
        stream.curve_to(*one, *other, *at.moved(there, radius))


def _write(stream: pydyf.Stream, text: Text) -> None:
    stream.begin_text()
    stream.set_color_rgb(*_parts(text.colour))
    stream.set_font_size("F", text.height)
    # Letters stand upright, though the paper is counted downwards.
    stream.set_text_matrix(1, 0, 0, -1, *text.start)
    stream.show_text_string(_latin(text.words))
    stream.end_text()


def _latin(words: str) -> bytes:
    """Return *words* in the letters that the font has: a minus as a dash, a Ő as an O."""
    letters = (
        letter if letter.encode(LATIN, "ignore") else normalize("NFKD", letter)[0]
        for letter in words.replace("−", "–")
    )
    return "".join(letters).encode(LATIN, "replace")


_BY_WIDTH: Final = {
    191: "'",
    222: "ijl’",
    278: "fIt ,.:;!/",
    333: "r-()",
    500: "cksvxyzJ",
    556: "abdeghnopquL0123456789?_–",
    584: "+=",
    611: "FTZ",
    667: "ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "mM",
    944: "W",
    1000: "…—",
}
"""In thousandths of the height of the line (Adobe's metrics of the font)."""

WIDTHS: Final[Mapping[str, float]] = {
    letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters
}
USUAL: Final = 0.6
"""Of a letter that is not among them."""


def width(words: str, height: float) -> float:
    """Return the width of *words* in mm, at that *height*; no accent makes a letter wider."""
    bare = (letter if letter in WIDTHS else normalize("NFKD", letter)[0] for letter in words)
    return height * sum(WIDTHS.get(letter, USUAL) for letter in bare)


def lines(words: str, height: float, room: float) -> tuple[str, ...]:
    """*words* in lines that are no wider than *room*, unless a word is by itself."""
    told: list[str] = []
    for word in words.split(" "):
        if told and width(f"{told[-1]} {word}", height) <= room:
            told[-1] += f" {word}"
        else:
            told.append(word)
    return tuple(told)
