"""LEDs on GPIO pins, using the rpi_ws281x library after checking the Pi's model.

On an unknown model the library exits the process, so it must run in its own process.
"""

import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from hardware.device import missing
from hardware.pwm_helper.protocol import CHANNELS, SPI_PIN, Size
from scorekeeper.device import DeviceFault

MODEL: Final = Path("/proc/device-tree/model")
NEWER: Final = re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b")
"""Models whose GPIO chip the library does not support."""
DMA: Final = 10
"""DMA channel; 5 is used by the SD card on a Pi 3."""
KNOWN: Final = "5"
"""The supported major version of the library."""
FREQUENCY: Final = 800_000
UNKNOWN_BOARD: Final = -3
"""The library's error code for an unlisted model (a newer Pi 3 B, revision a52082)."""


def check(pin: int, model: Path = MODEL, *, is_root: bool) -> None:
    """Raise DeviceFault if this user cannot drive LEDs on *pin* on this machine."""
    try:
        name = model.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        name = ""
    if "Raspberry Pi" not in name:
        raise DeviceFault(
            "This machine is not a Raspberry Pi, and ws281x needs a Pi’s pins: choose another "
            'strip, such as strip.name = "ddp" or "browser".'
        )
    if NEWER.search(name):
        raise DeviceFault(
            "The library rpi_ws281x does not support the pins of a {model}: choose strip.name = "
            '"leds0" or "spi".',
            model=name,
        )
    if pin != SPI_PIN and not is_root:
        raise DeviceFault(
            "Pin {pin} needs root: start the PWM helper with sudo systemctl start cribble-lamp, or "
            "connect the strip to pin {spi}, which does not need it.",
            pin=pin,
            spi=SPI_PIN,
        )
    _library()


def _library() -> Any:
    try:
        import rpi_ws281x
    except ImportError:
        rpi_ws281x = None
    if rpi_ws281x is None or version("rpi-ws281x").partition(".")[0] != KNOWN:
        command = f"{sys.executable} -m pip install 'rpi-ws281x=={KNOWN}.*'"
        raise missing(f"rpi_ws281x {KNOWN}", command)
    return rpi_ws281x


class Ws281xDevice:
    """An LED strip on *pin* for frames of *size*. Raises DeviceFault.

    Uses the low-level module ``rpi_ws281x.ws``, because ``PixelStrip`` does not release its pin
    until exit.
    """

    def __init__(self, size: Size, pin: int) -> None:
        library = _library()
        self._ws, self._colour, self._width, self._pin = library.ws, library.Color, size.width, pin
        ws = self._ws
        self._driver = ws.new_ws2811_t()

        def set_up(channel: Any, pixels: int, gpio: int, brightness: int) -> None:
            ws.ws2811_channel_t_count_set(channel, pixels)
            ws.ws2811_channel_t_gpionum_set(channel, gpio)
            ws.ws2811_channel_t_invert_set(channel, 0)
            ws.ws2811_channel_t_brightness_set(channel, brightness)

        for number in range(2):
            set_up(ws.ws2811_channel_get(self._driver, number), 0, 0, 0)
        self._channel = ws.ws2811_channel_get(self._driver, CHANNELS[pin])
        # RGB(W), i.e. no reordering: frames are already in wire order.
        kind = ws.SK6812_STRIP_RGBW if size.width == 4 else ws.WS2811_STRIP_RGB
        ws.ws2811_channel_t_gamma_set(self._channel, list(range(256)))
        set_up(self._channel, size.pixels, pin, 255)
        ws.ws2811_channel_t_strip_type_set(self._channel, kind)
        ws.ws2811_t_freq_set(self._driver, FREQUENCY)
        ws.ws2811_t_dmanum_set(self._driver, DMA)
        if code := ws.ws2811_init(self._driver):
            ws.delete_ws2811_t(self._driver)  # ws2811_fini would crash here.
            raise self._fault(code)

    def show(self, wire: bytes) -> None:
        """Show a complete frame, *wire*, in wire order."""
        colours = (wire[start :: self._width] for start in range(self._width))
        for number, colour in enumerate(zip(*colours, strict=True)):
            self._ws.ws2811_led_set(self._channel, number, self._colour(*colour))
        if code := self._ws.ws2811_render(self._driver):
            raise self._fault(code)

    def close(self) -> None:
        self._ws.ws2811_fini(self._driver)
        self._ws.delete_ws2811_t(self._driver)

    def _fault(self, code: int) -> DeviceFault:
        if code == UNKNOWN_BOARD:
            return DeviceFault(
                'The library rpi_ws281x does not support this Pi: choose strip.name = "spi", '
                "which uses pin 19 for data."
            )
        return DeviceFault(
            "The library rpi_ws281x cannot use pin {pin} ({reason}): run sudo cribble doctor "
            "to find the cause.",
            pin=self._pin,
            reason=self._ws.ws2811_get_return_t_str(code),
        )
