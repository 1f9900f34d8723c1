"""Signals to stop: Ctrl-C, the system that shuts down, or the terminal that is closed."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from select import select
from threading import Event
from typing import Any, Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopEvent(Event):
    """An event that signals set, and any thread may.

    A handler that took the lock of a plain Event would wait for ever if the thread it interrupted
    holds it. So it is set by a byte in a pipe, which the interpreter writes without running Python
    (``signal.set_wakeup_fd``), and which nobody reads.
    """

    def __init__(self) -> None:
        super().__init__()
        self._read, self.write = os.pipe()
        os.set_blocking(self.write, False)

    def is_set(self) -> bool:
        return self.wait(0)

    def set(self) -> None:
        with suppress(BlockingIOError):  # A full pipe says it as well.
            os.write(self.write, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        return bool(select([self._read], [], [], timeout)[0])

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self.write)


@contextmanager
def stopping() -> Iterator[StopEvent]:
    """An event that the first signal sets. From then on Ctrl-C ends the program at once, whatever
    hangs; other signals change nothing more while this lasts, and end what is left after it."""
    stop = StopEvent()
    awake = signal.set_wakeup_fd(stop.write, warn_on_full_buffer=False)
    before = {one: signal.signal(one, _first) for one in SIGNALS}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, signal.SIG_DFL if stop.is_set() else handler)
        signal.set_wakeup_fd(awake)
        stop.close()


def _first(number: int, frame: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
