"""Checks on LED controllers, keypads, buzzer, display and pins."""

import re
import socket
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cribble.devices.connections import (
    READOUT,
    TWICE,
    clashes,
    display_clash,
    display_in_terminal,
    pins_asked,
    pins_taken,
    power_of,
    serial_key,
    shares_port,
)
from cribble.devices.microcontroller import CONTROLLER_FACTS, THREE_COLOURS, check_at
from cribble.doctor.finding import (
    KEYPAD,
    RASPBERRY_PI_OS,
    Advice,
    Checks,
    Finding,
    Level,
    Setting,
    WledSettings,
    as_root,
    config_lines,
    fine,
    note,
    only,
    udev_rule,
    wrong,
)
from cribble.doctor.machine import HardwarePlan, Machine, Node
from cribble.doctor.system import find_library, may_use
from cribble.doctor.wled_client import WledLive
from firmware_bridge.protocol.messages import VERSION
from firmware_bridge.strip import DOES_NOT_OPEN, IN_USE, PAGE, USED
from hardware.drivers import DISPLAYS, Library
from hardware.keypads.keypad import KeypadWiring
from hardware.oled import BUS
from hardware.segments import DEVICE
from hardware.strips.ddp import address
from hardware.strips.strip import ORDERS
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

checks: Final = Checks()

BUILD: Final = Advice("make firmware")
PORTS: Final = Advice("ls -l /dev/serial/by-id")
ANY_PORT: Final = Setting("strip.at", "")


