"""Checks of what keeps this machine from lighting the board, one row each.

A check is a function of a machine and of its plan, and looks at nothing else.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from cribble.doctor import (
    microcontroller,
    peripherals,
    raspberry_pi,
    spi,
    strips,
    system,
    wiring,
    wled_controller,
)
from cribble.doctor.finding import Finding
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan

BUILDING, KEYPAD, KEEPING = "docs/building.md", "docs/keypad.md", "docs/keeping.md"
NETWORK: Final = "docs/network.md"
BROKER: Final = "docs/mqtt.md"

Check: TypeAlias = Callable[[Machine, Plan], Iterator[Finding]]


class CheckRow(NamedTuple):
    """A check, and when there is something to look at: ``lit`` only on machines that can light the
    strip, for on others nothing that it finds would help. ``page`` tells more of it."""

    check: Check
    concerns: Callable[[Plan], bool] = lambda plan: True
    lit: bool = False
    page: str = BUILDING


def _only(*strips: str) -> Callable[[Plan], bool]:
    return lambda plan: plan.strip in strips


def _all_of(*concerns: Callable[[Plan], bool]) -> Callable[[Plan], bool]:
    return lambda plan: all(one(plan) for one in concerns)


def _board(plan: Plan) -> bool:
    """A board that can be, so that its lights can be counted."""
    return not plan.faults


CHECKS: Final[Mapping[str, CheckRow]] = {
    "user": CheckRow(system.check_user),
    "config": CheckRow(system.check_config),
    "model": CheckRow(raspberry_pi.check_model),
    "undervoltage": CheckRow(raspberry_pi.undervoltage),
    "board": CheckRow(wiring.wiring),
    "lights-apart": CheckRow(wiring.lights_apart),
    "power": CheckRow(wiring.power, _board),
    "library": CheckRow(system.check_library, _only(*system.LIBRARIES), lit=True),
    "lamp": CheckRow(strips.lamp_process, _only("ws281x"), lit=True),
    "revision": CheckRow(strips.revision, _only("ws281x"), lit=True),
    "audio": CheckRow(strips.audio, _only("ws281x"), lit=True),
    "spi-device": CheckRow(spi.device, spi.used_by, lit=True),
    "spi-buffer": CheckRow(spi.buffer, _all_of(spi.used_by, _board), lit=True),
    "spi-symbols": CheckRow(spi.symbols, spi.used_by, lit=True),
    "spi-clock": CheckRow(spi.clock, spi.used_by, lit=True),
    "leds0-device": CheckRow(strips.leds0_device, _all_of(_only("leds0"), _board), lit=True),
    "leds0-length": CheckRow(strips.leds0_length, _all_of(_only("leds0"), _board), lit=True),
    "leds0-white": CheckRow(strips.leds0_white, _all_of(_only("leds0"), _board), lit=True),
    "microcontroller": CheckRow(microcontroller.board, _only("microcontroller")),
    "serial-pins": CheckRow(microcontroller.serial_pins, microcontroller.at_serial_pins),
    "microcontroller-order": CheckRow(microcontroller.order, _only("microcontroller", "simulated")),
    "simulated": CheckRow(microcontroller.simulated, _only("simulated")),
    "wled": CheckRow(wled_controller.check, _only("ddp")),
    "keypad-library": CheckRow(peripherals.library, peripherals.needs_one, page=KEYPAD),
    "keypad-usb": CheckRow(peripherals.usb, peripherals.on_usb, page=KEYPAD),
    "keypad-microcontroller": CheckRow(
        peripherals.microcontroller, peripherals.has_own_port, page=KEYPAD
    ),
    "pins": CheckRow(wiring.open_to_user, wiring.pins_wanted, page=KEYPAD),
    "pins-twice": CheckRow(wiring.twice, wiring.pins_wanted, page=KEYPAD),
    "readout": CheckRow(peripherals.display, peripherals.display_wanted, page=KEYPAD),
    "data": CheckRow(system.check_data),
    "overlay": CheckRow(system.check_overlay, page=KEEPING),
    "clock": CheckRow(system.check_clock, page=KEEPING),
    "own-wifi": CheckRow(system.check_own_wifi, lambda plan: plan.own_wifi != "off", page=NETWORK),
    "broker": CheckRow(system.check_broker, lambda plan: bool(plan.broker.url), page=BROKER),
    "journal": CheckRow(system.check_journal, page=KEEPING),
}
"""Every check there is, in the order of the report."""


def look(
    machine: Machine, plan: Plan, only: Collection[str] = CHECKS
) -> Iterator[tuple[str, Finding]]:
    """Everything that there is to say of *machine*, with the name of the check that found it; of
    some checks *only*."""
    can = raspberry_pi.can_light(machine, plan.strip)
    for name, row in CHECKS.items():
        if name in only and row.concerns(plan) and (can or not row.lit):
            yield from ((name, found) for found in row.check(machine, plan))
