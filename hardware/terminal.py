"""Terminal output: printable text, large digits, and a fixed footer."""

import os
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Final, TextIO

NO_BREAK: Final = frozenset("\u00a0\u202f")
"""Non-breaking spaces, used before a colon in French, which ``str.isprintable`` rejects."""


def written(text: str) -> str:
    """Return *text* without control characters."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter.isprintable() or letter in NO_BREAK)


def writable(text: str, out: TextIO) -> str:
    """Return *text*, replacing characters that *out* cannot encode with question marks."""
    code = out.encoding or "utf-8"
    return text.encode(code, "replace").decode(code)


def columns(text: str) -> int:
    """Return the width of *text* in terminal columns."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def cut(text: str, room: int) -> str:
    """Return *text* truncated to *room* columns."""
    if columns(text) <= room:
        return text
    while text and columns(text) > room - 1:
        text = text[:-1]
    return text + "…"[: max(room, 0)]


HALVES: Final = "▀▄█"
"""Upper half block, lower half block, full block."""
DOTS: Final = 5
"""The height of a digit in dots."""

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
    """Return the height in rows of digits at *scale*, the columns per dot."""
    return -(-DOTS * scale // 2)


def in_rows(text: str, room: int, halves: str = HALVES, scale: int = 1) -> list[str]:
    """Return *text* (digits and spaces) as rows of large digits, centred in *room* columns, at
    *scale* or smaller to fit. Without *halves*, *text* is not enlarged."""
    sizes = (_large(text, dots) for dots in (range(scale, 0, -1) if halves else ()))
    rows = next((rows for rows in sizes if len(rows[0]) <= room), (text,))
    free = height(scale) - len(rows)
    above, below = ("",) * (free // 2), ("",) * (free - free // 2)
    return [row.center(room) for row in (*above, *rows, *below)]


def _large(text: str, scale: int) -> tuple[str, ...]:
    rows = [" ".join(SHAPES[letter][dot] for letter in text) for dot in range(DOTS)]
    dots = ["".join(dot * scale for dot in row) for row in rows for _ in range(scale)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue=" " * len(dots[0]))
    letters = " " + HALVES
    return tuple(
        "".join(letters[(up != " ") + 2 * (low != " ")] for up, low in zip(*pair, strict=True))
        for pair in pairs
    )


SAVE, RESTORE = "\x1b7", "\x1b8"
HIDE, UNHIDE = "\x1b[?25l", "\x1b[?25h"
WHOLE, CLEAR_BELOW, CLEAR_ROW = "\x1b[r", "\x1b[J", "\x1b[2K"


def _to(row: int) -> str:
    return f"\x1b[{row};1H"


class Footer:
    """The last lines of the terminal *out*; prints a line per change if *out* is not a terminal.

    Sets the terminal's scroll region to the lines above, so that other output scrolls there while
    the footer is redrawn in place.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._can_draw = out.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._size: os.terminal_size | None = None
        """The size of the terminal while the footer is drawn; None if it is not."""
        self._rows: list[str] = []
        self._last_line = ""

    @property
    def size(self) -> os.terminal_size | None:
        """The current size of the terminal; None if *out* is not a terminal."""
        return os.get_terminal_size(self._out.fileno()) if self._can_draw else None

    def draw(self, size: os.terminal_size, rows: Sequence[str]) -> None:
        """Draw *rows* as the footer, rewriting only changes. Their number and *size* may vary."""
        count = len(rows)
        if (self._size, len(self._rows)) != (size, count):
            self.close()
            self._size, self._rows = size, [""] * count
            # Scroll first, to make room for the footer if the cursor is at the bottom.
            room, scrolled = "\n" * count + f"\x1b[{count}A", f"\x1b[1;{size.lines - count}r"
            self._write(room + SAVE + scrolled + RESTORE + HIDE)
        changed = "".join(
            _to(size.lines - count + number) + CLEAR_ROW + row
            for number, row in enumerate(rows, 1)
            if row != self._rows[number - 1]
        )
        self._rows = list(rows)
        if changed:
            self._write(SAVE + changed + RESTORE)

    def say(self, line: str) -> None:
        """Remove the footer and print *line*, unless it equals the last line printed."""
        self.close()
        if line != self._last_line:
            with suppress(BrokenPipeError):  # The reader has exited, as in `| head`.
                self._write(writable(line, self._out) + "\n")
        self._last_line = line

    def close(self) -> None:
        """Remove the footer and reset the scroll region."""
        if self._size:
            # If the window has shrunk, the footer has moved up.
            lines = min(self._size.lines, os.get_terminal_size(self._out.fileno()).lines)
            top = max(lines - len(self._rows) + 1, 1)
            self._write(SAVE + WHOLE + _to(top) + CLEAR_BELOW + RESTORE + UNHIDE)
        self._size = None

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
