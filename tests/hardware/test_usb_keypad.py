"""A numeric keypad on USB: its keys, and how it comes, goes and is found."""

import time
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Final

import pytest
from evdev import ecodes

from hardware.keypads.usb import NAMES, UsbKeypad, keypads_of
from scorekeeper.device import Health
from scorekeeper.keypad.key import HOLD_SECONDS, SIXTEEN, Key
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.keypads import NUMBERS, PATIENCE, Bus, Pipe, SlowJournal

CODES: Final = {ecodes.ecodes[name]: key for name, key in NAMES.items()}


@pytest.fixture
def keys() -> list[Key]:
    return []


def opened(bus: Bus, keys: list[Key]) -> closing[UsbKeypad]:
    return closing(UsbKeypad(bus.find, CODES, keys.append, look=0.02))


def test_a_numeric_keypad_has_all_sixteen_keys(keys: list[Key]) -> None:
    """Its lock does not matter; a key that repeats is one press; OK held is a key of its own."""
    names = [f"KEY_KP{digit}" for digit in (*range(1, 10), 0)]
    names += ["KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS", "KEY_KPPLUS", "KEY_KPDOT"]
    pad = Pipe("/dev/input/event3")
    with opened(Bus(pad), keys):
        assert pad.grabbed
        for name in (*names, "KEY_KPENTER"):
            pad.send(name, 1)
            pad.send(name, 2)
            pad.send(name, 0)
        soon(lambda: len(keys) == 16)
        pad.send("KEY_KPENTER", 1)
        soon(lambda: len(keys) == 17)
        pad.send("KEY_KPENTER", 0)
        pad.tap("KEY_KPENTER")
        soon(lambda: len(keys) == 18)
    assert keys == [*SIXTEEN, Key.HELD, Key.OK]
    assert pad.closed


def test_ok_is_tapped_however_slow_the_journal_is() -> None:
    journal, pad = SlowJournal(), Pipe("/dev/input/event3")
    with closing(UsbKeypad(Bus(pad).find, CODES, journal)):
        pad.tap("KEY_KPPLUS")
        assert journal.taken.wait(PATIENCE)
        pad.send("KEY_KPENTER", 1)
        pad.send("KEY_KP5", 1)
        pad.send("KEY_KPENTER", 0)
        time.sleep(HOLD_SECONDS)
        journal.writes.set()
        soon(lambda: len(journal.keys) == 3)
    assert journal.keys == [Key.GO, Key.OK, Key.FIVE]


def test_usb_keypads_come_and_go(keys: list[Key]) -> None:
    first, second = Pipe("/dev/input/event3"), Pipe("/dev/input/event4")
    bus = Bus(first)
    with opened(bus, keys) as keypad:
        bus.there.append(second)
        soon(lambda: second.grabbed)
        first.tap("KEY_KP5")
        soon(lambda: keys == [Key.FIVE])
        second.tap("KEY_KP6")
        soon(lambda: keys == [Key.FIVE, Key.SIX])
        bus.there.clear()
        first.unplug()
        second.unplug()
        soon(lambda: keypad.health == Health.LOST)
        bus.there.append(Pipe("/dev/input/event3"))
        soon(lambda: keypad.health == Health.OK)
        bus.there[0].tap("KEY_BACKSPACE")
        soon(lambda: keys[-1] is Key.UNDO)


def test_a_keypad_that_somebody_else_has_grabbed_is_left_alone(keys: list[Key]) -> None:
    found, taken = list[Pipe](), Event()
    taken.set()

    class Taken(Pipe):
        def grab(self) -> None:
            if taken.is_set():
                raise OSError(16, "Device or resource busy")
            super().grab()

    def find(known: frozenset[str]) -> list[Pipe]:
        if "/dev/input/event3" not in known:
            found.append(Taken("/dev/input/event3"))
        return [pad for pad in found[-1:] if pad.path not in known]

    with closing(UsbKeypad(find, CODES, keys.append, look=0.02)) as keypad:
        soon(lambda: len(found) > 3)
        assert keypad.health == Health.LOST
        taken.clear()
        soon(lambda: keypad.health == Health.OK)
        assert [pad.closed for pad in found] == [*(True for _ in found[1:]), False]
        found[-1].tap("KEY_KP5")
        soon(lambda: keys == [Key.FIVE])


def test_numeric_keypads_that_are_plugged_in_are_found() -> None:
    pad, other = Pipe("/dev/input/event3"), Pipe("/dev/input/event5")
    board = Pipe("/dev/input/event4", has=[*NUMBERS, "KEY_A"])
    power = Pipe("/dev/input/event1", has=["KEY_POWER"])
    bus = Bus(power, pad, board, other)
    assert [*keypads_of(bus, "", frozenset())] == [pad, other]
    assert (power.closed, pad.closed, board.closed) == (True, False, True)
    assert [*keypads_of(bus, "", frozenset({pad.path}))] == [other]
    assert [*keypads_of(bus, "/dev/input/event9", frozenset())] == []


def test_keypad_that_is_named_is_taken_if_it_is_a_device(tmp_path: Path) -> None:
    """A whole keyboard too."""
    board = Pipe("/dev/null", has=[*NUMBERS, "KEY_A"])
    assert [*keypads_of(Bus(board), board.path, frozenset())] == [board]
    assert [*keypads_of(Bus(board), board.path, frozenset({board.path}))] == []
    file = Pipe(str(tmp_path / "file"))
    (tmp_path / "file").touch()
    assert [*keypads_of(Bus(file), file.path, frozenset())] == []
