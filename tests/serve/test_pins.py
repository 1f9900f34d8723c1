"""Pins of the Pi that two devices of a config want: both keypads and the buzzer are refused."""

from contextlib import closing
from typing import Final

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cribble.config.schema import BuzzerConfig, Config, KeypadConfig, ReadoutConfig, StripConfig
from cribble.serve.app import stop_all
from cribble.serve.devices import KeypadsInUse, keypad_names, peripherals
from hardware.lights import Lights
from scorekeeper.board.board import build
from scorekeeper.board.light import Power
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.kit.drivers.waiting import soon

EN = Words.of("en")
MATRIX, BUTTONS = KeypadConfig(name="matrix"), KeypadConfig(name="buttons")

TWICE: Final[dict[str, tuple[Config, dict[str, str]]]] = {
    "usual pins": (Config(keypads=(MATRIX, BUTTONS)), {}),
    "a button on a row": (
        Config(keypads=(MATRIX, replace(BUTTONS, buttons=(17, 27, 26)))),
        {"buttons": "GPIO26 is wanted twice: by keypad.rows and by keypad.buttons."},
    ),
    "a column on a button": (
        Config(keypads=(BUTTONS, replace(MATRIX, columns=(22, 23, 24, 27)))),
        {"matrix": "GPIO27 is wanted twice: by keypad.buttons and by keypad.columns."},
    ),
    "a column on a row": (
        Config(keypads=(replace(MATRIX, columns=(22, 23, 24, 5)), BUTTONS)),
        {"matrix": "GPIO5 is wanted twice: by keypad.rows and by keypad.columns."},
    ),
    "two boxes of buttons": (
        Config(keypads=(BUTTONS, replace(BUTTONS, buttons=(5, 6, 4)))),
        {"buttons 2": "GPIO4 is wanted twice: by keypad.buttons and by keypad.buttons."},
    ),
    "the strip’s": (
        Config(
            strip=StripConfig(name="ws281x", at="12"),
            keypads=(replace(MATRIX, rows=(5, 6, 12, 16)), BUTTONS),
        ),
        {"matrix": "GPIO12 is wanted twice: by strip.at and by keypad.rows."},
    ),
    "SPI’s": (
        Config(strip=StripConfig(name="spi"), keypads=(replace(BUTTONS, buttons=(9, 5, 6)),)),
        {"buttons": "GPIO9 is wanted twice: by strip.name and by keypad.buttons."},
    ),
    "SPI’s, for the lamp": (
        Config(
            strip=StripConfig(name="ws281x", at="10"),
            keypads=(replace(BUTTONS, buttons=(11, 5, 6)),),
        ),
        {"buttons": "GPIO11 is wanted twice: by strip.name and by keypad.buttons."},
    ),
    "the kernel’s": (
        Config(strip=StripConfig(name="leds0"), keypads=(replace(BUTTONS, buttons=(18, 5, 6)),)),
        {"buttons": "GPIO18 is wanted twice: by strip.name and by keypad.buttons."},
    ),
    "the display’s": (
        Config(
            readout=ReadoutConfig(name="sh1106"), keypads=(replace(BUTTONS, buttons=(2, 5, 6)),)
        ),
        {"buttons": "GPIO2 is wanted twice: by readout.name and by keypad.buttons."},
    ),
}


@pytest.mark.parametrize("what", TWICE)
def test_a_pin_that_is_wanted_twice_is_refused(pins: MockFactory, what: str) -> None:
    """The keypad that wants it second is lost, and says why; the others work."""
    config, faults = TWICE[what]
    why = dict[str, str | None]()
    keypads = KeypadsInUse(
        config, pytest.fail, lambda name, _, fault: why.setdefault(name, fault and str(fault))
    )
    keypads.start(None)
    soon(lambda: why.keys() == {*keypad_names(config).values()})
    stop_all(*keypads.stops())
    assert why == dict.fromkeys(keypad_names(config).values()) | faults


BUZZES: Final[dict[str, tuple[Config, str | None]]] = {
    "usual pins": (Config(keypads=(MATRIX, BUTTONS), buzzer=BuzzerConfig(pin=20)), None),
    "a keypad’s": (
        Config(keypads=(BUTTONS, MATRIX), buzzer=BuzzerConfig(pin=22)),
        "GPIO22 is wanted twice: by keypad.columns and by buzzer.pin.",
    ),
    "the strip’s": (
        Config(strip=StripConfig(name="ws281x", at="18"), buzzer=BuzzerConfig(pin=18)),
        "GPIO18 is wanted twice: by strip.at and by buzzer.pin.",
    ),
    "two keypads’ own": (Config(keypads=(MATRIX, MATRIX), buzzer=BuzzerConfig(pin=20)), None),
}


@pytest.mark.parametrize("what", BUZZES)
def test_a_buzzer_takes_no_pin_of_another(
    pins: MockFactory, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is silent and says why; the pin stays as it was."""
    config, fault = BUZZES[what]
    pin = pins.pin(config.buzzer.pin)
    with closing(Table(Journal.in_memory())) as table:
        dark = Lights(table, build(), pytest.fail, clock=table.ticks, gamma=1, power=Power())
        (buzzer,) = peripherals(table, config, EN, dark, lambda: None)
        buzzer.start()
        soon(lambda: table.machine.buzzer in ("lost", "ok"))
        assert pin.function == ("input" if fault else "output")
        buzzer.stop()
    said = f"The buzzer is silent. {fault} The game goes on.\n"
    assert capsys.readouterr().err == (said if fault else "")
