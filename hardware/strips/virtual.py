"""Strips without lights: a null strip, one drawn by browsers, and one that keeps its frames."""

from collections import deque
from threading import Condition
from typing import Final

from hardware.strips.strip import StripSetup
from scorekeeper.board.light import Frame
from scorekeeper.device import Health


class NullStrip:
    """Takes frames and drops them."""

    def __init__(self, health: Health) -> None:
        self.health = health

    def show(self, frame: Frame) -> None:
        """Drop *frame*."""

    def close(self) -> None:
        """Do nothing: it holds no device."""


def open_none(setup: StripSetup) -> NullStrip:
    """Return no strip, for tables where only the page shows the pegs."""
    return NullStrip(Health.OFF)


def open_browser(setup: StripSetup) -> NullStrip:
    """Return the strip on the page, which draws the frames of the lights' loop."""
    return NullStrip(Health.OK)


KEPT: Final = 10_000
"""Frames: some three minutes in which something always moves."""


class CaptureStrip:
    """Keeps the latest frames. Other threads may read and wait."""

    health = Health.OK

    def __init__(self, keep: int = KEPT) -> None:
        self._frames: deque[Frame] = deque(maxlen=keep)
        self._changed = Condition()
        self.shown = 0
        """The number of frames so far."""

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames that are kept, oldest first."""
        with self._changed:
            return tuple(self._frames)

    def show(self, frame: Frame) -> None:
        """Keep *frame*."""
        with self._changed:
            self._frames.append(frame)
            self.shown += 1
            self._changed.notify_all()

    def after(self, shown: int, timeout: float) -> Frame | None:
        """The latest frame once there were more than *shown*; None if that takes too long."""
        with self._changed:
            more = self._changed.wait_for(lambda: self.shown > shown, timeout)
            return self._frames[-1] if more else None

    def close(self) -> None:
        """The frames stay."""


def open_capture(setup: StripSetup) -> CaptureStrip:
    """A strip that keeps its frames."""
    return CaptureStrip()
