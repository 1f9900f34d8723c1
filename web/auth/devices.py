"""Phones at the table: their names, numbers and rights, and when each was last seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import msgspec

from web.auth.secrets import write_privately

LONGEST_NAME: Final = 24


REMEMBERED: Final = 200
"""More devices than come to a table; a name can be made up for each request."""

Numbers: TypeAlias = Mapping[str, int]
"""The numbers of devices by a digest of their names, the first that came first."""

NONE_YET: Final[Numbers] = MappingProxyType({})


def _nowhere(numbers: Numbers) -> None:
    pass


class Devices:
    """Numbers devices in the order in which they first enter something, evening after evening.

    *keep* writes the numbers down. Where it cannot (OSError) they hold as long as the program runs.
    """

    def __init__(
        self, known: Numbers = NONE_YET, *, keep: Callable[[Numbers], None] = _nowhere
    ) -> None:
        self._lock, self._keep = Lock(), keep
        self._numbers = dict(known)
        self._count = max(known.values(), default=0)

    @staticmethod
    def kept(path: Path) -> Devices:
        """Those kept at *path*; none where nothing is there that can be understood."""
        try:
            known = msgspec.json.decode(path.read_bytes(), type=dict[str, int])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            known = {}
        return Devices(known, keep=lambda all_: write_privately(path, msgspec.json.encode(all_)))

    def number(self, device: str) -> int:
        """1 for the first device, 2 for the second, … The longest known are forgotten first."""
        digest = sha256(device.encode()).hexdigest()[:16]
        with self._lock:
            if digest not in self._numbers:
                self._add(digest)
            return self._numbers[digest]

    def knows(self, device: str) -> bool:
        """Whether *device* has a number."""
        with self._lock:
            return sha256(device.encode()).hexdigest()[:16] in self._numbers

    def _add(self, digest: str) -> None:
        self._count += 1
        self._numbers[digest] = self._count
        if len(self._numbers) > REMEMBERED:
            del self._numbers[next(iter(self._numbers))]
        with suppress(OSError):
            self._keep(self._numbers)


def fit_name(name: str) -> str | None:
    """*name* as it will be shown; None if it is empty, too long or does not print."""
    tidy = " ".join(name.split())
    return tidy if 0 < len(tidy) <= LONGEST_NAME and tidy.isprintable() else None


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
