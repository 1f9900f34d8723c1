"""What the phones at the table are called: as their owners say, else by the order they came in."""

from __future__ import annotations

from threading import Lock
from typing import Final

LONGEST_NAME: Final = 24


class Devices:
    """Numbers devices in the order in which they first enter something."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers: dict[str, int] = {}

    def number(self, device: str) -> int:
        """1 for the first device, 2 for the second, …"""
        with self._lock:
            return self._numbers.setdefault(device, len(self._numbers) + 1)


def fit_name(name: str) -> str | None:
    """*name* as it will be shown; None if it is empty, too long or does not print."""
    tidy = " ".join(name.split())
    return tidy if 0 < len(tidy) <= LONGEST_NAME and tidy.isprintable() else None
