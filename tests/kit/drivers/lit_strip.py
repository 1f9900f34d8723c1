"""A strip that shows a table meanwhile, and where its pegs shine."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hardware.lights import Lights
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import Board
from scorekeeper.board.light import Power
from scorekeeper.table import Table


@contextmanager
def lights_on(
    table: Table,
    board: Board,
    strip: CaptureStrip,
    clock: Callable[[], float] = time.monotonic,
    **more: Any,
) -> Iterator[Lights]:
    """The lights that show *table* on *strip*, in its colours as they are."""
    lights = Lights(table, board, lambda: strip, clock=clock, gamma=1, power=Power(), **more)
    lights.start()
    yield lights
    lights.stop()


def lit(board: Board, frame: bytes) -> tuple[int, ...]:
    """The hole of the brightest light of each track."""
    return tuple(
        1 + max(range(len(row)), key=lambda hole: sum(frame[3 * row[hole] : 3 * row[hole] + 3]))
        for row in board.wiring.tracks
    )


def until_lit(board: Board, strip: CaptureStrip, *wanted: int) -> None:
    """Wait until the brightest lights are those of the *wanted* holes, by track."""
    until = time.monotonic() + 30
    while lit(board, strip.frames[-1]) != wanted and time.monotonic() < until:
        strip.after(strip.shown, 0.2)
    assert lit(board, strip.frames[-1]) == wanted
