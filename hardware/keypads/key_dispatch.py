"""Keys of buttons that a device reports, each time that one goes down or up."""

import logging
from collections.abc import Iterable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final, NamedTuple, Self

from hardware.device import STOP_SECONDS, join_or_leave
from hardware.keypads.keypad import Press
from scorekeeper.keypad.hold import HoldDetector
from scorekeeper.keypad.key import Key

log = logging.getLogger(__name__)


class ButtonEvent(NamedTuple):
    """The button of that key goes ``down`` or up ``at`` a second."""

    key: Key
    down: bool
    at: float


END: Final = None


class KeyDispatcher:
    """Presses keys from a thread of its own, so that a device never waits for the journal. A
    mistake in this program costs one key, not those after it."""

    def __init__(self, press: Press) -> None:
        self._press, self._holding = press, HoldDetector()
        self._events: SimpleQueue[ButtonEvent | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="keypad", daemon=True)

    def start(self) -> Self:
        """Begin to press the keys that were taken by then, and those that will be."""
        self._thread.start()
        return self

    def take(self, name: str, down: bool) -> None:
        """The button called *name* goes *down*, or up."""
        self._events.put(ButtonEvent(Key(name), down, monotonic()))

    def close(self, within: float = STOP_SECONDS) -> None:
        """Press nothing any more. A key that hangs is left behind."""
        self._events.put(END)
        join_or_leave(self._thread, within)

    def _run(self) -> None:
        while True:
            try:
                event = self._events.get(timeout=self._holding.wait(monotonic()))
            except Empty:
                self._give(self._holding.still(monotonic()))
                continue
            if event is END:
                return
            button = self._holding.down if event.down else self._holding.up
            self._give(button(event.key, event.at))

    def _give(self, keys: Iterable[Key]) -> None:
        for key in keys:
            try:
                self._press(key)
            except Exception:  # Whatever it is, one key must not end all the others.
                log.exception("a key was lost to a mistake in this program")
