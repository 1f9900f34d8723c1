"""The program's own terminal: printable text, large digits, and a footer."""

import os
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Final, TextIO

NO_BREAK: Final = frozenset("\u00a0\u202f")
"""Spaces before a colon in French, which Python does not call printable."""


def written(text: str) -> str:
    """Return *text* without control characters."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter.isprintable() or letter in NO_BREAK)


def writable(text: str, out: TextIO) -> str:
    """Return *text*, with question marks for characters that *out* cannot encode."""
    code = out.encoding or "utf-8"
    return text.encode(code, "replace").decode(code)


def columns(text: str) -> int:
    """Return the columns that *text* takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def cut(text: str, room: int) -> str:
    """Return *text*, shortened to *room* columns."""
    if columns(text) <= room:
        return text
    while text and columns(text) > room - 1:
        text = text[:-1]
    return text + "…"[: max(room, 0)]


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
    """Return the rows of digits whose dots are *scale* columns wide."""
    return -(-DOTS * scale // 2)


def in_rows(text: str, room: int, halves: str = HALVES, scale: int = 1) -> list[str]:
    """Return *text*, of digits and blanks, in the middle of *room* columns: *scale* times as large,
    or smaller if that is too wide; unchanged without *halves* of blocks."""
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
    """The last lines of the terminal behind *out*; a line per change if it cannot draw.

    The terminal itself scrolls only the lines above, so that all other output goes there, and the
    footer is redrawn in place.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._can_draw = out.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._size: os.terminal_size | None = None
        """The size of the terminal while rows are pinned."""
        self._rows: list[str] = []
        self._last_line = ""

    @property
    def size(self) -> os.terminal_size | None:
        """The current size of the terminal; None if it cannot draw."""
        return os.get_terminal_size(self._out.fileno()) if self._can_draw else None

    def draw(self, size: os.terminal_size, rows: Sequence[str]) -> None:
        """Pin *rows* there, and write those that changed; their number and the *size* may have
        changed too."""
        count = len(rows)
        if (self._size, len(self._rows)) != (size, count):
            self.close()
            self._size, self._rows = size, [""] * count
            # Room first: with the cursor at the bottom the lines above have to make way.
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
        """Unpin all, and write *line* unless it is the same as the last."""
        self.close()
        if line != self._last_line:
            with suppress(BrokenPipeError):  # The reader is gone, as with `| head`.
                self._write(writable(line, self._out) + "\n")
        self._last_line = line

    def close(self) -> None:
        """Release the whole terminal, the cursor at the end of the other lines."""
        if self._size:
            # A window that became lower has pushed the rows up with the other lines.
            lines = min(self._size.lines, os.get_terminal_size(self._out.fileno()).lines)
            top = max(lines - len(self._rows) + 1, 1)
            self._write(SAVE + WHOLE + _to(top) + CLEAR_BELOW + RESTORE + UNHIDE)
        self._size = None

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
