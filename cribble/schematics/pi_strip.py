"""A strip at the pins of a Raspberry Pi, through a level shifter: one drawing for each driver."""

from typing import Final, NamedTuple

from cribble.schematics.canvas import Canvas
from cribble.schematics.parts import (
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
from scorekeeper.words import Words, en

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
    """A way to send data from a Pi: its title, the Pis that can, the driver, and the pin."""

    about: str
    title: str
    models: str
    driver: str
    pin: int
    gpio: str


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
    en("Pi 3 or 4: data from GPIO18, by the lamp process"),
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
)

DATA_WAYS: Final = {
    12: "H 285 V 370 H 318 a 12 12 0 0 1 24 0 H 460 V",
    19: "L 216 372 H 318 a 12 12 0 0 1 24 0 H 460 V",
}


def pi_strip(words: Words, one: PiStrip) -> Canvas:
    """Return the drawing."""
    draw = Canvas(words, about=one.about, title=one.title, wide=1000)
    draw.box(30, 60, 220, 400)
    draw.write(46, 80, "Raspberry Pi", "part")
    header(draw, {6: "GND", one.pin: one.gpio}, 20)
    draw.write(46, 288, one.models)
    draw.write(46, 306, f'name = "{one.driver}"')
    draw.write(214, 398, "… 40", anchor="middle")
    draw.block(46, 420, en("runs on its own supply (USB); SD card: this way ↑"), 190)
    shifted_strip(draw, en("for the strip"), 420)
    draw.wire("ground", "pi-6", "supply-minus", "H 330 V 82 H")
    draw.join(330, 162)
    draw.wire("data", f"pi-{one.pin}", "chip-2", DATA_WAYS[one.pin])
    legend(draw, 500)
    draw.notes(535, CHIP_NOTE, warnings=(NEVER,))
    return draw


def shifted_strip(draw: Canvas, purpose: str, below: float) -> None:
    """Draw supply, chip and strip, with ground running across *below*; the data in is missing."""
    supply(draw, 440, 82, purpose)
    level_shifter(draw)
    strip(draw)
    draw.wire("power", "supply-plus", "strip-5v", "H 770 V 300 H")
    draw.wire("power", "supply-plus", "chip-14", "H 770 V 130 H 430 V")
    draw.wire("ground", "supply-minus", "strip-gnd", f"H 330 V {below:g} H 770 V 380 H")
    draw.loose_wire("power", "M 715 130 V 205")
    draw.loose_wire("ground", f"M 715 216 V 328 a 12 12 0 0 1 0 24 V {below:g}")
    draw.wire("data", "chip-3", "strip-din", "V 340 H")
    fuse(draw, 620, 82)
    decoupling(draw)
    electrolytic(draw, 715, 205)
    resistor(draw, 640, 340)
    for at in ((770, 130), (715, 130), (715, below)):
        draw.join(*at)
