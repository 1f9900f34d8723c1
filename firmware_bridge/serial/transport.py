"""What carries bytes to a board and back: a serial port, or a board that is only a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias


class Wire(Protocol):
    """An opened line. One thread reads, writes and closes; any may wake it, but nobody wakes it
    while it is closed or after that. Every OSError means that the line is gone, and then nothing
    but ``close`` follows."""

    def read(self, timeout: float) -> bytes:
        """The bytes that have come, as soon as there are any; none after *timeout* seconds, or
        when it is woken."""
        ...

    def write(self, data: bytes) -> None:
        """Send *data*, all of it. Raises OSError where that takes too long."""
        ...

    def wake(self) -> None:
        """End the reading that goes on, or else the next one, at once."""
        ...

    def close(self) -> None:
        """Give the line back. Never raises."""
        ...


OpenWire: TypeAlias = Callable[[str], Wire]
"""Opens the line of that name. Raises OSError where it is not there, or somebody else's."""
