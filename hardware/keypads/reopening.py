"""A keypad that is opened from a thread of its own, and opened again where it is lost."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeAlias

from hardware.device import STOP_SECONDS, Reopening, health_of, join_or_leave
from hardware.keypads.keypad import Keypad
from scorekeeper.device import DeviceFault, Health, TransientFault
from scorekeeper.words import en

LOOK_SECONDS: Final = 2.0
"""Seconds between two tries of a keypad that did not open, or two looks at one that did."""

NO_KEY: Final = en("No key comes from it: .venv/bin/cribble doctor says what would mend it.")

HealthListener: TypeAlias = Callable[[str, DeviceFault | None], object]
"""Takes the health of a keypad, and why it presses nothing, whenever that changes."""


class ReopeningKeypad:
    """Opens a keypad, again every *look* seconds until it is there, and tells *tell* how it is."""

    def __init__(
        self, open_keypad: Callable[[], Keypad], tell: HealthListener, look: float = LOOK_SECONDS
    ) -> None:
        self._keypad = Reopening(open_keypad, monotonic, first=look, longest=look)
        self._tell, self._look, self._closing = tell, look, Event()
        self._thread = Thread(target=self._run, name="keypads", daemon=True)
        self.health: str = Health.OFF
        self.fault: DeviceFault | None = None
        """The fault that keeps it from pressing keys; None where all is well."""

    def start(self) -> None:
        """Begin to press keys."""
        self._thread.start()

    def close(self, within: float = STOP_SECONDS) -> None:
        """Press nothing any more. A keypad that hangs is left behind."""
        self._closing.set()
        join_or_leave(self._thread, within)
        self._be(Health.OFF)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._keypad.use(_check)
            if not self._closing.is_set():
                self._be(health_of(self._keypad), self._keypad.fault)
            self._closing.wait(self._look)
        self._keypad.close()

    def _be(self, health: str, fault: DeviceFault | None = None) -> None:
        if (health, str(fault)) != (self.health, str(self.fault)):
            self.health, self.fault = health, fault
            self._tell(health, fault)


def _check(keypad: Keypad) -> None:
    """Raises TransientFault for a keypad that is lost, DeviceFault for one to be opened again."""
    match keypad.health:
        case Health.LOST:
            raise TransientFault(NO_KEY)
        case Health.BROKEN:
            raise DeviceFault(NO_KEY)
        case _:
            pass
