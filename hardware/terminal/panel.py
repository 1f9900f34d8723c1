"""A panel at the bottom of a terminal, while everything else scrolls above it."""

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from hardware.terminal.lettering import writable

SAVE, RESTORE = "\x1b7", "\x1b8"
HIDE, UNHIDE = "\x1b[?25l", "\x1b[?25h"
WHOLE, CLEAR_BELOW, CLEAR_ROW = "\x1b[r", "\x1b[J", "\x1b[2K"


def _to(row: int) -> str:
    return f"\x1b[{row};1H"


class Panel:
    """The last ``rows`` of a terminal of *size*.

    The terminal itself scrolls only the lines above, so that whatever anybody prints goes there,
    and the panel is redrawn in place.
    """

    def __init__(self, out: TextIO, size: os.terminal_size, rows: int) -> None:
        self.size, self.rows = size, rows
        self._out, self._drawn = out, [""] * rows
        last = size.lines - rows
        # Room first: with the cursor at the bottom the lines above have to make way.
        self._write("\n" * rows + f"\x1b[{rows}A" + SAVE + f"\x1b[1;{last}r" + RESTORE + HIDE)

    def draw(self, rows: Sequence[str]) -> None:
        """Put *rows* on the panel; only those that changed are written."""
        first = self.size.lines - self.rows + 1
        changed = "".join(
            _to(first + number) + CLEAR_ROW + row
            for number, row in enumerate(rows)
            if row != self._drawn[number]
        )
        self._drawn = list(rows)
        if changed:
            self._write(SAVE + changed + RESTORE)

    def close(self) -> None:
        """Give the whole terminal back, the cursor where the others' lines end."""
        # A window that became lower has pushed the panel up with all the rest.
        lines = min(self.size.lines, os.get_terminal_size(self._out.fileno()).lines)
        top = max(lines - self.rows + 1, 1)
        self._write(SAVE + WHOLE + _to(top) + CLEAR_BELOW + RESTORE + UNHIDE)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _can_draw(out: TextIO) -> bool:
    return out.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Footer:
    """The last lines of the terminal behind *out*; where nothing is drawn, a line a change."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._can_draw = out, _can_draw(out)
        self._panel: Panel | None = None
        self._said = ""

    @property
    def size(self) -> os.terminal_size | None:
        """The size of the terminal now; None if there is none that can draw."""
        return os.get_terminal_size(self._out.fileno()) if self._can_draw else None

    def draw(self, size: os.terminal_size, rows: Sequence[str]) -> None:
        """Pin *rows* there, again where they or the terminal have another *size* now."""
        if self._panel and (self._panel.size, self._panel.rows) != (size, len(rows)):
            self.close()
        self._panel = self._panel or Panel(self._out, size, len(rows))
        self._panel.draw(rows)

    def say(self, line: str) -> None:
        """Pin nothing; write *line*, unless it was the last one too."""
        self.close()
        if line != self._said:
            with suppress(BrokenPipeError):  # Nobody reads on: as with `| head`.
                self._out.write(writable(line, self._out) + "\n")
                self._out.flush()
        self._said = line

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._panel:
            self._panel.close()
        self._panel = None
