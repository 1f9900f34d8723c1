"""Strips without hardware: a null strip, also for browsers, and one that records frames."""

from collections import deque
from threading import Condition
from typing import Final

from hardware.strips.strip import StripSetup
from scorekeeper.board.light import Frame
from scorekeeper.device import Health


class NullStrip:
    """Discards frames. With health ``ok`` it stands for the strip drawn by browsers, which read the
    frames from the lights."""

    def __init__(self, setup: StripSetup, health: str = Health.OFF) -> None:
        self.health = health

    def show(self, frame: Frame) -> None: ...

    def close(self) -> None: ...


KEPT: Final = 10_000
"""Number of frames kept, about three minutes of continuous animation."""


class CaptureStrip:
    """Records the latest frames. Thread-safe."""

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
        """Return the latest frame once ``shown`` exceeds *shown*; None after *timeout*."""
        with self._changed:
            more = self._changed.wait_for(lambda: self.shown > shown, timeout)
            return self._frames[-1] if more else None

    def close(self) -> None: ...
