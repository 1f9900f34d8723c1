"""Keypads: bouncing pins, ghost keys, USB keypads that come and go."""

import time
from contextlib import closing
from threading import Event
from typing import Final

import pytest
from evdev import ecodes
from gpiozero.pins.mock import MockFactory

from hardware.drivers import KEYPADS
from hardware.keypads.matrix import EQUAL, Contacts, EncoderKeypad, Matrix, MatrixKeypad
from hardware.keypads.usb import NAMES, UsbKeypad, keypads_of
from scorekeeper.device import Health
from scorekeeper.keypad.key import HOLD_SECONDS, SIXTEEN, HoldDetector, Key
from tests.firmware.test_core import check_presses
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.keypads import (
    NUMBERS,
    PATIENCE,
    WIRES,
    Bus,
    Button,
    Pipe,
    SlowJournal,
    Wired,
    buttons_of,
)


def test_thousands_of_presses_are_as_many_keys() -> None:
    contacts = Contacts()
    check_presses(lambda keys: contacts.take([keys >> 4 * row & 15 for row in range(4)]), 2_000)


def test_ok_counts_when_it_is_let_go_and_held_while_it_is_down() -> None:
    holding = HoldDetector(0.75)
    assert holding.down(Key.FIVE, 0) == (Key.FIVE,)
    assert holding.up(Key.FIVE, 1) == ()
    assert (holding.down(Key.OK, 2), holding.wait(2.25)) == ((), 0.5)
    assert (holding.up(Key.OK, 2.4), holding.wait(2.4)) == ((Key.OK,), None)
    holding.down(Key.OK, 3)
    assert [holding.still(at) for at in (3.5, 3.75, 4)] == [(), (Key.HELD,), ()]
    assert holding.up(Key.OK, 4.5) == ()
    holding.down(Key.OK, 5)
    assert holding.up(Key.OK, 5.75) == (Key.HELD,)


def test_the_matrix_presses_its_keys_row_by_row(pins: MockFactory) -> None:
    wired, keys = Wired(pins), list[Key]()
    with closing(MatrixKeypad(Matrix(wired.rows, wired.columns), keys.append)) as keypad:
        assert keypad.health == Health.OK
        for place, key in enumerate(SIXTEEN):
            scans = wired.scans
            wired.down = {place}
            if key is Key.OK:  # reported on release, once it was seen
                soon(lambda: wired.scans > scans + 4 * (EQUAL + 1))  # noqa: B023 - asked at once
                wired.down = set()
            soon(lambda: len(keys) == place + 1)  # noqa: B023 - asked at once
            wired.down = set()
            soon(lambda: wired.at_rest)
        wired.down = {15}
        soon(lambda: keys[-1] is Key.HELD)
    assert keys == [*SIXTEEN, Key.HELD]


PRESSED: Final[dict[str, tuple[set[int], tuple[set[int], ...], str]]] = {
    "a key": (set(), ({5},) * 4, "+5"),
    "too short for a key": (set(), (*({5},) * 3, set(), {5}), ""),
    "two at once": (set(), ({2, 9},) * 4, "+2 +9"),
    "a third that looks like four, until one is let go": (
        set(),
        ({0, 1},) * 4 + ({0, 1, 4},) * 9 + ({0, 4},) * 4,
        "+0 +1 -1 +4",
    ),
    "let go beside what looks like four": (
        set(),
        ({0, 1, 15},) * 4 + ({0, 1, 4, 15},) * 4 + ({0, 1, 4},) * 4,
        "+0 +1 +15 -15",
    ),
    "the wire of its row is off": ({WIRES.rows[1]}, ({5},) * 9, ""),
    "the wire of its column is off": ({WIRES.columns[1]}, ({5},) * 9, ""),
    "all wires are off": ({*WIRES.rows, *WIRES.columns}, ({0, 5, 15},) * 9, ""),
}


@pytest.mark.parametrize(("pulled", "samples", "wanted"), PRESSED.values(), ids=PRESSED)
def test_any_samples_on_the_pins_give_the_keys_of_the_contacts(
    pins: MockFactory, pulled: set[int], samples: tuple[set[int], ...], wanted: str
) -> None:
    wired, contacts = Wired(pins), Contacts()
    wired.pulled = pulled
    matrix, told = Matrix(wired.rows, wired.columns), list[str]()
    for wired.down in samples:
        told += [f"{'-+'[down]}{key}" for key, down in contacts.take(matrix.sample())]
    assert told == wanted.split()


