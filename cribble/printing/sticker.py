"""Stickers with the table's address as a QR code and text, but without the join code."""

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from scorekeeper.board.marks import (
    BLACK,
    DIGIT,
    GREY,
    Box,
    Mark,
    Page,
    Paper,
    Pen,
    Polyline,
    Rectangle,
    Text,
)
from scorekeeper.board.shape import Point
from scorekeeper.words import Words

WIDE, HIGH = 90.0, 64.0
COLUMNS, ROWS = 2, 4
"""Stickers per sheet, for either paper size."""
QR: Final = 43.0
EDGE: Final = 5.0
GAP: Final = 5.5
"""Quiet zone of the QR code in mm, four modules wide."""
CUT: Final = Pen(0.1, GREY)
TITLE, LINE = 4.2, 3.4
LARGEST: Final = 7.5
LARGEST_ABOVE_EDGE, CLOSE_EDGE, WIFI_GAP = 4.6, 2.6, 1.2
"""Layout in mm with a Wi-Fi line between the QR code and the address."""
SEAMLESS: Final = 1.03
"""Height of a module row relative to the pitch; rows overlap to avoid white lines."""
LETTER: Final = 0.53
"""Mean width of a Helvetica letter relative to the line height."""


def stickers(
    paper: Paper,
    address: str,
    words: Words,
    wifi: tuple[str, str] | None = None,
    name: str = "",
) -> Page:
    """Return a sheet of stickers with cut lines. *address* is ``host:port``; *wifi* is the SSID and
    password of the table's access point; *name* is the table's."""
    left, top = (paper.width - COLUMNS * WIDE) / 2, (paper.height - ROWS * HIGH) / 2
    room = WIDE - 2 * EDGE
    sentences = (
        (TITLE, name or words.say("The cribbage table")),
        (LINE, words.say("Scan it, or type the address.")),
        (LINE, words.say("To keep score: the code is on a scorer’s phone.")),
    )
    largest, edge = (LARGEST, EDGE) if wifi is None else (LARGEST_ABOVE_EDGE, CLOSE_EDGE)
    height = min(largest, room / (DIGIT * len(address)))
    marks: list[Mark] = []
    for number in range(ROWS * COLUMNS):
        x, y = left + number % COLUMNS * WIDE, top + number // COLUMNS * HIGH
        marks.append(Rectangle(Box(x, y, WIDE, HIGH), CUT))
        marks += _qr(Point(x + EDGE, y + EDGE), f"http://{address}/join")
        base = y + EDGE
        for size, sentence in sentences:
            letters = int((room - QR - GAP) / (LETTER * size))
            for line in textwrap.wrap(sentence, letters):
                base += size * 1.15
                marks.append(Text(Point(x + EDGE + QR + GAP, base), line, size))
            base += size * 0.6
        marks.append(Text(Point(x + EDGE, y + HIGH - edge), address, height))
        if wifi:
            hint = words.say(
                "No network? Wi-Fi {ssid}, password {password}", ssid=wifi[0], password=wifi[1]
            )
            above = y + HIGH - edge - height - WIFI_GAP
            fitting = min(LINE, room / (LETTER * len(hint)))
            marks.append(Text(Point(x + EDGE, above), hint, fitting))
    return Page.of(paper, marks)


def _qr(corner: Point, text: str) -> Iterator[Polyline]:
    """Yield *text* as a QR code with error correction level Q, one stroke per run of dark
    modules."""
    import segno

    code = segno.make(text, error="q", micro=False)
    rows = tuple(tuple(row) for row in code.matrix)
    side = QR / len(rows)
    pen = Pen(side * SEAMLESS, BLACK)
    for number, row in enumerate(rows):
        y = corner.y + (number + 0.5) * side
        column = 0
        for dark, run in groupby(row):
            wide = len(tuple(run))
            if dark:
                start, end = corner.x + column * side, corner.x + (column + wide) * side
                yield Polyline((Point(start, y), Point(end, y)), pen)
            column += wide
