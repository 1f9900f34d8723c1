"""Look at strips driven by the kernel, by the PWM helper or by WLED."""

import socket
from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import RESTART, boot_of, to_config
from cribble.doctor.spi import pin_of
from cribble.doctor.system import may_use, udev
from hardware.pwm_helper.address import helper_address
from hardware.strips.ddp import address
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

LEDS0_RULE: Final = 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"'
LEDS0_OVERLAY: Final = "ws2812-pio"
LEDS0_PIN: Final = "18"
LEDS0_NODES: Final = "/proc/device-tree/ws2812_pio*"
"""Where the overlay stands in the device tree, once the Pi has started with it."""


def leds0_device(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the device is there and open to this user."""
    path = plan.wires.at
    if node := machine.node(path):
        yield from may_use(machine, path, node, udev(LEDS0_RULE, "leds"))
        return
    boot = boot_of(machine)
    if LEDS0_OVERLAY in boot.overlays:
        sentence = en("There is no {path}, though {file} asks for it: restart the Pi.")
        yield wrong(sentence, mend=RESTART, path=path, file=boot.config)
    else:
        sentence = en("There is no {path}: {file} does not ask for it.")
        yield wrong(
            sentence, mend=to_config(boot, _overlay_line(plan)), path=path, file=boot.config
        )


def _overlay_line(plan: Plan, gpio: str = LEDS0_PIN) -> str:
    return f"dtoverlay={LEDS0_OVERLAY},gpio={gpio},num_leds={plan.pixels}"


def leds0_length(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the kernel was set up for as many lights as the board has."""
    nodes = machine.matching(LEDS0_NODES)
    if len(nodes) != 1:
        return
    lights = int.from_bytes(machine.raw(f"{nodes[0]}/rpi,num-leds") or b"", "big")
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
    line = _overlay_line(plan, boot.overlays.get(LEDS0_OVERLAY, {}).get("gpio", LEDS0_PIN))
    return f"sudo sed -i 's/^dtoverlay={LEDS0_OVERLAY}.*/{line}/' {boot.config} && {RESTART}"


LAMP_UNIT: Final = "/etc/systemd/system/cribble-lamp.service"
LAMP_START: Final = "sudo systemctl enable --now cribble-lamp"
LAMP_INSTALL: Final = (
    f"sudo cp docs/units/cribble-lamp.service /etc/systemd/system/ && {LAMP_START}"
)
AUDIO: Final = "/sys/module/snd_bcm2835"
SILENCE: Final = (
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
        mend = LAMP_INSTALL if machine.text(LAMP_UNIT) is None else LAMP_START
        yield wrong("The lamp process does not run: there is no {path}.", mend=mend, path=path)
        return
    found = tuple(may_use(machine, path, node, LAMP_START))
    yield from found
    if node.open and not machine.answers(path):
        sentence = en("Nothing answers at {path}: the lamp process has ended.")
        yield wrong(sentence, mend="sudo systemctl restart cribble-lamp", path=path)


def audio(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the Pi's own sound leaves the strip its pulses (rpi_ws281x: README, PWM)."""
    if pin_of(plan) not in PWM_PINS:
        return
    if machine.matching(f"{AUDIO}/*"):
        sentence = en("The Pi’s own sound takes the pulses that ws281x needs at pin {pin}.")
        yield wrong(sentence, mend=SILENCE, pin=pin_of(plan))
    else:
        yield fine("The Pi’s own sound is off, so that pin {pin} is free.", pin=pin_of(plan))


def wled_controller(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the controller is there, and set up for as many lights as the board has."""
    try:
        host, _ = address(plan.wires.at)
        found = machine.wled(host)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend='strip.at = "192.168.1.50"', **fault.values)
    except socket.gaierror:
        sentence = en("Nobody in this network is called {host}: name the controller’s number.")
        yield wrong(sentence, mend='strip.at = "192.168.1.50"', host=host)
    except ConnectionRefusedError:
        sentence = en("{host} is there, but has no page at port 80: is that the WLED controller?")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    except OSError as fault:
        sentence = en(
            "{host} does not answer at port 80, WLED’s page ({reason}): is it on, and in this "
            "network?"
        )
        yield wrong(
            sentence, mend=f"ping -c 3 {host}", host=host, reason=fault.strerror or str(fault)
        )
    except ValueError:
        sentence = en("{host} answers, but not as WLED does.")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    else:
        facts = {"host": host, "version": found.version, "lights": found.leds}
        yield fine("{host} is WLED {version} with {lights} lights.", **facts)
        yield from _enough_lights(host, found.leds, plan.pixels)
        yield from _within_limit(host, found.limit_ma, plan.power.limit_ma)


def _enough_lights(host: str, lights: int, pixels: int) -> Iterator[Finding]:
    if lights < pixels:
        sentence = en(
            "WLED is set up for {lights} lights, and the board has {pixels}: change it there."
        )
        yield wrong(sentence, mend=f"http://{host}/settings/leds", lights=lights, pixels=pixels)


def _within_limit(host: str, wled: int, ours: int) -> Iterator[Finding]:
    if not 0 < wled <= ours:
        sentence = en(
            "WLED’s own limit holds for what it shows without us: make it {limit} mA too."
        )
        yield note(sentence, mend=f"http://{host}/settings/leds", limit=ours)
