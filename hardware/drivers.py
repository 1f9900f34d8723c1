"""The registry of drivers: strips, keypads, buzzers and displays, imported on demand.

To add a driver, write its module in the package of its kind and add a row here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from hardware.buzzer import Buzzer
    from hardware.display import Display  # noqa: F401 (in a string)
    from hardware.keypads.keypad import Keypad
    from hardware.strips.strip import Strip  # noqa: F401 (in a string)

D = TypeVar("D")


class Driver(msgspec.Struct, Generic[D], frozen=True):
    """A driver: ``opener`` is a function in ``module``.

    It is called with the arguments required by the kind of device, the optional ones that it
    ``wants``, and those ``given`` in its row. ``pins``: wiring fields that contain GPIO numbers.
    ``places``: regular expression for the devices or addresses accepted from a phone or another
    machine's config; the local config may contain any.
    """

    module: str
    opener: str
    wants: tuple[str, ...] = ()
    given: Mapping[str, str] = {}
    pins: tuple[str, ...] = ()
    places: str = ""

    def open(self, *needed: Any, **offered: Any) -> D:
        """Return the open device. Raises DeviceFault, or another OSError, if it is unavailable."""
        opener = getattr(import_module(self.module), self.opener)
        wanted = {name: offered[name] for name in self.wants if name in offered}
        device: D = opener(*needed, **wanted, **self.given)
        return device

    def is_place(self, at: str) -> bool:
        """True if *at* is empty or matches ``places``."""
        return not at or re.fullmatch(self.places, at, re.ASCII) is not None


SCREEN: Final = 1.0
LEDS: Final = 2.2
"""Gamma of LEDs, whose output is linear; screens apply their own gamma."""


class Library(NamedTuple):
    """A Python library, installed from the package ``debian`` or, if empty, by ``pip``;
    ``compiled``: pip must compile it."""

    name: str
    debian: str = ""
    pip: str = ""
    compiled: bool = False


SPIDEV: Final = Library("spidev", "python3-spidev")

Needs: TypeAlias = Literal["rpi_ws281x", "rp1", "pi", ""]
"""The machine required: a Pi supported by rpi_ws281x, a Pi with an RP1, any Pi, or any machine."""


class StripDriver(Driver["Strip"], frozen=True, kw_only=True):
    """A strip driver. ``gamma``: correction of frames; ``screen``: the strip is only simulated or
    drawn on a screen; ``default_at``: pin, device or address if the config has none; ``ordered``:
    the colour order is set in the config, not in the controller; ``drawing``: the name of the
    wiring drawing.

    The opener requires a StripSetup; ``caption`` and ``on_key`` are optional
    (hardware.strips.strip).
    """

    gamma: float = LEDS
    screen: bool = False
    default_at: str = ""
    ordered: bool = True
    needs: Needs = ""
    library: Library | None = None
    drawing: str = ""

    @property
    def in_terminal(self) -> bool:
        """True if the strip is drawn in this terminal, with its caption."""
        return "caption" in self.wants


STRIPS: Final[Mapping[str, StripDriver]] = {
    "terminal": StripDriver(
        "hardware.strips.terminal", "open_strip", ("caption",), gamma=SCREEN, screen=True
    ),
    "browser": StripDriver(
        "hardware.strips.strip", "NullStrip", given={"health": "ok"}, gamma=SCREEN, screen=True
    ),
    "ws281x": StripDriver(
        "hardware.strips.ws281x",
        "open_strip",
        default_at="18",
        places=r"(GPIO)?\d\d",
        needs="rpi_ws281x",
        library=Library("rpi_ws281x", pip="rpi-ws281x>=5,<6", compiled=True),
        drawing="pi-ws281x",
    ),
    "spi": StripDriver(
        "hardware.strips.spi",
        "open_strip",
        default_at="/dev/spidev0.0",
        places=r"/dev/spidev\d+\.\d+",
        needs="pi",
        library=SPIDEV,
        drawing="pi-spi",
    ),
    "leds0": StripDriver(
        "hardware.strips.leds0",
        "open_strip",
        default_at="/dev/leds0",
        places=r"/dev/leds\d+",
        needs="rp1",
        drawing="pi5-leds0",
    ),
    "ddp": StripDriver(
        "hardware.strips.ddp",
        "open_strip",
        places=r"([\w-][\w.-]*|\[[\da-fA-F:.]+\])(:\d{1,5})?",
        ordered=False,
        drawing="wled",
    ),
    "capture": StripDriver("hardware.strips.strip", "CaptureStrip", screen=True),
    "null": StripDriver("hardware.strips.strip", "NullStrip", gamma=SCREEN, screen=True),
}

KEYPADS: Final[Mapping[str, Driver[Keypad]]] = {
    "usb": Driver(
        "hardware.keypads.usb",
        "open_keypad",
        places=r"/dev/input/(event\d+|by-(id|path)/[\w:.,+@-]+)",
    ),
    "matrix": Driver("hardware.keypads.matrix", "open_keypad", pins=("rows", "columns")),
    "buttons": Driver("hardware.keypads.matrix", "open_buttons", pins=("buttons",)),
    "encoder": Driver("hardware.keypads.matrix", "open_encoder", pins=("buttons",)),
}
"""Keypad drivers by name. Openers require a KeypadWiring and a Press callback."""

AT_PIN: Final = "pin"

BUZZERS: Final[Mapping[str, Driver[Buzzer]]] = {
    "terminal": Driver("hardware.buzzer", "open_terminal"),
    AT_PIN: Driver("hardware.buzzer", "open_pin", ("pin",)),
}
"""Buzzer drivers by name. Openers require no arguments; ``pin`` is optional."""


class DisplayDriver(Driver["Display"], frozen=True, kw_only=True):
    """A display driver. ``bus``: the Pi's bus that it uses, named as its group; empty for none."""

    bus: Literal["i2c", "spi", ""] = ""
    libraries: tuple[Library, ...] = ()


OLED: Final = (Library("luma.oled", pip="luma.oled>=3.12"),)
DISPLAYS: Final[Mapping[str, DisplayDriver]] = {
    "terminal": DisplayDriver("hardware.display", "open_terminal"),
    "ssd1306": DisplayDriver(
        "hardware.oled", "open_display", given={"chip": "ssd1306"}, bus="i2c", libraries=OLED
    ),
    "sh1106": DisplayDriver(
        "hardware.oled", "open_display", given={"chip": "sh1106"}, bus="i2c", libraries=OLED
    ),
    "max7219": DisplayDriver(
        "hardware.segments",
        "open_display",
        bus="spi",
        libraries=(Library("luma.led_matrix", pip="luma.led_matrix>=1.9"), SPIDEV),
    ),
}
"""Display drivers by name. Openers require no arguments."""
