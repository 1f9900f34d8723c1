"""The keypad of a board: its keys by name, without duplicates of retransmitted presses."""

from collections.abc import Callable
from typing import Final, TypeAlias

from firmware_bridge.link import KEYS, Key

DEFAULT_LAYOUT: Final = "A 2 3 4 / 5 6 7 8 / 9 10 J Q / K GO UNDO OK"
"""Row by row, as the keys are numbered."""

Press: TypeAlias = Callable[[str, bool], None]
"""Takes the name of a key, and True if it goes down."""


class Keypad:
    """Calls *press* for every key that goes down or up, with its name in *layout*."""

    def __init__(
        self, press: Press = lambda name, down: None, layout: str = DEFAULT_LAYOUT
    ) -> None:
        self._press, self._names = press, names_of(layout)
        self._last: tuple[int, int] | None = None
        self._boot = -1
        self._held: set[str] = set()

    def receive(self, key: Key) -> None:
        """Process a key from a board; a retransmitted one is dropped."""
        self.met(key.boot)
        if (key.boot, key.seq) == self._last:
            return
        self._last = (key.boot, key.seq)
        self._tell(self._names[key.number], down=key.down)

    def met(self, boot: int) -> None:
        """Release all keys if the board was restarted since: *boot* counts its starts."""
        if boot != self._boot:
            self.let_go()
        self._boot = boot

    def let_go(self) -> None:
        """Release all keys, as the board is lost."""
        for name in sorted(self._held):
            self._tell(name, down=False)

    def _tell(self, name: str, *, down: bool) -> None:
        (self._held.add if down else self._held.discard)(name)
        self._press(name, down)


def names_of(layout: str) -> tuple[str, ...]:
    """Return the names of all keys in a *layout*. ValueError if it has too few."""
    names = tuple(layout.replace("/", " ").split())
    if len(names) != KEYS or len({*names}) != KEYS:
        raise ValueError(f"a keypad has {KEYS} keys of different names, not {layout!r}")
    return names
