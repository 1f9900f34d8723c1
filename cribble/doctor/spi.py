"""Checks of SPI: the device, its buffer, its symbols, and the clock that its speed hangs on."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import RESTART, boot_of, pi_of, to_config
from cribble.doctor.system import may_use, udev
from hardware.pwm_helper.address import SPI_PIN, helper_address
from hardware.strips.spi import BUFFER, DEFAULT_BUFFER, Symbols, roomy
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

DEVICE: Final = "/dev/spidev0.0"
"""The device that rpi_ws281x takes for pin 10."""
RULE: Final = 'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"'
SWITCH: Final = "dtparam=spi=on"
TURBO: Final = "force_turbo=1"
"""Keeps the core at its highest speed, which is still as well."""

SAFE_BITS: Final = 8
LIBRARY_BITS: Final = 4 * 8 * 3
"""SPI bits of a light as rpi_ws281x sends it: always four colours, three bits for each bit."""
LIBRARY_PAUSE: Final = 40
"""Bytes that it adds, rounded up (rpi_ws281x: PCM_BYTE_COUNT)."""


def used_by(plan: Plan) -> bool:
    """True if the strip's data comes from SPI, by this program or by rpi_ws281x."""
    return plan.strip == "spi" or (plan.strip == "ws281x" and pin_of(plan) == SPI_PIN)


def pin_of(plan: Plan) -> int | None:
    """The pin of a strip called ws281x; None where the config names none that there is."""
    with suppress(DeviceFault):
        return helper_address(plan.wires.at).pin
    return None


def _needed(plan: Plan) -> int:
    """The bytes of a whole frame."""
    if plan.strip == "spi":
        lights = bytes(len(plan.wires.order) * plan.pixels)
        return len(Symbols(plan.wires.symbol_bits).encoded(lights))
    return plan.pixels * LIBRARY_BITS // 8 + LIBRARY_PAUSE


def device(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the device is there and open to this user."""
    path = plan.wires.at if plan.strip == "spi" else DEVICE
    node = machine.node(path)
    if node is None:
        yield _missing(machine, path)
    elif plan.strip == "spi":
        yield from may_use(machine, path, node, udev(RULE, "spi"))
    else:  # The lamp uses it, and that is somebody else.
        yield fine("There is a {path}.", path=path)


def _missing(machine: Machine, path: str) -> Finding:
    boot = boot_of(machine)
    if boot.params.get("spi") == "on":
        sentence = en("There is no {path}, though {file} switches SPI on: restart the Pi.")
        return wrong(sentence, mend=RESTART, path=path, file=boot.config)
    sentence = en("There is no {path}: SPI is not switched on in {file}.")
    return wrong(sentence, mend=to_config(boot, SWITCH), path=path, file=boot.config)


def buffer(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that a whole frame fits into one transfer; a second one would come too late."""
    needed, has = _needed(plan), int(machine.text(str(BUFFER)) or DEFAULT_BUFFER)
    facts = {"lights": plan.pixels, "needed": needed, "has": has}
    if needed <= has:
        yield fine("{lights} lights take {needed} bytes; SPI sends {has} at once.", **facts)
    else:
        sentence = en("{lights} lights take {needed} bytes, but SPI sends only {has} at once.")
        yield wrong(sentence, mend=_greater_buffer(machine, needed), **facts)


def _greater_buffer(machine: Machine, needed: int) -> str:
    """The line that enlarges it: for the Pi's cmdline.txt if there is one, else for the module."""
    boot = boot_of(machine)
    cmdline = machine.text(boot.cmdline)
    wanted = f"spidev.bufsiz={roomy(needed)}"
    if cmdline is None:
        options = f"options spidev bufsiz={roomy(needed)}"
        return f"echo '{options}' | sudo tee /etc/modprobe.d/cribble-spidev.conf && {RESTART}"
    if wanted in cmdline.split():
        return RESTART
    change = f"s/ *spidev.bufsiz=[0-9]*//; s/$/ {wanted}/"
    return f"sudo sed -i '1{{{change}}}' {boot.cmdline} && {RESTART}"


def symbols(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that a bit more between two bytes does no harm (rpi_ws281x always takes three bits)."""
    pi = pi_of(machine)
    assert pi
    if not pi.family.pauses:
        return
    if plan.strip != "spi":
        sentence = en("rpi_ws281x sends three bits for one, and a {model} pauses between bytes.")
        yield wrong(sentence, mend='strip.name = "spi"', model=pi.model)
    elif plan.wires.symbol_bits != SAFE_BITS:
        sentence = en("Three bits for one do not do on a {model}, which pauses between bytes.")
        yield wrong(sentence, mend=f"strip.symbol_bits = {SAFE_BITS}", model=pi.model)


def clock(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the core's clock is held, where SPI goes by it (rpi_ws281x: README, SPI)."""
    pi = pi_of(machine)
    assert pi
    if not pi.family.core:
        return
    boot = boot_of(machine)
    lacking = [line for line in pi.family.core if line not in boot.lines]
    facts = {"lines": TURBO if lacking else ", ".join(pi.family.core), "file": boot.config}
    if lacking and TURBO not in boot.lines:
        sentence = en("SPI goes by the clock of the core, which is not held still in {file}.")
        yield wrong(sentence, mend=to_config(boot, *lacking), **facts)
    else:
        yield fine("The clock of the core is held still for SPI ({lines}).", **facts)
