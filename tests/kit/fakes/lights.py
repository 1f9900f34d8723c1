"""Lights in tests: a simulated clock, and strips that fail in various ways."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, Final

from cribble.demo import Bot
from hardware.lights import Lights
from hardware.strips.strip import CaptureStrip, Strip
from scorekeeper.board.light import Frame, Look, Power
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, build
from scorekeeper.game.actions import Start
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.drivers.waiting import soon

BOARD = build(measures=Measures(tracks=2), look=Look(skunk=False))
STILL_BOARD = build(measures=Measures(tracks=2), look=Look(breaths=0, skunk=False))
DEFAULT = Power()
TWO = Start(rules="six-card", players=("Ann", "Ben"), dealer=0)


class Watch:
    """A clock that advances only when told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@contextmanager
def ann_and_ben(**clock: Watch) -> Iterator[Table]:
    """A table of Ann and Ben, with simulated ``ticks`` or in real time."""
    table = Table(Journal.in_memory(), **clock)
    table.submit(TWO)
    yield table
    table.close()


class FailingStrip(CaptureStrip):
    """A capture strip that can be unplugged: then opening, showing and closing fail."""

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
    opener: Any = strip
    if isinstance(strip, CaptureStrip):
        opener = strip.open if isinstance(strip, FailingStrip) else lambda: strip
    return Lights(table, board, opener, clock=table.ticks, gamma=gamma, power=power, **more)


@contextmanager
def lights_on(
    table: Table,
    board: Board,
    strip: CaptureStrip,
    clock: Callable[[], float] = time.monotonic,
    **more: Any,
) -> Iterator[Lights]:
    """Context manager: lights that show *table* on *strip*, without gamma."""
    lights = Lights(table, board, lambda: strip, clock=clock, gamma=1, power=Power(), **more)
    lights.start()
    yield lights
    lights.stop()


def lit(board: Board, frame: bytes) -> tuple[int, ...]:
    return tuple(
        1 + max(range(len(row)), key=lambda hole: sum(frame[3 * row[hole] : 3 * row[hole] + 3]))
        for row in board.wiring.tracks
    )


def until_lit(board: Board, strip: CaptureStrip, *wanted: int) -> None:
    soon(lambda: lit(board, strip.frames[-1]) == wanted)


GAME_BOARD: Final = build(measures=Measures(tracks=3))
FRAMES_AN_ENTRY: Final = 5
SECONDS_A_FRAME: Final = 0.35


@cache
def game_frames() -> tuple[Frame, ...]:
    """Return the frames of a game on the ``GAME_BOARD``, more than 500."""
    return tuple(_drawn())


def _drawn() -> Iterator[Frame]:
    seconds, strip = 1000.0, CaptureStrip()
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    lights = Lights(
        table, GAME_BOARD, lambda: strip, clock=lambda: seconds, gamma=2.2, power=Power()
    )
    dealer = Bot(Random(7))
    table.submit(dealer.begin("six-card"))
    while (game := table.now.game).phase is not Phase.OVER:
        snapshot = table.submit(dealer.next_action(game)).snapshot
        for _ in range(FRAMES_AN_ENTRY):
            lights.draw(snapshot)
            yield strip.frames[-1]
            seconds += SECONDS_A_FRAME
    table.close()
