"""Devices beside the strip: how one fails, and a thread that follows the table for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Thread
from typing import Final, TypeAlias

from scorekeeper.board.light.device import Health
from scorekeeper.game.live import FaultMessage
from scorekeeper.table import Table
from scorekeeper.words import en


class PartFault(OSError):
    """A sentence that says what is wrong and would mend it: English with ``{names}`` for the
    ``values``, marked with ``en``; ``str`` is the English."""

    def __init__(self, sentence: str, /, **values: str | int) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def message(self) -> FaultMessage:
        """The same for the live state, which says it in any language."""
        return FaultMessage(self.sentence, self.values)


def told(fault: OSError) -> PartFault:
    """*fault* as a sentence for people."""
    if isinstance(fault, PartFault):
        return fault
    reason = fault.strerror or str(fault) or type(fault).__name__
    return PartFault(en("It does not work ({reason})."), reason=reason)


Tell: TypeAlias = Callable[[PartFault | None], object]
"""Hears why a part does nothing, and None when it is back."""


class Beside(ABC):
    """Follows *table* from its start until it is stopped; its thread is called *name*. The live
    state says how it is, *health* until it has found out."""

    def __init__(self, name: str, table: Table, tell: Tell, health: Health) -> None:
        self._table, self._tell = table, tell
        self._health: str = health
        self._closing = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to go by the table."""
        self._thread.start()

    def stop(self) -> None:
        """Be silent and dark from now on."""
        self._closing.set()
        self._show(Health.OFF)  # Also wakes it.
        self._thread.join()
        self._show(Health.OFF)  # It may just have said otherwise.

    @abstractmethod
    def _show(self, health: str) -> None:
        """Set how it is in the live state."""

    @abstractmethod
    def _run(self) -> None:
        """Until it is closing: do what the table as it is asks for, then wait for another."""

    def _be(self, health: str, fault: PartFault | None = None) -> None:
        was, self._health = self._health, health
        if health != was:
            self._show(health)
            if Health.LOST in (was, health):
                self._tell(fault)
