"""Strips without lights: a null strip, one drawn by browsers, and one that keeps its frames."""

from collections import deque
from threading import Condition
from typing import Final

from hardware.strips.strip import StripSetup
from scorekeeper.board.light import Frame
from scorekeeper.device import Health


class NullStrip:
    """Drops its frames: no strip at all, or that on the page, which draws the lights' own frames
    (health ``ok``)."""

    def __init__(self, setup: StripSetup, health: str = Health.OFF) -> None:
        self.health = health

    def show(self, frame: Frame) -> None: ...

    def close(self) -> None: ...


KEPT: Final = 10_000
"""Frames: about three minutes of continuous movement."""


class CaptureStrip:
    """Keeps the latest frames. Other threads may read and wait."""

    health = Health.OK

    def __init__(self, setup: StripSetup | None = None, keep: int = KEPT) -> None:
        self._frames: deque[Frame] = deque(maxlen=keep)
        self._changed = Condition()
        self.shown = 0
        """The number of frames so far."""

    @property
    def frames(self) -> tuple[Frame, ...]:
        with self._changed:
            return tuple(self._frames)

    def show(self, frame: Frame) -> None:
        with self._changed:
            self._frames.append(frame)
            self.shown += 1
            self._changed.notify_all()

    def after(self, shown: int, timeout: float) -> Frame | None:
        """Return the latest frame once there were more than *shown*; None after *timeout*."""
        with self._changed:
            more = self._changed.wait_for(lambda: self.shown > shown, timeout)
            return self._frames[-1] if more else None

    def close(self) -> None: ...
