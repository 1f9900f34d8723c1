"""The colours that a board keeps, and as much light of them as it may show."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from firmware_bridge.protocol.messages import BYTES, NO_PIXEL, Run

MOST_LED_MA: Final = 1000
WHITE: Final = 255 * BYTES


class Ceiling(NamedTuple):
    """The most mA that a strip may draw, and the mA of a pixel that is full white, as the firmware
    was built: no Pi can raise them."""

    limit_ma: int = 65_535
    led_ma: int = 60


NO_CEILING: Final = Ceiling()
"""Of 400 pixels it allows any picture."""


class Tape(NamedTuple):
    """The strip as CONFIGURE describes it, in pixels and mA."""

    pixels: int
    limit_ma: int
    led_ma: int
    link: int

    @property
    def can_be(self) -> bool:
        """True if there is such a strip, large or small."""
        linked = self.link == NO_PIXEL or self.link < self.pixels
        return self.pixels > 0 and 0 < self.led_ma <= MOST_LED_MA and linked

    def holds(self, run: Run) -> bool:
        """True if all pixels of *run* are on it."""
        return run.first + run.length <= self.pixels

    def lit(self, colours: bytes, ceiling: Ceiling, longest: int) -> bytes:
        """Return *colours* within the limit and the *ceiling*, on a strip of which *longest* pixels
        take current (WLED's estimate: a dark one takes 1 mA)."""
        total = sum(colours)
        allowed = min(
            max(limit_ma - longest, 0) * WHITE // led_ma
            for limit_ma, led_ma in ((self.limit_ma, self.led_ma), ceiling)
        )
        if total <= allowed:
            return colours
        level = 256 * allowed // total
        return bytes(value * level // 256 for value in colours)

    def silent(self, lit: bytes) -> bytes:
        """Return *lit* with the link pixel dark, if there is one."""
        if self.link == NO_PIXEL:
            return lit
        at = BYTES * self.link
        return lit[:at] + bytes(BYTES) + lit[at + BYTES :]


ANY_TAPE: Final = Tape(pixels=1, limit_ma=0, led_ma=1, link=NO_PIXEL)
"""For a board that is only asked who it is, or only has keys."""


class Pixels:
    """The colours of *room* pixels as they were sent; dark at first, and past the strip."""

    def __init__(self, room: int) -> None:
        self._colours = bytearray(BYTES * room)

    def paint(self, runs: Iterable[Run]) -> None:
        """Give every pixel of *runs* its colour, one run after the other."""
        for first, length, colours in runs:
            whole = colours * length if len(colours) < BYTES * length else colours
            self._colours[BYTES * first : BYTES * (first + length)] = whole

    def cut(self, pixels: int) -> None:
        """Make all dark but so many *pixels*."""
        end = BYTES * pixels
        self._colours[end:] = bytes(len(self._colours) - end)

    def of(self, tape: Tape) -> bytes:
        """Return the colours of the pixels on *tape*."""
        return bytes(self._colours[: BYTES * tape.pixels])
