"""The strip behind a microcontroller, as the config describes it."""

from functools import partial
from typing import Final

from firmware_bridge.keypad import Keypad
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial.diagnostics import Plan
from firmware_bridge.serial.discovery import Find
from firmware_bridge.serial.port import Port
from firmware_bridge.serial.serial_transport import SerialTransport, plugged_in
from firmware_bridge.serial.transport import OpenTransport
from firmware_bridge.strip import BridgeStrip
from hardware.device import current_user
from hardware.strips.colour_order import ORDERS, arranged
from hardware.strips.setup import OnKey, StripSetup, ignore_key
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

MOST_MA: Final = 0xFFFF
"""The highest limit that a board takes."""


def open_strip(setup: StripSetup, on_key: OnKey = ignore_key) -> BridgeStrip:
    """Open the strip behind a board at the port of the wiring, or at any; one that is not there is
    waited for. Raises DeviceFault for a strip that no board can light."""
    wiring = setup.wiring
    open_transport = partial(SerialTransport, baud=wiring.baud)
    return bridge(setup, plugged_in(wiring.at), open_transport, on_key)


def bridge(
    setup: StripSetup, find: Find, open_transport: OpenTransport, on_key: OnKey = ignore_key
) -> BridgeStrip:
    """Open the strip behind a board that is where *find* says. Raises DeviceFault."""
    wiring = setup.wiring
    if wiring.order not in ORDERS:
        raise DeviceFault(
            en("A microcontroller lights strips of three colours, and strip.order is {order}."),
            order=wiring.order,
        )
    port = Port(find, open_transport, tape_of(setup), Keypad(on_key))
    plan = Plan(wiring.at, wiring.baud, setup.board.pixels, current_user())
    return BridgeStrip(port, plan, partial(arranged, order=wiring.order))


def tape_of(setup: StripSetup) -> Tape:
    """Return what a board is told of its strip."""
    link = setup.board.wiring.lamps.link
    return Tape(
        setup.board.pixels,
        min(setup.power.limit_ma, MOST_MA),
        setup.power.led_ma,
        NO_PIXEL if link is None else link,
    )
