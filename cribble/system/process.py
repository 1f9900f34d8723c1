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
    """An event that signals may set.

    A handler would deadlock on the lock of a plain Event that the interrupted thread holds. So it
    is set by a byte in a pipe, which the interpreter writes (``signal.set_wakeup_fd``).
    """

    def __init__(self) -> None:
        super().__init__()
        self._read, self.write = os.pipe()
        os.set_blocking(self.write, False)

    def is_set(self) -> bool:
        return self.wait(0)

    def set(self) -> None:
        with suppress(BlockingIOError):  # A full pipe is set.
            os.write(self.write, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        return bool(select([self._read], [], [], timeout)[0])

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self.write)


@contextmanager
def stopping() -> Iterator[StopEvent]:
    """Context manager: an event that the first signal sets. After it, Ctrl-C ends the program at
    once, and other signals do after the block."""
    stop = StopEvent()

    def end_at_the_next(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    previous_fd = signal.set_wakeup_fd(stop.write, warn_on_full_buffer=False)
    previous = {number: signal.signal(number, end_at_the_next) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in previous.items():
            signal.signal(number, signal.SIG_DFL if stop.is_set() else handler)
        signal.set_wakeup_fd(previous_fd)
        stop.close()


M_ARENA_MAX: Final = -8
"""glibc: mallopt(3)."""

MOST_ARENAS: Final = 2


def limit_malloc_arenas() -> None:
    """Keep glibc from giving each thread of the page a heap of its own, which is never freed: 20
    phones cost 57 MB without this and 53 MB with it. Does nothing with another C library."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, MOST_ARENAS)


GARBAGE: Final = (5_000, 20, 20)
"""Thresholds of the garbage collector's generations; Python's own begin with 700 objects."""


def collect_less_garbage() -> None:
    """Freeze existing objects and collect less often, which saves 5 % of the CPU time of an entry:
    nearly nothing that an entry makes is in a cycle."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


log = logging.getLogger(__name__)

SOCKET: Final = "NOTIFY_SOCKET"
INTERVAL: Final = "WATCHDOG_USEC"
PROCESS: Final = "WATCHDOG_PID"
"""The variables of sd_notify(3)."""

FEEDS: Final = 4
"""Notifications an interval, so that one slow answer does no harm."""


class ServiceManager:
    """The notification socket of systemd at *path*; an abstract one begins with @."""

    def __init__(self, path: str) -> None:
        self._address = f"\0{path[1:]}" if path.startswith("@") else path

    def notify(self, message: str) -> None:
        """Send *message*, such as ``READY=1``, ignoring errors."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto(message.encode(), self._address)
            except OSError as fault:
                log.warning("systemd cannot be told %s: %s", message, fault)


class Watchdog:
    """Tells *manager* that the table is ready once all of *checks* hold, then every *seconds* that
    they still do, unless 0."""

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
        """Return the watchdog of *environ*, whose variables are removed: child processes must not
        see them."""
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
        """Notify systemd if that is due and all checks hold."""
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
        """Notify systemd that the table closes."""
        if self._manager:
            self._manager.notify("STOPPING=1")
