"""Ports and pins of the configured devices, and conflicts between them."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Final, NamedTuple

from cribble.config.schema import Config, KeypadConfig, StripConfig
from cribble.devices import KEYPADS, STRIPS
from hardware.device import device_fault
from hardware.drivers import AT_PIN, DISPLAYS
from hardware.pwm_helper.protocol import SPI_PIN, helper_address
from hardware.strips.strip import (
    DOES_NOT_WORK,
    Caption,
    ReadCaption,
    Strip,
    StripSetup,
    StripWiring,
)
from scorekeeper.board.light import Frame, Power, corrected, limited
from scorekeeper.board.wiring import Board
from scorekeeper.device import DeviceFault
from scorekeeper.words import en


def strip_wiring(config: StripConfig) -> StripWiring:
    """Return the wiring of the strip; if no place is configured, the driver's default is used."""
    at = config.at or STRIPS[config.name].default_at
    return StripWiring(at, config.order, config.symbol_bits, config.baud)


def power_of(config: StripConfig) -> Power:
    return Power(limit_ma=config.limit_ma, led_ma=config.led_ma)


class BareStrip:
    """A strip driven without a game, opened on the first frame and turned off when closed."""

    def __init__(self, board: Board, config: StripConfig, caption: ReadCaption = Caption) -> None:
        self._board, self._config, self._caption = board, config, caption
        self._strip: Strip | None = None

    def show(self, frame: Frame, leds: int | None = None) -> None:
        """Show *frame* within the current limit for *leds* (default: all). Raises DeviceFault."""
        driver, power = STRIPS[self._config.name], power_of(self._config)
        try:
            if self._strip is None:
                setup = StripSetup(self._board, strip_wiring(self._config), power)
                self._strip = driver.open(setup, caption=self._caption)
            self._strip.show(limited(corrected(frame, driver.gamma), power, leds))
        except OSError as fault:
            raise device_fault(fault, DOES_NOT_WORK) from None

    def close(self) -> None:
        """Turn the lights off and close the strip, ignoring errors."""
        if self._strip:
            with suppress(OSError):
                self._strip.show(bytes(3 * self._board.pixels))
            with suppress(OSError):
                self._strip.close()


def shares_port(keypad: KeypadConfig, strip: StripConfig) -> bool:
    """Return whether strip and keypad are on the same microcontroller."""
    both = strip.name == keypad.name == MICROCONTROLLER
    return both and keypad.at in ("", strip.at)


def display_in_terminal(config: Config) -> bool:
    display = DISPLAYS.get(config.readout.name)
    return display is not None and not display.bus


def drawn_together(config: Config) -> bool:
    """Return whether strip and display both use this terminal; the strip then draws both."""
    return STRIPS[config.strip.name].in_terminal and display_in_terminal(config)


SPI_PINS: Final = (SPI_PIN, 7, 8, 9, 11)
"""The Pi's SPI pins, data first; all are reserved, although a strip needs only that."""
BUS_PINS: Final = {"": (), "i2c": (2, 3), "spi": SPI_PINS}
LEDS0_PIN: Final = 18
SERIAL_PINS: Final = (14, 15)
SERIAL_PORTS: Final = ("/dev/serial0", "/dev/serial1", "/dev/ttyAMA0", "/dev/ttyS0")
"""Device files of the UART on SERIAL_PINS."""

MICROCONTROLLER: Final = "microcontroller"
READOUT: Final = "readout.name"

TWICE: Final = en("GPIO{pin} is used twice: by {one} and by {other}.")


class PinUse(NamedTuple):
    """A pin, and the config key that uses it."""

    pin: int
    key: str


class PinClash(NamedTuple):
    """Two uses of the same pin, the earlier first."""

    one: PinUse
    other: PinUse

    @property
    def fault(self) -> DeviceFault:
        return DeviceFault(TWICE, pin=self.one.pin, one=self.one.key, other=self.other.key)


def pwm_pin(strip: StripConfig) -> int | None:
    """Return the pin of a ws281x strip; None for other strips or an invalid place."""
    with suppress(DeviceFault):
        return helper_address(strip.at).pin if strip.name == "ws281x" else None
    return None


def pins_taken(config: Config) -> Iterator[PinUse]:
    """Yield the pins of strip, display and serial port."""
    strip = config.strip
    pin = pwm_pin(strip)
    if strip.name == "spi" or pin == SPI_PIN:
        yield from (PinUse(pin, "strip.name") for pin in SPI_PINS)
    elif pin is not None:
        yield PinUse(pin, "strip.at")
    elif strip.name == "leds0":
        yield PinUse(LEDS0_PIN, "strip.name")
    if key := serial_key(config):
        yield from (PinUse(pin, key) for pin in SERIAL_PINS)
    if display := DISPLAYS.get(config.readout.name):
        yield from (PinUse(pin, READOUT) for pin in BUS_PINS[display.bus])


def serial_key(config: Config) -> str | None:
    """Return the config key that places a microcontroller on the Pi's own serial pins, or None."""
    strip, keypads = config.strip, config.keypads
    places = (("strip.at", strip.name, strip.at), *(("keypad.at", k.name, k.at) for k in keypads))
    wanted = (key for key, name, at in places if name == MICROCONTROLLER and at in SERIAL_PORTS)
    return next(wanted, None)


def pins_asked(config: Config) -> Iterator[PinUse]:
    for keypad in config.keypads:
        yield from pins_of(keypad)
    yield from _buzzer(config)


def _buzzer(config: Config) -> Iterator[PinUse]:
    if config.buzzer.chosen == AT_PIN:
        yield PinUse(config.buzzer.pin, "buzzer.pin")


def pins_of(keypad: KeypadConfig) -> Iterator[PinUse]:
    for name in KEYPADS[keypad.name].pins if keypad.name else ():
        yield from (PinUse(pin, f"keypad.{name}") for pin in getattr(keypad, name))


def clashes(uses: Iterable[PinUse]) -> Iterator[PinClash]:
    """Yield each repeated use of a pin, with the first use, in the order of *uses*."""
    first: dict[int, PinUse] = {}
    for use in uses:
        if use.pin in first:
            yield PinClash(first[use.pin], use)
        first.setdefault(use.pin, use)


def clash_of(config: Config, keypad: int | None = None) -> PinClash | None:
    """Return the pin clash of the keypad with this index, or by default of the buzzer, or None."""
    own = tuple(_buzzer(config) if keypad is None else pins_of(config.keypads[keypad]))
    others = chain(pins_taken(config), *map(pins_of, config.keypads[:keypad]))
    return next((clash for clash in clashes((*others, *own)) if clash.other in own), None)


def display_clash(config: Config) -> PinClash | None:
    """Return the pin clash of the display, whose bus the strip may use, or None."""
    return next((c for c in clashes(pins_taken(config)) if c.other.key == READOUT), None)
