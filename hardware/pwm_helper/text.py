"""Frames as lines of text: a lamp for those who want to see what would be lit."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.board.light.colour import Frame


class Paper:
    """Writes each frame to the end of *path*: a line of ``rrggbb`` for every pixel."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="ascii")

    def show(self, frame: Frame) -> None:
        """Write the whole *frame*."""
        self._file.write(frame.hex(" ", 3) + "\n")
        self._file.flush()

    def close(self) -> None:
        """The lines stay."""
        self._file.close()
