"""The strip behind a simulated microcontroller, for people without one: this terminal shows what
its pixels show, and ``strip.at`` says what is wrong with the line."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from threading import Lock
from time import monotonic

from cribble.devices.microcontroller import bridge
from firmware_bridge.simulated.faults import faults_in
from firmware_bridge.simulated.transport import SimulatedBoard
from hardware.strips import terminal
from hardware.strips.colour_order import as_frame
from hardware.strips.setup import Fitting
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Mending, Strip
from scorekeeper.words import en


class Screen:
    """Draws on *drawn_on*, from any thread, the latest picture of a strip with its colours in
    *order*; dark before the first of its *pixels*."""

    def __init__(self, drawn_on: Strip, order: str, pixels: int) -> None:
        self._drawn_on, self._order, self._drawing = drawn_on, order, Lock()
        self._frame: Frame = bytes(3 * pixels)

    def see(self, picture: bytes) -> None:
        """This is what the strip shows now."""
        self._frame = as_frame(picture, self._order)
        with suppress(OSError):  # Whose terminal it is will hear of that.
            self.draw()

    def draw(self) -> None:
        """Draw it again, for the text beside it may have changed. Raises OSError."""
        with self._drawing:
            self._drawn_on.show(self._frame)

    def close(self) -> None:
        """Leave the terminal as it was."""
        with self._drawing:
            self._drawn_on.close()


class SimulatedStrip:
    """A strip at whose end is no wire but a *screen*; *open_bridge* speaks with its board."""

    def __init__(self, screen: Screen, open_bridge: Callable[[], Strip]) -> None:
        self._screen, self._bridge = screen, open_bridge()

    @property
    def health(self) -> str:
        """The health of the board's line."""
        return self._bridge.health

    def show(self, frame: Frame) -> None:
        """Have the board show *frame*. Raises Mending while it is not heard."""
        self._screen.draw()
        try:
            self._bridge.show(frame)
        except Mending as fault:
            raise Mending(
                en(
                    "The simulated microcontroller does not answer, because strip.at asks for "
                    "that; it comes back by itself."
                )
            ) from fault

    def close(self) -> None:
        """Put the lights out, and leave the terminal as it was."""
        self._bridge.close()
        self._screen.close()


def open_strip(fitting: Fitting) -> SimulatedStrip:
    """The strip of a board that is only a program. Raises StripFault for a fault that there is
    not."""
    faults, order = faults_in(fitting.wires.at), fitting.wires.order
    screen = Screen(terminal.open_strip(fitting), order, fitting.board.pixels)
    board = SimulatedBoard(faults, Random(), monotonic, screen.see)
    return SimulatedStrip(screen, partial(bridge, fitting, board.ports, board.open))
