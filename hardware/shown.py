"""The frames that the strip is handed, for whoever else wants to see them: the latest wins."""

from __future__ import annotations

from threading import Condition

from scorekeeper.board.light.colour import Frame


class Shown:
    """The newest frame and its number, which counts those that differed; 0 is before the first."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._number, self._frame = 0, b""

    def put(self, frame: Frame) -> None:
        """*frame* is what is shown from now on."""
        with self._changed:
            if frame != self._frame:
                self._number, self._frame = self._number + 1, frame
                self._changed.notify_all()

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """The newest frame with its number, as soon as that is not *number*; after *timeout*
        seconds the same one again."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, timeout)
            return self._number, self._frame
