"""The keys at an open table: its keypads, the session they type in, and who listens instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cribble.devices.keypads import KeypadMonitor, KeypadsInUse, StripHealth, keypad_names
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words.game.people import KEYPAD

if TYPE_CHECKING:
    from cribble.config.schema import Config
    from scorekeeper.keypad.key import Key
    from scorekeeper.words import Words


class KeyInput:
    """The keypads of *config* at *table*, until ``change`` puts others in their place; *agree*
    takes a player's word on a result."""

    def __init__(
        self, table: Table, config: Config, words: Words, agree: Callable[[str, int], bool]
    ) -> None:
        self._table, self._words = table, words
        self.session = KeypadSession(table, agree=agree)
        self.listener: Callable[[Key], object] | None = None
        """Takes every key instead of the table, to find out which keypad it is of."""
        self._keypads = self._keypads_of(config)

    def _keypads_of(self, config: Config) -> KeypadsInUse:
        monitor = KeypadMonitor(self._table, self._words, keypad_names(config).values())
        return KeypadsInUse(config, self._press, monitor.tell)

    def _press(self, key: Key) -> None:
        if self.listener:
            self.listener(key)
        else:
            self.session.press(key, by=KEYPAD)

    def take_key(self, name: str, down: bool) -> None:
        """Take a key of the microcontroller that lights the strip, *down* or up."""
        self._keypads.take_key(name, down)

    def start(self, strip: StripHealth | None) -> None:
        """Open the keypads, with a word for how the *strip* is; None where nobody lights one."""
        self._keypads.start(strip)

    def stops(self) -> Iterator[Callable[[], None]]:
        """Yield for each keypad the function that lets it go."""
        return self._keypads.stops()

    def change(self, config: Config) -> None:
        """Take the keypads of *config*, which ``start`` opens, in the place of those that were
        stopped."""
        self._table.set_live(keypads=())
        self._keypads = self._keypads_of(config)

    @property
    def worst(self) -> str | None:
        """The worst health of them; None where there is no keypad."""
        return self._keypads.worst

    def facts(self) -> list[dict[str, Any]]:
        """Return name, health and fault of each keypad."""
        return self._keypads.plain()
