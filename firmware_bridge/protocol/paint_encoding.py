"""From the picture that a board has to the one that it shall show, in as few bytes as it takes.

A picture is three bytes a pixel, in the order of the strip.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD
from firmware_bridge.protocol.messages import BYTES, HEAD, LONGEST_RUN, SHOW, Run, packed_runs

LONG: Final = 3
"""Pixels alike, from which a run of their own takes no more bytes than a part of another."""
LEAST_PAYLOAD: Final = 1 + HEAD + BYTES
"""With room for one pixel."""


def paints(has: bytes | None, wanted: bytes, longest: int = LONGEST_PAYLOAD) -> tuple[bytes, ...]:
    """Return the payloads of PAINT that make *wanted* of the picture that the board *has* (None:
    unknown), each of *longest* bytes at the most. The last one shows it."""
    *before, last = tuple(_pages(_runs(has, wanted), longest - 1)) or (b"",)
    return (*(b"\0" + page for page in before), bytes((SHOW,)) + last)


def _runs(has: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield the changes, a run for each colour; a short one joins the run before."""
    before: Run | None = None
    for run in _stretches(has, wanted):
        if before and _goes_on(before, run):
            before = Run(
                before.first, before.length + run.length, before.colours + run.colours * run.length
            )
        else:
            if before:
                yield before
            before = run
    if before:
        yield before


def _goes_on(before: Run, run: Run) -> bool:
    """True if *run*, of one colour, takes no more bytes as a part of the one *before*."""
    return before.first + before.length == run.first and not before.same and run.length < LONG


def _stretches(has: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield pixels side by side that are to be alike, from the first to the last that differs."""
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
