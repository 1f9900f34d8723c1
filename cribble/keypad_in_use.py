"""The keypad of the config while the table is open: opened, watched, and told of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cribble.config import Config
from cribble.keypads import KEYPADS
from cribble.news import keypad_news
from cribble.shared_port import StripsPort
from cribble.wires import keypad_wires_of, shares_port
from hardware.keypads.keypad import Keypad, Press
from hardware.keypads.lasting import LastingKeypad, Tell
from hardware.keypads.relayed import RelayedKeys
from hardware.part_fault import PartFault
from scorekeeper.board.strip import Health
from scorekeeper.table import Table
from scorekeeper.words import Words
from web.keypad_word import FAULT, HEALTH

StripHealth: TypeAlias = Callable[[], str]


class KeypadInUse:
    """The keypad of *config*, if it has one, which gives its keys to *press* while it is open."""

    def __init__(self, config: Config, press: Press, tell: Tell) -> None:
        self._config, self._press = config, press
        self._relayed = RelayedKeys(press) if shares_port(config) else None
        self._keypad = LastingKeypad(self._opened, tell) if config.keypad.name else None
        self._strip: StripHealth | None = None

    @property
    def health(self) -> str | None:
        """``ok`` or ``lost``; None where there is none."""
        return self._keypad.health if self._keypad else None

    @property
    def fault(self) -> PartFault | None:
        """Why it presses nothing; None where all is well."""
        return self._keypad.fault if self._keypad else None

    def touched(self, name: str, down: bool) -> None:
        """A key of the microcontroller that lights the strip goes *down* or up."""
        if self._relayed:
            self._relayed.take(name, down)

    def start(self, strip: StripHealth | None) -> None:
        """Begin, with a word for how the *strip* is; None where nobody lights one."""
        self._strip = strip
        if self._keypad:
            self._keypad.start()

    def stop(self) -> None:
        """Let the keypad go."""
        if self._keypad:
            self._keypad.close()

    def _opened(self) -> Keypad:
        if self._relayed and self._strip:
            return StripsPort(self._relayed, self._strip)
        wires = keypad_wires_of(self._config)
        return KEYPADS[self._config.keypad.name].open(wires, self._press)


def telling(table: Table, words: Words) -> Tell:
    """Says how the keypad is to everybody at *table*, and on the terminal when that is news."""
    news, was = keypad_news(words), str(Health.OK)

    def tell(health: str, fault: PartFault | None) -> None:
        nonlocal was
        table.aside(FAULT, fault and fault.plain)  # First, so that nobody misses the reason.
        table.aside(HEALTH, health)
        if health != was and health != Health.OFF:
            news(fault)
        was = health

    return tell
