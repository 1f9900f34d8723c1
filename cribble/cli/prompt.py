"""Lines typed while something else goes on, read without waiting for them."""

import os
from select import select
from typing import Final

CHUNK: Final = 4096


class LineReader:
    """Lines from *file*, read no further than needed; where that is None, nobody can answer."""

    def __init__(self, file: int | None) -> None:
        self._file = file
        self._read = b""

    @property
    def over(self) -> bool:
        """True if no line will ever come."""
        return self._file is None and not self._read

    def within(self, seconds: float) -> str | None:
        """Return the next line; None if none is complete within *seconds*."""
        if b"\n" not in self._read and self._file is not None:
            self._take(self._file, seconds)
        return self._line()

    def _take(self, file: int, seconds: float) -> None:
        if not select([file], [], [], seconds)[0]:
            return
        came = os.read(file, CHUNK)
        self._read += came
        if not came:
            self._file = None

    def _line(self) -> str | None:
        line, newline, rest = self._read.partition(b"\n")
        if not newline and (self._file is not None or not line):
            return None
        self._read = rest
        return line.decode("utf-8", "replace").strip()