def test_a_matrix_that_nobody_touches_is_left_at_rest(pins: MockFactory) -> None:
    """Its rows stay low instead of being driven 800 times per second."""
    wired = Wired(pins)
    with closing(MatrixKeypad(Matrix(wired.rows, wired.columns), list[Key]().append)):
        soon(lambda: wired.at_rest)
        since = wired.scans
        time.sleep(0.2)
        assert wired.scans == since
        wired.down = {4}
        soon(lambda: wired.scans > since + 4 * EQUAL)
        wired.down = set()
        soon(lambda: wired.at_rest)


def test_three_buttons_press_next_ok_and_undo(pins: MockFactory) -> None:
    keys = list[Key]()
    ahead, ok, undo = buttons_of(pins)
    with closing(KEYPADS["buttons"].open(WIRES, keys.append)) as keypad:
        assert keypad.health == Health.OK
        for button in (ahead, ok, undo):
            button.push()
        soon(lambda: len(keys) == 3)
        since = time.monotonic()
        ok.drive_low()
        soon(lambda: keys[-1] is Key.HELD)
        assert time.monotonic() - since >= HOLD_SECONDS
        ok.drive_high()
        ok.wait_for_samples()
        ok.push()
        soon(lambda: len(keys) == 5)
    assert keys == [Key.NEXT, Key.OK, Key.UNDO, Key.HELD, Key.OK]


def test_buttons_pressed_together_are_each_pressed_once(pins: MockFactory) -> None:
    keys = list[Key]()
    ahead, ok, undo = buttons_of(pins)
    with closing(KEYPADS["buttons"].open(WIRES, keys.append)):
        assert {pin.pull for pin in (ahead, ok, undo)} == {"up"}
        assert keys == []
        for pin in (ahead, undo, ok):
            pin.drive_low()
            pin.wait_for_samples()
        for pin in (ok, ahead, undo):
            pin.drive_high()
            pin.wait_for_samples()
        soon(lambda: len(keys) == 3)
    assert keys == [Key.NEXT, Key.UNDO, Key.OK]
    KEYPADS["buttons"].open(WIRES, keys.append).close()  # The pins were released.


def turned(pins: MockFactory, *leading: int) -> None:
    """Turn an encoder one detent: the *leading* pin goes down first and comes up first."""
    first, second = (pins.pin(WIRES.buttons[place]) for place in leading)
    for step in (first.drive_low, second.drive_low, first.drive_high, second.drive_high):
        step()


RIGHT, LEFT = (0, 2), (2, 0)


def test_an_encoder_turns_to_next_and_undo_and_its_button_is_ok(pins: MockFactory) -> None:
    """Bounce and half a detent are no step."""
    keys = list[Key]()
    clock, ok = pins.pin(WIRES.buttons[0]), pins.pin(WIRES.buttons[1], pin_class=Button)
    with closing(KEYPADS["encoder"].open(WIRES, keys.append)) as keypad:
        assert keypad.health == Health.OK
        for way in (RIGHT, RIGHT, LEFT, RIGHT):
            turned(pins, *way)
        for _ in range(5):
            clock.drive_low()
            clock.drive_high()
        ok.push()
        soon(lambda: keys[-1:] == [Key.OK])
        ok.drive_low()
        soon(lambda: keys[-1] is Key.HELD)
        ok.drive_high()
        ok.wait_for_samples()
    assert keys == [Key.NEXT, Key.NEXT, Key.UNDO, Key.NEXT, Key.OK, Key.HELD]
    KEYPADS["encoder"].open(WIRES, keys.append).close()  # The pins were released.


def test_the_button_of_an_encoder_is_closed_even_if_the_encoder_fails(pins: MockFactory) -> None:
    class Unplugged:
        def close(self) -> None:
            raise OSError("gone")

    keypad = EncoderKeypad(Unplugged(), pins.pin(WIRES.buttons[1]), print)
    with pytest.raises(OSError, match="gone"):
        keypad.close()
    assert keypad.health == Health.BROKEN, "still scanning the button"


CODES: Final = {ecodes.ecodes[name]: key for name, key in NAMES.items()}


@pytest.fixture
def keys() -> list[Key]:
    return []


def opened(bus: Bus, keys: list[Key]) -> closing[UsbKeypad]:
    return closing(UsbKeypad(bus.find, CODES, keys.append, poll=0.02))


def test_a_numeric_keypad_has_all_sixteen_keys(keys: list[Key]) -> None:
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

    with closing(UsbKeypad(find, CODES, keys.append, poll=0.02)) as keypad:
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
