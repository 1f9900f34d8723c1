"""Look at the keypads and the display: library, device and permission."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from cribble.doctor import microcontroller as far
from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine, Node
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import boot_of, pi_of, to_config
from cribble.doctor.system import Library, find_library, may_use, udev
from hardware.display.oled import BUS
from hardware.keypads.keypad import KeypadWiring
from scorekeeper.words import en

INPUT_RULE: Final = udev('SUBSYSTEM=="input", GROUP="input", MODE="0660"', "input")
INPUTS: Final = "/proc/bus/input/devices"
"""The kernel's list of everything that has keys, open to everybody."""
ANY: Final = 'keypad.at = ""'
LOOK: Final = f"cat {INPUTS}"

PINS: Final = (
    Library("gpiozero", "python3-gpiozero"),
    Library("lgpio", "python3-lgpio"),
)
USB: Final = Library("evdev", "python3-evdev")
"""Keypads behind a microcontroller need none."""

WORD: Final = 64
"""The bits of each number in a map of keys, on machines of 64 bits."""
DIGITS: Final = (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)
LETTER_A: Final = 30
"""Linux's numbers for keys (input-event-codes.h)."""


class Input(NamedTuple):
    """A device with the keys of a numeric keypad, its path, and whether it has ``letters``."""

    name: str
    path: str
    letters: bool = False


def on_usb(plan: Plan) -> bool:
    """True if a keypad is on USB."""
    return any(one.name == "usb" for one in plan.keypads)


def needs_one(plan: Plan) -> bool:
    """True if a keypad or the buzzer needs a library."""
    return on_usb(plan) or bool(plan.pins)


def library(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the libraries of keypads and buzzer are here, those for pins only on a Pi."""
    pinned = plan.pins and pi_of(machine) is not None
    needed = (*((USB,) if on_usb(plan) else ()), *(PINS if pinned else ()))
    for one in needed:
        yield from find_library(machine, one)


def usb(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that each USB keypad is plugged in, and open to this user."""
    for one in plan.keypads:
        if one.name == "usb":
            yield from _plugged_in(machine, one.wires.at)


def _plugged_in(machine: Machine, at: str) -> Iterator[Finding]:
    if at and not machine.node(at):
        sentence = en("There is no {path}: is the keypad plugged in?")
        yield wrong(sentence, mend=ANY, path=at)
        return
    listed = tuple(inputs(machine.text(INPUTS) or ""))
    there = (Input(at, at),) if at else tuple(one for one in listed if not one.letters)
    if not there:
        yield _no_keypad(listed)
    for one in there:
        if not at:
            yield fine("The keypad {name} is at {path}.", name=one.name, path=one.path)
        node = machine.node(one.path) or Node("root", 0, open=False)
        yield from may_use(machine, one.path, node, INPUT_RULE)


def _no_keypad(listed: tuple[Input, ...]) -> Finding:
    """Cheap keypads say that they have letters too: then nobody can tell them from a keyboard."""
    if not listed:
        return wrong("No numeric keypad is plugged in.", mend=LOOK)
    sentence = en("No numeric keypad is found, but {name} has its keys: name it, if it is yours.")
    return wrong(sentence, mend=f'keypad.at = "{listed[-1].path}"', name=listed[-1].name)


def has_own_port(plan: Plan) -> bool:
    """True if a keypad is behind a microcontroller that lights nothing."""
    return any(_own_ports(plan))


def microcontroller(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check the boards of such keypads as that of a strip."""
    for keys in _own_ports(plan):
        wires = plan.wires._replace(at=keys.at, baud=keys.baud)
        yield from far.board_at(machine, plan._replace(wires=wires, pixels=0), ANY)


def _own_ports(plan: Plan) -> Iterator[KeypadWiring]:
    for one in plan.keypads:
        if one.name == "microcontroller" and not one.shares_strip_port:
            yield one.wires


def inputs(listing: str) -> Iterator[Input]:
    """Everything with the keys of a numeric keypad, in what the kernel says of all that has any."""
    for block in listing.split("\n\n"):
        facts = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line)
        events = [one for one in facts.get("Handlers", "").split() if one.startswith("event")]
        keys = _keys(facts.get("KEY", ""))
        if events and all(keys >> digit & 1 for digit in DIGITS):
            name = facts.get("Name", "").strip('"')
            yield Input(name, f"/dev/input/{events[0]}", letters=bool(keys >> LETTER_A & 1))


def _keys(words: str) -> int:
    """A map of keys, a bit each."""
    keys = 0
    for word in words.split():
        keys = keys << WORD | int(word, 16)
    return keys


OLED: Final = Library("luma.oled", pip="luma.oled>=3.12")
I2C_DEVICE: Final = f"/dev/i2c-{BUS}"
I2C_RULE: Final = udev('SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"', "i2c")
I2C_SWITCH: Final = "dtparam=i2c_arm=on"


def display_wanted(plan: Plan) -> bool:
    """True if the config has a display."""
    return bool(plan.readout)


def display(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that it can be drawn on, as far as one can see without drawing."""
    yield from find_library(machine, OLED)
    node, pi = machine.node(I2C_DEVICE), pi_of(machine)
    if node:
        yield from may_use(machine, I2C_DEVICE, node, I2C_RULE)
    elif pi:
        boot = boot_of(machine)
        sentence = en("There is no {path}: I²C is not switched on in {file}.")
        yield wrong(sentence, mend=to_config(boot, I2C_SWITCH), path=I2C_DEVICE, file=boot.config)
    else:
        sentence = en("There is no {path}: the display is for a Raspberry Pi.")
        yield wrong(sentence, mend='readout.name = "terminal"', path=I2C_DEVICE)
