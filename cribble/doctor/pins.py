"""Look at the pins that a keypad and a buzzer hang on, and at who else wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.leds0 import PIN as LEDS0_PIN
from cribble.doctor.machine import Machine
from cribble.doctor.pi import pi_of
from cribble.doctor.plan import Plan
from cribble.doctor.spi import pin_of, used_by
from cribble.doctor.user import may_use, udev
from cribble.toml import as_toml
from hardware.keypads.keypad import Wires
from scorekeeper.words import en

CHIP: Final = "/dev/gpiochip0"
RULE: Final = udev('SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"', "gpio")
SPI_PINS: Final = (7, 8, 9, 10, 11)
"""All that the Pi's SPI takes, though a strip needs but one of them."""
I2C_PINS: Final = (2, 3)
BUZZER_PIN: Final = 20
"""What the drawing has."""

USUAL: Final = Wires()
MENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "keypad.rows": f"keypad.rows = {as_toml(list(USUAL.rows))}",
        "keypad.columns": f"keypad.columns = {as_toml(list(USUAL.columns))}",
        "keypad.buttons": f"keypad.buttons = {as_toml(list(USUAL.buttons))}",
        "buzzer.pin": f"buzzer.pin = {BUZZER_PIN}",
    }
)
"""The line of the config that sets a key to pins that nothing else wants."""


class Use(NamedTuple):
    """What a pin is for, by the key of the config that says so."""

    pin: int
    key: str


def wanted(plan: Plan) -> bool:
    """Whether anything but the strip hangs on pins."""
    return bool(tuple(_uses(plan)))


def open_to_user(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether there are pins, and they are open to this user."""
    node = machine.node(CHIP)
    if pi_of(machine) is None or node is None:
        sentence = en("This machine has no pins for what {keys} asks for.")
        keys = ", ".join(sorted({use.key for use in _uses(plan)}))
        mend = 'keypad.name = "usb"' if plan.keypad in ("matrix", "buttons") else "buzzer.pin = 0"
        yield wrong(sentence, mend=mend, keys=keys)
    else:
        yield from may_use(machine, CHIP, node, RULE)


def twice(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether a pin is asked to do two things."""
    found = tuple(_clashes(plan))
    for one, other in found:
        sentence = en("GPIO{pin} is wanted twice: by {one} and by {other}.")
        yield wrong(sentence, mend=MENDS[other.key], pin=one.pin, one=one.key, other=other.key)
    if not found:
        yield fine(en("No pin is wanted twice."))


def _clashes(plan: Plan) -> Iterator[tuple[Use, Use]]:
    taken: dict[int, Use] = {}
    for use in (*_taken(plan), *_uses(plan)):
        if use.pin in taken:
            yield taken[use.pin], use
        taken.setdefault(use.pin, use)


def _taken(plan: Plan) -> Iterator[Use]:
    """The pins that strip and display take, wherever the config would rather have them."""
    if used_by(plan):
        yield from (Use(pin, "strip.name") for pin in SPI_PINS)
    elif plan.strip == "ws281x" and (pin := pin_of(plan)) is not None:
        yield Use(pin, "strip.at")
    elif plan.strip == "leds0":
        yield Use(int(LEDS0_PIN), "strip.name")
    if plan.readout:
        yield from (Use(pin, "readout.name") for pin in I2C_PINS)


def _uses(plan: Plan) -> Iterator[Use]:
    if plan.keypad == "matrix":
        yield from (Use(pin, "keypad.rows") for pin in plan.keys.rows)
        yield from (Use(pin, "keypad.columns") for pin in plan.keys.columns)
    if plan.keypad == "buttons":
        yield from (Use(pin, "keypad.buttons") for pin in plan.keys.buttons)
    if plan.buzzer:
        yield Use(plan.buzzer, "buzzer.pin")
