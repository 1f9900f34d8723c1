"""Strip and keypad on a microcontroller, real or simulated."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic
from typing import Final

from firmware_bridge.port import KeyReceiver, OpenTransport, Port
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import ANY_TAPE, Tape
from firmware_bridge.serial_ports import Find, SerialTransport, plugged_in
from firmware_bridge.simulated import OnPicture, SerialLine, SimulatedController
from firmware_bridge.strip import SETTLE_SECONDS, BridgeSettings, BridgeStrip
from hardware.device import current_user
from hardware.keypads.keypad import KeyDispatcher, KeypadWiring, Press
from hardware.strips import terminal
from hardware.strips.strip import (
    ORDERS,
    Caption,
    OnKey,
    ReadCaption,
    Strip,
    StripSetup,
    arranged,
    as_frame,
    ignore_key,
)
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import en

MAX_MA: Final = 0xFFFF
"""Maximum current limit in mA in the protocol, an unsigned 16-bit integer."""

THREE_COLOURS: Final = en(
    "A microcontroller can only light three-colour strips, but strip.order is {order}."
)
CONTROLLER_FACTS: Final = en(
    "The microcontroller at {port} has firmware {firmware}, room for {room} lights, {keys} keys."
)


def open_strip(setup: StripSetup, on_key: OnKey = ignore_key) -> BridgeStrip:
    """Open the strip on a microcontroller. Raises DeviceFault if none is suitable."""
    wiring = setup.wiring
    open_transport = partial(SerialTransport, baud=wiring.baud)
    return bridge(setup, plugged_in(wiring.at), open_transport, on_key)


def bridge(
    setup: StripSetup, find: Find, open_transport: OpenTransport, on_key: OnKey = ignore_key
) -> BridgeStrip:
    """Open the strip on a microcontroller on a port returned by *find*. Raises DeviceFault."""
    wiring = setup.wiring
    if wiring.order not in ORDERS:
        raise DeviceFault(THREE_COLOURS, order=wiring.order)
    port = Port(find, open_transport, tape_of(setup), KeyReceiver(on_key))
    settings = BridgeSettings(wiring.at, wiring.baud, setup.board.pixels, current_user())
    return BridgeStrip(port, settings, partial(arranged, order=wiring.order))


def tape_of(setup: StripSetup) -> Tape:
    link = setup.board.wiring.lamps.link
    return Tape(
        setup.board.pixels,
        min(setup.power.limit_ma, MAX_MA),
        setup.power.led_ma,
        NO_PIXEL if link is None else link,
    )


class BridgeKeypad:
    """The keypad on a microcontroller found by *find*, on a port without a strip."""

    def __init__(self, find: Find, open_transport: OpenTransport, press: Press) -> None:
        self._dispatcher = KeyDispatcher(press).start()
        self._port = Port(find, open_transport, ANY_TAPE, KeyReceiver(self._dispatcher.take))
        self._port.settle(SETTLE_SECONDS)

    @property
    def health(self) -> str:
        """``lost`` if nothing responds, ``broken`` once the port is closed, else ``ok``."""
        if not self._port.lives:
            return Health.BROKEN
        return Health.LOST if self._port.diagnosis else Health.OK

    def close(self) -> None:
        self._port.close()
        self._dispatcher.close()


def open_keypad(wiring: KeypadWiring, press: Press) -> BridgeKeypad:
    """Open the keypad on a microcontroller on the configured port, or by default on any."""
    return BridgeKeypad(plugged_in(wiring.at), partial(SerialTransport, baud=wiring.baud), press)


MAX_QUOTE_LENGTH: Final = 60


class SimulatedStrip:
    """A strip on a simulated microcontroller, shown on the strip *drawn_on*."""

    def __init__(
        self,
        setup: StripSetup,
        drawn_on: Strip,
        line_to: Callable[[OnPicture], SerialLine] = SerialLine,
    ) -> None:
        self._drawn_on, self._order, self._drawing = drawn_on, setup.wiring.order, Lock()
        self._frame: Frame = bytes(3 * setup.board.pixels)
        controller = SimulatedController(monotonic, self._see, line_to)
        self._bridge = bridge(setup, controller.ports, controller.open)

    @property
    def health(self) -> str:
        return self._bridge.health

    def show(self, frame: Frame) -> None:
        """Send *frame* to the microcontroller. Raises TransientFault if it does not respond."""
        self._draw()  # The caption may have changed.
        self._bridge.show(frame)

    def close(self) -> None:
        self._bridge.close()
        with self._drawing:
            self._drawn_on.close()

    def _see(self, picture: bytes) -> None:
        self._frame = as_frame(picture, self._order)
        with suppress(OSError):  # The next frame reports it.
            self._draw()

    def _draw(self) -> None:
        with self._drawing:
            self._drawn_on.show(self._frame)


def check_at(port: str) -> None:
    """Raise DeviceFault if a *port* is configured for a simulated microcontroller."""
    if port:
        raise DeviceFault(
            'strip.at is "{at}", but a simulated microcontroller has no port: leave strip.at '
            "empty.",
            at=port[:MAX_QUOTE_LENGTH],
        )


def open_simulated_strip(setup: StripSetup, caption: ReadCaption = Caption) -> SimulatedStrip:
    """Open a strip on a simulated microcontroller, drawn in the terminal. Raises DeviceFault."""
    check_at(setup.wiring.at)
    return SimulatedStrip(setup, terminal.open_strip(setup, caption))
