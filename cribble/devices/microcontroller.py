"""The strip and the keypad behind a microcontroller, as the config describes them."""

from functools import partial
from typing import Final

from firmware_bridge.keypad import Keypad
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import ANY_TAPE, Tape
from firmware_bridge.serial.diagnostics import Plan
from firmware_bridge.serial.discovery import Find
from firmware_bridge.serial.port import Port
from firmware_bridge.serial.serial_transport import SerialWire, plugged_in
from firmware_bridge.serial.transport import OpenWire
from firmware_bridge.strip import FIRST_PATIENCE, BridgeStrip
from hardware.keypads.key_dispatch import RelayedKeys
from hardware.keypads.keypad import Press, Wires
from hardware.strips.colour_order import ORDERS, arranged
from hardware.strips.setup import Fitting
from hardware.strips.user import user
from scorekeeper.board.light.device import Health, StripFault
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
    """Return the description of its strip for a board."""
    link = fitting.board.wiring.lamps.link
    return Tape(
        fitting.board.pixels,
        min(fitting.power.limit_ma, MOST_MA),
        fitting.power.led_ma,
        NO_PIXEL if link is None else link,
    )


class OwnPort:
    """Presses the keys of whatever board is where *find* says; it lights nothing."""

    def __init__(self, find: Find, open_wire: OpenWire, press: Press) -> None:
        self._keys = RelayedKeys(press).start()
        self._port = Port(find, open_wire, ANY_TAPE, Keypad(self._keys.take))
        self._port.settle(FIRST_PATIENCE)

    @property
    def health(self) -> str:
        """Lost where no board is heard; broken where nobody listens to it any more."""
        if not self._port.lives:
            return Health.BROKEN
        return Health.LOST if self._port.trouble else Health.OK

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
        self._keys.close()


def open_keypad(wires: Wires, press: Press) -> OwnPort:
    """The keypad behind whatever board is plugged in, or at the port of the wires."""
    return OwnPort(plugged_in(wires.at), partial(SerialWire, baud=wires.baud), press)
