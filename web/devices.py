"""What the phones at the table are called: as their owners say, else by the order they came in."""

from __future__ import annotations

from threading import Lock
from typing import Final

LONGEST_NAME: Final = 24


REMEMBERED: Final = 200
"""More devices than come to a table; a name can be made up for each request."""


class Devices:
    """Numbers devices in the order in which they first enter something, since the start."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers: dict[str, int] = {}
        self._count = 0

    def number(self, device: str) -> int:
        """1 for the first device, 2 for the second, … The longest known are forgotten first."""
        with self._lock:
            if device not in self._numbers:
                self._count += 1
                self._numbers[device] = self._count
            if len(self._numbers) > REMEMBERED:
                del self._numbers[next(iter(self._numbers))]
            return self._numbers[device]


def fit_name(name: str) -> str | None:
    """*name* as it will be shown; None if it is empty, too long or does not print."""
    tidy = " ".join(name.split())
    return tidy if 0 < len(tidy) <= LONGEST_NAME and tidy.isprintable() else None