@checks.add("microcontroller", only("microcontroller"))
def check_microcontroller(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that a microcontroller is connected, accessible, and fits this program and strip."""
    yield from find_controller(machine, plan.wires.at, plan.wires.baud, plan.pixels, ANY_PORT)


def find_controller(
    machine: Machine, wanted: str, baud: int, pixels: int, any_port: Setting
) -> Iterator[Finding]:
    """Yield the findings on the first port with a microcontroller suitable for *pixels*, else on
    the first port; *any_port* is the remedy if the *wanted* port does not exist."""
    findings = [tuple(_at(machine, port, baud, pixels)) for port in machine.ports(wanted)]
    if findings:
        fit = (
            port for port in findings if all(finding.level is not Level.WRONG for finding in port)
        )
        yield from next(fit, findings[0])
    elif wanted:
        sentence = en("{port} not found: is the microcontroller plugged in?")
        yield wrong(sentence, mend=any_port, port=wanted)
    else:
        yield wrong("No microcontroller is plugged in.", mend=PORTS)


def _at(machine: Machine, port: str, baud: int, pixels: int) -> Iterator[Finding]:
    """Yield the findings on one port; if it is accessible, HELLO is sent."""
    node = machine.node(port) or Node("root", 0, open=False)
    yield from may_use(machine, port, node, udev_rule("tty"))
    if not node.open:
        return
    try:
        greeting = machine.greeting(port, baud)
    except TimeoutError:
        sentence = en(
            "Nothing responds on {port} at {baud} baud: either Cribble’s firmware is not "
            "on the microcontroller (see {page}), or it was built for a different {key}."
        )
        yield wrong(sentence, mend=BUILD, port=port, baud=baud, page=PAGE, key="strip.baud")
        return
    except OSError as fault:
        if fault.errno in USED:
            yield note(IN_USE, port=port)
        else:
            reason = fault.strerror or str(fault)
            yield wrong(DOES_NOT_OPEN, mend=PORTS, port=port, reason=reason)
        return
    if greeting.version != VERSION:
        sentence = en("The microcontroller at {port} uses protocol version {theirs}, not {ours}.")
        yield wrong(sentence, mend=BUILD, port=port, theirs=greeting.version, ours=VERSION)
        return
    facts = {"firmware": greeting.firmware, "room": greeting.pixels, "keys": greeting.keys}
    yield fine(CONTROLLER_FACTS, port=port, **facts)
    if pixels > greeting.pixels:
        sentence = en("The microcontroller at {port} has room for {room} lights, not {lights}.")
        mend = Setting("wiring.pixels", greeting.pixels)
        yield wrong(sentence, mend=mend, port=port, room=greeting.pixels, lights=pixels)


DIVIDER: Final = Advice("docs/microcontroller.md#at-the-pis-own-pins")
CONSOLE: Final = re.compile(r"\bconsole=(serial0|ttyAMA0|ttyS0)\b")
CONSOLE_OFF: Final = as_root("raspi-config nonint do_serial_cons 1", restart=True)


@checks.add("serial-pins", lambda plan: serial_key(plan.config))
def check_serial_pins(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the serial console does not use the pins, and note that an Arduino outputs 5 V."""
    if machine.pi and CONSOLE.search(machine.text(machine.boot.cmdline) or ""):
        sentence = en("The Linux console uses the Pi’s serial pins.")
        yield wrong(sentence, mend=CONSOLE_OFF)
    sentence = en(
        "An Arduino outputs 5 V, but the Pi’s pins tolerate only 3.3 V: use two resistors."
    )
    yield note(sentence, mend=DIVIDER)


@checks.add("microcontroller-order", only("microcontroller", "simulated"))
def check_order(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the strip has three colours per light."""
    if plan.wires.order not in ORDERS:
        mend = Setting("strip.order", "GRB")
        yield wrong(THREE_COLOURS, mend=mend, order=plan.wires.order)


@checks.add("simulated", only("simulated"))
def check_simulated(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that no port is configured for a simulated microcontroller."""
    try:
        check_at(plan.wires.at)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend=ANY_PORT, **fault.values)


MIN_WLED_TIMEOUT: Final = 20
"""Minimum timeout in tenths of a second; frames are sent at least once a second."""
AN_ADDRESS: Final = Setting("strip.at", "192.168.1.50")


@checks.add("wled", only("ddp"))
def check_wled(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the WLED controller responds and is set up for the board's lights."""
    try:
        host, _ = address(plan.wires.at)
        wled = machine.wled(host)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend=AN_ADDRESS, **fault.values)
    except socket.gaierror:
        sentence = en("Cannot resolve {host}: use the controller’s IP address.")
        yield wrong(sentence, mend=AN_ADDRESS, host=host)
    except ConnectionRefusedError:
        sentence = en("{host} has no web server on port 80: is it the WLED controller?")
        yield wrong(sentence, mend=Advice(f"http://{host}/json/info"), host=host)
    except OSError as fault:
        sentence = en(
            "{host} does not respond on port 80 ({reason}): is it switched on, and on this network?"
        )
        mend, reason = Advice(f"ping -c 3 {host}"), fault.strerror or str(fault)
        yield wrong(sentence, mend=mend, host=host, reason=reason)
    except ValueError:
        sentence = en("{host} responds, but is not WLED.")
        yield wrong(sentence, mend=Advice(f"http://{host}/json/info"), host=host)
    else:
        facts = {"host": host, "version": wled.version, "lights": wled.leds}
        yield fine("{host} is WLED {version} with {lights} lights.", **facts)
        page, limit = Advice(f"http://{host}/settings/leds"), power_of(plan.config.strip).limit_ma
        if wled.leds < plan.pixels:
            sentence = en(
                "WLED has {lights} lights configured, but the board has {pixels}: change it in "
                "WLED."
            )
            yield wrong(sentence, mend=page, lights=wled.leds, pixels=plan.pixels)
        if not 0 < wled.limit_ma <= limit:
            sentence = en(
                "WLED’s own limit applies to what it shows without Cribble: set it to {limit} "
                "mA too."
            )
            yield note(sentence, mend=page, limit=limit)
        yield from _takes_frames(host, wled.live)


def _takes_frames(host: str, live: WledLive | None) -> Iterator[Finding]:
    """Check that WLED shows frames unchanged."""
    mend = WledSettings(host)
    if live is None:
        yield note(
            "{host} does not report its realtime settings: check that Receive UDP realtime is on.",
            mend=Advice(f"http://{host}/settings/sync"),
            host=host,
        )
    elif not live.on:
        yield wrong("{host} ignores frames: Receive UDP realtime is off.", mend=mend, host=host)
    elif live.main_segment:
        yield wrong("{host} shows frames only in its main segment.", mend=mend, host=host)
    elif not (live.full_brightness and live.no_gamma):
        sentence = en("{host} dims frames, or applies gamma correction a second time.")
        yield note(sentence, mend=mend, host=host)
    elif live.timeout < MIN_WLED_TIMEOUT:
        sentence = en(
            "{host} drops a frame after {seconds} s: one late packet makes it show its own effect."
        )
        yield note(sentence, mend=mend, host=host, seconds=live.timeout / 10)


# Keypads.

INPUTS: Final = "/proc/bus/input/devices"
"""The kernel's list of input devices, readable by all users."""
EVDEV: Final = Library("evdev", "python3-evdev")
PIN_LIBRARIES: Final = (
    Library("gpiozero", "python3-gpiozero"),
    Library("lgpio", "python3-lgpio"),
)

RPI_ISSUE: Final = "/etc/rpi-issue"
"""File of Raspberry Pi OS."""

WORD: Final = 64
"""Bits per word of a key bitmap on 64-bit machines."""
DIGITS: Final = (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)
LETTER_A: Final = 30
"""Linux key code of A; like DIGITS, from input-event-codes.h."""


class Input(NamedTuple):
    """A device with the keys of a numeric keypad; ``letters``: it has letters too."""

    name: str
    path: str
    letters: bool = False


def inputs(listing: str) -> Iterator[Input]:
    """Yield the devices in the kernel's *listing* that have the keys of a numeric keypad."""
    for block in listing.split("\n\n"):
        facts = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line)
        events = [name for name in facts.get("Handlers", "").split() if name.startswith("event")]
        keys = 0
        for word in facts.get("KEY", "").split():
            keys = keys << WORD | int(word, 16)
        if events and all(keys >> digit & 1 for digit in DIGITS):
            name = facts.get("Name", "").strip('"')
            yield Input(name, f"/dev/input/{events[0]}", letters=bool(keys >> LETTER_A & 1))


