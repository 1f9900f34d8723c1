"""The doctor's checks of board, wiring, keypads, display and pins."""

from pathlib import Path
from typing import Any

import pytest

from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import (
    BoardConfig,
    BuzzerConfig,
    Config,
    KeypadConfig,
    ReadoutConfig,
    StripConfig,
)
from cribble.doctor.machine import HardwarePlan, plan_of
from firmware_bridge.link import Greeting
from scorekeeper.words import Fault
from tests.doctor.cases import DEBIAN, PC, PI_3, PI_4, on, plan, told
from tests.kit.drivers.command_line import typed

LISTING = """I: Bus=0003 Vendor=1a2c Product=6004 Version=0110
N: Name="SEM USB NumberPad"
P: Phys=usb-0000:01:00.0-1.2/input0
H: Handlers=sysrq kbd leds event4
B: PROP=0
B: EV=120013
B: KEY=5000fffa0 80000000004000
"""
KEYBOARD = """
I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Logitech Keyboard K120"
H: Handlers=sysrq kbd leds event2
B: KEY=1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe

I: Bus=0019 Vendor=0000 Product=0001 Version=0000
N: Name="Power Button"
H: Handlers=kbd event0
B: KEY=8000 10000000000000 0
"""
PAD = "/dev/input/event4"


def there(listing: str = "", nodes: str = "") -> str:
    """Return sections of a machine with these keypads and devices."""
    return f"== /proc/bus/input/devices\n{listing}== nodes\n{nodes}"


def keyed(
    *names: str,
    strip: str = "null",
    at: str = "",
    buzzer: int = 0,
    readout: str = "",
    where: str = "",
    **pins: Any,
) -> HardwarePlan:
    """Return the plan of a machine with keypads connected like this, and other pins in use."""
    config = Config(
        data="/var/lib/cribble",
        strip=StripConfig(name=strip, at=at),
        keypads=tuple(KeypadConfig(name=name, at=where, **pins) for name in names),
        buzzer=BuzzerConfig(pin=buzzer),
        readout=ReadoutConfig(name=readout),
    )
    return plan_of(ActiveConfig(config, None))


BOARD = Greeting(version=1, firmware=1, boot=7, pixels=400, payload=247, keys=16)
ACM0 = "/dev/ttyACM0"
CLOSE = BoardConfig(
    shape="paperclip", pitch=10.0, lane=14.0, street_gap=4.0, bends="round", light_mm=12.0
)
"""A board with single lights too close together: they need holes of 12 mm."""
CASES = {
    "neither for a keypad nor for a buzzer": on(PC, keyed("buttons", buzzer=20), "pins"),
    "the limit is eaten by the dark": on(PI_4, plan("spi", limit=400), "power"),
    "the lights leave no wood": on(PC, plan("null", board=CLOSE), "lights-apart"),
    "the board is wired": on(PC, plan("null"), "board"),
    "Debian has no lgpio": on(
        DEBIAN, keyed("buttons"), "keypad-library", libraries={"gpiozero": "2.0"}
    ),
    "evdev is missing": on(PC, keyed("usb"), "keypad-library", libraries={}),
    "a keypad is there": on(
        PC, keyed("usb"), "keypad-usb", also=there(LISTING + KEYBOARD, f"crw-rw-rw- input {PAD}\n")
    ),
    "nothing is plugged in": on(
        PC, keyed("usb"), "keypad-usb", also=there(KEYBOARD.partition("\n\n")[2])
    ),
    "only a keyboard is there, or a keypad that says it is one": on(
        PC, keyed("usb"), "keypad-usb", also=there(KEYBOARD)
    ),
    "a microcontroller for keys alone": on(
        PC,
        keyed("microcontroller", where=ACM0),
        "keypad-microcontroller",
        ports={ACM0: BOARD},
        also=there(nodes="crw-rw-rw- tty /dev/ttyACM0\n"),
    ),
    "a microcontroller for both is looked at once": on(
        PC, keyed("microcontroller", strip="microcontroller"), "keypad-microcontroller"
    ),
    "a row on the strip’s pin": on(
        PI_4, keyed("matrix", strip="ws281x", rows=(5, 6, 16, 18)), "pins-twice"
    ),
    "the display’s bus is off": on(PI_4, keyed(readout="sh1106"), "readout"),
    "eight digits on the strip’s bus": on(PI_4, keyed(strip="spi", readout="max7219"), "readout"),
    "eight digits on a bus that is off": on(PI_3, keyed(readout="max7219"), "readout"),
    "eight digits on a PC": on(PC, keyed(readout="max7219"), "readout"),
    "a button on the serial pins": on(
        PI_4,
        keyed("buttons", strip="microcontroller", at="/dev/ttyAMA0", buttons=(17, 27, 15)),
        "pins-twice",
    ),
}


PLACES = [("spi", ""), ("leds0", ""), *(("ws281x", str(pin)) for pin in (10, 12, 13, 18, 19, 21))]


@pytest.mark.parametrize(("strip", "at"), PLACES)
def test_default_pins_clash_with_no_strip(strip: str, at: str, tmp_path: Path) -> None:
    found = told(tmp_path, PI_4, keyed("matrix", "buttons", strip=strip, at=at, buzzer=20))
    assert found["pins-twice"] == ["ok: No pin conflicts. []"]


def test_pins_are_not_called_free_if_the_display_clashes(tmp_path: Path) -> None:
    found = told(tmp_path, PI_4, keyed("matrix", strip="spi", readout="max7219"))
    assert found.get("pins-twice", []) == []
    assert any("GPIO10" in line for line in found["readout"])


def test_display_and_buzzer_in_the_terminal_take_no_pins(tmp_path: Path) -> None:
    config = Config(
        strip=StripConfig(name="null"),
        keypads=(KeypadConfig(name="buttons"),),
        readout=ReadoutConfig(name="terminal"),
        buzzer=BuzzerConfig(name="terminal", pin=4),
    )
    found = told(tmp_path, PI_4, plan_of(ActiveConfig(config, None)))
    assert found["pins-twice"] == ["ok: No pin conflicts. []"]
    assert "readout" not in found


def test_a_board_that_cannot_be_is_told_and_its_lights_are_not_counted(tmp_path: Path) -> None:
    faults = tuple(Fault("Hole {hole} has no light.", hole=hole) for hole in (3, 4, 5))
    found = told(tmp_path, PI_4, plan("spi", pixels=0)._replace(faults=faults))
    assert found["board"] == [
        "wrong: Hole 3 has no light. [.venv/bin/cribble board check]",
        "wrong: There are 2 more wiring faults. [.venv/bin/cribble board check]",
    ]
    assert not {"spi-buffer", "power"} & {*found}


@pytest.mark.parametrize(("is_packaged", "cribble"), [(False, ".venv/bin/"), (True, "")])
def test_a_mend_names_the_command_as_it_is_installed_and_the_same_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_packaged: bool, cribble: str
) -> None:
    monkeypatch.setattr("cribble.doctor.machine.is_packaged", lambda: is_packaged)
    file = tmp_path / "my board.toml"
    file.write_text("[wiring]\npixels = 9\n", encoding="utf-8")
    done = typed("doctor", "--strip", "null", "--data", str(tmp_path), "--config", str(file))
    assert f" {cribble}cribble board check --config '{file}'" in done.out
