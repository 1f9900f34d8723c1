"""A display in this program's own terminal, for people without one.

In a terminal the reading stays at the bottom, in large digits, while everything else scrolls above
it. Into a file or a pipe goes a short line a change instead, as it does where the terminal is too
small. Where the strip is drawn in the terminal too it draws the same beside the board, and this one
is not opened: only one of them can have the bottom.
"""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

from hardware.displays.display import Reading
from hardware.displays.large import HALVES, height, in_rows
from hardware.strips.lettering import writable
from hardware.strips.panel import Panel, size_of

SCALE: Final = 2
ROWS: Final = height(SCALE) + 1
LEFT_TO_OTHERS: Final = 6
"""Lines above the reading that it never takes."""


class TerminalDisplay:
    """Shows readings on *out*."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._panel: Panel | None = None
        self._halves = HALVES if writable(HALVES, out) == HALVES else ""
        self._said = Reading()

    def show(self, shown: Reading) -> None:
        """Draw it, or say it where it cannot be drawn."""
        size = size_of(self._out)
        if size and rows_in(size):
            digits = in_rows(shown.large, size.columns, self._halves, SCALE)
            self._pin(size).draw([*digits, shown.small.center(size.columns)])
        else:
            self.close()
            self._say(shown)

    def hide(self) -> None:
        """It stays: a terminal has its own way to go dark."""

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._panel:
            self._panel.close()
        self._panel = None

    def _pin(self, size: os.terminal_size) -> Panel:
        """The panel, made anew where the terminal has another size now."""
        if self._panel and self._panel.size != size:
            self.close()
        self._panel = self._panel or Panel(self._out, size, ROWS)
        return self._panel

    def _say(self, shown: Reading) -> None:
        if shown != self._said:
            self._out.write(" · ".join(filter(None, shown)) + "\n")
            self._out.flush()
        self._said = shown


def rows_in(size: os.terminal_size) -> int:
    """The lines that a reading takes of a terminal of *size*; 0 where it is not drawn."""
    return ROWS if size.lines >= ROWS + LEFT_TO_OTHERS else 0


def open_display(chip: str) -> TerminalDisplay:
    """The display in this program's own terminal, which has no chip."""
    return TerminalDisplay(sys.stdout)
