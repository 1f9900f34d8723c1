"""The strip while the wizard holds it: it shows lights to be counted, named, and found."""

from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Final

from cribble.config.schema import StripConfig
from cribble.devices.connections import power_of, strip_wiring
from cribble.devices.drivers import strip_driver
from hardware.device import device_fault, join_or_leave
from hardware.lights import power_fault
from hardware.strips.strip import DOES_NOT_WORK, Caption, Strip, StripSetup
from scorekeeper.board.board import Board
from scorekeeper.board.geometry.shape import Measures
from scorekeeper.board.geometry.shapes import straight
from scorekeeper.board.light import Frame, corrected, limited
from scorekeeper.board.wiring.layouts import wire_in_order
from scorekeeper.device import DeviceFault

BLOCK: Final = 10
"""Lights that are as bright as each other, so that people can count along."""
FAINT, CLEAR, BRIGHT, STRONG = 20, 60, 255, 160
STEP_SECONDS: Final = 0.05
"""Seconds that a walk stays at one light."""


def lights_between(first: int, last: int, pixels: int) -> Frame:
    """Return a frame of *pixels* in which lights *first* to *last*, counted from 1, shine block by
    block."""
    shining = range(first - 1, min(last, pixels))
    lit = b"".join(bytes(3 * (CLEAR if light // BLOCK % 2 else FAINT,)) for light in shining)
    return (bytes(3 * (first - 1)) + lit).ljust(3 * pixels, b"\0")


def one_light(light: int, pixels: int) -> Frame:
    """Return a frame of *pixels* in which only *light* shines."""
    dark = bytearray(3 * pixels)
    if 0 <= light < pixels:
        dark[3 * light : 3 * light + 3] = bytes((BRIGHT,) * 3)
    return bytes(dark)


def one_byte(byte: int, lights: int, pixels: int) -> Frame:
    """Return a frame in which byte 1, 2 or 3 of each of the first *lights* shines."""
    each = bytes(STRONG if place == byte else 0 for place in (1, 2, 3))
    return (each * min(lights, pixels)).ljust(3 * pixels, b"\0")


class Probe:
    """A strip that is opened by the first frame, and again if a frame is for another strip or
    length. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._strip: Strip | None = None
        self._key: tuple[StripConfig, int] | None = None
        self._walking: Thread | None = None
        self._stop_walk = Event()

    @property
    def is_open(self) -> bool:
        """True while the strip is open."""
        return self._strip is not None

    def show(self, config: StripConfig, pixels: int, frame: Frame, known: int = 0) -> None:
        """Show *frame* on the strip of *config*, which has *known* lights at least.

        Raises DeviceFault, also if the current that the supply gives would leave a light of *frame*
        dark.
        """
        self._end_walk()
        with self._lock:
            self._show(config, pixels, frame, known)

    def walk(self, config: StripConfig, pixels: int, lights: tuple[int, ...]) -> None:
        """Show *lights* one after another. Raises DeviceFault if the strip does not open."""
        self.show(config, pixels, one_light(lights[0], pixels), pixels)
        self._stop_walk = stop = Event()

        def run() -> None:
            with suppress(DeviceFault):
                for light in lights:
                    with self._lock:
                        if stop.is_set():
                            return
                        self._show(config, pixels, one_light(light, pixels), pixels)
                    stop.wait(STEP_SECONDS)

        self._walking = Thread(target=run, name="walk", daemon=True)
        self._walking.start()

    def close(self) -> None:
        """Turn the lights off, and close the strip."""
        self._end_walk()
        with self._lock:
            self._close_strip()

    def _end_walk(self) -> None:
        self._stop_walk.set()
        if self._walking:
            join_or_leave(self._walking)
        self._walking = None

    def _show(self, config: StripConfig, pixels: int, frame: Frame, known: int) -> None:
        driver, power = strip_driver(config.name), power_of(config)
        lit = _lit(frame)
        leds = max(lit, known)
        shown = limited(corrected(frame, driver.gamma), power, leds)
        if _lit(shown) < lit:
            self._close_strip()
            raise power_fault(leds, power)
        try:
            if self._key != (config, pixels):
                self._close_strip()
                # A strip wants a board: one row of lights, two at least.
                row = straight(Measures(tracks=1, holes=pixels))
                board = Board(row, wire_in_order(row, "pegged"))
                setup = StripSetup(board, strip_wiring(config), power)
                self._strip, self._key = driver.open(setup, caption=Caption), (config, pixels)
            assert self._strip
            self._strip.show(shown)
        except OSError as fault:
            self._close_strip()
            raise device_fault(fault, DOES_NOT_WORK) from None

    def _close_strip(self) -> None:
        strip, key = self._strip, self._key
        self._strip = self._key = None
        if strip and key:
            with suppress(OSError):
                strip.show(bytes(3 * key[1]))
            with suppress(OSError):
                strip.close()


def _lit(frame: Frame) -> int:
    """Return how many lights of *frame* shine."""
    return sum(map(any, zip(frame[::3], frame[1::3], frame[2::3], strict=True)))
