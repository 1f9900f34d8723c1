"""Who is at the table by phone: each device, what it may do, and when it was last heard of."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

MOST: Final = 200
"""More devices than come to a table; a name for one can be made up for each request."""


class Caller(NamedTuple):
    """A device, the name that it gave itself, and the marks that it shows for its rights."""

    device: str
    name: str | None = None
    mark: str | None = None
    host_mark: str | None = None


class Seen(NamedTuple):
    """When a device was last heard of, and whether it had a right then."""

    caller: Caller
    at: float
    trusted: bool


class Connected:
    """The devices heard of since the start. Whoever only watches is forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._seen: dict[str, Seen] = {}

    def heard(self, caller: Caller, *, trusted: bool) -> None:
        """A device asked something; *trusted*: it may score, or is the host's."""
        with self._lock:
            self._seen[caller.device] = Seen(caller, self._clock(), trusted)
            if len(self._seen) > MOST:
                least = min(self._seen.values(), key=lambda one: (one.trusted, one.at))
                del self._seen[least.caller.device]

    def devices(self) -> tuple[tuple[Caller, float], ...]:
        """All that are remembered, the last heard of first, and how many seconds ago that was."""
        with self._lock:
            now = self._clock()
            known = sorted(self._seen.values(), key=lambda one: -one.at)
            return tuple((one.caller, now - one.at) for one in known)
