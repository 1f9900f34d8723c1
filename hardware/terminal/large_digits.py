"""Digits as large as several rows of a terminal, out of half blocks: two dots a letter."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

HALVES: Final = "▀▄█"
"""The upper dot, the lower one, both."""
DOTS: Final = 5
"""The height of a digit."""

SHAPES: Final[Mapping[str, tuple[str, ...]]] = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    " ": ("  ",) * DOTS,
}


def height(scale: int) -> int:
    """The rows of a terminal that digits take whose dots are *scale* columns wide."""
    return -(-DOTS * scale // 2)


def in_rows(text: str, room: int, halves: str = HALVES, scale: int = 1) -> list[str]:
    """*text*, which is digits and blanks, in the middle of *room* columns: *scale* times as large,
    or smaller where that is too wide; as it is where there are no *halves* of blocks."""
    scales = range(scale, 0, -1) if halves else ()
    sizes = (_large(text, one) for one in scales)
    rows = next((rows for rows in sizes if len(rows[0]) <= room), (text,))
    free = height(scale) - len(rows)
    above, below = ("",) * (free // 2), ("",) * (free - free // 2)
    return [row.center(room) for row in (*above, *rows, *below)]


def _large(text: str, scale: int) -> tuple[str, ...]:
    rows = [" ".join(SHAPES[letter][dot] for letter in text) for dot in range(DOTS)]
    dots = ["".join(dot * scale for dot in row) for row in rows for _ in range(scale)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue=" " * len(dots[0]))
    return tuple("".join(map(_half, upper, lower)) for upper, lower in pairs)


def _half(upper: str, lower: str) -> str:
    return (" " + HALVES)[(upper != " ") + 2 * (lower != " ")]
