"""Checks of strips on the pins of a Raspberry Pi: SPI, ws2812-pio, PWM helper."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cribble.boot_helper.steps import OVERLAY, BootStep, Verb
from cribble.devices import STRIPS
from cribble.devices.connections import pwm_pin
from cribble.doctor.finding import (
    Advice,
    BootChange,
    Checks,
    Finding,
    Remedy,
    Setting,
    as_root,
    config_lines,
    fine,
    is_wired,
    module_line,
    only,
    udev_rule,
    wrong,
)
from cribble.doctor.machine import HardwarePlan, Machine
from cribble.doctor.system import find_library, may_use
from hardware.pwm_helper.protocol import SPI_PIN, helper_address
from hardware.strips.spi import BUFFER, DEFAULT_BUFFER, Symbols, roomy
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

checks: Final = Checks()


@checks.add("library", lit=True)
def check_library(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the strip's library, if any, can be imported."""
    if library := STRIPS[plan.strip].library:
        yield from find_library(machine, library)


def on_leds0(plan: HardwarePlan) -> bool:
    return plan.strip == "leds0" and is_wired(plan)


def on_spi(plan: HardwarePlan) -> bool:
    """Return whether the strip is driven over SPI, directly or by rpi_ws281x."""
    return plan.strip == "spi" or pwm_pin(plan.config.strip) == SPI_PIN


# The PWM helper.

HELPER_START: Final = "systemctl enable --now cribble-lamp"
HELPER_STARTS: Final[Mapping[str, Remedy]] = {
    "/usr/lib/systemd/system/cribble-lamp.socket": as_root(f"{HELPER_START}.socket"),
    "/etc/systemd/system/cribble-lamp.service": as_root(HELPER_START),
    "/opt/cribble/.venv/bin/cribble": as_root(
        "cp docs/units/cribble-lamp.service /etc/systemd/system/", HELPER_START
    ),
}
"""Remedies that start the PWM helper, by the file that must exist: package, unit, or a clone."""
HELPER_FOLDER: Final = as_root(
    "groupadd -f --system cribble", "install -d -m 0750 -g cribble /run/cribble-lamp"
)
PWM_PINS: Final = (12, 13, 18, 19)
UNKNOWN_REVISIONS: Final = ("a52082", "9020e1", "a02042", "920092", "900061")
"""Revisions not supported by rpi_ws281x 5: a Pi 3 B, 3 A+, 2 B, Zero and CM1."""


