"""A shared 5 V supply for the Pi and the strip: socket, fuses and wires."""

from typing import Final, NamedTuple

from scorekeeper.words import Words, en
from tools.drawing.canvas import Canvas
from tools.drawing.parts import (
    CHIP_PINS,
    electrolytic,
    fuse,
    legend,
    level_shifter,
    resistor,
    strip,
)
from tools.drawing.parts import decoupling as small_capacitor

SUPPLY_A: Final = 5.0
"""Rated current of the supply in A."""


class PowerFeed(NamedTuple):
    """A pair of wires: maximum current, cross-section in mm², AWG, length, and fuse."""

    amps: float
    section: float
    gauge: int
    metres: float
    fuse_a: float | None


PI: Final = PowerFeed(amps=3.0, section=0.75, gauge=18, metres=0.5, fuse_a=4.0)
STRIP: Final = PowerFeed(amps=0.85, section=0.5, gauge=20, metres=1.0, fuse_a=2.0)
SOCKET: Final = PowerFeed(amps=3.85, section=0.75, gauge=18, metres=0.3, fuse_a=None)
DATA_METRES, DATA_SECTION, DATA_GAUGE = 0.3, 0.14, 26
"""Length, cross-section and AWG of the data wire and all wires of the chip."""


def one_plug(words: Words) -> Canvas:
    """Return the drawing, in portrait format, to be readable on a phone."""
    draw = Canvas(
        words,
        about=en(
            "One 5 V supply for a Raspberry Pi and its strip: two fuses, wires thick enough, one "
            "ground."
        ),
        title=en("One plug for the Pi and the strip"),
        wide=720,
    )
    _supply(draw)
    _pi(draw)
    level_shifter(draw, 344, 490)
    strip(draw, 760, order=("din", "5v", "gnd"))
    _wires(draw)
    legend(draw, 690)
    draw.block(30, 834, CHIP_PINS, 480)
    _table(draw, 940)
    draw.notes(
        1085,
        warnings=(
            en("Nothing else goes into the Pi’s own power socket: this is its only supply."),
            en("A Pi 5 wants 5 A for itself: give it a supply of its own."),
        ),
    )
    return draw


def _supply(draw: Canvas) -> None:
    draw.path("usb", "M 250 100 H 340")
    draw.box(30, 60, 220, 80)
    draw.write(140, 88, draw.words.say(en("plug-in supply")), "part", "middle")
    draw.write(140, 109, f"5 V, {SUPPLY_A:g} A", "plain", "middle")
    draw.say(140, 129, en("5.5 × 2.1 mm, CE / CSA"), anchor="middle")
    draw.box(340, 60, 350, 80)
    draw.say(515, 84, en("socket in the edge of the board"), "part", "middle")
    draw.say(515, 104, en("the one plug goes in here"), anchor="middle")
    draw.pin("supply-plus", 400, 140)
    draw.pin("supply-minus", 630, 140)
    for x, sign, y in ((400, "+", 126), (630, "−", 126)):
        draw.write(x + 12, y + 3, sign, "part")
    for x in (340, 570):
        draw.box(x, 190, 120, 50)
    draw.say(412, 260, en("lever connector"))
    draw.say(618, 183, en("lever connector"), anchor="end")


def _pi(draw: Canvas) -> None:
    draw.box(30, 180, 200, 420)
    draw.write(46, 206, "Raspberry Pi", "part")
    draw.write(46, 226, "Zero 2 W, 3, 4")
    draw.write(46, 246, 'name = "spi"')
    draw.block(46, 330, en("a USB cable with open ends, red and black, into its power socket"), 165)
    for name, label, y in (
        ("pi-usb-5v", "+5V", 212),
        ("pi-usb-gnd", "GND", 290),
        ("pi-6", "6 GND", 440),
        ("pi-19", "19 GPIO10", 540),
    ):
        draw.pin(name, 230, y, radius=7)
        draw.write(217, y + 5, label, anchor="end")


def _wires(draw: Canvas) -> None:
    arc = "a 12 12 0 0 0 -24 0"
    draw.wire("power", "supply-plus", "pi-usb-5v", "V 212 H")
    draw.wire("power", "supply-plus", "strip-5v", "V 330 H 627 V")
    draw.wire("power", "supply-plus", "chip-14", "V 330 H 540 V 372 H 344 V")
    draw.wire("ground", "supply-minus", "strip-gnd", "V 212 H 674 V")
    draw.wire("ground", "supply-minus", "pi-usb-gnd", f"V 290 H 412 {arc} H")
    draw.wire("ground", "pi-6", "supply-minus", "H 256 V 290 H 388 a 12 12 0 0 1 24 0 H 630 V")
    draw.wire("data", "pi-19", "chip-2", "H 256 V 650 H 374 V")
    draw.wire("data", "chip-3", "strip-din", "V 710 H 580 V")
    draw.loose_wire("power", "M 627 350 H 590 V 400")
    draw.loose_wire("ground", "M 590 411 V 450 H 615 a 12 12 0 0 1 24 0 H 674")
    fuse(draw, 265, 212, f"{PI.fuse_a:g} A")
    fuse(draw, 440, 330, f"{STRIP.fuse_a:g} A")
    small_capacitor(draw)
    electrolytic(draw, 590, 400)
    resistor(draw, 450, 710)
    for x, y in ((400, 212), (630, 212), (540, 330), (627, 350), (256, 290), (674, 450)):
        draw.join(x, y)


def _table(draw: Canvas, y: float) -> None:
    """Draw the table of wire sizes and lengths."""
    draw.say(30, y, en("Wires of copper, at least this thick, at most this long"), "part")
    rows = (
        (en("socket to the lever connectors"), SOCKET),
        (en("to the Pi, fuse {fuse} A"), PI),
        (en("to the strip, fuse {fuse} A"), STRIP),
    )
    for number, (sentence, feed) in enumerate(rows, 1):
        down = y + 26 * number
        draw.write(30, down, draw.words.say(sentence, fuse=f"{feed.fuse_a or 0:g}"), "plain")
        _measures(draw, down, feed.section, feed.gauge, feed.metres)
    down = y + 26 * 4
    draw.say(30, down, en("data, and all wires of the chip"), "plain")
    _measures(draw, down, DATA_SECTION, DATA_GAUGE, DATA_METRES)


def _measures(draw: Canvas, y: float, section: float, gauge: int, metres: float) -> None:
    thick = draw.words.say(en("{section} mm² (AWG {gauge})"), section=section, gauge=gauge)
    draw.write(390, y, thick, "plain")
    draw.write(690, y, f"{round(100 * metres)} cm", "plain", "end")
