"""A real pseudo-terminal with an emulated screen."""

import fcntl
import os
import struct
import termios
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

import pyte

END, OVER = b"\x05", b"\x04"
"""Markers after a part of the output, and at its very end."""


class Screen(pyte.Screen):
    """What is displayed of the output that it is fed."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.feed = pyte.Stream(self).feed

    @property
    def text(self) -> list[str]:
        return [row.rstrip() for row in self.display]

    @property
    def cursor_shown(self) -> bool:
        return not self.cursor.hidden


class Terminal:
    """A pseudo-terminal: programs write to ``out``, and ``read_screen`` returns its lines."""

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self._master, slave = os.openpty()
        self.out: TextIO = os.fdopen(slave, "w", encoding="utf-8")
        self.screen = Screen(columns, lines)
        self.resize(columns, lines)
        # A pseudo-terminal buffers at most 4 kB.
        self._came: SimpleQueue[bytes] = SimpleQueue()
        self._reader = Thread(target=self._take_in)
        self._reader.start()

    def resize(self, columns: int, lines: int) -> None:
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self.out.fileno(), termios.TIOCSWINSZ, size)
        self.screen.resize(lines, columns)

    def print(self, text: str) -> None:
        print(text, file=self.out, flush=True)

    def read(self) -> str:
        """Return the text since the last call, as displayed on the screen."""
        os.write(self.out.fileno(), END)
        raw = b""
        while not raw.endswith(END):
            raw += self._came.get(timeout=30)
        text = raw.removesuffix(END).decode()
        self.screen.feed(text)
        return text

    def read_screen(self) -> list[str]:
        self.read()
        return self.screen.text

    def close(self) -> None:
        os.write(self.out.fileno(), OVER)
        self._reader.join()
        self.out.close()
        os.close(self._master)

    def _take_in(self) -> None:
        raw = b""
        while not raw.endswith(OVER):
            raw = os.read(self._master, 65536)
            self._came.put(raw)
