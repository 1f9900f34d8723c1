"""Look for the microcontroller: which port it is at, and what it says when it is asked."""

import re
from collections.abc import Iterator
from typing import Final

from cribble.devices.microcontroller import BOARD_FACTS, THREE_COLOURS
from cribble.devices.simulated import check_at
from cribble.doctor.finding import Finding, Level, fine, note, wrong
from cribble.doctor.machine import Machine, Node
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import boot_of, pi_of
from cribble.doctor.system import may_use, udev
from firmware_bridge.link.inbound import Greeting
from firmware_bridge.protocol.messages import VERSION
from firmware_bridge.serial.diagnostics import DOES_NOT_OPEN, PAGE, USED
from hardware.strips.colour_order import ORDERS
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

RULE: Final = udev('SUBSYSTEM=="tty", GROUP="dialout", MODE="0660"', "tty")
BUILD: Final = "make firmware"
LOOK: Final = "ls -l /dev/serial/by-id"
ANY: Final = 'strip.at = ""'
KEY: Final = "strip.baud"


def order(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that its lights have three colours each."""
    if plan.wires.order not in ORDERS:
        yield wrong(THREE_COLOURS, mend='strip.order = "GRB"', order=plan.wires.order)


def simulated(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Yield that a simulated board is at no port."""
    try:
        check_at(plan.wires.at)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend=ANY, **fault.values)


DIVIDER: Final = "docs/microcontroller.md#at-the-pis-own-pins"
CONSOLE: Final = re.compile(r"\bconsole=(serial0|ttyAMA0|ttyS0)\b")
QUIET: Final = "sudo raspi-config nonint do_serial_cons 1 && sudo reboot"


def at_serial_pins(plan: Plan) -> bool:
    """True if a board is to be at the Pi's own serial pins."""
    return bool(plan.serial)


def serial_pins(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that Linux does not speak to the board at those pins, and tell of its 5 V."""
    pi = pi_of(machine)
    if pi and CONSOLE.search(machine.text(boot_of(machine).cmdline) or ""):
        sentence = en("Linux itself speaks at the Pi’s serial pins, to whatever is there.")
        yield wrong(sentence, mend=QUIET)
    sentence = en("An Arduino has 5 V, and the Pi’s pins bear 3.3 V: two resistors go between.")
    yield note(sentence, mend=DIVIDER)


def board(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that a board is plugged in, open to this user, and fit for this program and strip."""
    yield from board_at(machine, plan, ANY)


def board_at(machine: Machine, plan: Plan, anywhere: str) -> Iterator[Finding]:
    """Check the same; *anywhere* is the line of the config that leaves the port open."""
    there, at = machine.ports(plan.wires.at), plan.wires.at
    found = [tuple(_at(machine, plan, port)) for port in there] or [(_missing(at, anywhere),)]
    fits = (port for port in found if all(one.level is not Level.WRONG for one in port))
    yield from next(fits, found[0])


def _missing(at: str, anywhere: str) -> Finding:
    if at:
        sentence = en("There is no {port}: is the microcontroller plugged in?")
        return wrong(sentence, mend=anywhere, port=at)
    return wrong("No microcontroller is plugged in.", mend=LOOK)


def _at(machine: Machine, plan: Plan, port: str) -> Iterator[Finding]:
    node = machine.node(port) or Node("root", 0, open=False)
    yield from may_use(machine, port, node, RULE)
    if node.open:
        yield from _asked(machine, plan, port)


def _asked(machine: Machine, plan: Plan, port: str) -> Iterator[Finding]:
    """The findings after HELLO was said at *port*."""
    baud = plan.wires.baud
    try:
        board = machine.board(port, baud)
    except TimeoutError:
        sentence = en(
            "Nothing at {port} answers at {baud} baud: Cribble’s firmware is not on it ({page} "
            "tells how it comes there), or was built for another {key}."
        )
        yield wrong(sentence, mend=BUILD, port=port, baud=baud, page=PAGE, key=KEY)
    except OSError as fault:
        yield _unusable(port, fault)
    else:
        yield from _met(port, board, plan.pixels)


def _unusable(port: str, fault: OSError) -> Finding:
    if fault.errno in USED:
        return note(
            "Another program uses {port}, most likely the table: ask again when it is closed.",
            port=port,
        )
    return wrong(DOES_NOT_OPEN, mend=LOOK, port=port, reason=fault.strerror or str(fault))


def _met(port: str, board: Greeting, lights: int) -> Iterator[Finding]:
    if board.version != VERSION:
        sentence = en("The board at {port} speaks version {theirs} of the protocol, not {ours}.")
        yield wrong(sentence, mend=BUILD, port=port, theirs=board.version, ours=VERSION)
        return
    facts = {"firmware": board.firmware, "room": board.pixels, "keys": board.keys}
    yield fine(BOARD_FACTS, port=port, **facts)
    if lights > board.pixels:
        sentence = en("The board at {port} has room for {room} lights, not for {lights}.")
        mend = f"wiring.pixels = {board.pixels}"
        yield wrong(sentence, mend=mend, port=port, room=board.pixels, lights=lights)