@checks.add("lamp", only("ws281x"), lit=True)
def check_pwm_helper(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the PWM helper runs and accepts this user."""
    try:
        path = str(helper_address(plan.wires.at).socket)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend=Setting("strip.at", "18"), **fault.values)
        return
    node = machine.node(path)
    if node is None:
        starts = (mend for file, mend in HELPER_STARTS.items() if machine.raw(file) is not None)
        # Without systemd, run it in a terminal.
        mend = next(starts, Advice(f"{HELPER_FOLDER} && sudo {plan.command('lamp')}"))
        yield wrong("The PWM helper is not running: {path} not found.", mend=mend, path=path)
        return
    yield from may_use(machine, path, node, as_root(HELPER_START))
    if node.open and not machine.answers(path):
        sentence = en("No response at {path}: the PWM helper is not running.")
        yield wrong(sentence, mend=as_root("systemctl restart cribble-lamp"), path=path)


@checks.add("revision", only("ws281x"), lit=True)
def check_revision(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that rpi_ws281x supports this revision; otherwise it fails with code -3."""
    cpu = machine.text("/proc/cpuinfo") or ""
    revision = re.search(r"^Revision\s*:\s*(\w+)$", cpu, re.MULTILINE)
    if revision and revision[1] in UNKNOWN_REVISIONS:
        sentence = en("rpi_ws281x does not support this Pi (revision {revision}).")
        yield wrong(sentence, mend=Setting("strip.name", "spi"), revision=revision[1])


@checks.add("audio", only("ws281x"), lit=True)
def check_audio(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that onboard audio does not use PWM (rpi_ws281x: README, PWM)."""
    pin = pwm_pin(plan.config.strip)
    if pin not in PWM_PINS:
        return
    if machine.matching("/sys/module/snd_bcm2835/*"):
        sentence = en("The Pi’s audio uses the PWM that ws281x needs on pin {pin}.")
        yield wrong(sentence, mend=module_line("audio", "blacklist snd_bcm2835"), pin=pin)
    else:
        yield fine("The Pi’s audio is off, so pin {pin} is free.", pin=pin)


# SPI.

SPI_DEVICE: Final = "/dev/spidev0.0"
"""The device that rpi_ws281x uses for pin 10."""
TURBO: Final = "force_turbo=1"
"""Line in config.txt that fixes the core clock at its maximum."""
SAFE_BITS: Final = 8
LIBRARY_BITS: Final = 4 * 8 * 3
"""SPI bits per light in rpi_ws281x: always four colours, and three SPI bits per data bit."""
LIBRARY_PAUSE: Final = 40
"""Reset pause in bytes, rounded up (rpi_ws281x: PCM_BYTE_COUNT)."""


@checks.add("spi-device", on_spi, lit=True)
def check_spi_device(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the SPI device exists and is accessible."""
    path = plan.wires.at if plan.strip == "spi" else SPI_DEVICE
    node = machine.node(path)
    if node is None:
        boot, mend = machine.boot, BootChange()
        if boot.params.get("spi") == "on":
            sentence = en("{path} not found, although {file} enables SPI: restart the Pi.")
        else:
            sentence = en("{path} not found: SPI is not enabled in {file}.")
            mend = config_lines(boot.config, "dtparam=spi=on")
        yield wrong(sentence, mend=mend, path=path, file=boot.config)
    elif plan.strip == "spi":
        yield from may_use(machine, path, node, udev_rule("spi"))
    else:  # Used by the PWM helper, which has another user.
        yield fine("Found {path}.", path=path)


@checks.add("spi-buffer", lambda plan: on_spi(plan) and is_wired(plan), lit=True)
def check_spi_buffer(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that a frame fits into one SPI transfer; a second one would start too late."""
    needed = plan.pixels * LIBRARY_BITS // 8 + LIBRARY_PAUSE
    if plan.strip == "spi":
        lights = bytes(len(plan.wires.order) * plan.pixels)
        needed = len(Symbols(plan.wires.symbol_bits).encoded(lights))
    has = int(machine.text(str(BUFFER)) or DEFAULT_BUFFER)
    facts = {"lights": plan.pixels, "needed": needed, "has": has}
    if needed <= has:
        yield fine("{lights} lights need {needed} bytes; SPI sends up to {has} at a time.", **facts)
        return
    size, path = roomy(needed), machine.boot.cmdline
    cmdline, wanted = machine.text(path), f"spidev.bufsiz={size}"
    mend = BootChange()
    if cmdline is None:
        mend = module_line("spidev", f"options spidev bufsiz={size}")
    elif wanted not in cmdline.split():
        change = f"s/ *spidev.bufsiz=[0-9]*//; s/$/ {wanted}/"
        step = BootStep(Verb.CMDLINE, wanted)
        mend = BootChange((step,), f"sudo sed -i '1{{{change}}}' {path}")
    sentence = en("{lights} lights need {needed} bytes, but SPI sends only {has} at a time.")
    yield wrong(sentence, mend=mend, **facts)


@checks.add("spi-symbols", on_spi, lit=True)
def check_spi_symbols(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that pauses between bytes are harmless (rpi_ws281x always uses three bits)."""
    assert machine.pi
    model = machine.pi.model
    if not machine.pi.pauses:
        return
    if plan.strip != "spi":
        sentence = en(
            "rpi_ws281x sends three SPI bits per bit, but a {model} pauses between bytes."
        )
        yield wrong(sentence, mend=Setting("strip.name", "spi"), model=model)
    elif plan.wires.symbol_bits != SAFE_BITS:
        sentence = en(
            "Three SPI bits per bit are unreliable on a {model}, which pauses between bytes."
        )
        yield wrong(sentence, mend=Setting("strip.symbol_bits", SAFE_BITS), model=model)


@checks.add("spi-clock", on_spi, lit=True)
def check_spi_clock(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the core clock is fixed, if SPI depends on it (rpi_ws281x: README, SPI)."""
    assert machine.pi
    core, boot = machine.pi.core, machine.boot
    if not core:
        return
    missing = [line for line in core if line not in boot.lines]
    facts = {"lines": TURBO if missing else ", ".join(core), "file": boot.config}
    if missing and TURBO not in boot.lines:
        sentence = en("The SPI clock follows the core clock, which is not fixed in {file}.")
        yield wrong(sentence, mend=config_lines(boot.config, *missing), **facts)
    else:
        yield fine("The core clock is fixed for SPI ({lines}).", **facts)


# The overlay ws2812-pio of a Pi 5.

LEDS0_PIN: Final = "18"
RGBW: Final = "rgbw"
ON: Final = ("on", "true", "yes", "1", "y")
"""Values that enable a boolean parameter of an overlay."""
LEDS0_NODES: Final = "/proc/device-tree/ws2812_pio*"
"""The overlay's node in the device tree, present after a boot with the overlay."""


@checks.add("leds0-device", on_leds0, lit=True)
def check_leds0_device(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the device of ws2812-pio exists and is accessible."""
    path = plan.wires.at
    if node := machine.node(path):
        yield from may_use(machine, path, node, udev_rule("leds"))
        return
    boot = machine.boot
    if _overlay(machine) is None:
        sentence = en("{path} not found: it is not enabled in {file}.")
        yield wrong(sentence, mend=_new_overlay(machine, plan), path=path, file=boot.config)
    elif machine.ran_since(boot.config):
        sentence = en(
            "{path} not found, although {file} enabled it at boot: the Pi’s firmware is too old."
        )
        update = as_root("rpi-eeprom-update -a", restart=True)
        yield wrong(sentence, mend=update, path=path, file=boot.config)
    else:
        sentence = en("{path} not found, although {file} enables it: restart the Pi.")
        yield wrong(sentence, mend=BootChange(), path=path, file=boot.config)


def _overlay(machine: Machine) -> Mapping[str, str] | None:
    """Return the overlay's parameters in config.txt, or None if it is not enabled."""
    return machine.boot.overlays.get(OVERLAY.removeprefix("dtoverlay="))


def _new_overlay(machine: Machine, plan: HardwarePlan) -> BootChange:
    """Return the remedy that configures the overlay for the strip, keeping other parameters."""
    config, given = machine.boot.config, _overlay(machine)
    leds = (given or {}).get("num_leds", "")
    lights = max(plan.pixels, int(leds) if leds.isdecimal() else 0)
    wanted = {"gpio": LEDS0_PIN, **(given or {}), "num_leds": str(lights), RGBW: "on"}
    if "W" not in plan.wires.order:
        del wanted[RGBW]
    line = ",".join([OVERLAY, *(f"{key}={value}" for key, value in wanted.items())])
    if given is None:
        return config_lines(config, line)
    command = f"sudo sed -i 's/^{OVERLAY}.*/{line}/' {config}"
    return BootChange((BootStep(Verb.CONFIG, line),), command)


def leds0_lights(machine: Machine) -> int | None:
    """Return the number of lights configured in the kernel; None if unknown."""
    nodes = machine.matching(LEDS0_NODES)
    if len(nodes) != 1:
        return None
    return int.from_bytes(machine.raw(f"{nodes[0]}/rpi,num-leds") or b"", "big")


@checks.add("leds0-length", on_leds0, lit=True)
def check_leds0_length(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the kernel drives all lights of the board."""
    lights = leds0_lights(machine)
    if lights is None:
        return
    if lights < plan.pixels:
        sentence = en("The kernel is configured for {lights} lights, but the board has {pixels}.")
        mend = _new_overlay(machine, plan)
        yield wrong(sentence, mend=mend, lights=lights, pixels=plan.pixels)
    else:
        yield fine("The kernel is configured for {lights} lights.", lights=lights)


@checks.add("leds0-white", on_leds0, lit=True)
def check_leds0_white(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the overlay is RGBW if and only if the strip is."""
    overlay, order = _overlay(machine), plan.wires.order
    if overlay is not None and (overlay.get(RGBW, "off") in ON) is not ("W" in order):
        sentence = en("{file} has the wrong colour order: the strip needs {order}.")
        mend = _new_overlay(machine, plan)
        yield wrong(sentence, mend=mend, file=machine.boot.config, order=order)
