"""The interface of keypads, a dispatcher thread for keys, and reopening after a failure."""

import logging
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Final, NamedTuple, Protocol, Self, TypeAlias

from hardware.device import STOP_SECONDS, Reopening, health_of, join_or_leave
from scorekeeper.device import DeviceFault, Health, TransientFault
from scorekeeper.keypad.key import HoldDetector, Key
from scorekeeper.words import en

Press: TypeAlias = Callable[[Key], object]
"""Called with each key pressed, from any thread."""


class Keypad(Protocol):
    """Interface of keypads. Keys are delivered from opening until ``close``."""

    @property
    def health(self) -> str:
        """``ok``; ``lost``: no keys, but will recover by itself; ``broken``: must be reopened."""

    def close(self) -> None:
        """Stop delivering keys, and release the device. May raise OSError."""


class KeypadWiring(NamedTuple):
    """The wiring of a keypad. ``at``: a device, empty to detect one; ``rows`` and ``columns`` of a
    matrix, and ``buttons`` (next, OK, undo): GPIO numbers, whose defaults conflict with neither
    strips nor the Pi's other functions; ``baud``: rate of a serial port."""

    at: str = ""
    rows: tuple[int, ...] = (5, 6, 16, 26)
    columns: tuple[int, ...] = (22, 23, 24, 25)
    buttons: tuple[int, ...] = (17, 27, 4)
    baud: int = 115_200


log = logging.getLogger(__name__)


class KeyDispatcher:
    """Delivers keys from its own thread, so that device threads do not wait for the journal. An
    exception loses only one key."""

    def __init__(self, press: Press) -> None:
        self._press, self._holding = press, HoldDetector()
        self._events: SimpleQueue[tuple[Key, bool, float] | None] = SimpleQueue()
        """Key events: key, True if pressed or False if released, time. None ends the thread."""
        self._thread = Thread(target=self._run, name="keypad", daemon=True)

    def start(self) -> Self:
        """Start delivering keys, including those already queued."""
        self._thread.start()
        return self

    def take(self, name: str, down: bool) -> None:
        """Queue a press (*down*) or release of the key *name*."""
        self._events.put((Key(name), down, monotonic()))

    def close(self, within: float = STOP_SECONDS) -> None:
        """Stop delivering keys. A callback that hangs is abandoned."""
        self._events.put(None)
        join_or_leave(self._thread, within)

    def _run(self) -> None:
        while True:
            try:
                event = self._events.get(timeout=self._holding.wait(monotonic()))
            except Empty:
                self._give(self._holding.still(monotonic()))
                continue
            if event is None:
                return
            key, down, when = event
            self._give((self._holding.down if down else self._holding.up)(key, when))

    def _give(self, keys: Iterable[Key]) -> None:
        for key in keys:
            try:
                self._press(key)
            except Exception:  # A bug must not stop the other keys.
                log.exception("internal error: a key press was lost")


POLL_SECONDS: Final = 2.0
"""Seconds between attempts to open a keypad, and between checks of its health."""

NO_KEY: Final = en("It sends no keys: run cribble doctor to see how to fix it.")

HealthListener: TypeAlias = Callable[[str, DeviceFault | None], object]
"""Called with the health of a keypad, and its fault or None, after each change."""


class ReopeningKeypad:
    """Keeps a keypad open, retrying every *poll* seconds, and reports its health to *tell*."""

    def __init__(
        self, open_keypad: Callable[[], Keypad], tell: HealthListener, poll: float = POLL_SECONDS
    ) -> None:
        self._keypad = Reopening(open_keypad, monotonic, first=poll, longest=poll)
        self._tell, self._poll, self._closing = tell, poll, Event()
        self._thread = Thread(target=self._run, name="keypads", daemon=True)
        self.health: str = Health.OFF
        self.fault: DeviceFault | None = None
        """Why the keypad does not deliver keys; None if it works."""

    def start(self) -> None:
        self._thread.start()

    def close(self, within: float = STOP_SECONDS) -> None:
        """Stop delivering keys. A keypad that hangs is abandoned."""
        self._closing.set()
        join_or_leave(self._thread, within)
        self._set(Health.OFF)

    def _run(self) -> None:
        def require_keys(keypad: Keypad) -> None:
            if keypad.health == Health.LOST:  # It recovers by itself.
                raise TransientFault(NO_KEY)
            if keypad.health == Health.BROKEN:
                raise DeviceFault(NO_KEY)

        while not self._closing.is_set():
            self._keypad.use(require_keys)
            if not self._closing.is_set():
                self._set(health_of(self._keypad), self._keypad.fault)
            self._closing.wait(self._poll)
        self._keypad.close()

    def _set(self, health: str, fault: DeviceFault | None = None) -> None:
        if (health, str(fault)) != (self.health, str(self.fault)):
            self.health, self.fault = health, fault
            self._tell(health, fault)
