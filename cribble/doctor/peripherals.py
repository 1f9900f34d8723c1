"""Checks of the board, its supply, its keypads, its display, and the pins that they use."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cribble.devices.connections import TWICE
from cribble.doctor.controllers import find_board
from cribble.doctor.finding import (
    Advice,
    Finding,
    Setting,
    config_lines,
    fine,
    udev_rule,
    wrong,
)
from cribble.doctor.machine import Machine, Node, Plan
from cribble.doctor.system import Library, find_library, may_use
from hardware.keypads.keypad import KeypadWiring
from hardware.oled import BUS
from scorekeeper.board.light import enough_ma, is_underpowered
from scorekeeper.words import en
from scorekeeper.words.wiring import underpowered


def check_board(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that every hole has its light."""
    if not plan.faults:
        yield fine("The board is wired: {lights} lights.", lights=plan.pixels)
        return
    mend = Advice(plan.command("board check"))
    first, *more = plan.faults
    yield wrong(first.sentence, mend=mend, **first.values)
    if more:
        yield wrong("There are {count} more faults in the wiring.", mend=mend, count=len(more))


def check_spacing(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that there is wood left between two holes for loose lights."""
    if fault := plan.crowded:
        yield wrong(fault.sentence, mend=Advice(plan.command("board check")), **fault.values)


def check_power(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the limit leaves current for pegs, besides that of the dark lights."""
    if is_underpowered(plan.pixels, plan.power):
        fault = underpowered(plan.pixels, plan.power)
        mend = Setting("strip.limit_ma", enough_ma(plan.pixels, plan.power))
        yield wrong(fault.sentence, mend=mend, **fault.values)


# Pins.

CHIP: Final = "/dev/gpiochip0"
BUZZER: Final = "buzzer.pin"
BUZZER_PIN: Final = 20
"""The pin of the drawing in docs/building.md."""

USUAL: Final = KeypadWiring()
FREE_PINS: Final[Mapping[str, Setting]] = {
    key: Setting(key, pins)
    for key, pins in {
        "keypad.rows": USUAL.rows,
        "keypad.columns": USUAL.columns,
        "keypad.buttons": USUAL.buttons,
        BUZZER: BUZZER_PIN,
    }.items()
}
"""The settings with pins that nothing else uses, by key."""


def check_pins(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that this machine has pins, open to this user."""
    node = machine.node(CHIP)
    if machine.pi and node:
        yield from may_use(machine, CHIP, node, udev_rule("gpio"))
        return
    keys = sorted({use.key for use in plan.pins})
    sentence = en("This machine has no pins, as are wanted for {keys}.")
    if keypads := [key for key in keys if key != BUZZER]:
        yield wrong(sentence, mend=Setting("keypad.name", "usb"), keys=", ".join(keypads))
    if BUZZER in keys:
        yield wrong(sentence, mend=Setting("buzzer.name", "terminal"), keys=BUZZER)


def check_pin_clashes(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that no pin is used twice."""
    for one, other in plan.twice:
        mend = FREE_PINS[other.key]
        yield wrong(TWICE, mend=mend, pin=one.pin, one=one.key, other=other.key)
    if not plan.twice:
        yield fine("No pin is wanted twice.")


# Keypads.

INPUTS: Final = "/proc/bus/input/devices"
"""The kernel's list of input devices, readable by all users."""
EVDEV: Final = Library("evdev", "python3-evdev")
PIN_LIBRARIES: Final = (
    Library("gpiozero", "python3-gpiozero"),
    Library("lgpio", "python3-lgpio"),
)

WORD: Final = 64
"""The bits of each number in a key map, on machines of 64 bits."""
DIGITS: Final = (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)
LETTER_A: Final = 30
"""Linux's numbers for keys (input-event-codes.h)."""


class Input(NamedTuple):
    """A device with the keys of a numeric keypad, its path, and whether it has ``letters``."""

    name: str
    path: str
    letters: bool = False


def inputs(listing: str) -> Iterator[Input]:
    """Yield the devices with the keys of a numeric keypad in the kernel's *listing*."""
    for block in listing.split("\n\n"):
        facts = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line)
        events = [name for name in facts.get("Handlers", "").split() if name.startswith("event")]
        keys = 0
        for word in facts.get("KEY", "").split():
            keys = keys << WORD | int(word, 16)
        if events and all(keys >> digit & 1 for digit in DIGITS):
            name = facts.get("Name", "").strip('"')
            yield Input(name, f"/dev/input/{events[0]}", letters=bool(keys >> LETTER_A & 1))


def check_keypad_library(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the libraries of keypads and buzzer are here, those for pins only on a Pi."""
    if any(keypad.name == "usb" for keypad in plan.keypads):
        yield from find_library(machine, EVDEV)
    if plan.pins and machine.pi:
        for library in PIN_LIBRARIES:
            yield from find_library(machine, library)


def check_usb_keypads(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that each USB keypad is plugged in, and open to this user."""
    for keypad in plan.keypads:
        if keypad.name == "usb":
            yield from _plugged_in(machine, keypad.wires.at)


def _plugged_in(machine: Machine, at: str) -> Iterator[Finding]:
    if at and not machine.node(at):
        sentence = en("There is no {path}: is the keypad plugged in?")
        yield wrong(sentence, mend=Setting("keypad.at", ""), path=at)
        return
    listed = tuple(inputs(machine.text(INPUTS) or ""))
    keypads = [Input(at, at)] if at else [keypad for keypad in listed if not keypad.letters]
    for keypad in keypads:
        if not at:
            yield fine("The keypad {name} is at {path}.", name=keypad.name, path=keypad.path)
        node = machine.node(keypad.path) or Node("root", 0, open=False)
        yield from may_use(machine, keypad.path, node, udev_rule("input"))
    if listed and not keypads:  # Cheap keypads report letters too, as keyboards do.
        sentence = en(
            "No numeric keypad is found, but {name} has its keys: name it, if it is yours."
        )
        yield wrong(sentence, mend=Setting("keypad.at", listed[-1].path), name=listed[-1].name)
    elif not keypads:
        yield wrong("No numeric keypad is plugged in.", mend=Advice(f"cat {INPUTS}"))


def check_microcontroller_keypads(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check the boards of keypads that do not share that of the strip."""
    for keypad in plan.keypads:
        if keypad.name == "microcontroller" and not keypad.shares_strip_port:
            wires = plan.wires._replace(at=keypad.wires.at, baud=keypad.wires.baud)
            alone = plan._replace(wires=wires, pixels=0)
            yield from find_board(machine, alone, Setting("keypad.at", ""))


# Display.

OLED: Final = Library("luma.oled", pip="luma.oled>=3.12")
I2C_DEVICE: Final = f"/dev/i2c-{BUS}"


def check_display(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the display's library and bus are there."""
    yield from find_library(machine, OLED)
    if node := machine.node(I2C_DEVICE):
        yield from may_use(machine, I2C_DEVICE, node, udev_rule("i2c"))
    elif machine.pi:
        file = machine.boot.config
        sentence = en("There is no {path}: I²C is not switched on in {file}.")
        mend = config_lines(file, "dtparam=i2c_arm=on")
        yield wrong(sentence, mend=mend, path=I2C_DEVICE, file=file)
    else:
        sentence = en("There is no {path}: the display is for a Raspberry Pi.")
        yield wrong(sentence, mend=Setting("readout.name", "terminal"), path=I2C_DEVICE)
