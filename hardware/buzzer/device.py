"""What every buzzer can do: let a pattern be heard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Pattern: TypeAlias = tuple[float, ...]
"""Seconds of sound, of silence, of sound, …"""

Wait: TypeAlias = Callable[[float], bool]
"""Lets so many seconds pass; True: it is over, and nobody is to hear more."""


class Sounder(Protocol):
    """What sounds. Each raises OSError where it is gone."""

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Let *pattern* be heard, and be silent."""
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...


OpenBuzzer: TypeAlias = Callable[[int], Sounder]
"""Opens the buzzer at that pin, if it hangs on one. Raises PartFault, or another OSError."""
