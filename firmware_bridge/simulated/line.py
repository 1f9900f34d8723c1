"""A serial line to a board that is only a program. Time comes in as an argument.

All happens as late as it does with wires: bytes take their time, a pixel 30 µs, and a board that is
started has its boot loader first. Opening the line restarts the board, as it does an Uno.
"""

import errno
from collections import deque
from collections.abc import Callable
from math import inf
from typing import Final, TypeAlias

from firmware_bridge.simulated.board import Board

BITS: Final = 10
"""On the line for every byte."""
PIXEL_SECONDS: Final = 30e-6
BOOTING_SECONDS: Final = 0.8
LOOK_SECONDS: Final = 0.05
"""After which a board that nobody speaks to is asked what it says by itself."""

OnShow: TypeAlias = Callable[[bytes], None]
"""Takes what the strip is to show, three bytes a pixel in the strip's own order."""


def unseen(picture: bytes) -> None:
    """Drop the picture."""


class _Way:
    """Bytes on their way, and when they are there."""

    def __init__(self, baud: int) -> None:
        self._seconds = BITS / baud
        self._coming: deque[tuple[float, bytes]] = deque()

    @property
    def due(self) -> float:
        """The time at which the next of them arrive."""
        return self._coming[0][0] if self._coming else inf

    def send(self, data: bytes, now: float) -> None:
        """They follow those before them."""
        begins = max(now, self._coming[-1][0]) if self._coming else now
        if data:
            self._coming.append((begins + len(data) * self._seconds, data))

    def come(self, now: float) -> bytes:
        """Return those that have arrived by *now*."""
        come = b""
        while self.due <= now:
            come += self._coming.popleft()[1]
        return come


class SerialLine:
    """A line to a board with *room* for pixels; *shows* takes the pictures of its strip."""

    def __init__(self, shows: OnShow = unseen, *, room: int = 400, baud: int = 115_200) -> None:
        self._shows, self._room, self._baud = shows, room, baud
        self._to_board, self._to_pi = _Way(baud), _Way(baud)
        self._boots, self._ready_at, self._open = 0, inf, False
        self.board = Board(room)
        """The one that was started last."""

    def there(self, now: float) -> bool:
        """True if the board is plugged in."""
        return True

    def open(self, now: float) -> None:
        """Begin to listen and to speak. Raises OSError where there is no board."""
        if not self.there(now):
            raise FileNotFoundError(errno.ENOENT, "the simulated board is unplugged")
        self._open = True
        self._to_board, self._to_pi = _Way(self._baud), _Way(self._baud)
        self.start(now)

    def start(self, now: float) -> None:
        """Restart the board."""
        self._boots += 1
        self._ready_at = now + BOOTING_SECONDS
        self.board = Board(self._room, boot=self._boots % (1 << 16))

    def receive(self, data: bytes, now: float) -> None:
        """Take what the Pi writes. Raises OSError where the board is gone."""
        self._look(now)
        self._to_board.send(self.arriving(data), now)

    def data_to_send(self, now: float) -> bytes:
        """Return what has come for the Pi by *now*. Raises OSError where the board is gone."""
        self._look(now)
        heard = self._to_board.come(now)
        if now >= self._ready_at:
            self._answer(heard, now)
        return self._to_pi.come(now)

    def due_in(self, now: float) -> float:
        """Return in how many seconds to ask ``data_to_send`` again, if nothing else happens."""
        due = min(self._to_board.due, self._to_pi.due)
        return min(max(due - now, 0.001), LOOK_SECONDS)

    def turn(self, key: int, now: float, *, down: bool) -> None:
        """A key of the board's goes down or up."""
        (self.board.press if down else self.board.release)(key, now)

    def arriving(self, data: bytes) -> bytes:
        """Return what arrives of *data*: all of it, on a line without faults."""
        return data

    def _look(self, now: float) -> None:
        if not self.there(now):
            self._open = False
        if not self._open:
            raise OSError(errno.EIO, "the simulated board was unplugged")

    def _answer(self, heard: bytes, now: float) -> None:
        before = self.board.shown
        said = self.board.receive(heard, now)
        said += self.board.tick(now)
        shown = self.board.shown
        busy = 0.0
        if shown is not None and shown is not before:
            busy = PIXEL_SECONDS * self.board.sent
            self._shows(shown)
        self._to_pi.send(self.arriving(said), now + busy)
