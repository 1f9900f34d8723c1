"""`cribble serve` with fingers on its keypad and a stopwatch at its strip.

Run as a program with a folder, the keypad to be touched, and what the command line is given
otherwise. It reads ``down OK`` and ``up OK``, a line each, from the folder's pipe ``fingers``; it
writes to the pipe ``notes``, a line of JSON each, with the ns of the machine's steady clock:

    ["touched", ns]                     a contact has closed or opened, an event was written
    ["taken", ns, STATE]                the table has taken a key, and is in that state
    ["shown", ns, STATE, CHECKSUM]      the strip has taken a frame that is not the one before

A state is the version of the table and what the ghost peg shows.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread
from time import monotonic_ns
from typing import IO, Any
from zlib import crc32

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cribble.cli import main
from cribble.serve import devices
from hardware.keypads import usb
from hardware.keypads.usb import NUMERIC
from hardware.lights import Lights
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.table import KeyOutcome, KeypadSession
from tests.kit.fakes.keypads import Bus, Pipe, Wired

FOLDER, KEYPAD = Path(sys.argv[1]), sys.argv[2]

Finger = Callable[[Key, bool], None]
"""Touches a key, or leaves it."""


class Notes:
    """Lines for whoever listens."""

    def __init__(self, pipe: IO[str]) -> None:
        self._pipe, self._writing = pipe, Lock()

    def write(self, *what: Any) -> None:
        """One line."""
        with self._writing:
            self._pipe.write(f"{json.dumps(what)}\n")
            self._pipe.flush()


NOTES = Notes((FOLDER / "notes").open("w", encoding="utf-8"))


def state(snapshot: Snapshot) -> tuple[int, Any]:
    """Return what a key may have changed."""
    typed = snapshot.live.pending_entry
    return snapshot.version, [typed.team, typed.ghost] if typed and typed.ghost else None


class TimedLights(Lights):
    """The lights, and when their strip was shown something new."""

    _frames = 0

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot*, and look at the clock once it is shown."""
        seconds, now = super().draw(snapshot), monotonic_ns()
        frames, frame = self.shown.after(-1, 0)
        if frames > self._frames:
            NOTES.write("shown", now, state(snapshot), crc32(frame))
        self._frames = frames
        return seconds


class TimedKeys(KeypadSession):
    """The keys, and when the table took one."""

    def take(self, key: Key, by: str = "", **more: Any) -> KeyOutcome:
        """Take *key*, and look at the clock once it is taken."""
        came = super().take(key, by, **more)
        NOTES.write("taken", monotonic_ns(), state(self._table.now))
        return came


def usb_finger() -> Finger:
    """A finger on a numeric keypad that is plugged in."""
    pad = Pipe("/dev/input/event0")
    usb.keypads_of = lambda evdev, at, known: Bus(pad).find(known)
    names = {key: name for name, key in NUMERIC.items()}
    return lambda key, down: pad.send(names[key], down)


def matrix_finger() -> Finger:
    """A finger on one of sixteen keys between pins; they do not bounce."""
    Device.pin_factory = MockFactory()
    wired = Wired(Device.pin_factory)

    def touch(key: Key, down: bool) -> None:
        wired.down = {SIXTEEN.index(key)} if down else set()

    return touch


FINGERS: dict[str, Callable[[], Finger]] = {"usb": usb_finger, "matrix": matrix_finger}


def obey(finger: Finger) -> None:
    """Do what is asked of the *finger*."""
    with (FOLDER / "fingers").open(encoding="utf-8") as asked:
        for line in asked:
            how, name = line.split()
            now = monotonic_ns()
            finger(Key(name), how == "down")
            NOTES.write("touched", now)


if __name__ == "__main__":
    devices.Lights, devices.KeypadSession = TimedLights, TimedKeys
    if KEYPAD in FINGERS:
        Thread(target=obey, args=(FINGERS[KEYPAD](),), daemon=True).start()
    sys.exit(main.run(sys.argv[3:]))
