"""The strip behind a simulated microcontroller: this terminal shows its pixels."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic
from typing import Final

from cribble.devices.microcontroller import bridge
from firmware_bridge.simulated import SimulatedBoard
from hardware.strips import terminal
from hardware.strips.strip import Caption, ReadCaption, Strip, StripSetup, as_frame
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import DeviceFault

LONGEST_QUOTE: Final = 60


class Screen:
    """Draws on *drawn_on*, from any thread, the latest picture of a strip with its colours in
    *order*; dark before the first of its *pixels*."""

    def __init__(self, drawn_on: Strip, order: str, pixels: int) -> None:
        self._drawn_on, self._order, self._drawing = drawn_on, order, Lock()
        self._frame: Frame = bytes(3 * pixels)

    def see(self, picture: bytes) -> None:
        """Keep and draw *picture*, which the strip shows now."""
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
    """A strip that is only a *screen*; *open_bridge* speaks with its board."""

    def __init__(self, screen: Screen, open_bridge: Callable[[], Strip]) -> None:
        self._screen, self._bridge = screen, open_bridge()

    @property
    def health(self) -> str:
        """The health of the board's line."""
        return self._bridge.health

    def show(self, frame: Frame) -> None:
        """Have the board show *frame*. Raises TransientFault while it is not heard."""
        self._screen.draw()
        self._bridge.show(frame)

    def close(self) -> None:
        """Put the lights out, and leave the terminal as it was."""
        self._bridge.close()
        self._screen.close()


def check_at(at: str) -> None:
    """Raises DeviceFault where the config has the simulated board *at* a port."""
    if at:
        raise DeviceFault(
            'strip.at is "{at}", and a simulated microcontroller is at no port: leave strip.at '
            "empty.",
            at=at[:LONGEST_QUOTE],
        )


def open_strip(setup: StripSetup, caption: ReadCaption = Caption) -> SimulatedStrip:
    """Open the strip of a board that is only a program. Raises DeviceFault."""
    check_at(setup.wiring.at)
    terminal_strip = terminal.open_strip(setup, caption)
    screen = Screen(terminal_strip, setup.wiring.order, setup.board.pixels)
    board = SimulatedBoard(monotonic, screen.see)
    return SimulatedStrip(screen, partial(bridge, setup, board.ports, board.open))
