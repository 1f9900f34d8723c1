"""Keys whose buttons somebody else listens to, and tells each time one goes down or up."""

from __future__ import annotations

from collections.abc import Iterable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from traceback import print_exc
from typing import Final, NamedTuple, Self, TypeAlias

from hardware.keypads.keypad import Press
from scorekeeper.keypad.hold import Holding
from scorekeeper.keypad.key import Key


class Touch(NamedTuple):
    """The button of that key goes ``down`` or up ``at`` a second."""

    key: Key
    down: bool
    at: float


Heard: TypeAlias = Touch | None
END: Final = None


class RelayedKeys:
    """Presses keys from a thread of its own, so that whoever tells of buttons never waits for the
    journal. A mistake in this program costs one key, not those after it."""

    def __init__(self, press: Press) -> None:
        self._press, self._holding = press, Holding()
        self._heard: SimpleQueue[Heard] = SimpleQueue()
        self._thread = Thread(target=self._run, name="keypad", daemon=True)

    def start(self) -> Self:
        """Begin to press what was told by then, and what will be."""
        self._thread.start()
        return self

    def take(self, name: str, down: bool) -> None:
        """The button called *name* goes *down*, or up."""
        self._heard.put(Touch(Key(name), down, monotonic()))

    def close(self) -> None:
        """Press nothing any more."""
        self._heard.put(END)
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                touch = self._heard.get(timeout=self._holding.wait(monotonic()))
            except Empty:
                self._give(self._holding.still(monotonic()))
                continue
            if touch is END:
                return
            button = self._holding.down if touch.down else self._holding.up
            self._give(button(touch.key, touch.at))

    def _give(self, keys: Iterable[Key]) -> None:
        for key in keys:
            try:
                self._press(key)
            except Exception:  # noqa: BLE001 (whatever it is, one key must not end all the others)
                print_exc()
