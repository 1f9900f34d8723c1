"""The keypad behind a microcontroller that lights no strip: it has a port of its own."""

from functools import partial

from firmware_bridge.keypad import Keypad
from firmware_bridge.protocol.pixels import ANY_TAPE
from firmware_bridge.serial.discovery import Find
from firmware_bridge.serial.port import Port
from firmware_bridge.serial.serial_transport import SerialTransport, plugged_in
from firmware_bridge.serial.transport import OpenTransport
from firmware_bridge.strip import SETTLE_SECONDS
from hardware.keypads.key_dispatch import KeyDispatcher
from hardware.keypads.keypad import KeypadWiring, Press
from scorekeeper.device import Health


class OwnPort:
    """Presses the keys of whatever board is where *find* says; it lights nothing."""

    def __init__(self, find: Find, open_transport: OpenTransport, press: Press) -> None:
        self._dispatcher = KeyDispatcher(press).start()
        self._port = Port(find, open_transport, ANY_TAPE, Keypad(self._dispatcher.take))
        self._port.settle(SETTLE_SECONDS)

    @property
    def health(self) -> str:
        """Lost where no board is heard; broken where nobody listens to it any more."""
        if not self._port.lives:
            return Health.BROKEN
        return Health.LOST if self._port.diagnosis else Health.OK

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
        self._dispatcher.close()


def open_keypad(wires: KeypadWiring, press: Press) -> OwnPort:
    """The keypad behind whatever board is plugged in, or at the port of the wires."""
    return OwnPort(plugged_in(wires.at), partial(SerialTransport, baud=wires.baud), press)
