"""A strip at the pins of a Raspberry Pi, with a level shifter: one drawing per driver."""

from typing import Final, NamedTuple

from scorekeeper.words import Words, en
from tools.drawing.canvas import Canvas
from tools.drawing.parts import (
    decoupling,
    electrolytic,
    fuse,
    header,
    legend,
    level_shifter,
    resistor,
    strip,
    supply,
)

CHIP_NOTE: Final = en(
    "Pins 1, 4, 5, 7, 9, 10, 12 and 13 of the chip go to ground; 6, 8 and 11 stay free. Its supply "
    "is the strip’s 5 V, with a 0.1 µF capacitor from pin 14 to pin 7, close to the chip. The "
    "resistor sits at the strip’s end of the data wire."
)
NEVER: Final = en(
    "Never join the strip’s +5 V to a pin of the Pi. Ground must be joined, or the data means "
    "nothing."
)


class PiStrip(NamedTuple):
    """A way to drive a strip from a Pi: texts, models, driver and pin."""

    about: str
    title: str
    models: str
    driver: str
    pin: int
    gpio: str
    header: str = ""


AT_THE_BACK: Final = en("500: at its back; pinout shows where pin 1 is")

SPI: Final = PiStrip(
    en(
        "A strip on pin 19 (GPIO10, SPI) of a Raspberry Pi 3 or 4, through a 74AHCT125: "
        'strip.name = "spi".'
    ),
    en("Pi 3 or 4: data from SPI, GPIO10"),
    "Zero 2 W, 3, 4",
    "spi",
    19,
    "GPIO10",
)
WS281X: Final = PiStrip(
    en(
        "A strip on pin 12 (GPIO18) of a Raspberry Pi 3 or 4, through a 74AHCT125: "
        'strip.name = "ws281x".'
    ),
    en("Pi 3 or 4: data from GPIO18, by the PWM helper"),
    "Zero 2 W, 3, 4",
    "ws281x",
    12,
    "GPIO18",
)
LEDS0: Final = PiStrip(
    en(
        "A strip on pin 12 (GPIO18) of a Raspberry Pi 5, whose kernel makes the pulses: "
        'strip.name = "leds0".'
    ),
    en("Pi 5: data from GPIO18, by the kernel’s ws2812-pio"),
    "5, 500",
    "leds0",
    12,
    "GPIO18",
    AT_THE_BACK,
)
SPI_5: Final = PiStrip(
    en(
        "A strip on pin 19 (GPIO10, SPI) of a Raspberry Pi 5, through a 74AHCT125: "
        'strip.name = "spi".'
    ),
    en("Pi 5: data from SPI, GPIO10"),
    "5, 500",
    "spi",
    19,
    "GPIO10",
    AT_THE_BACK,
)

DATA_WAYS: Final = {12: "H 264 V 620 H 394 V", 19: "L 216 372 H 264 V 620 H 394 V"}


def pi_strip(words: Words, one: PiStrip) -> Canvas:
    """Return the drawing, in portrait format, to be readable on a phone."""
    draw = Canvas(words, about=one.about, title=one.title, wide=720)
    draw.box(30, 60, 220, 430)
    draw.write(46, 80, "Raspberry Pi", "part")
    header(draw, {6: "GND", one.pin: one.gpio}, 20)
    draw.write(46, 288, one.models)
    draw.write(46, 306, f'name = "{one.driver}"')
    draw.write(214, 398, "… 40", anchor="middle")
    low = draw.block(46, 424, en("runs on its own supply (USB); SD card: this way ↑"), 195)
    if one.header:
        draw.block(46, low, one.header, 195)
    shifted_strip(draw, en("for the strip"))
    draw.wire("ground", "pi-6", "supply-minus", "H 290 V 92 H")
    draw.wire("data", f"pi-{one.pin}", "chip-2", DATA_WAYS[one.pin])
    legend(draw, 720)
    draw.notes(916, CHIP_NOTE, warnings=(NEVER,))
    return draw


def shifted_strip(draw: Canvas, purpose: str) -> None:
    """Draw supply, chip and strip, without data input and its ground."""
    fed_strip(draw, purpose, 730)
    level_shifter(draw, 364, 460)
    draw.wire("power", "supply-plus", "chip-14", f"H 674 V 200 H 639 {OVER} H 364 V")
    draw.wire("data", "chip-3", "strip-din", "V 680 H 580 V")
    decoupling(draw)
    resistor(draw, 470, 680)
    draw.join(674, 200)


OVER: Final = "a 12 12 0 0 0 -24 0"
"""A hop over another wire, towards the left."""


def fed_strip(draw: Canvas, purpose: str, y: float) -> None:
    """Draw a supply, fuse, capacitor and the strip."""
    supply(draw, purpose)
    strip(draw, y)
    draw.wire("power", "supply-plus", "strip-5v", "H 674 V")
    draw.wire("ground", "supply-minus", "strip-gnd", "H 372 V 150 H 627 V")
    draw.loose_wire("power", f"M 674 300 H 639 {OVER} H 590 V 330")
    draw.loose_wire("ground", "M 590 341 V 380 H 627")
    fuse(draw, 592, 92)
    electrolytic(draw, 590, 330)
    draw.join(372, 92)
    draw.join(674, 300)
    draw.join(627, 380)
