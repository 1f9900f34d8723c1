"""The image stored by a controller, its power limit, and differences between images as PAINTs.

An image has three bytes per pixel, in strip order.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from firmware_bridge.protocol.framing import MAX_PAYLOAD_BYTES
from firmware_bridge.protocol.messages import (
    BYTES,
    HEAD,
    MAX_RUN_LENGTH,
    NO_PIXEL,
    PAINT_SHOW,
    Run,
    packed_runs,
)

MAX_LED_MA: Final = 1000
WHITE: Final = 255 * BYTES


class Ceiling(NamedTuple):
    """Hard limits built into the firmware, which the Pi cannot raise: current of the strip and of a
    fully lit white pixel, in mA."""

    limit_ma: int = 65_535
    led_ma: int = 60


NO_CEILING: Final = Ceiling()
"""A ceiling that does not limit images of up to 400 pixels."""


class Tape(NamedTuple):
    """The strip as configured by CONFIGURE: number of pixels, limits in mA, and link pixel."""

    pixels: int
    limit_ma: int
    led_ma: int
    link: int

    @property
    def can_be(self) -> bool:
        """True if the values are valid."""
        linked = self.link == NO_PIXEL or self.link < self.pixels
        return self.pixels > 0 and 0 < self.led_ma <= MAX_LED_MA and linked

    def holds(self, run: Run) -> bool:
        """True if all pixels of *run* are on the strip."""
        return run.first + run.length <= self.pixels

    def lit(self, colours: bytes, ceiling: Ceiling, longest: int) -> bytes:
        """Return *colours* dimmed to the limit and the *ceiling*, if *longest* pixels are powered
        (WLED's estimate: 1 mA per dark pixel)."""
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
"""Placeholder for controllers that are only identified, or have only keys."""


class Pixels:
    """The colours of *room* pixels as sent, initially dark, including those beyond the strip."""

    def __init__(self, room: int) -> None:
        self._colours = bytearray(BYTES * room)

    def paint(self, runs: Iterable[Run]) -> None:
        """Apply *runs* in order."""
        for first, length, colours in runs:
            whole = colours * length if len(colours) < BYTES * length else colours
            self._colours[BYTES * first : BYTES * (first + length)] = whole

    def cut(self, pixels: int) -> None:
        """Clear all but the first *pixels*."""
        end = BYTES * pixels
        self._colours[end:] = bytes(len(self._colours) - end)

    def of(self, tape: Tape) -> bytes:
        """Return the colours of the pixels on *tape*."""
        return bytes(self._colours[: BYTES * tape.pixels])


LONG_RUN: Final = 3
"""Minimum number of equal pixels for which a separate run takes no more space than extending
another."""
MIN_PAYLOAD: Final = 1 + HEAD + BYTES
"""Minimum payload, with room for one pixel."""


def paints(has: bytes | None, wanted: bytes, longest: int = MAX_PAYLOAD_BYTES) -> tuple[bytes, ...]:
    """Return the PAINT payloads that change the controller's image from *has* (None: unknown) to
    *wanted*, each of at most *longest* bytes. The last one has the PAINT_SHOW flag."""
    *others, last = tuple(_pages(_runs(has, wanted), longest - 1)) or (b"",)
    return (*(b"\0" + page for page in others), bytes((PAINT_SHOW,)) + last)


def _runs(has: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield the changes as runs of one colour; short ones are merged into the preceding run."""
    last: Run | None = None
    for run in _stretches(has, wanted):
        follows = last is not None and last.first + last.length == run.first
        if last and follows and not last.same and run.length < LONG_RUN:
            colours = last.colours + run.colours * run.length
            last = Run(last.first, last.length + run.length, colours)
        else:
            if last:
                yield last
            last = run
    if last:
        yield last


def _stretches(has: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield runs of equal pixels, trimmed to the first and last changed pixel."""
    first = 0
    for colour, alike in groupby(_pixel(wanted, at) for at in range(len(wanted) // BYTES)):
        length = len(tuple(alike))
        there = range(first, first + length)
        changed = [at for at in there if has is None or _pixel(has, at) != colour]
        if changed:
            yield Run(changed[0], changed[-1] + 1 - changed[0], colour)
        first += length


def _pixel(picture: bytes, at: int) -> bytes:
    return picture[BYTES * at : BYTES * (at + 1)]


def _pages(runs: Iterator[Run], room: int) -> Iterator[bytes]:
    """Yield *runs* encoded in pages of at most *room* bytes."""
    page = b""
    for run in runs:
        rest: Run | None = run
        while rest:
            if room - len(page) < HEAD + BYTES:
                yield page
                page = b""
            piece, rest = _cut(rest, room - len(page))
            page += packed_runs((piece,))
    if page:
        yield page


def _cut(run: Run, room: int) -> tuple[Run, Run | None]:
    """Split off the longest prefix of *run* that fits into *room* bytes; return both parts."""
    most = MAX_RUN_LENGTH if run.same else min((room - HEAD) // BYTES, MAX_RUN_LENGTH)
    if run.length <= most:
        return run, None
    here, there = (
        (run.colours, run.colours)
        if run.same
        else (run.colours[: BYTES * most], run.colours[BYTES * most :])
    )
    return Run(run.first, most, here), Run(run.first + most, run.length - most, there)
