"""The picture that a board keeps, the light it may show of it, and PAINTs from one to the next.

A picture is three bytes a pixel, in the order of the strip.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD
from firmware_bridge.protocol.messages import (
    BYTES,
    HEAD,
    LONGEST_RUN,
    NO_PIXEL,
    SHOW,
    Run,
    packed_runs,
)

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
        """Make all dark but the first *pixels*."""
        end = BYTES * pixels
        self._colours[end:] = bytes(len(self._colours) - end)

    def of(self, tape: Tape) -> bytes:
        """Return the colours of the pixels on *tape*."""
        return bytes(self._colours[: BYTES * tape.pixels])


LONG_RUN: Final = 3
"""Pixels alike, from which a run of their own takes no more bytes than a part of another."""
LEAST_PAYLOAD: Final = 1 + HEAD + BYTES
"""With room for one pixel."""


def paints(has: bytes | None, wanted: bytes, longest: int = LONGEST_PAYLOAD) -> tuple[bytes, ...]:
    """Return the payloads of PAINT that make *wanted* of the picture that the board *has* (None:
    unknown), each of at most *longest* bytes. The last one shows it."""
    *others, last = tuple(_pages(_runs(has, wanted), longest - 1)) or (b"",)
    return (*(b"\0" + page for page in others), bytes((SHOW,)) + last)


def _runs(has: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield the changes, a run for each colour; a short one joins the run before."""
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
    """Yield runs of pixels of one colour, each cut to its first and last changed pixel."""
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
    """*runs* as they are packed, *room* bytes at a time."""
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
    """Return as much of *run* as *room* bytes and one run can hold, and the rest of it."""
    most = LONGEST_RUN if run.same else min((room - HEAD) // BYTES, LONGEST_RUN)
    if run.length <= most:
        return run, None
    here, there = (
        (run.colours, run.colours)
        if run.same
        else (run.colours[: BYTES * most], run.colours[BYTES * most :])
    )
    return Run(run.first, most, here), Run(run.first + most, run.length - most, there)
