"""The interface of buzzers."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

Pattern: TypeAlias = tuple[float, ...]
"""Seconds of sound, of silence, of sound, …"""

Wait: TypeAlias = Callable[[float], bool]
"""Waits for a number of seconds; True: the program ends, and nothing more is to sound."""


class Buzzer(Protocol):
    """Anything that sounds. Each method raises OSError where it is gone."""

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Let *pattern* be heard, and be silent."""

    def close(self) -> None:
        """Give back what it holds."""
