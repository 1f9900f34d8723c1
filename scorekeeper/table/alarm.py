"""Something is done later, unless it is called off: by a timer, or by a clock that tests turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias


class Alarm(Protocol):
    """Does something later, unless it is cancelled before. A program that ends waits for none that
    is a daemon."""

    daemon: bool

    def start(self) -> None:
        """Begin to wait."""
        ...

    def cancel(self) -> None:
        """Do nothing any more."""
        ...


SetAlarm: TypeAlias = Callable[[float, Callable[[], None]], Alarm]
"""Makes an alarm that does something after so many seconds."""
