"""The process: signals to stop it, limits of its memory, and the watchdog of systemd."""

import ctypes
import faulthandler
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from select import select
from threading import Event
from time import monotonic
from typing import Any, Final, Self

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


M_ARENA_MAX: Final = -8
"""glibc: mallopt(3)."""

MOST_ARENAS: Final = 2


def limit_malloc_arenas() -> None:
    """Keep glibc from giving each of the page's 64 threads a heap of its own.

    Their free space is never given back: 20 phones cost 57 MB without this and 53 MB with it. A
    system with another C library has no such heaps and is left alone.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, MOST_ARENAS)


GARBAGE: Final = (5_000, 20, 20)
"""Thresholds of the garbage collector's generations; Python's own begin with 700 objects."""


def collect_less_garbage() -> None:
    """Leave all that there is alone from now on, and look for garbage less often.

    Nearly all that an entry makes is in no circle. Saves a twentieth of its processor time.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)


log = logging.getLogger(__name__)

SOCKET: Final = "NOTIFY_SOCKET"
INTERVAL: Final = "WATCHDOG_USEC"
PROCESS: Final = "WATCHDOG_PID"
"""The environment by which systemd says where it listens, how often and to whom: sd_notify(3)."""

FEEDS: Final = 4
"""Times in an interval that it is fed, so that one slow answer does no harm."""


class ServiceManager:
    """The socket at *path* at which systemd listens; an abstract one begins with @."""

    def __init__(self, path: str) -> None:
        self._address = f"\0{path[1:]}" if path.startswith("@") else path

    def notify(self, message: str) -> None:
        """Send *message*, such as ``READY=1``. Nobody there is no fault of the table's."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto(message.encode(), self._address)
            except OSError as fault:
                log.warning("systemd cannot be told %s: %s", message, fault)


class Watchdog:
    """Tells *manager* that all of *checks* hold: once that the table is ready, then every so many
    *seconds*; 0 is never again."""

    def __init__(
        self,
        manager: ServiceManager | None,
        seconds: float,
        checks: Mapping[str, Callable[[], bool]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._manager, self._checks, self._clock = manager, checks, clock
        self._seconds, self._due = seconds, 0.0
        self._is_ready, self._hangs = False, ""

    @classmethod
    def of(
        cls, environ: MutableMapping[str, str], checks: Mapping[str, Callable[[], bool]]
    ) -> Self:
        """Return the watchdog that *environ* asks for; what it says is taken out of it, for it is
        meant for this process alone."""
        path, interval = environ.pop(SOCKET, ""), environ.pop(INTERVAL, "")
        if environ.pop(PROCESS, "") not in ("", str(os.getpid())):
            interval = ""
        if not path:
            return cls(None, 0, checks)
        if interval:
            faulthandler.enable()  # A thread that hangs says where when the watchdog ends it.
        return cls(
            ServiceManager(path), int(interval) / 1e6 / FEEDS if interval.isdigit() else 0, checks
        )

    def look(self) -> None:
        """Feed it, if it is due and all is well."""
        if self._manager is None or self._clock() < self._due:
            return
        if self._is_ready and not self._seconds:
            return
        hangs = next((name for name, is_well in self._checks.items() if not is_well()), "")
        if hangs != self._hangs and (hangs or self._hangs):
            log.warning("%s: %s", hangs or self._hangs, "does not answer" if hangs else "is back")
        self._hangs = hangs
        if hangs:
            return
        self._manager.notify("WATCHDOG=1" if self._is_ready else "READY=1\nWATCHDOG=1")
        self._is_ready = True
        self._due = self._clock() + self._seconds

    def stopping(self) -> None:
        """Say that the table closes."""
        if self._manager:
            self._manager.notify("STOPPING=1")
