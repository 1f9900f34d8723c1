"""The interface that carries bytes to a board and back: a serial port, or a simulated board."""

from collections.abc import Callable
from typing import Protocol, TypeAlias


class Transport(Protocol):
    """An open line. One thread reads, writes and closes; any may wake it, but not during ``close``
    or after it. Every OSError means that the line is gone, and then only ``close`` follows."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes that come first; none after *timeout* seconds, or when it is woken."""

    def write(self, data: bytes) -> None:
        """Send *data*, all of it. Raises OSError where that takes too long."""

    def wake(self) -> None:
        """End the read that goes on, or else the next one, immediately."""

    def close(self) -> None:
        """Give the line back. Never raises."""


OpenTransport: TypeAlias = Callable[[str], Transport]
"""Opens the line of that name. Raises OSError where it is not there, or somebody else's."""
