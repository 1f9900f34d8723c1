"""The keypads at an open table: each reopened and reported by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from cribble.config.schema import Config
from cribble.devices.connections import clash_at, keypad_wiring, shares_port
from cribble.devices.drivers import KEYPADS
from cribble.serve.terminal import keypad_news
from hardware.keypads.keypad import KeyDispatcher, Keypad, Press, ReopeningKeypad
from scorekeeper.device import DeviceFault, Health
from scorekeeper.machine import KeypadStatus
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Words
from scorekeeper.words.game.people import KEYPAD

if TYPE_CHECKING:
    from cribble.config.schema import Config
    from scorekeeper.keypad.key import Key
    from scorekeeper.words import Words


class SharedPortKeypad:
    """A keypad on the strip's port: its health is the *strip*'s, its keys come with the strip."""

    def __init__(self, strip: Callable[[], str]) -> None:
        self._strip = strip

    @property
    def health(self) -> str:
        """Lost while the strip is; off until that was opened."""
        match self._strip():
            case Health.OFF:
                return Health.OFF
            case Health.LOST | Health.BROKEN:
                return Health.LOST
            case _:
                return Health.OK

    def close(self) -> None:
        """Do nothing: the port stays the strip's."""


StripHealth: TypeAlias = Callable[[], str]

KeypadListener: TypeAlias = Callable[[str, str, DeviceFault | None], object]
"""Takes the name of a keypad, its health and its fault, whenever they change."""


class KeypadInUse:
    """Keypad *number* of *config*, called *name*: gives its keys to *press* while it is open."""

    def __init__(
        self, config: Config, number: int, name: str, press: Press, tell: KeypadListener
    ) -> None:
        self.name = name
        self._chosen, self._strip = config.keypads[number], config.strip
        self._clash, self._press = clash_at(config, number), press
        shared = shares_port(self._chosen, self._strip)
        self._dispatcher = KeyDispatcher(press) if shared else None
        self._reopening = ReopeningKeypad(self._opened, partial(tell, name))
        self._strip_health: StripHealth | None = None

    @property
    def health(self) -> str:
        """``ok`` or ``lost``; ``off`` while it is not open."""
        return self._reopening.health

    def plain(self) -> dict[str, Any]:
        """Return the keypad's name, health and fault as JSON."""
        fault = self._reopening.fault
        return {"name": self.name, "health": self.health, "fault": fault and str(fault)}

    def take_key(self, name: str, down: bool) -> bool:
        """Take a key of the strip's microcontroller, *down* or up. True if it is this keypad's."""
        if self._dispatcher:
            self._dispatcher.take(name, down)
        return self._dispatcher is not None

    def start(self, strip: StripHealth | None) -> None:
        """Begin, with the health of the *strip* if one is lit."""
        self._strip_health = strip
        if self._dispatcher:
            self._dispatcher.start()
        self._reopening.start()

    def stop(self) -> None:
        """Let the keypad go."""
        self._reopening.close()
        if self._dispatcher:
            self._dispatcher.close()

    def _opened(self) -> Keypad:
        if self._clash:
            raise self._clash.fault
        if self._dispatcher and self._strip_health:
            return SharedPortKeypad(self._strip_health)
        wires = keypad_wiring(self._chosen, self._strip)
        return KEYPADS[self._chosen.name].open(wires, self._press)


class KeypadsInUse:
    """All keypads of *config*, each independent of the others."""

    def __init__(self, config: Config, press: Press, tell: KeypadListener) -> None:
        self._keypads = tuple(
            KeypadInUse(config, number, name, press, tell)
            for number, name in keypad_names(config).items()
        )

    @property
    def worst(self) -> str | None:
        """The worst health of them: ``lost``, ``off`` (not yet known) or ``ok``; None for none."""
        health = {keypad.health for keypad in self._keypads}
        return next((word for word in (Health.LOST, Health.OFF, Health.OK) if word in health), None)

    def plain(self) -> list[dict[str, Any]]:
        """Return the health of each as JSON."""
        return [keypad.plain() for keypad in self._keypads]

    def take_key(self, name: str, down: bool) -> None:
        """Take a key of the microcontroller that lights the strip, *down* or up."""
        for keypad in self._keypads:
            if keypad.take_key(name, down):
                return

    def start(self, strip: StripHealth | None) -> None:
        """Begin, with the health of the *strip* if one is lit."""
        for keypad in self._keypads:
            keypad.start(strip)

    def stops(self) -> Iterator[Callable[[], None]]:
        """Yield the stop function of each keypad."""
        return (keypad.stop for keypad in self._keypads)


def keypad_names(config: Config) -> dict[int, str]:
    """Return the names of the keypads of *config* by place; the second of a name ends in 2."""
    names, kinds = dict[int, str](), [keypad.name for keypad in config.keypads]
    for number, kind in enumerate(kinds):
        before = kinds[:number].count(kind)
        if kind:
            names[number] = f"{kind} {before + 1}" if before else kind
    return names


class KeypadMonitor:
    """Reports the health of the keypads *names* in the live state, and news on the terminal."""

    def __init__(self, table: Table, words: Words, names: Collection[str]) -> None:
        self._table, self._words, self._names = table, words, tuple(names)
        self._lock = Lock()
        self._statuses: dict[str, KeypadStatus] = {}
        self._met = set[str]()
        """The keypads that were connected before."""

    def tell(self, name: str, health: str, fault: DeviceFault | None) -> None:
        """Report that the keypad called *name* has this *health*."""
        with self._lock:
            was = self._statuses[name].health if name in self._statuses else Health.OK
            self._statuses[name] = KeypadStatus(name, str(health), fault.message if fault else None)
            met = name in self._met
            if health == Health.OK:
                self._met.add(name)
            statuses = (self._statuses[one] for one in self._names if one in self._statuses)
            self._table.set_machine(keypads=tuple(statuses))
        if health not in (was, Health.OFF):
            named = name if len(self._names) > 1 else ""
            keypad_news(self._words, named, met=met)(fault)


class KeyInput:
    """The keypads of *config* at *table*, until ``change`` replaces them; *agree* takes a player's
    consent to a result."""

    def __init__(
        self, table: Table, config: Config, words: Words, agree: Callable[[str, int], bool]
    ) -> None:
        self._table, self._words = table, words
        self.session = KeypadSession(table, agree=agree)
        self.listener: Callable[[Key], object] | None = None
        """Takes every key instead of the table, to identify a keypad."""
        self.keypads = self._keypads_of(config)

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
        self.keypads.take_key(name, down)

    def change(self, config: Config) -> None:
        """Replace the keypads, which are stopped, by those of *config*."""
        self._table.set_machine(keypads=())
        self.keypads = self._keypads_of(config)
