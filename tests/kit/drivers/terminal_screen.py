"""A terminal emulator on a real pseudo-terminal."""

import fcntl
import os
import re
import struct
import termios
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

PART = re.compile(r"\x1b\[(?P<private>\??)(?P<numbers>[\d;]*)(?P<end>[A-Za-z])|\x1b[78]|[\s\S]")
END, OVER = b"\x05", b"\x04"
"""Markers after a part of the output, and at its very end."""


class Screen:
    """Rows of characters, a cursor, and a scrolling region: the subset of a VT100 used here."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns, self.lines = columns, lines
        self.rows = [[" "] * columns for _ in range(lines)]
        self.at, self.saved = (0, 0), (0, 0)
        self.top, self.bottom = 0, lines - 1
        self.cursor_shown = True

    @property
    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]

    def resize(self, columns: int, lines: int) -> None:
        rows = [(row + [" "] * columns)[:columns] for row in self.rows][-lines:]
        self.rows = rows + [[" "] * columns for _ in range(lines - len(rows))]
        self.at = (min(self.at[0], lines - 1), min(self.at[1], columns - 1))
        self.columns, self.lines, self.top, self.bottom = columns, lines, 0, lines - 1

    def feed(self, text: str) -> None:
        for part in PART.finditer(text):
            if part["end"]:
                first, _, second = part["numbers"].partition(";")
                if part["end"] != "m":
                    self._obey(part["private"] + part["end"], int(first or 0), int(second or 0))
            else:
                self._take(part[0])

    def _take(self, part: str) -> None:
        row, column = self.at
        match part:
            case "\x1b7":
                self.saved = self.at
            case "\x1b8":
                self.at = self.saved
            case "\r":
                self.at = (row, 0)
            case "\n":
                self._down()
            case _ if part.isprintable():
                if column == self.columns:
                    self._down()
                    row, column = self.at[0], 0
                self.rows[row][column] = part
                self.at = (row, column + 1)
            case _:
                raise AssertionError(f"the terminal was sent {part!r}")

    def _obey(self, what: str, first: int, second: int) -> None:
        row, column = self.at
        match what:
            case "H":
                self.at = (max(first, 1) - 1, max(second, 1) - 1)
            case "A":
                self.at = (max(row - max(first, 1), 0), column)
            case "r":
                self.top, self.bottom = max(first, 1) - 1, (second or self.lines) - 1
                self.at = (0, 0)
            case "J" if first == 0:
                self.rows[row:] = [[" "] * self.columns for _ in self.rows[row:]]
            case "K" if first == 2:
                self.rows[row] = [" "] * self.columns
            case "?l" | "?h" if first == 25:
                self.cursor_shown = what == "?h"
            case _:
                raise AssertionError(f"this screen does not know {what!r} {first}")

    def _down(self) -> None:
        row, column = self.at
        if row == self.bottom:
            del self.rows[self.top]
            self.rows.insert(self.bottom, [" "] * self.columns)
        else:
            self.at = (min(row + 1, self.lines - 1), column)


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
        self.screen.resize(columns, lines)

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
