"""The strip behind a microcontroller, as the config describes it."""

from __future__ import annotations

from functools import partial
from typing import Final

from firmware_bridge.keypad import Keypad
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial.diagnostics import Plan
from firmware_bridge.serial.discovery import Find
from firmware_bridge.serial.port import Port
from firmware_bridge.serial.serial_transport import SerialWire, plugged_in
from firmware_bridge.serial.transport import OpenWire
from firmware_bridge.strip import BridgeStrip
from hardware.strips.colour_order import ORDERS, arranged
from hardware.strips.setup import Fitting
from hardware.strips.user import user
from scorekeeper.board.light.device import StripFault
from scorekeeper.words import en

MOST_MA: Final = 0xFFFF
"""That a board can be told to keep within."""


def open_strip(fitting: Fitting) -> BridgeStrip:
    """The strip behind whatever board is plugged in, or at the port of the wires; one that is not
    there is waited for. Raises StripFault for a strip that no board can light."""
    wires = fitting.wires
    return bridge(fitting, plugged_in(wires.at), partial(SerialWire, baud=wires.baud))


def bridge(fitting: Fitting, find: Find, open_wire: OpenWire) -> BridgeStrip:
    """The strip behind a board that is where *find* says. Raises StripFault."""
    wires = fitting.wires
    if wires.order not in ORDERS:
        raise StripFault(
            en("A microcontroller lights strips of three colours, and strip.order is {order}."),
            order=wires.order,
        )
    port = Port(find, open_wire, tape_of(fitting), Keypad(fitting.touched))
    plan = Plan(wires.at, wires.baud, fitting.board.pixels, user())
    return BridgeStrip(port, plan, partial(arranged, order=wires.order))


def tape_of(fitting: Fitting) -> Tape:
    """What a board is told of its strip."""
    link = fitting.board.wiring.lamps.link
    return Tape(
        fitting.board.pixels,
        min(fitting.power.limit_ma, MOST_MA),
        fitting.power.led_ma,
        NO_PIXEL if link is None else link,
    )
