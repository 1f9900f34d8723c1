"""Tables on paper: cells with a frame, and words that fit into them."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple, TypeVar

from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.ink import TALL, Mark, Pen, Text, rectangle
from scorekeeper.board.template.paper import Box
from scorekeeper.board.template.pdf import width

PADDING: Final = 1.0
SMALLEST: Final = 0.6
"""The part of its height to which a word may shrink before it is cut short."""
ROUNDING: Final = 1e-6
TWO_LINES: Final = 1.6
"""The height of a cell with two lines of small words, in heights of a word."""


class Column(NamedTuple):
    """A column: its title, a sentence of the catalogue, and its width in mm."""

    title: str
    width: float


def box(at: Box, pen: Pen) -> Mark:
    """Return the frame of a cell."""
    return rectangle(at.left, at.top, at.right, at.bottom, pen)


def cell(at: Box, text: str, height: float, *, left: bool = False) -> Iterator[Text]:
    """Yield *text* in the middle of a cell, or at its *left*: smaller, in two lines, or cut short
    where it has to be."""
    if not text:
        return
    room = at.width - 2 * PADDING
    lines = _lines(text, height, room, at.height)
    size = min(shrunk(line, height, room) for line in lines)
    step = at.height / (len(lines) + 1) if len(lines) > 1 else 0.0
    for number, line in enumerate(lines):
        shown = fitted(line, size, room)
        indent = PADDING if left else (at.width - width(shown, size)) / 2
        middle = at.height / 2 + (number - (len(lines) - 1) / 2) * step
        yield Text(Point(at.left + indent, at.top + middle + TALL * size / 2), shown, size)


def _lines(text: str, height: float, room: float, high: float) -> tuple[str, ...]:
    """Return *text*, in two lines where it is too wide for one and the cell is *high* enough."""
    if width(text, SMALLEST * height) <= room or high < TWO_LINES * height:
        return (text,)
    breaks = [at + 1 for at, letter in enumerate(text[:-1]) if letter in " -"]
    if not breaks:
        return (text,)
    at = min(breaks, key=lambda at: max(width(text[:at], 1.0), width(text[at:], 1.0)))
    return text[:at].rstrip(), text[at:]


def shrunk(text: str, height: float, room: float) -> float:
    """Return the height at which *text* fits into *room*, if it may be so small."""
    return min(height, max(height * room / width(text, height), SMALLEST * height))


def row(
    at: Box,
    columns: Sequence[Column],
    texts: Sequence[str],
    height: float,
    pen: Pen,
    *,
    left_beyond: float = inf,
) -> Iterator[Mark]:
    """Yield the cells of a row from the left of *at*, and as high; *texts* are at the left of
    columns that are wider than *left_beyond* mm."""
    left = at.left
    for column, text in zip(columns, texts, strict=True):
        here = Box(left, at.top, column.width, at.height)
        yield box(here, pen)
        yield from cell(here, text, height, left=column.width > left_beyond)
        left += column.width


def fitted(text: str, height: float, room: float) -> str:
    """Return *text*, cut short with … where it is wider than *room*."""
    if width(text, height) <= room + ROUNDING:
        return text
    while text and width(f"{text}…", height) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


T = TypeVar("T")


def pages(rows: Sequence[T], fit: int) -> list[Sequence[T]]:
    """Return *rows* in pages on which so many *fit*."""
    return [rows[start : start + fit] for start in range(0, len(rows), fit)]
