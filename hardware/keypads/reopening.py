"""A keypad that comes back by itself: whoever opens it never hears that it is not there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final, TypeAlias

from hardware.device import PartFault, told
from hardware.keypads.keypad import Keypad
from scorekeeper.board.light.device import Health
from scorekeeper.words import en

LOOK_SECONDS: Final = 2.0
"""How often a keypad is tried again that did not open, and one that is open is asked how it is."""

Tell: TypeAlias = Callable[[str, PartFault | None], object]
"""Hears how the keypad is, and why it presses nothing, whenever that changes."""


class LastingKeypad:
    """Opens a keypad from a thread of its own, again every *look* seconds until it is there; *tell*
    hears how it is from then on."""

    def __init__(
        self, open_keypad: Callable[[], Keypad], tell: Tell, look: float = LOOK_SECONDS
    ) -> None:
        self._open, self._tell, self._look = open_keypad, tell, look
        self._keypad: Keypad | None = None
        self._closing = Event()
        self._thread = Thread(target=self._run, name="keypads", daemon=True)
        self.health: str = Health.OFF
        self.fault: PartFault | None = None
        """Why it presses nothing; None where all is well."""

    def start(self) -> None:
        """Begin to press keys."""
        self._thread.start()

    def close(self) -> None:
        """Press nothing any more."""
        self._closing.set()
        self._thread.join()
        if self._keypad:
            with suppress(OSError):
                self._keypad.close()
        self._be(Health.OFF)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._keypad = self._keypad or self._open()
                self._ask(self._keypad)
            except OSError as fault:
                self._be(Health.LOST, told(fault))
            self._closing.wait(self._look)

    def _ask(self, keypad: Keypad) -> None:
        """How *keypad* is; one that will not come back by itself is given back, to be opened
        anew."""
        health = keypad.health
        if health == Health.BROKEN:
            self._keypad, health = None, Health.LOST
            keypad.close()
        self._be(health, not_there() if health == Health.LOST else None)

    def _be(self, health: str, fault: PartFault | None = None) -> None:
        if (health, str(fault)) != (self.health, str(self.fault)):
            self.health, self.fault = health, fault
            self._tell(health, fault)


def not_there() -> PartFault:
    """What is said of a keypad of which nothing is heard."""
    return PartFault(en("No key comes from it: .venv/bin/cribble doctor says what would mend it."))
