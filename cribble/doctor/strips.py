"""Checks of strips that the kernel or the PWM helper drives: overlay, sound, revision."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import RESTART, boot_of, to_config
from cribble.doctor.spi import pin_of
from cribble.doctor.system import may_use, udev
from hardware.pwm_helper.address import helper_address
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

LEDS0_RULE: Final = 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"'
LEDS0_OVERLAY: Final = "ws2812-pio"
LEDS0_PIN: Final = "18"
RGBW: Final = "rgbw"
ON: Final = ("on", "true", "yes", "1", "y")
"""The words by which a parameter of an overlay is switched on."""
EEPROM: Final = f"sudo rpi-eeprom-update -a && {RESTART}"
LEDS0_NODES: Final = "/proc/device-tree/ws2812_pio*"
"""The folder of the overlay in the device tree, there once the Pi has started with it."""


def leds0_device(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the device is there and open to this user."""
    path = plan.wires.at
    if node := machine.node(path):
        yield from may_use(machine, path, node, udev(LEDS0_RULE, "leds"))
        return
    boot = boot_of(machine)
    if LEDS0_OVERLAY in boot.overlays and machine.ran_since(boot.config):
        sentence = en(
            "There is no {path}, though {file} asked for it when the Pi was started: the Pi’s own "
            "firmware is too old."
        )
        yield wrong(sentence, mend=EEPROM, path=path, file=boot.config)
    elif LEDS0_OVERLAY in boot.overlays:
        sentence = en("There is no {path}, though {file} asks for it: restart the Pi.")
        yield wrong(sentence, mend=RESTART, path=path, file=boot.config)
    else:
        sentence = en("There is no {path}: {file} does not ask for it.")
        yield wrong(
            sentence, mend=to_config(boot, _overlay_line(plan)), path=path, file=boot.config
        )


def _overlay_line(plan: Plan, said: Mapping[str, str] = MappingProxyType({})) -> str:
    """The line of config.txt for the strip, with all else that it *said* before."""
    before = said.get("num_leds", "")
    lights = max(plan.pixels, int(before) if before.isdecimal() else 0)
    wanted = {"gpio": LEDS0_PIN, **said, "num_leds": str(lights), RGBW: "on"}
    if not _has_white(plan):
        del wanted[RGBW]
    return ",".join([f"dtoverlay={LEDS0_OVERLAY}", *(f"{key}={it}" for key, it in wanted.items())])


def _has_white(plan: Plan) -> bool:
    return "W" in plan.wires.order


def leds0_white(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the overlay knows whether the lights have a white one each."""
    boot = boot_of(machine)
    said = boot.overlays.get(LEDS0_OVERLAY)
    if said is not None and (said.get(RGBW, "off") in ON) is not _has_white(plan):
        sentence = en("{file} has the wrong colours for a strip whose order is {order}.")
        mend = _mended_overlay(machine, plan)
        yield wrong(sentence, mend=mend, file=boot.config, order=plan.wires.order)


def leds0_lights(machine: Machine) -> int | None:
    """Return the number of lights that the kernel was set up for; None if that is unknown."""
    nodes = machine.matching(LEDS0_NODES)
    if len(nodes) != 1:
        return None
    return int.from_bytes(machine.raw(f"{nodes[0]}/rpi,num-leds") or b"", "big")


def leds0_length(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the kernel was set up for as many lights as the board has."""
    lights = leds0_lights(machine)
    if lights is None:
        return
    if lights < plan.pixels:
        sentence = en("The kernel is set up for {lights} lights, and the board has {pixels}.")
        yield wrong(
            sentence, mend=_mended_overlay(machine, plan), lights=lights, pixels=plan.pixels
        )
    else:
        yield fine("The kernel is set up for {lights} lights.", lights=lights)


def _mended_overlay(machine: Machine, plan: Plan) -> str:
    """The shell line that puts the right overlay in the place of the one that is there."""
    boot = boot_of(machine)
    line = _overlay_line(plan, boot.overlays.get(LEDS0_OVERLAY, {}))
    return f"sudo sed -i 's/^dtoverlay={LEDS0_OVERLAY}.*/{line}/' {boot.config} && {RESTART}"


LAMP_UNIT: Final = "/etc/systemd/system/cribble-lamp.service"
LAMP_START: Final = "sudo systemctl enable --now cribble-lamp"
LAMP_INSTALL: Final = (
    f"sudo cp docs/units/cribble-lamp.service /etc/systemd/system/ && {LAMP_START}"
)
INSTALLED: Final = "/opt/cribble/.venv/bin/cribble"
"""The program that the unit starts."""
PACKAGED: Final = "/usr/lib/systemd/system/cribble-lamp.socket"
"""The package's own socket: a call to it starts the lamp."""
ON_THE_BENCH: Final = (
    "sudo groupadd -f --system cribble && sudo install -d -m 0750 -g cribble /run/cribble-lamp && "
    "sudo {command}"
)
UNKNOWN_REVISIONS: Final = ("a52082", "9020e1", "a02042", "920092", "900061")
"""Boards that version 5 of rpi_ws281x does not know: a Pi 3 B, 3 A+, 2 B, Zero and CM1."""
CPU: Final = "/proc/cpuinfo"
AUDIO: Final = "/sys/module/snd_bcm2835"
AUDIO_OFF: Final = (
    f"echo 'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf && {RESTART}"
)
PWM_PINS: Final = (12, 13, 18, 19)


def lamp_process(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the lamp runs and lets this user in."""
    try:
        path = str(helper_address(plan.wires.at).socket)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend='strip.at = "18"', **fault.values)
        return
    node = machine.node(path)
    if node is None:
        mend = _start_lamp(machine, plan)
        yield wrong("The lamp process does not run: there is no {path}.", mend=mend, path=path)
        return
    found = tuple(may_use(machine, path, node, LAMP_START))
    yield from found
    if node.open and not machine.answers(path):
        sentence = en("Nothing answers at {path}: the lamp process has ended.")
        yield wrong(sentence, mend="sudo systemctl restart cribble-lamp", path=path)


def _start_lamp(machine: Machine, plan: Plan) -> str:
    if machine.raw(PACKAGED) is not None:
        return f"{LAMP_START}.socket"
    if machine.raw(LAMP_UNIT) is not None:
        return LAMP_START
    if machine.raw(INSTALLED) is not None:
        return LAMP_INSTALL
    return ON_THE_BENCH.format(command=plan.command("lamp"))


def revision(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that rpi_ws281x knows this board; on others it gives up with code -3."""
    found = re.search(r"^Revision\s*:\s*(\w+)$", machine.text(CPU) or "", re.MULTILINE)
    if found and found[1] in UNKNOWN_REVISIONS:
        sentence = en("rpi_ws281x does not know this Pi, whose revision is {revision}.")
        yield wrong(sentence, mend='strip.name = "spi"', revision=found[1])


def audio(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the Pi's own sound leaves the strip its pulses (rpi_ws281x: README, PWM)."""
    if pin_of(plan) not in PWM_PINS:
        return
    if machine.matching(f"{AUDIO}/*"):
        sentence = en("The Pi’s own sound takes the pulses that ws281x needs at pin {pin}.")
        yield wrong(sentence, mend=AUDIO_OFF, pin=pin_of(plan))
    else:
        yield fine("The Pi’s own sound is off, so that pin {pin} is free.", pin=pin_of(plan))
