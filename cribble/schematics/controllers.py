"""A strip at an Arduino or at a WLED controller, which any machine can talk to."""

from typing import Final

from cribble.schematics.canvas import Canvas
from cribble.schematics.parts import (
    CHIP_PINS,
    electrolytic,
    fuse,
    legend,
    resistor,
    strip,
    supply,
)
from cribble.schematics.pi_strip import shifted_strip
from scorekeeper.board.svg.element import element
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import Words, en
from scorekeeper.words.keypad import large

MACHINE: Final = en("that runs Cribble: a Pi, a PC …")


def uno(words: Words) -> Canvas:
    """Return the drawing of an Arduino with a strip and a keypad."""
    draw = Canvas(
        words,
        about=en(
            "A strip on an Arduino Uno or Nano, and a keypad beside it: "
            'strip.name = "microcontroller".'
        ),
        title=en("Any machine: data over USB, from an Arduino Uno or Nano"),
        wide=1000,
    )
    draw.box(30, 60, 220, 100)
    draw.say(46, 84, en("the machine"), "part")
    low = draw.block(46, 106, MACHINE, 196)
    draw.write(46, low + 2, 'name = "microcontroller"')
    draw.path("usb", "M 60 160 V 230")
    draw.block(76, 186, en("USB: data, and the board’s own current"), 240)
    draw.box(30, 230, 220, 230)
    draw.write(46, 256, "Arduino Uno / Nano", "part")
    draw.write(46, 276, "ATmega328P, 5 V, 16 MHz")
    for name, label, y in (("gnd", "GND", 300), ("6", "D6", 340)):
        draw.pin(f"uno-{name}", 250, y, radius=7)
        draw.write(238, y + 5, label, anchor="end")
    for label, y in (("D2–D5", 415), ("D8–D11", 440)):
        draw.put("pin", element("circle", class_="pin used", cx=250, cy=y, r=7))
        draw.write(238, y + 5, label, anchor="end")
    draw.block(46, 368, en("D13 is its own link lamp"), 120)
    supply(draw, 440, 82, en("for the strip"))
    strip(draw)
    draw.wire("power", "supply-plus", "strip-5v", "H 770 V 300 H")
    draw.wire("ground", "supply-minus", "strip-gnd", "H 330 V 400 H 770 V 380 H")
    draw.loose_wire("power", "M 715 130 H 770 M 715 130 V 205")
    draw.loose_wire("ground", "M 715 216 V 328 a 12 12 0 0 1 0 24 V 400")
    draw.wire("data", "uno-6", "strip-din", "H 318 a 12 12 0 0 1 24 0 H")
    draw.wire("ground", "uno-gnd", "supply-minus", "H 330 V 82 H")
    fuse(draw, 620, 82)
    electrolytic(draw, 715, 205)
    resistor(draw, 620, 340)
    for at in ((770, 130), (715, 400), (330, 300)):
        draw.join(*at)
    _keys(draw)
    legend(draw, 606, sign=False)
    draw.notes(
        638,
        warnings=(
            en(
                "Do not join the supply’s + to the Arduino’s 5V pin while it hangs on USB: only "
                "the grounds are joined."
            ),
        ),
    )
    return draw


def _keys(draw: Canvas) -> None:
    draw.box(440, 430, 250, 130)
    for number, key in enumerate(SIXTEEN):
        x, y = 456 + number % 4 * 56, 438 + number // 4 * 30
        draw.box(x, y, 50, 24, "key")
        draw.write(x + 25, y + 17, large(draw.words, key), anchor="middle")
    draw.path("thin", "M 250 415 H 370 V 450 H 440")
    draw.path("thin", "M 250 440 H 345 V 520 H 440")
    draw.say(378, 470, en("4 rows"))
    draw.say(353, 540, en("4 columns"))
    low = draw.block(705, 450, en("a keypad of 4 × 4 keys, if you want one:"), 270)
    low = draw.block(705, low, en("rows at D2 (top) to D5,"), 270)
    draw.block(705, low, en("columns at D8 (left) to D11"), 270)


def wled(words: Words) -> Canvas:
    """Return the drawing of an ESP32 with WLED."""
    draw = Canvas(
        words,
        about=en(
            'A strip on an ESP32 with WLED, which gets its pictures over Wi-Fi: strip.name = "ddp".'
        ),
        title=en("Any machine: data over Wi-Fi, from a WLED controller"),
        wide=1000,
    )
    draw.box(30, 60, 220, 110)
    draw.say(46, 84, en("the machine"), "part")
    low = draw.block(46, 105, MACHINE, 196)
    draw.write(46, low, 'name = "ddp"')
    draw.write(46, low + 18, 'at = "192.168.1.50"')
    for radius in (14, 26, 38):
        draw.path("radio", f"M {222 - radius} 196 a {radius} {radius} 0 0 0 {2 * radius} 0")
    draw.write(46, 214, "Wi-Fi, UDP 4048")
    draw.box(30, 250, 220, 160)
    draw.say(46, 274, en("ESP32 with WLED"), "part")
    draw.block(46, 296, en("GPIO16 is its usual pin; its own supply is the strip’s"), 130)
    for name, label, y in (("5v", "5V", 290), ("gnd", "GND", 330), ("16", "GPIO16", 370)):
        draw.pin(f"esp-{name}", 250, y, radius=7)
        draw.write(238, y + 5, label, anchor="end")
    shifted_strip(draw, en("for all of it"), 420)
    draw.wire("ground", "esp-gnd", "supply-minus", "H 330 V 82 H")
    draw.wire("power", "esp-5v", "supply-plus", "H 285 V 130 H 318 a 12 12 0 0 1 24 0 H 770 V 82 H")
    draw.wire("data", "esp-16", "chip-2", "H 318 a 12 12 0 0 1 24 0 H 460 V")
    draw.join(330, 330)
    draw.join(430, 130)
    legend(draw, 500)
    draw.notes(
        535,
        CHIP_PINS,
        en(
            "Many controllers are sold with the level shifter and the fuse on board: then only "
            "three wires go to the strip."
        ),
        warnings=(
            en(
                "Do not feed the controller by USB and by its 5V pin at the same time, unless its "
                "maker says that you may."
            ),
        ),
    )
    return draw
