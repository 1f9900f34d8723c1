"""A strip of coloured dots in the terminal, for tables without lights.

In a terminal the board stays at the bottom while everything else scrolls above it. Into a file or a
pipe goes one short line a change instead, as it does where the terminal is too small for the board.
"""

import sys
from itertools import groupby
from typing import TextIO

from hardware.strips.setup import Caption, ReadCaption, StripSetup
from hardware.strips.terminal_layout import TerminalLayout, lay_out
from hardware.strips.terminal_text import LETTERS, ROUND, WOOD, TextRun, rows
from hardware.terminal.lettering import writable, written
from hardware.terminal.panel import Footer
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import Health


class TerminalStrip:
    """Shows frames on *out*."""

    health = Health.OK

    def __init__(self, board: Board, caption: ReadCaption, out: TextIO) -> None:
        self._board, self._caption, self._out = board, caption, out
        whole = "".join(ROUND)
        self._dots = ROUND if writable(whole, out) == whole else LETTERS
        self._bottom = Footer(out)

    def show(self, frame: Frame) -> None:
        """Draw the board with its names and scores, or say them where it cannot be drawn."""
        caption = self._caption()
        size = self._bottom.size
        large = caption.reading is not None
        sheet = lay_out(self._board, caption.teams, size, large=large) if size else None
        if size and sheet:
            self._bottom.draw(size, self._rows(frame, caption, sheet))
        else:
            self._bottom.say(_line(caption))

    def close(self) -> None:
        """Leave the terminal as it was."""
        self._bottom.close()

    def _rows(self, frame: Frame, caption: Caption, sheet: TerminalLayout) -> list[str]:
        drawn = rows(self._board, frame, caption, sheet, self._dots)
        return [writable(_painted(row), self._out) for row in drawn]


def open_strip(setup: StripSetup, caption: ReadCaption = Caption) -> TerminalStrip:
    """The strip on this program's own terminal."""
    return TerminalStrip(setup.board, caption, sys.stdout)


def _line(caption: Caption) -> str:
    """Return the score of the game as one line, without a board."""
    teams = (f"{team.name}{team.told}" for team in caption.teams)
    return " · ".join(written(part) for part in (*teams, caption.running, caption.prompt) if part)


def _painted(row: tuple[TextRun, ...]) -> str:
    """A row as a terminal takes it, on wood."""
    wood = "\x1b[48;2;{};{};{}m".format(*WOOD)
    runs = (
        "\x1b[38;2;{};{};{}m".format(*colour) + "".join(run.text for run in runs)
        for colour, runs in groupby(row, lambda run: run.colour)
    )
    return wood + "".join(runs) + "\x1b[0m"
