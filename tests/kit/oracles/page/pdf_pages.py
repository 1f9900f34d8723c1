"""Paper as a printer would make it: PDFium draws the pages, and this measures the ink in mm."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from ctypes import c_float
from math import dist
from typing import Final, NamedTuple

import pypdfium2
from pypdfium2 import raw

DPI: Final = 300
MM: Final = DPI / 25.4
"""Dots in a millimetre, but for the part of a dot by which PDFium makes a page larger."""

LIGHT: Final = 110
"""From here on a level is no black."""
BRIGHT: Final = bytes(level > 130 for level in range(256))
DARK: Final = bytes(level < LIGHT for level in range(256))


class Spot(NamedTuple):
    """A place on a sheet, in mm to the right and down."""

    x: float
    y: float


class Printed:
    """One page: its size in mm, its words, and its ink."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.size = Spot(page.get_width() / 72 * 25.4, page.get_height() / 72 * 25.4)
        text = page.get_textpage()
        self.words: str = text.get_text_range()
        self.letters = [*_lone_letters(text, self.size.y)]
        """Capitals that stand alone, and where."""
        drawn = page.render(scale=DPI / 72, rev_byteorder=True)
        self.width, self.height, self._stride = drawn.width, drawn.height, drawn.stride
        self._mm = Spot(self.width / self.size.x, self.height / self.size.y)
        self._drawn, self._dots = drawn, memoryview(drawn.buffer).cast("B")

    def black_around(self, at: Spot, reach: float) -> tuple[Spot, Spot] | None:
        """The middle and the size of all that is black no further than *reach* from *at*."""
        far = round(reach * MM)
        column, row = round(at.x * self._mm.x), round(at.y * self._mm.y)
        if not (far <= column < self.width - far and far <= row < self.height - far):
            return None
        columns: list[int] = []
        rows: list[int] = []
        for aside in range(-far, far + 1):
            wide = int((far * far - aside * aside) ** 0.5)
            if black := self._black(row + aside, column - wide, column + wide + 1):
                columns += black
                rows.append(row + aside)
        if not rows:
            return None
        left, right, top, bottom = min(columns), max(columns), rows[0], rows[-1]
        middle = Spot((left + right + 1) / 2 / self._mm.x, (top + bottom + 1) / 2 / self._mm.y)
        return middle, Spot((right - left + 1) / self._mm.x, (bottom - top + 1) / self._mm.y)

    def _black(self, row: int, start: int, end: int) -> tuple[int, ...]:
        """The first and the last black dot of a row, from *start* to *end*."""
        at = row * self._stride
        black = _black(bytes(self._dots[at + 3 * start : at + 3 * end]))
        first = black.find(1)
        return () if first < 0 else (start + first, start + black.rfind(1))

    def longest_line(self, below: float) -> float:
        """Return the length of the longest black line across the sheet, of those further down."""
        black = _black(self._rows())
        part = black[round(below * MM) * self.width :]
        return max(len(line) for line in re.findall(b"\x01+", part)) / self._mm.x

    def margin(self) -> float:
        """Return the white margin all around the sheet, in mm."""
        green, wide = self._rows()[1::3], self.width
        rows = [y for y in range(self.height) if min(green[y * wide : (y + 1) * wide]) < 255]
        columns = [x for x in range(wide) if min(green[x::wide]) < 255]
        return (
            min(rows[0], self.height - 1 - rows[-1], columns[0], self.width - 1 - columns[-1]) / MM
        )

    def registers(self, above: float) -> dict[str, Spot]:
        """Return the middles of the red gunsights above *below*, by their nearest letter."""
        dots = self._rows()[: 3 * self.width * round(above * MM)]
        dark = _both(dots[1::3].translate(DARK), dots[2::3].translate(DARK))
        found = re.finditer(b"\x01", _both(dots[::3].translate(BRIGHT), dark))
        clusters = _clusters([divmod(dot.start(), self.width) for dot in found], far=1.5 * MM)
        marks = [*map(self._crossing, clusters)]
        return {min(self.letters, key=lambda one: dist(one[1], at))[0]: at for at in marks}

    def _rows(self) -> bytes:
        """Three bytes for each dot, and nothing else."""
        starts = range(0, self.height * self._stride, self._stride)
        return b"".join(self._dots[start : start + 3 * self.width] for start in starts)

    def _crossing(self, cluster: Sequence[tuple[int, int]]) -> Spot:
        rows, columns = Counter(row for row, _ in cluster), Counter(at for _, at in cluster)
        return Spot(_longest(columns) / self._mm.x, _longest(rows) / self._mm.y)


def printed(pdf: bytes) -> tuple[Printed, ...]:
    """All pages of *pdf*."""
    return tuple(map(Printed, pypdfium2.PdfDocument(pdf)))


def ends_of_texts(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float]]:
    """Yield the left and right end of the ink of every text of *page*, in mm."""
    for mark in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        left, low, right, high = (c_float() for _ in range(4))
        raw.FPDFPageObj_GetBounds(mark.raw, left, low, right, high)
        yield left.value / 72 * 25.4, right.value / 72 * 25.4


def _lone_letters(text: pypdfium2.PdfTextPage, high: float) -> Iterator[tuple[str, Spot]]:
    for found in re.finditer(r"(?<![^\s])[A-Z]{1,2}(?![^\s])", text.get_text_range()):
        left, bottom, _, top = text.get_charbox(found.start())
        yield found[0], Spot(left / 72 * 25.4, high - (bottom + top) / 2 / 72 * 25.4)


def _black(dots: bytes) -> bytes:
    """1 for every dot that is black in all three colours."""
    dark = dots.translate(DARK)
    red, green, blue = (int.from_bytes(dark[place::3], "big") for place in range(3))
    return (red & green & blue).to_bytes(len(dots) // 3, "big")


def _both(one: bytes, other: bytes) -> bytes:
    both = int.from_bytes(one, "big") & int.from_bytes(other, "big")
    return both.to_bytes(len(one), "big")


def _clusters(dots: Sequence[tuple[int, int]], far: float) -> Iterator[list[tuple[int, int]]]:
    """Dots that belong together, because they are near each other."""
    cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for dot in dots:
        cells.setdefault((int(dot[0] // far), int(dot[1] // far)), []).append(dot)
    while cells:
        cell, cluster = cells.popitem()
        reached = [cell]
        while reached:
            row, column = reached.pop()
            for near in [(row + down, column + on) for down in (-1, 0, 1) for on in (-1, 0, 1)]:
                if near in cells:
                    cluster = cluster + cells.pop(near)
                    reached.append(near)
        yield cluster


def _longest(lines: Counter[int]) -> float:
    most = max(lines.values())
    long = [line for line, dots in lines.items() if dots > 0.8 * most]
    return sum(long) / len(long) + 0.5
