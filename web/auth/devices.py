"""Phones at the table: names, numbers, and the time of their last request."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Final, NamedTuple, Self

import msgspec

from scorekeeper.game.refusal import is_reserved, is_visible
from scorekeeper.private_files import write_private

MAX_NAME: Final = 24

MAX_DEVICES: Final = 200
"""Maximum number of devices remembered: a client can invent a device id for each request."""


class Devices:
    """Assigns numbers to devices in order of their first entry; persistent. Thread-safe.

    *known*: numbers by digest of the device id, oldest first. *keep* saves them; if it raises
    OSError, new numbers are lost on exit.
    """

    def __init__(
        self,
        known: Mapping[str, int] = MappingProxyType({}),
        *,
        keep: Callable[[Mapping[str, int]], None] = lambda _: None,
    ) -> None:
        self._lock, self._keep = Lock(), keep
        self._numbers = dict(known)
        self._count = max(known.values(), default=0)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the devices stored at *path*; none if the file is missing or invalid."""
        try:
            known = msgspec.json.decode(path.read_bytes(), type=dict[str, int])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            known = {}
        return cls(known, keep=lambda numbers: write_private(path, msgspec.json.encode(numbers)))

    def number(self, device: str) -> int:
        """Return the number of *device*, assigning the next one if it is new."""
        digest = _digest(device)
        with self._lock:
            if digest not in self._numbers:
                self._count += 1
                self._numbers[digest] = self._count
                if len(self._numbers) > MAX_DEVICES:
                    del self._numbers[next(iter(self._numbers))]
                with suppress(OSError):
                    self._keep(self._numbers)
            return self._numbers[digest]

    def has_number(self, device: str) -> bool:
        """True if *device* has a number."""
        with self._lock:
            return _digest(device) in self._numbers


@lru_cache(maxsize=MAX_DEVICES)
def _digest(device: str) -> str:
    return sha256(device.encode()).hexdigest()[:16]


def tidy_name(name: str, most: int = MAX_NAME) -> str | None:
    """Return *name* with whitespace collapsed; None if it is empty, longer than *most*, not
    printable, invisible, or reserved for keypads and unnamed phones."""
    tidy = " ".join(name.split())
    fits = 0 < len(tidy) <= most and tidy.isprintable()
    return tidy if fits and is_visible(tidy) and not is_reserved(tidy) else None


class Caller(NamedTuple):
    """The id of a device, its own name, and the tokens that it sends."""

    device: str
    name: str | None = None
    scorer_token: str | None = None
    host_token: str | None = None


class Sighting(NamedTuple):
    """The last request of a device: its time in seconds, and whether the device had a right."""

    trusted: bool
    at: float
    caller: Caller


class ConnectedDevices:
    """The devices seen since start; those without rights are evicted first. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._seen: dict[str, Sighting] = {}

    def note(self, caller: Caller, *, trusted: bool) -> None:
        """Record a request. *trusted*: the device is a scorer or host."""
        with self._lock:
            self._seen[caller.device] = Sighting(trusted, self._clock(), caller)
            if len(self._seen) > MAX_DEVICES:
                least = min(self._seen.values(), key=lambda seen: (seen.trusted, seen.at))
                del self._seen[least.caller.device]

    def devices(self) -> tuple[tuple[Caller, float], ...]:
        """Return all devices with the seconds since their last request, latest first."""
        with self._lock:
            now = self._clock()
            latest = sorted(self._seen.values(), key=lambda seen: -seen.at)
            return tuple((seen.caller, now - seen.at) for seen in latest)
