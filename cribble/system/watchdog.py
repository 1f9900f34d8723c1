"""systemd hears that the table is ready, and then, again and again, that it is alive.

It hears so only while the page answers a request and the lights' loop turns; a program that hangs
is then ended and started again. Without systemd nothing of this happens.
"""

import faulthandler
import logging
import os
import socket
from collections.abc import Callable, Mapping, MutableMapping
from time import monotonic
from typing import Final, Self

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
