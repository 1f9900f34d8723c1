"""Lights in a test: a clock in its hand, and strips that fail, each in its own way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hardware.lights import Lights
from hardware.strips.strip import Strip
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import Board, build
from scorekeeper.board.light import Look, Power
from scorekeeper.board.shape import Measures
from scorekeeper.game.actions import Start
from scorekeeper.journal import Journal
from scorekeeper.table import Table

BOARD = build(measures=Measures(tracks=2), look=Look(skunk=False))
STILL_BOARD = build(measures=Measures(tracks=2), look=Look(breaths=0, skunk=False))
DEFAULT = Power()
TWO = Start(rules="six-card", players=("Ann", "Ben"), dealer=0)


class Watch:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@contextmanager
def ann_and_ben(**clock: Watch) -> Iterator[Table]:
    """They sit at a table that goes by a ``ticks`` in the test's hand, or else in real time."""
    table = Table(Journal.in_memory(), **clock)
    table.submit(TWO)
    yield table
    table.close()


class FailingStrip(CaptureStrip):
    """A capture strip with a plug: while it is out, opening, showing and closing fail."""

    def __init__(self) -> None:
        super().__init__()
        self.plugged, self.opened, self.closed = True, 0, 0

    def open(self) -> Strip:
        self.opened += 1
        self._check()
        return self

    def show(self, frame: bytes) -> None:
        self._check()
        super().show(frame)

    def close(self) -> None:
        self.closed += 1
        self._check()

    def _check(self) -> None:
        if not self.plugged:
            raise OSError("the plug is out")


class BrokenStrip(CaptureStrip):
    """A strip with a mistake in its code, until that is ``mended``."""

    mended = False

    def show(self, frame: bytes) -> None:
        if not self.mended:
            raise ZeroDivisionError
        super().show(frame)


def lights(
    table: Table,
    strip: CaptureStrip | Callable[[], Strip],
    board: Board = BOARD,
    *,
    gamma: float = 1,
    power: Power = DEFAULT,
    **more: Any,
) -> Lights:
    """Lights that draw *table* on *strip*, or on what it opens."""
    opener = _opener(strip) if isinstance(strip, CaptureStrip) else strip
    return Lights(table, board, opener, clock=table.ticks, gamma=gamma, power=power, **more)


def _opener(strip: CaptureStrip) -> Callable[[], Strip]:
    return strip.open if isinstance(strip, FailingStrip) else lambda: strip
