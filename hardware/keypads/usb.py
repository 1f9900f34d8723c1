"""USB and Bluetooth keypads and keyboards via evdev: any number, hot-plugged.

Devices are grabbed, so that keys do not also reach a console or desktop. Full keyboards are used
only if named in the config, as they may have another purpose.
"""

import os
import selectors
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeAlias

from hardware.device import STOP_SECONDS, join_or_leave, missing, require_device
from hardware.keypads.keypad import KeyDispatcher, KeypadWiring, Press
from scorekeeper.device import Health
from scorekeeper.keypad.key import Key

NUMERIC: Final[Mapping[str, Key]] = {
    **{f"KEY_KP{digit}": Key(str(digit)) for digit in range(2, 10)},
    "KEY_KP1": Key.ACE,
    "KEY_KP0": Key.TEN,
    "KEY_KPSLASH": Key.JACK,
    "KEY_KPASTERISK": Key.QUEEN,
    "KEY_KPMINUS": Key.KING,
    "KEY_KPPLUS": Key.GO,
    "KEY_KPDOT": Key.UNDO,
    "KEY_KPCOMMA": Key.UNDO,
    "KEY_BACKSPACE": Key.UNDO,
    "KEY_KPENTER": Key.OK,
}
"""Keys of a numeric keypad, independent of Num Lock; in a 4 × 4 layout as on the printed
overlay."""

NAMES: Final[Mapping[str, Key]] = {
    **NUMERIC,
    **{f"KEY_{digit}": Key(str(digit)) for digit in range(2, 10)},
    **{f"KEY_{letter}": Key(letter) for letter in "AJQK"},
    "KEY_1": Key.ACE,
    "KEY_0": Key.TEN,
    "KEY_T": Key.TEN,
    "KEY_G": Key.GO,
    "KEY_SPACE": Key.GO,
    "KEY_U": Key.UNDO,
    "KEY_ENTER": Key.OK,
}
"""Keys of a full keyboard."""

POLL_SECONDS: Final = 2.0
"""Seconds between scans for new keypads."""

EV_KEY: Final = 1
UP, DOWN = 0, 1
"""Values of a key event; 2 is autorepeat."""

Find: TypeAlias = Callable[[frozenset[str]], Iterable[Any]]
"""Opens all connected keypads except those with the given paths."""


class Pad:
    """Delivers the *keys* of a device. A held OK is detected separately for each device."""

    def __init__(self, device: Any, keys: Mapping[int, Key], press: Press) -> None:
        """Raises OSError if another process has grabbed the device."""
        self.device, self._keys = device, keys
        device.grab()
        self._dispatcher = KeyDispatcher(press).start()

    def read(self) -> None:
        """Deliver pending events. Raises OSError if the device is disconnected."""
        for event in self.device.read():
            if event.type == EV_KEY and event.value in (UP, DOWN) and event.code in self._keys:
                self._dispatcher.take(self._keys[event.code], event.value == DOWN)

    def close(self) -> None:
        with suppress(OSError):
            self.device.close()
        self._dispatcher.close()


class UsbKeypad:
    """Delivers *keys*, by evdev code, of all devices that *find* returns every *poll* seconds."""

    def __init__(
        self, find: Find, keys: Mapping[int, Key], press: Press, poll: float = POLL_SECONDS
    ) -> None:
        self._find, self._keys, self._press, self._poll = find, keys, press, poll
        self._pads: dict[str, Pad] = {}
        self._ready = selectors.DefaultSelector()
        self._wake, self._waker = os.pipe()
        self._ready.register(self._wake, selectors.EVENT_READ)
        self._search()
        self._thread = Thread(target=self._run, name="usb", daemon=True)
        self._thread.start()

    @property
    def health(self) -> str:
        """``lost`` if there is no keypad; ``broken`` if the scan has stopped; else ``ok``."""
        if not self._thread.is_alive():
            return Health.BROKEN
        return Health.OK if self._pads else Health.LOST

    def close(self, within: float = STOP_SECONDS) -> None:
        os.write(self._waker, b".")
        if not join_or_leave(self._thread, within):
            return
        for path in tuple(self._pads):
            self._lose(path)
        self._ready.close()
        os.close(self._wake)
        os.close(self._waker)

    def _run(self) -> None:
        due = monotonic() + self._poll
        while True:
            ready = [key for key, _ in self._ready.select(max(due - monotonic(), 0.0))]
            if any(key.fd == self._wake for key in ready):
                return
            for key in ready:
                try:
                    self._pads[key.data].read()
                except OSError:
                    self._lose(key.data)
            if monotonic() >= due:
                self._search()
                due = monotonic() + self._poll

    def _search(self) -> None:
        for device in self._find(frozenset(self._pads)):
            try:
                pad = Pad(device, self._keys, self._press)
            except OSError:  # In use, or disconnected.
                device.close()
            else:
                self._pads[device.path] = pad
                self._ready.register(device, selectors.EVENT_READ, device.path)

    def _lose(self, path: str) -> None:
        pad = self._pads.pop(path)
        self._ready.unregister(pad.device)
        pad.close()


def open_keypad(wiring: KeypadWiring, press: Press) -> UsbKeypad:
    """Open all numeric keypads, or the device named in *wiring*. Raises DeviceFault."""
    try:
        import evdev
    except ImportError:
        raise missing("evdev", "sudo apt install python3-evdev") from None
    keys = {evdev.ecodes.ecodes[name]: key for name, key in NAMES.items()}
    return UsbKeypad(partial(keypads_of, evdev, wiring.at), keys, press)


def keypads_of(evdev: Any, named: str, known: frozenset[str]) -> Iterator[Any]:
    """Open and yield keypads with paths not in *known*; only the device *named*, if not empty."""
    from evdev import ecodes as codes

    digits = {codes.ecodes[f"KEY_KP{digit}"] for digit in range(10)}
    for path in [named] if named else evdev.list_devices():
        if os.path.realpath(path) in known:
            continue
        with suppress(OSError):  # Disconnected or permission denied: see the doctor.
            if named:
                require_device(named)
            device = evdev.InputDevice(os.path.realpath(path))
            keys = set(device.capabilities().get(codes.EV_KEY, ()))
            # A keypad, not a keyboard: it has keypad digits but no letters.
            if named or (digits <= keys and codes.KEY_A not in keys):
                yield device
            else:
                device.close()
