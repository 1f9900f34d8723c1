"""Stickers for the board: where phones find the table, as a QR and as words. No code is on them."""

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
"""As many as both papers hold."""
QR: Final = 43.0
EDGE: Final = 5.0
GAP: Final = 5.5
"""White beside the QR, four of its squares: cameras want that."""
CUT: Final = Pen(0.1, GREY)
TITLE, LINE = 4.2, 3.4
LARGEST: Final = 7.5
LARGEST_ABOVE_EDGE, CLOSE_EDGE, WIFI_GAP = 4.6, 2.6, 1.2
"""The measures that leave the Wi-Fi a line between the QR and the address."""
SEAMLESS: Final = 1.03
"""The height of a row of squares: they overlap, so that no white shows between them."""
LETTER: Final = 0.53
"""The mean width of a letter of Helvetica, for the height of its line."""


def stickers(
    paper: Paper,
    address: str,
    words: Words,
    wifi: tuple[str, str] | None = None,
    name: str = "",
) -> Page:
    """A sheet full of them, with lines to cut along. *address* is without ``/join``, as typed;
    *wifi* is the name and the password of the table's own Wi-Fi, *name* is the table's."""
    left, top = (paper.width - COLUMNS * WIDE) / 2, (paper.height - ROWS * HIGH) / 2
    marks = tuple(
        mark
        for row in range(ROWS)
        for column in range(COLUMNS)
        for mark in _sticker(
            Point(left + column * WIDE, top + row * HIGH), address, words, wifi, name
        )
    )
    return Page.of(paper, marks)


def _sticker(
    corner: Point, address: str, words: Words, wifi: tuple[str, str] | None, name: str
) -> Iterator[Mark]:
    x, y = corner
    yield Rectangle(Box(x, y, WIDE, HIGH), CUT)
    yield from _qr(Point(x + EDGE, y + EDGE), f"http://{address}/join")
    yield from _said(Point(x + EDGE + QR + GAP, y + EDGE), words, name)
    largest, edge = (LARGEST, EDGE) if wifi is None else (LARGEST_ABOVE_EDGE, CLOSE_EDGE)
    height = min(largest, (WIDE - 2 * EDGE) / (DIGIT * len(address)))
    yield Text(Point(x + EDGE, y + HIGH - edge), address, height)
    if wifi:
        said = words.say(
            "No network? Wi-Fi {ssid}, password {password}", ssid=wifi[0], password=wifi[1]
        )
        fitting = min(LINE, (WIDE - 2 * EDGE) / (LETTER * len(said)))
        yield Text(Point(x + EDGE, y + HIGH - edge - height - WIFI_GAP), said, fitting)


def _said(at: Point, words: Words, name: str) -> Iterator[Text]:
    """The purpose of the QR, beside it."""
    sentences = (
        (TITLE, name or words.say("The cribbage table")),
        (LINE, words.say("Scan it, or type the address.")),
        (LINE, words.say("To keep score: the code is on a scorer’s phone.")),
    )
    down = 0.0
    for height, sentence in sentences:
        letters = int((WIDE - QR - GAP - 2 * EDGE) / (LETTER * height))
        for line in textwrap.wrap(sentence, letters):
            down += height * 1.15
            yield Text(Point(at.x, at.y + down), line, height)
        down += height * 0.6


def _qr(corner: Point, text: str) -> Iterator[Polyline]:
    """*text* row by row, a stroke for each run of dark squares. Scratches and stains are borne."""
    import segno

    code = segno.make(text, error="q", micro=False)
    rows = tuple(tuple(row) for row in code.matrix)
    side = QR / len(rows)
    pen = Pen(side * SEAMLESS, BLACK)
    for number, row in enumerate(rows):
        y = corner.y + (number + 0.5) * side
        at = 0
        for dark, run in groupby(row):
            wide = len(tuple(run))
            if dark:
                start, end = corner.x + at * side, corner.x + (at + wide) * side
                yield Polyline((Point(start, y), Point(end, y)), pen)
            at += wide
