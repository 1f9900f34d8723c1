"""Keypads controlled by tests: keys between simulated pins, and input events of Linux."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from threading import Event
from typing import Any, Final

from evdev import InputEvent, ecodes
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.keypads.keypad import KeypadWiring
from hardware.keypads.matrix import EQUAL
from scorekeeper.keypad.key import Key
from tests.kit.drivers.waiting import soon

WIRES: Final = KeypadWiring()
PATIENCE: Final = 5.0


class SlowJournal:
    def __init__(self) -> None:
        self.taken, self.writes, self.keys = Event(), Event(), list[Key]()

    def __call__(self, key: Key) -> None:
        self.taken.set()
        self.writes.wait(PATIENCE)
        self.keys.append(key)


def rows(*keys: int) -> tuple[int, ...]:
    """Return a scan of four rows with these keys closed, including ghosts of three corners."""
    joined = [0] * 4
    for key in keys:
        joined[key // 4] |= 1 << key % 4
    grown = True
    while grown:
        grown = False
        for one in range(4):
            for other in range(4):
                if joined[one] & joined[other] and joined[one] | joined[other] != joined[one]:
                    joined[one] |= joined[other]
                    grown = True
    return tuple(joined)


class RowPin(MockPin):
    """A row pin: while low, it pulls the columns of closed keys low."""

    matrix: Wired

    def output_with_state(self, state: float) -> None:
        super().output_with_state(state)
        self.matrix.scans += 1
        self.matrix.settle()

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self.matrix.settle()


class Wired:
    """Sixteen keys between rows and columns of gpiozero's mock pins."""

    def __init__(self, factory: MockFactory) -> None:
        self._down: set[int] = set()
        self.pulled: set[int] = set()
        """Disconnected pins."""
        self.scans = 0
        """Return how often a row was driven."""
        self.rows: list[Any] = []
        self.columns = [factory.pin(number) for number in WIRES.columns]
        for number in WIRES.rows:
            pin = factory.pin(number, pin_class=RowPin)
            pin.matrix = self
            self.rows.append(pin)

    @property
    def down(self) -> set[int]:
        return self._down

    @down.setter
    def down(self, keys: set[int]) -> None:
        self._down = keys
        self.settle()

    @property
    def at_rest(self) -> bool:
        """Return whether all rows are low, waiting for a key."""
        return all(pin.function == "output" for pin in self.rows)

    def settle(self) -> None:
        if len(self.rows) < len(WIRES.rows) or any(c.function != "input" for c in self.columns):
            return
        joined = rows(*self.down)
        driven = [row for row, pin in enumerate(self.rows) if pin.function == "output"]
        assert not any(self.rows[row].state for row in driven), "two rows would fight each other"
        low = [row for row in driven if WIRES.rows[row] not in self.pulled]
        for column, pin in enumerate(self.columns):
            wired = WIRES.columns[column] not in self.pulled
            if wired and any(joined[row] >> column & 1 for row in low):
                pin.drive_low()
            else:
                pin.drive_high()


EVENT: Final = struct.Struct("llHHi")
"""``struct input_event`` of Linux."""


NUMBERS: Final = tuple(f"KEY_KP{digit}" for digit in range(10))


class Pipe:
    """A keypad whose events are written by a test as raw bytes; it *has* keys."""

    def __init__(self, path: str, has: Iterable[str] = NUMBERS) -> None:
        self.path, self.grabbed, self.closed = path, False, False
        self._has = [ecodes.ecodes[name] for name in has]
        self._out, self._in = os.pipe()
        os.set_blocking(self._out, False)

    def fileno(self) -> int:
        return self._out

    def capabilities(self) -> dict[int, list[int]]:
        return {ecodes.EV_KEY: self._has}

    def read(self) -> Iterable[InputEvent]:
        data = os.read(self._out, 64 * EVENT.size)
        if not data:
            raise OSError(19, "No such device")
        return [InputEvent(*event) for event in EVENT.iter_unpack(data)]

    def grab(self) -> None:
        self.grabbed = True

    def close(self) -> None:
        self.closed = True
        os.close(self._out)

    def send(self, name: str, value: int) -> None:
        os.write(self._in, EVENT.pack(1, 2, ecodes.EV_MSC, ecodes.MSC_SCAN, value))
        os.write(self._in, EVENT.pack(1, 2, ecodes.EV_KEY, ecodes.ecodes[name], value))
        os.write(self._in, EVENT.pack(1, 2, ecodes.EV_SYN, ecodes.SYN_REPORT, 0))

    def tap(self, name: str) -> None:
        self.send(name, 1)
        self.send(name, 0)

    def unplug(self) -> None:
        os.close(self._in)


class Bus:
    def __init__(self, *there: Pipe) -> None:
        self.there = list(there)

    def find(self, known: frozenset[str]) -> Iterable[Pipe]:
        return [one for one in self.there if one.path not in known]

    def list_devices(self) -> list[str]:
        return [one.path for one in self.there]

    def InputDevice(self, path: str) -> Pipe:  # noqa: N802 - evdev calls it so
        for one in self.there:
            if one.path == path:
                return one
        raise OSError(2, "No such file or directory")


class Button(MockPin):
    """A button that loses edges, like RPi.GPIO while it bounces; its level is correct."""

    reads = 0
    when_changed: Any = None

    def push(self) -> None:
        for drive in (self.drive_low, self.drive_high):
            drive()
            self.wait_for_samples()

    def wait_for_samples(self) -> None:
        since = self.reads
        soon(lambda: self.reads > since + EQUAL + 2)

    @property
    def state(self) -> Any:
        self.reads += 1
        return super().state


def buttons_of(pins: MockFactory) -> list[Button]:
    return [pins.pin(number, pin_class=Button) for number in WIRES.buttons]
