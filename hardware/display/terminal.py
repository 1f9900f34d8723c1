"""A display in this program's own terminal, for people without one.

In a terminal the reading stays at the bottom, in large digits, while everything else scrolls above
it. Into a file or a pipe goes a short line a change instead, as it does where the terminal is too
small. Where the strip is drawn in the terminal too it draws the same beside the board, and this one
is not opened: only one of them can have the bottom.
"""

import os
import sys
from typing import Final, TextIO

from hardware.display.display import Reading
from hardware.terminal.large_digits import HALVES, height, in_rows
from hardware.terminal.lettering import writable
from hardware.terminal.panel import Footer

SCALE: Final = 2
ROWS: Final = height(SCALE) + 1
LEFT_TO_OTHERS: Final = 6
"""Lines above the reading that it never takes."""


class TerminalDisplay:
    """Shows readings on *out*."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._bottom = out, Footer(out)
        self._halves = HALVES if writable(HALVES, out) == HALVES else ""

    def show(self, shown: Reading) -> None:
        """Draw *shown*, or print it where it cannot be drawn."""
        size = self._bottom.size
        if size and rows_in(size):
            digits = in_rows(shown.large, size.columns, self._halves, SCALE)
            self._bottom.draw(size, [*digits, shown.small.center(size.columns)])
        else:
            self._bottom.say(" · ".join(filter(None, shown)))

    def hide(self) -> None:
        """Do nothing: the reading stays in the terminal."""

    def close(self) -> None:
        """Leave the terminal as it was."""
        self._bottom.close()


def rows_in(size: os.terminal_size) -> int:
    """Return the lines that a reading takes in a terminal of *size*; 0 where it is not drawn."""
    return ROWS if size.lines >= ROWS + LEFT_TO_OTHERS else 0


def open_display() -> TerminalDisplay:
    """Return the display in this program's own terminal."""
    return TerminalDisplay(sys.stdout)