@checks.add("keypad-library", page=KEYPAD)
def check_keypad_library(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check the libraries for keypads and buzzer; those for pins only on a Pi."""
    if any(keypad.name == "usb" for keypad in plan.config.keypads):
        yield from find_library(machine, EVDEV)
    if machine.pi and uses_pins(plan):
        for library in PIN_LIBRARIES:
            if library.name == "lgpio" and not (machine.version("lgpio") or machine.raw(RPI_ISSUE)):
                sentence = en(
                    "The library lgpio is missing: Raspberry Pi OS has it, and Debian does not."
                )
                yield wrong(sentence, mend=Advice(RASPBERRY_PI_OS))
            else:
                yield from find_library(machine, library)


@checks.add("keypad-usb", page=KEYPAD)
def check_usb_keypads(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that each USB keypad is connected and accessible."""
    listed = tuple(inputs(machine.text(INPUTS) or ""))
    for path in (keypad.at for keypad in plan.config.keypads if keypad.name == "usb"):
        if path and not machine.node(path):
            sentence = en("{path} not found: is the keypad plugged in?")
            yield wrong(sentence, mend=Setting("keypad.at", ""), path=path)
            continue
        keypads = (
            [Input(path, path)] if path else [keypad for keypad in listed if not keypad.letters]
        )
        for keypad in keypads:
            if not path:
                yield fine("The keypad {name} is at {path}.", name=keypad.name, path=keypad.path)
            node = machine.node(keypad.path) or Node("root", 0, open=False)
            yield from may_use(machine, keypad.path, node, udev_rule("input"))
        if listed and not keypads:  # Some keypads report letters, like keyboards.
            sentence = en(
                "No numeric keypad found, but {name} has the same keys: configure it if it is the "
                "one you use."
            )
            yield wrong(sentence, mend=Setting("keypad.at", listed[-1].path), name=listed[-1].name)
        elif not keypads:
            yield wrong("No numeric keypad is plugged in.", mend=Advice(f"cat {INPUTS}"))


@checks.add("keypad-microcontroller", page=KEYPAD)
def check_microcontroller_keypads(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check each microcontroller that has a keypad but not the strip."""
    strip = plan.config.strip
    for keypad in plan.config.keypads:
        if keypad.name == "microcontroller" and not shares_port(keypad, strip):
            yield from find_controller(machine, keypad.at, strip.baud, 0, Setting("keypad.at", ""))


# Pins.

CHIP: Final = "/dev/gpiochip0"
BUZZER: Final = "buzzer.pin"
BUZZER_PIN: Final = 20
"""GPIO number of the buzzer, as drawn in docs/building.md."""

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
"""Remedies that set a key to its default pins, by key."""


def uses_pins(plan: HardwarePlan) -> bool:
    """Return whether a keypad or buzzer uses pins."""
    return any(pins_asked(plan.config))


@checks.add("pins", uses_pins, page=KEYPAD)
def check_pins(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that this machine has GPIO pins, accessible to this user."""
    node = machine.node(CHIP)
    if machine.pi and node:
        yield from may_use(machine, CHIP, node, udev_rule("gpio"))
        return
    keys = sorted({use.key for use in pins_asked(plan.config)})
    sentence = en("This machine has no GPIO pins for {keys}.")
    if keypads := [key for key in keys if key != BUZZER]:
        yield wrong(sentence, mend=Setting("keypad.name", "usb"), keys=", ".join(keypads))
    if BUZZER in keys:
        yield wrong(sentence, mend=Setting("buzzer.name", "terminal"), keys=BUZZER)


@checks.add("pins-twice", uses_pins, page=KEYPAD)
def check_pin_clashes(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that no pin is used twice."""
    twice = [*clashes([*pins_taken(plan.config), *pins_asked(plan.config)])]
    for one, other in twice:
        if mend := FREE_PINS.get(other.key):  # That of a display is found by check_display.
            yield wrong(TWICE, mend=mend, pin=one.pin, one=one.key, other=other.key)
    if not twice:
        yield fine("No pin conflicts.")


# Display.

TERMINAL: Final = Setting(READOUT, "terminal")
BUSES: Final = {
    "i2c": (
        f"/dev/i2c-{BUS}",
        en("{path} not found: I²C is not enabled in {file}."),
        "dtparam=i2c_arm=on",
    ),
    "spi": (DEVICE, en("{path} not found: SPI is not enabled in {file}."), "dtparam=spi=on"),
}
"""Device, what to say if it is missing, and the line that enables it, by the display's bus."""


@checks.add(
    "readout",
    lambda plan: plan.config.readout.name and not display_in_terminal(plan.config),
    page=KEYPAD,
)
def check_display(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the display's libraries and bus are available, and not used by the strip."""
    display = DISPLAYS[plan.config.readout.name]
    for library in display.libraries:
        yield from find_library(machine, library)
    path, sentence, line = BUSES[display.bus]
    if clash := display_clash(plan.config):
        yield wrong(TWICE, mend=TERMINAL, pin=clash.one.pin, one=clash.one.key, other=READOUT)
    elif node := machine.node(path):
        yield from may_use(machine, path, node, udev_rule(display.bus))
    elif machine.pi:
        file = machine.boot.config
        yield wrong(sentence, mend=config_lines(file, line), path=path, file=file)
    else:
        sentence = en("{path} not found: this display only works on a Raspberry Pi.")
        yield wrong(sentence, mend=TERMINAL, path=path)
