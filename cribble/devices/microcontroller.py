"""The strip and the keypad behind a microcontroller, which may be a simulated one."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic
from typing import Final

from firmware_bridge.port import Keypad, OpenTransport, Port
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import ANY_TAPE, Tape
from firmware_bridge.serial_ports import Find, SerialTransport, plugged_in
from firmware_bridge.simulated import OnShow, SerialLine, SimulatedBoard
from firmware_bridge.strip import SETTLE_SECONDS, BridgeStrip, Plan
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

MOST_MA: Final = 0xFFFF
"""The highest limit that a board takes."""

THREE_COLOURS: Final = en(
    "A microcontroller lights strips of three colours, and strip.order is {order}."
)
BOARD_FACTS: Final = en(
    "The board at {port} has firmware {firmware}, room for {room} lights, {keys} keys."
)


def open_strip(setup: StripSetup, on_key: OnKey = ignore_key) -> BridgeStrip:
    """Open the strip behind a board, and wait for one. Raises DeviceFault if no board can light
    it."""
    wiring = setup.wiring
    open_transport = partial(SerialTransport, baud=wiring.baud)
    return bridge(setup, plugged_in(wiring.at), open_transport, on_key)


def bridge(
    setup: StripSetup, find: Find, open_transport: OpenTransport, on_key: OnKey = ignore_key
) -> BridgeStrip:
    """Open the strip behind a board at a port that *find* returns. Raises DeviceFault."""
    wiring = setup.wiring
    if wiring.order not in ORDERS:
        raise DeviceFault(THREE_COLOURS, order=wiring.order)
    port = Port(find, open_transport, tape_of(setup), Keypad(on_key))
    plan = Plan(wiring.at, wiring.baud, setup.board.pixels, current_user())
    return BridgeStrip(port, plan, partial(arranged, order=wiring.order))


def tape_of(setup: StripSetup) -> Tape:
    link = setup.board.wiring.lamps.link
    return Tape(
        setup.board.pixels,
        min(setup.power.limit_ma, MOST_MA),
        setup.power.led_ma,
        NO_PIXEL if link is None else link,
    )


class BridgeKeypad:
    """The keypad of the board that *find* finds, on a port that lights nothing."""

    def __init__(self, find: Find, open_transport: OpenTransport, press: Press) -> None:
        self._dispatcher = KeyDispatcher(press).start()
        self._port = Port(find, open_transport, ANY_TAPE, Keypad(self._dispatcher.take))
        self._port.settle(SETTLE_SECONDS)

    @property
    def health(self) -> str:
        """Lost if no board answers; broken once the port is closed."""
        if not self._port.lives:
            return Health.BROKEN
        return Health.LOST if self._port.diagnosis else Health.OK

    def close(self) -> None:
        self._port.close()
        self._dispatcher.close()


def open_keypad(wiring: KeypadWiring, press: Press) -> BridgeKeypad:
    """Open the keypad behind a board at the port of the wiring, or at any."""
    return BridgeKeypad(plugged_in(wiring.at), partial(SerialTransport, baud=wiring.baud), press)


LONGEST_QUOTE: Final = 60


class SimulatedStrip:
    """A strip that is only drawn, on *drawn_on*, as its simulated board shows it."""

    def __init__(
        self,
        setup: StripSetup,
        drawn_on: Strip,
        line_to: Callable[[OnShow], SerialLine] = SerialLine,
    ) -> None:
        self._drawn_on, self._order, self._drawing = drawn_on, setup.wiring.order, Lock()
        self._frame: Frame = bytes(3 * setup.board.pixels)
        board = SimulatedBoard(monotonic, self._see, line_to)
        self._bridge = bridge(setup, board.ports, board.open)

    @property
    def health(self) -> str:
        return self._bridge.health

    def show(self, frame: Frame) -> None:
        """Have the board show *frame*. Raises TransientFault while it does not answer."""
        self._draw()  # The text beside the picture may have changed.
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


def check_at(at: str) -> None:
    """Raise DeviceFault if the config names a port, *at*, for a simulated board."""
    if at:
        raise DeviceFault(
            'strip.at is "{at}", and a simulated microcontroller is at no port: leave strip.at '
            "empty.",
            at=at[:LONGEST_QUOTE],
        )


def open_simulated_strip(setup: StripSetup, caption: ReadCaption = Caption) -> SimulatedStrip:
    """Open the strip of a board that is only a program. Raises DeviceFault."""
    check_at(setup.wiring.at)
    return SimulatedStrip(setup, terminal.open_strip(setup, caption))
