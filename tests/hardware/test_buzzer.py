"""The buzzer: sounds by kind of change, on a pin and in a terminal, and reopening."""

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from hardware.buzzer import (
    CLAIMED,
    GO,
    KEY_REFUSED,
    SCORED,
    WON,
    Pattern,
    SoundEffects,
    TerminalBuzzer,
    sound,
)
from hardware.drivers import BUZZERS
from scorekeeper.game.codec import read_asked
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Table
from tests.hardware.conftest import START, Told
from tests.kit.drivers.waiting import soon

HEARD: tuple[tuple[str, Pattern | None], ...] = (
    (START, None),
    ('{"do": "starter", "card": "5"}', None),
    ('{"do": "play", "card": "10"}', None),
    ('{"do": "play", "card": "5"}', SCORED),
    ('{"do": "play", "card": "8"}', None),
    ('{"do": "play", "card": "7"}', None),
    ('{"do": "go"}', SCORED),
    ('{"do": "undo"}', None),
    ('{"do": "show"}', None),
    ('{"do": "count", "cards": ["10", "8", "2", "3"], "claim": 0}', CLAIMED),
    ('{"do": "peg", "team": 0, "points": 121}', WON),
)


def test_each_change_has_its_sound(idle: Table) -> None:
    for line, wanted in HEARD:
        before = idle.now
        idle.submit(read_asked(line))
        assert sound(before, idle.now) == wanted, line


def test_each_refused_key_sounds_once(idle: Table) -> None:
    keys, before = KeypadSession(idle), idle.now
    keys.press(Key.KING)
    refused = idle.now
    assert sound(before, refused) == KEY_REFUSED
    idle.submit(read_asked(START))
    idle.submit(read_asked('{"do": "peg", "team": 0, "points": 2}'))
    before = idle.now
    idle.set_machine(strip="ok")
    assert sound(before, idle.now) is None
    assert sound(refused, idle.now) == SCORED
    before = idle.now
    keys.press(Key.GO)
    assert sound(before, idle.now) == KEY_REFUSED


@contextmanager
def heard_on(name: str, idle: Table) -> Iterator[Told]:
    told = Told()
    hears = SoundEffects(idle, partial(BUZZERS[name].open, pin=20), told, retry=0.02)
    hears.start()
    try:
        yield told
    finally:
        hears.stop()
    assert idle.machine.buzzer == "off"


def points(idle: Table) -> None:
    idle.submit(read_asked(START))
    idle.submit(read_asked('{"do": "peg", "team": 0, "points": 2}'))


def test_pin_goes_up_and_down_for_a_sound(idle: Table, pins: MockFactory) -> None:
    with heard_on("pin", idle) as told:
        soon(lambda: idle.machine.buzzer == "ok")
        pin = pins.pin(20)
        points(idle)
        soon(lambda: len(pin.states) >= 3)
        time.sleep(sum(SCORED))
    assert [one.state for one in pin.states][:3] == [False, True, False]
    assert told == []
    LED(20).close()


SILENT = {
    "pin": "This machine has no pins that gpiozero can use",
    "terminal": "There is no terminal to ring: this program is not running in one.",
}


@pytest.mark.parametrize("name", SILENT)
def test_buzzer_that_cannot_sound_is_reported_once(
    name: str, idle: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    with heard_on(name, idle) as told:
        soon(lambda: idle.machine.buzzer == "lost" and bool(told))
        points(idle)
        time.sleep(0.1)
    assert len(told) == 1
    assert str(told[0]).startswith(SILENT[name])
    assert capsys.readouterr().out == ""


RUNG: tuple[tuple[Pattern, tuple[float, ...]], ...] = (
    (SCORED, (0.25,)),
    (GO, (0.25, 0.25)),
    (CLAIMED, (0.25, 0.25, 0.25)),
    (KEY_REFUSED, (0.1, 0.1, 0.1, 0.25)),
    (WON, (0.25, 0.25, 0.1, 0.1, 0.1, 0.1, 0.1, 0.25)),
    ((), ()),
)


@pytest.mark.parametrize(("pattern", "wanted"), RUNG)
def test_a_terminal_rings_each_pattern(pattern: Pattern, wanted: tuple[float, ...]) -> None:
    out, waited = io.StringIO(), list[float]()

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return False

    TerminalBuzzer(out).sound(pattern, wait)
    assert tuple(waited) == wanted
    assert out.getvalue() == "\a" * len(wanted)
    assert len({rings for _, rings in RUNG}) == len(RUNG)
