"""The checks of a machine, one row each: what keeps it from lighting the board of its plan."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from cribble.doctor import peripherals, strips, system
from cribble.doctor.finding import Finding
from cribble.doctor.machine import Machine, Plan

BUILDING, KEYPAD, KEEPING = "docs/building.md", "docs/keypad.md", "docs/keeping.md"
NETWORK, BROKER = "docs/network.md", "docs/mqtt.md"

Check: TypeAlias = Callable[[Machine, Plan], Iterator[Finding]]


class CheckRow(NamedTuple):
    """A check, the plans that it *concerns*, and the ``page`` that tells more. One of a strip's
    (``lit``) is skipped on machines that cannot light the strip."""

    check: Check
    concerns: Callable[[Plan], object] = lambda plan: True
    lit: bool = False
    page: str = BUILDING


def _only(*names: str) -> Callable[[Plan], bool]:
    return lambda plan: plan.strip in names


def _is_wired(plan: Plan) -> bool:
    return not plan.faults


def _leds0(plan: Plan) -> bool:
    return plan.strip == "leds0" and not plan.faults


CHECKS: Final[Mapping[str, CheckRow]] = {
    "user": CheckRow(system.check_user),
    "config": CheckRow(system.check_config),
    "model": CheckRow(strips.check_model),
    "undervoltage": CheckRow(strips.check_supply),
    "board": CheckRow(peripherals.check_board),
    "lights-apart": CheckRow(peripherals.check_spacing),
    "power": CheckRow(peripherals.check_power, _is_wired),
    "library": CheckRow(strips.check_library, _only(*strips.LIBRARIES), lit=True),
    "lamp": CheckRow(strips.check_pwm_helper, _only("ws281x"), lit=True),
    "revision": CheckRow(strips.check_revision, _only("ws281x"), lit=True),
    "audio": CheckRow(strips.check_audio, _only("ws281x"), lit=True),
    "spi-device": CheckRow(strips.check_spi_device, strips.on_spi, lit=True),
    "spi-buffer": CheckRow(
        strips.check_spi_buffer, lambda plan: strips.on_spi(plan) and _is_wired(plan), lit=True
    ),
    "spi-symbols": CheckRow(strips.check_spi_symbols, strips.on_spi, lit=True),
    "spi-clock": CheckRow(strips.check_spi_clock, strips.on_spi, lit=True),
    "leds0-device": CheckRow(strips.check_leds0_device, _leds0, lit=True),
    "leds0-length": CheckRow(strips.check_leds0_length, _leds0, lit=True),
    "leds0-white": CheckRow(strips.check_leds0_white, _leds0, lit=True),
    "microcontroller": CheckRow(peripherals.check_microcontroller, _only("microcontroller")),
    "serial-pins": CheckRow(peripherals.check_serial_pins, lambda plan: plan.serial),
    "microcontroller-order": CheckRow(
        peripherals.check_order, _only("microcontroller", "simulated")
    ),
    "simulated": CheckRow(peripherals.check_simulated, _only("simulated")),
    "wled": CheckRow(peripherals.check_wled, _only("ddp")),
    "keypad-library": CheckRow(peripherals.check_keypad_library, page=KEYPAD),
    "keypad-usb": CheckRow(peripherals.check_usb_keypads, page=KEYPAD),
    "keypad-microcontroller": CheckRow(peripherals.check_microcontroller_keypads, page=KEYPAD),
    "pins": CheckRow(peripherals.check_pins, lambda plan: plan.pins, page=KEYPAD),
    "pins-twice": CheckRow(peripherals.check_pin_clashes, lambda plan: plan.pins, page=KEYPAD),
    "readout": CheckRow(peripherals.check_display, lambda plan: plan.readout, page=KEYPAD),
    "data": CheckRow(system.check_data),
    "overlay": CheckRow(system.check_overlay, page=KEEPING),
    "clock": CheckRow(system.check_clock, page=KEEPING),
    "own-wifi": CheckRow(system.check_own_wifi, lambda plan: plan.own_wifi != "off", page=NETWORK),
    "broker": CheckRow(system.check_broker, lambda plan: plan.broker.url, page=BROKER),
    "journal": CheckRow(system.check_journal, page=KEEPING),
}
"""Every check, in the order of the report."""


def look(
    machine: Machine, plan: Plan, only: Collection[str] = CHECKS
) -> Iterator[tuple[str, Finding]]:
    """Yield every finding on *machine* with the name of its check; of the checks *only*."""
    can = plan.strip in strips.lights_of(machine)
    for name, row in CHECKS.items():
        if name in only and row.concerns(plan) and (can or not row.lit):
            yield from ((name, finding) for finding in row.check(machine, plan))
