"""What hangs on the table beside the lights, a buzzer or a display, and goes by the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Thread
from typing import TypeAlias

from hardware.part_fault import PartFault
from scorekeeper.board.light.device import Health
from scorekeeper.table import Table

Tell: TypeAlias = Callable[[PartFault | None], object]
"""Hears why a part does nothing, and None when it is back."""


class Beside(ABC):
    """Goes by *table* from its start until it is stopped. The aside *name* says how it is, *health*
    until it has found out."""

    def __init__(self, name: str, table: Table, tell: Tell, health: Health) -> None:
        self._name, self._table, self._tell = name, table, tell
        self._health: str = health
        self._closing = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to go by the table."""
        self._thread.start()

    def stop(self) -> None:
        """Be silent and dark from now on."""
        self._closing.set()
        self._table.aside(self._name, Health.OFF)  # Also wakes it.
        self._thread.join()
        self._table.aside(self._name, Health.OFF)  # It may just have said otherwise.

    @abstractmethod
    def _run(self) -> None:
        """Until it is closing: do what the table as it is asks for, then wait for another."""

    def _be(self, health: str, fault: PartFault | None = None) -> None:
        was, self._health = self._health, health
        if health != was:
            self._table.aside(self._name, health)
            if Health.LOST in (was, health):
                self._tell(fault)
