"""A line to a board that is only a program, as bad as one likes it, in the time that it is told.

All happens as late as it does with wires: bytes take their time, a pixel 30 µs, and a board that is
started has its boot loader first. Opening the line starts the board anew, as it does an Uno.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable
from math import inf
from random import Random
from typing import Final, TypeAlias

from firmware_bridge.protocol.messages import BYTES
from firmware_bridge.simulated.board import Board
from firmware_bridge.simulated.faults import Faults
from firmware_bridge.simulated.mishap import Mishap

BITS: Final = 10
"""On the line for every byte."""
PIXEL_SECONDS: Final = 30e-6
BOOTING_SECONDS: Final = 0.8
STALLED_SECONDS: Final = (0.1, 2.0)
"""Some are over before the Pi gives up."""
VANISHED_SECONDS: Final = (1.0, 5.0)
LOOK_SECONDS: Final = 0.05
"""After which a board that nobody speaks to is asked what it says by itself."""

Shows: TypeAlias = Callable[[bytes], None]
"""Sees what the strip is told to show, three bytes a pixel in the strip's own order."""


def unseen(picture: bytes) -> None:
    """Where nobody looks at the strip."""


class _Way:
    """Bytes on their way, and when they are there."""

    def __init__(self, baud: int) -> None:
        self._seconds = BITS / baud
        self._coming: deque[tuple[float, bytes]] = deque()

    @property
    def due(self) -> float:
        """When the next of them are there."""
        return self._coming[0][0] if self._coming else inf

    def send(self, data: bytes, now: float) -> None:
        """They follow those before them."""
        begins = max(now, self._coming[-1][0]) if self._coming else now
        if data:
            self._coming.append((begins + len(data) * self._seconds, data))

    def come(self, now: float) -> bytes:
        """Those that are there by *now*."""
        come = b""
        while self.due <= now:
            come += self._coming.popleft()[1]
        return come


class BadLine:
    """A line with *faults*, as *chance* has it, and a board with *room* at its end. The strip
    *shows* what it is told to."""

    def __init__(
        self,
        faults: Faults,
        chance: Random,
        shows: Shows = unseen,
        *,
        room: int = 400,
        baud: int = 115_200,
    ) -> None:
        self._faults, self._chance, self._shows = faults, chance, shows
        self._room, self._baud = room, baud
        self._stall = Mishap(faults.stall, STALLED_SECONDS, chance)
        self._reboot = Mishap(faults.reboot, 2 * (BOOTING_SECONDS,), chance)
        self._vanish = Mishap(faults.vanish, VANISHED_SECONDS, chance)
        self._to_board, self._to_pi = _Way(baud), _Way(baud)
        self._boots, self._ready_at, self._open = 0, inf, False
        self.board = Board(room)
        """The one that was started last."""

    def there(self, now: float) -> bool:
        """Whether the board is plugged in."""
        return not self._vanish.on(now)

    def open(self, now: float) -> None:
        """Begin to listen and to speak. Raises OSError where there is nobody."""
        if not self.there(now):
            raise FileNotFoundError(errno.ENOENT, "the simulated board is unplugged")
        self._open = True
        self._to_board, self._to_pi = _Way(self._baud), _Way(self._baud)
        self._start(now)

    def hear(self, data: bytes, now: float) -> None:
        """Take what the Pi writes. Raises OSError where the board is gone."""
        self._look(now)
        self._to_board.send(self._faults.arriving(data, self._chance), now)

    def say(self, now: float) -> bytes:
        """What has come for the Pi by *now*. Raises OSError where the board is gone."""
        self._look(now)
        if self._stall.on(now):
            return b""
        heard = self._to_board.come(now)
        if now >= self._ready_at:
            self._answer(heard, now)
        return self._to_pi.come(now)

    def due_in(self, now: float) -> float:
        """In how many seconds ``say`` is to be asked again, if nothing else happens."""
        due = min(self._to_board.due, self._to_pi.due)
        return min(max(due - now, 0.001), LOOK_SECONDS)

    def turn(self, key: int, now: float, *, down: bool) -> None:
        """A key of the board's goes down or up."""
        (self.board.press if down else self.board.release)(key, now)

    def _look(self, now: float) -> None:
        if not self.there(now):
            self._open = False
        if not self._open:
            raise OSError(errno.EIO, "the simulated board was unplugged")
        if self._reboot.on(now) and now >= self._ready_at:
            self._start(now)

    def _start(self, now: float) -> None:
        self._boots += 1
        self._ready_at = now + BOOTING_SECONDS
        self.board = Board(self._room, boot=self._boots % (1 << 16))

    def _answer(self, heard: bytes, now: float) -> None:
        before = self.board.shown
        said = self.board.hear(heard, now)
        said += self.board.tick(now)
        shown = self.board.shown
        busy = 0.0
        if shown is not None and shown is not before:
            busy = PIXEL_SECONDS * len(shown) / BYTES
            self._shows(shown)
        self._to_pi.send(self._faults.arriving(said, self._chance), now + busy)
